"""Does training pause when the table of weights grows?  The time of each sentence, and the longest.

    python -m benchmarks.speed.growth --data DIR    writes benchmarks/results/growth.md

DIR has a treebank of 200,000 words (English-EWT of UD 2.16).  One epoch: after it the table hardly grows any more.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, options_of
from benchmarks.shared.results_page import markdown
from treewright.training.callbacks import Callbacks


class Clock(Callbacks):
    """Notes how long each sentence takes, and how many features the table has after it."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.features: list[int] = []
        self.start = 0.0

    def on_sentence(self, loop: Any, number: int) -> None:
        """Start the clock."""
        self.start = time.thread_time()

    def on_sentence_end(self, loop: Any, number: int, updates: int) -> None:
        """Stop it."""
        self.seconds.append(time.thread_time() - self.start)
        self.features.append(loop.trainer.classifier.row_count)


def measure(preset: str, sentences: list[tw.Sentence]) -> list[str]:
    """The row of one preset."""
    clock = Clock()
    parser = tw.Parser(preset=preset, epochs=1, shuffle=False)
    parser.train(sentences, callbacks=clock)
    ranks = sorted(range(len(sentences)), key=lambda number: -clock.seconds[number])
    longest = clock.seconds[ranks[0]]
    ten = sum(clock.seconds[number] for number in ranks[:10])
    return [
        preset, f"{clock.features[-1]:,}", f"{sum(clock.seconds):.1f}", f"{1000 * statistics.median(clock.seconds):.2f}",
        f"{1000 * longest:.1f}", f"{len(sentences[ranks[0]])}", f"{100 * ten / sum(clock.seconds):.1f} %",
    ]  # fmt: skip


def main() -> None:
    """Measure both presets and write the page."""
    options = options_of(__doc__)
    options.add_argument("--data", type=Path, required=True, help="folder of a treebank with train.conllu")
    options.add_argument("--output", type=Path, default=RESULTS / "growth.md")
    arguments = options.parse_args()
    machine.require_compiled()
    sentences = [sentence for sentence in tw.read(arguments.data / "train.conllu") if len(sentence)]
    head = ("preset", "features at the end", "CPU s", "median ms", "longest ms", "its words", "the ten longest")
    lines = [
        "# How long training pauses when the table of weights grows", "",
        "CPU time of each sentence in the first epoch, in which the table of weights grows from nothing. When it grows, all",
        "slots are moved to an array twice as large; the sentence in which that happens takes longer. The last column is",
        "what the ten longest sentences take together of all the time.", "",
        *markdown(head, [measure(preset, sentences) for preset in ("fast", "accurate")]),
        f"`{machine.command_line('speed.growth', sys.argv[1:])}`, {machine.today()}, {machine.machine_kind()}; "
        f"{arguments.data.name}, train ({len(sentences):,} sentences, {sum(map(len, sentences)):,} words), seed 1.",
    ]  # fmt: skip
    arguments.output.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
