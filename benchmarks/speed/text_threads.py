"""How far threads speed up a pipeline over raw text, stage by stage: wall time and CPU time side by side.

    python -m benchmarks.speed.text_threads TEXT                   the model in the box, 1 and 2 threads, best of 5
    python -m benchmarks.speed.text_threads TEXT --model whole.tw --threads 1 2 4

Where the wall time of two threads is half the CPU time, both cores were busy.  Where others use the machine, CPU time still
tells what threads cost.  Until tokens it is the tokenizer alone, until tags also the taggers and lemmas.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import treewright as tw
from benchmarks.shared import machine
from treewright.settings.stages import UNTIL


def measured(pipeline: tw.Pipeline, text: bytes, until: str, threads: int) -> tuple[float, float]:
    """Seconds of wall time and of CPU time for one run over the text."""
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in pipeline.parse_text(text, threads=threads, until=until):
        pass
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> int:
    """Measure in turn, so that a busy minute meets all alike, and print a table of the best."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("text", type=Path, help="raw text in UTF-8")
    arguments.add_argument("--model", default="english")
    arguments.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    arguments.add_argument("--rounds", type=int, default=5)
    given = arguments.parse_args()
    machine.require_compiled()
    pipeline = tw.load(given.model)
    text = given.text.read_bytes()
    words = sum(map(len, pipeline.tokenizer.pipe(text)))
    ways = [(until, threads) for until in UNTIL for threads in given.threads]
    best = dict.fromkeys(ways, (float("inf"), float("inf")))
    for _ in range(given.rounds):
        for way in ways:
            best[way] = min(best[way], measured(pipeline, text, *way))
    print(f"{words:,} words, best of {given.rounds}, load {os.getloadavg()[0]:.1f} at the end, {machine.today()}\n")
    print("| until | threads | wall s | CPU s | words/s | speed-up |")
    print("|---|---:|---:|---:|---:|---:|")
    for (until, threads), (wall, cpu) in best.items():
        gain = best[until, given.threads[0]][0] / wall
        print(f"| {until} | {threads} | {wall:.2f} | {cpu:.2f} | {words / wall:,.0f} | {gain:.2f} |", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
