"""How fast constituency trees are found, and how the time of a word grows with the sentence.

    python -m benchmarks.speed.constituents     writes benchmarks/results/constituents_speed.md and .png

Tokens per second of CPU time in one thread, without reading and writing, the best of three runs.  Sentences longer than those
of the data are made of several.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import DATA, RESULTS, options_of
from benchmarks.shared.picture import picture
from benchmarks.shared.results_page import markdown
from treewright.decoding.decoder import decoded

SEARCHES: dict[str, dict[str, Any]] = {"greedy": {"preset": "fast"}, "beam 4": {"beam": 4}, "beam 8": {"beam": 8}}
LENGTHS = (5, 10, 15, 20, 30, 40, 60, 120, 250, 500, 1000, 2000)
TOKENS = 4000  # parsed for each length


def seconds(decoder: Any, sentences: list[tw.Sentence]) -> float:
    """CPU time to find the trees, the least of three."""
    times = []
    for _ in range(3):
        started = time.thread_time()
        decoded(decoder, sentences)
        times.append(time.thread_time() - started)
    return min(times)


def of_length(sentences: list[tw.Sentence], length: int) -> list[tw.Sentence]:
    """Sentences of this many words, cut from the text: what comes next follows without a break."""
    words = [word for sentence in sentences for word in sentence.words]
    count = max(1, TOKENS // length)
    pieces = [words[k * length % (len(words) - length) :][:length] for k in range(count)]
    return [tw.Sentence.from_words(piece) for piece in pieces]


def main() -> None:
    """Train, measure, write the page and the picture."""
    options = options_of(__doc__, data=DATA / "disco", results=RESULTS)
    options.add_argument("--epochs", type=int, default=3)
    arguments = options.parse_args()
    machine.require_compiled()
    rows, curves = [], {}
    for name, settings in SEARCHES.items():
        row = [name]
        for data in ("wsj", "alpino"):
            folder: Path = arguments.data / f"{data}-sample"
            train, dev = (list(tw.read(folder / f"{part}.export")) for part in ("train", "dev"))
            parser = tw.Parser({"system": "set-based", **settings}, epochs=arguments.epochs)
            parser.train(train, progress=False)
            decoder = parser.new_decoder()
            row.append(f"{sum(map(len, dev)) / seconds(decoder, dev):,.0f}")
            started = time.process_time()
            written = sum(map(len, parser.parse_bytes(dev)))
            row.append(f"{sum(map(len, dev)) / (time.process_time() - started):,.0f}" if written else "-")
        by_length = [(length, of_length(dev, length)) for length in LENGTHS]
        curves[name] = [(length, seconds(decoder, own) / sum(map(len, own))) for length, own in by_length]
        rows.append(row)
    head = ("search", "wsj, tokens/s", "with export written", "alpino, tokens/s", "with export written")
    lengths = [[str(length), *(f"{1e6 * dict(curve)[length]:.1f}" for curve in curves.values())] for length in LENGTHS]
    lines = [
        "# Speed of constituency parsing", "", *markdown(head, rows),
        "Microseconds a word by the length of the sentence (alpino dev; text cut into pieces of this length):", "",
        *markdown(("words", *curves), lengths),
        f"`{machine.command_line('speed.constituents', sys.argv[1:])}`, {machine.today()}, {machine.machine_kind()}, "
        f"commit {machine.git_version()}; trained for {arguments.epochs} epochs, seed 1, gold tags, one thread, CPU time.",
    ]  # fmt: skip

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for name, curve in curves.items():
            axes.plot(*zip(*((length, 1e6 * own) for length, own in curve), strict=True), marker="o", label=name)
        axes.set(xscale="log", yscale="log", xlabel="words in the sentence", ylabel="microseconds a word")
        axes.legend()

    arguments.results.mkdir(parents=True, exist_ok=True)
    if picture(arguments.results / "constituents_speed.png", draw):
        lines += ["", "![Microseconds a word by the length of the sentence](constituents_speed.png)"]
    (arguments.results / "constituents_speed.md").write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
