"""How much longer than parsing it takes to find out which transitions are to blame.

    python -m benchmarks.speed.blame     writes benchmarks/results/blame.md

CPU time in one thread on the test part of UD English-EWT, the best of five runs, measured in turn: parsing (from sentences to
bytes), `treewright blame` as it is by default (parsing, judging, tables, three sentences in full), and with --what-if.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import DATA, RESULTS, options_of
from benchmarks.shared.results_page import markdown
from treewright.analysis.blame.blame import Blame
from treewright.analysis.blame.blame_text import BlameText

SETTINGS: dict[str, dict[str, Any]] = {"greedy (--preset fast)": {"preset": "fast"}, "default": {}}
RUNS = 5


def seconds(work: Callable[[], Any]) -> float:
    """CPU time of one run."""
    started = time.thread_time()
    work()
    return time.thread_time() - started


def main() -> None:
    """Train, measure, write the page."""
    options = options_of(__doc__, data=DATA / "ud-2.16" / "English-EWT", results=RESULTS)
    options.add_argument("--epochs", type=int, default=3)
    arguments = options.parse_args()
    machine.require_compiled()
    gold = list(tw.read(arguments.data / "test.conllu"))
    rows = []
    for name, settings in SETTINGS.items():
        parser = tw.Parser(epochs=arguments.epochs, seeds=1, **settings)
        parser.train(tw.read(arguments.data / "train.conllu"), progress=False)

        def text(what_if: bool, parser: tw.Parser = parser) -> str:
            return BlameText(Blame(parser, gold), what_if=what_if).to_text()

        work: list[Callable[[], Any]] = [
            lambda parser=parser: list(parser.parse_bytes(gold)),  # type: ignore[misc]
            lambda text=text: text(False),  # type: ignore[misc]
            lambda text=text: text(True),  # type: ignore[misc]
        ]
        times = [[seconds(one) for one in work] for _ in range(RUNS)]
        parse, blame, what_if = (min(run[k] for run in times) for k in range(3))
        found = Blame(parser, gold)
        rows.append([
            name, f"{parser.evaluate(gold).las:.1f}", f"{len(found.cases):,}", f"{len(found.mistakes):,}", f"{parse:.2f}",
            f"{blame:.2f}", f"{blame / parse:.1f}", f"{what_if / parse:.1f}",
        ])  # fmt: skip
        print(*rows[-1], flush=True)
    words = sum(map(len, gold))
    head = ("parser", "LAS", "wrong sentences", "mistakes", "parsing (s)", "blame (s)", "blame / parsing", "with --what-if")
    lines = [
        "# The time of blame", "", *markdown(head, rows),
        f"UD English-EWT 2.16, test: {len(gold):,} sentences, {words:,} words. CPU time in one thread, the best of {RUNS} "
        "runs, parsing and blame in turn, without reading; the last column is a ratio, too.", "",
        f"`{machine.command_line('speed.blame', sys.argv[1:])}`, {machine.today()}, {machine.machine_kind()}, "
        f"commit {machine.git_version()}; trained for {arguments.epochs} epochs, seed 1, gold tags.",
    ]  # fmt: skip
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "blame.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
