"""Training in one and in two threads: time, CPU time and dev LAS, three seeds each.

    python -m benchmarks.speed.parallel_training            writes benchmarks/results/parallel_training.md
"""

from __future__ import annotations

import statistics
import sys
import time

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of


def main() -> int:
    """Train and write the page."""
    arguments = options_of(__doc__, data=UD, results=RESULTS)
    arguments.add_argument("--treebanks", default="Tamil-TTB,Gothic-PROIEL,Greek-GDT")
    arguments.add_argument("--seeds", type=int, default=3)
    given = arguments.parse_args()
    machine.require_compiled()
    rows = []
    for treebank in given.treebanks.split(","):
        train = list(tw.read(given.data / treebank / "train.conllu"))
        dev = list(tw.read(given.data / treebank / "dev.conllu"))
        for preset in ("fast", "accurate"):
            for threads in (1, 2):
                wall, cpu, las = [], [], []
                for seed in range(1, given.seeds + 1):
                    parser = tw.Parser({"training.threads": threads}, preset=preset)
                    start, used = time.perf_counter(), time.process_time()
                    parser.train(train, seed=seed)
                    wall.append(time.perf_counter() - start)
                    cpu.append(time.process_time() - used)
                    las.append(parser.evaluate(dev).las)
                deviation = statistics.stdev(las) if len(las) > 1 else 0.0
                rows.append(
                    f"| {treebank} | {preset} | {threads} | {min(wall):.1f} | {min(cpu):.1f} "
                    f"| {statistics.mean(las):.2f} ± {deviation:.2f} |"
                )
                print(rows[-1], flush=True)
    page = [
        "# Training in threads",
        "",
        f"`{machine.command_line('speed.parallel_training', sys.argv[1:])}`, {machine.today()}, {machine.machine_kind()}; "
        f"seeds 1 to {given.seeds}, last epoch, no dev data while training. Seconds: the least of the seeds.",
        "",
        "| treebank | preset | threads | seconds | CPU seconds | dev LAS |",
        "|---|---|---:|---:|---:|---:|",
        *rows,
    ]
    (given.results / "parallel_training.md").write_text("\n".join(page) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
