"""Accuracy on the nine treebanks of UD 2.0: Table 2 of the PanParser paper, the presets against other parsers, tuning.

    python benchmarks/accuracy.py table2
    python benchmarks/accuracy.py presets
    python benchmarks/accuracy.py dev --treebanks Tamil-TTB,Irish-IDT --seeds 2 \
        --settings "preset=accurate" --settings "wide: preset=accurate beam=16"

Results go to benchmarks/results/*.jsonl as they come, and what stands there is not run again (same settings, templates,
data, seed and core code), so an interrupted run goes on where it was.  Tables are made from that file.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy
PROJECT = Path(__file__).resolve().parent.parent
sys.path.append(str(PROJECT))  # last: an installed treewright goes first

import machine  # noqa: E402
from accuracy_dev import dev  # noqa: E402
from accuracy_presets import presets  # noqa: E402
from accuracy_table2 import table2  # noqa: E402
from experiments import Laboratory  # noqa: E402

from treewright.errors import SettingsError  # noqa: E402


def main() -> int:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", type=Path, default=PROJECT.parent / "shared" / "data" / "ud-2.0", metavar="DIR",
                        help="folder of treebanks (default ../shared/data/ud-2.0 beside the project)")  # fmt: skip
    common.add_argument("--results", type=Path, default=PROJECT / "benchmarks" / "results", metavar="DIR")
    common.add_argument(
        "--cache", type=Path, default=PROJECT / ".cache" / "benchmarks", metavar="DIR", help="for models"
    )
    common.add_argument("--treebanks", default="", metavar="A,B", help="only these (default: all there are)")
    common.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (default 2)")
    common.add_argument("--first-seed", type=int, default=1, metavar="N")
    common.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change a setting of all runs")
    common.add_argument("--any-version", action="store_true", help="take results of other versions of the core too")
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
    machine.require_compiled()
    lab = Laboratory(arguments.data, arguments.cache, arguments.results, arguments.any_version)
    known = lab.treebanks()
    arguments.treebanks = arguments.treebanks.split(",") if arguments.treebanks else known
    if unknown := [name for name in arguments.treebanks if name not in known]:
        parser.error(f"--treebanks: seen {unknown[0]!r}, expected names of {', '.join(known)}")
    try:
        return {"table2": table2, "presets": presets, "dev": dev}[arguments.command](arguments, lab)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
