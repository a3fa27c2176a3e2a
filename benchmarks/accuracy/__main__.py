"""Accuracy on the nine treebanks of UD 2.0: Table 2 of the PanParser paper, the presets against other parsers, tuning.

    python -m benchmarks.accuracy table2
    python -m benchmarks.accuracy presets
    python -m benchmarks.accuracy dev --treebanks Tamil-TTB,Irish-IDT --seeds 2 \
        --settings "preset=accurate" --settings "wide: preset=accurate beam=16"

Results go to benchmarks/results/*.jsonl as they come, and what stands there is not run again (same settings, templates,
data, seed and core code), so an interrupted run goes on where it was.  Tables are made from that file.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.accuracy.dev import dev
from benchmarks.accuracy.presets import presets
from benchmarks.accuracy.table2 import table2
from benchmarks.shared.experiments import laboratory_of
from benchmarks.shared.options import CACHE, RESULTS, UD, add_folders, add_run_options, options_of
from treewright.errors import SettingsError


def main() -> int:
    parser = options_of(__doc__)
    common = argparse.ArgumentParser(add_help=False)
    add_folders(common, data=UD, results=RESULTS, cache=CACHE)
    add_run_options(common)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("table2", parents=[common], help="Table 2 of the PanParser paper")
    one.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds to average over (default 1)")
    one.add_argument("--labelled", action="store_true", help="train labelled parsers (the paper's are unlabelled)")
    two = commands.add_parser("presets", parents=[common], help="the presets against other parsers, on test")
    two.add_argument("--seeds", type=int, default=3, metavar="N", help="seeds, one by one and summed (default 3)")
    two.add_argument(
        "--repetitions",
        type=int,
        default=1,
        metavar="N",
        help="sums of other seeds, N times as many trainings, for the deviation of the sum (default 1)",
    )
    three = commands.add_parser("dev", parents=[common], help="try settings on dev, for tuning")
    three.add_argument(
        "--settings", action="append", default=[], metavar='"NAME: beam=8 ..."', help="repeat for several"
    )
    three.add_argument("--file", action="append", default=[], metavar="FILE", help="a line for each, as in --settings")
    three.add_argument("--seeds", type=int, default=1, metavar="N", help="seeds to average over (default 1)")
    three.add_argument(
        "--sum", action="store_true", help="also the sum of the seeds, as --seeds N of training makes it"
    )
    three.add_argument("--name", default="dev", metavar="NAME", help="of the page in results (default dev)")
    arguments = parser.parse_args()
    lab = laboratory_of(arguments, parser)
    try:
        return {"table2": table2, "presets": presets, "dev": dev}[arguments.command](arguments, lab)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
