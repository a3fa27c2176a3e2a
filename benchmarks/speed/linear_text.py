"""Is time linear in any text? CPU time per byte of one unit repeated, against length, from raw text to trees.

    python -m benchmarks.speed.linear_text                 the English model in the box; some minutes
    python -m benchmarks.speed.linear_text --most 18       lengths up to 2^18 bytes, to try it

Texts of 2^16 bytes up to 2^20, and up to 2^23 where that takes no longer than --seconds. Writes linear_text.md and .png to
benchmarks/results; the picture needs matplotlib (`make .venv/.plots`).
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, options_of
from benchmarks.shared.picture import picture
from benchmarks.shared.results_page import markdown
from treewright import Pipeline
from treewright.storage import box

UNITS = {
    "space": " ", "line feed": "\n", "CR LF": "\r\n", "tab": "\t", "apostrophe": "'", "quote": '"', "full stop": ".",
    "bracket": "(", "hyphen": "-", "digit": "7", "letter": "a", "combining mark": "\u0301", "CJK character": "漢",
    "emoji": "😀", "don't": "don't ",
}  # fmt: skip
FIRST, COMMON, LAST = 16, 20, 23  # powers of two: the lengths, in bytes
TIMES = 2  # each text is parsed as often, and the faster time counts: the first has to ask for memory
FLAT = 2.0  # the most that time per byte may grow from the shortest text to the longest

Times = dict[int, float]  # length in bytes: nanoseconds a byte


def measure(pipeline: Pipeline, unit: str, most: int, seconds: float) -> Times:
    """The time per byte of each length."""
    found: Times = {}
    took = 0.0
    for power in range(FIRST, most + 1):
        if power > COMMON and 2 * took > seconds:
            break
        text = unit.encode() * ((1 << power) // len(unit.encode()))
        tries = []
        for _ in range(TIMES):
            start = time.process_time()
            for _ in pipeline.parse_text(text):
                pass
            tries.append(time.process_time() - start)
        took = min(tries)
        found[1 << power] = 1e9 * took / len(text)
    return found


def growth(times: Times) -> float:
    """How many times more a byte of the longest text takes than one of the shortest."""
    return times[max(times)] / times[min(times)]


def page(results: dict[str, Times], drawn: bool) -> str:
    """The results as Markdown."""
    lengths = sorted({length for times in results.values() for length in times})
    rows = [
        [name, *(f"{times[length]:,.0f}" if length in times else "-" for length in lengths), f"{growth(times):.2f}"]
        for name, times in results.items()
    ]
    worst = max(results, key=lambda name: growth(results[name]))
    return "\n".join([
        "# Time against length, for texts of one unit repeated",
        "",
        f"CPU time from raw text to trees with the English model in the box, in nanoseconds a byte; the best of {TIMES}. It "
        "is flat if time is linear. The last column is the longest text against the shortest: it grows most for "
        f"{worst} ({growth(results[worst]):.2f} times), and {FLAT:g} would be too much. Units differ because "
        "some are one long word and others a word each.",
        "",
        *markdown(["unit", *(f"{length >> 10:,} KB" for length in lengths), "longest : shortest"], rows),
        *(["![CPU time per byte against length](linear_text.png)", ""] if drawn else []),
        "## How these figures were made",
        "",
        f"- command: `{machine.command_line('speed.linear_text', sys.argv[1:])}`",
        f"- date: {machine.today()}; commit {machine.git_version()}",
        f"- machine: {machine.machine_kind()}",
        "",
    ])  # fmt: skip


def plot(results: dict[str, Times], path: Path) -> bool:
    """Draw time per byte against length; False if there is no matplotlib."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for number, (name, times) in enumerate(results.items()):
            axes.plot(list(times), list(times.values()), marker=".", linestyle=("-", "--")[number // 10], label=name)
        axes.set(xlabel="length of the text, bytes", ylabel="CPU time, ns a byte")
        axes.set_title("raw text to trees: one unit repeated")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.grid(True, alpha=0.3)
        axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
        figure.tight_layout()

    return picture(path, draw, (8, 5))


def main() -> int:
    parser = options_of(__doc__, results=RESULTS)
    parser.add_argument("--most", type=int, default=LAST, metavar="N", help="lengths up to 2^N bytes (default 23)")
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="for a text longer than 2^20 (default 10)")
    arguments = parser.parse_args()
    machine.require_compiled()
    pipeline = Pipeline.load(box.in_the_box())
    results = {}
    for name, unit in UNITS.items():
        results[name] = measure(pipeline, unit, arguments.most, arguments.seconds)
        print(f"{name}: {growth(results[name]):.2f}", file=sys.stderr)
    arguments.results.mkdir(parents=True, exist_ok=True)
    drawn = plot(results, arguments.results / "linear_text.png")
    told = page(results, drawn)
    (arguments.results / "linear_text.md").write_text(told, "utf-8")
    print(told)
    return 1 if any(growth(times) > FLAT for times in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
