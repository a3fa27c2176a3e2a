"""Timing and test data."""

from __future__ import annotations

import math
import statistics
import time
import types
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy

import treewright as tw
from benchmarks.shared.picture import picture

LEAST = 0.1  # seconds that one measurement takes: a quick job is done several times
LENGTHS = (5, 10, 20, 30, 50, 70, 100, 200, 500, 1000, 2000, 5000, 10_000)


def best_rate(
    job: Callable[[], Any], words: int, *, repeats: int = 5, clock: Callable[[], float] = time.process_time
) -> float:
    """Words per second of a job with this many words: the best of several runs (others only add noise)."""
    start = time.perf_counter()
    job()  # fills caches and buffers
    rounds = math.ceil(LEAST / max(1e-6, time.perf_counter() - start))
    times = []
    for _ in range(repeats):
        start = clock()
        for _ in range(rounds):
            job()
        times.append((clock() - start) / rounds)
    return words / max(1e-9, min(times))


class Machine:
    """Two fixed jobs that have nothing to do with parsing; they show how fast the machine is, and how steady."""

    def __init__(self) -> None:
        rng = numpy.random.default_rng(1)
        self.numbers = rng.random(2**24, dtype=numpy.float32)  # 64 MB
        self.places = rng.integers(0, 2**24, 2**21)
        self.shuffled = rng.permutation(2**19)
        self.gathers: list[float] = []
        self.sorts: list[float] = []

    def measure(self) -> None:
        """Measure both once more."""
        self.gathers.append(1e9 / best_rate(lambda: self.numbers.take(self.places), len(self.places), repeats=3))
        self.sorts.append(1e9 / best_rate(lambda: numpy.sort(self.shuffled, kind="heapsort"), 2**19, repeats=3))

    def rows(self) -> list[list[str]]:
        """What was measured, from best to worst."""
        return [
            [name, f"{min(times):.2f}", f"{statistics.median(times):.2f}", f"{max(times):.2f}"]
            for name, times in (
                ("random read from 64 MB (numpy take), ns", self.gathers),
                ("heap sort of 524,288 numbers, ns each", self.sorts),
            )
        ]


def blank(sentences: Iterable[tw.Sentence]) -> list[tw.Sentence]:
    """The sentences without their trees."""
    return [s.with_tree([None] * len(s), [None] * len(s)) for s in sentences if len(s)]


def of_length(sentences: Sequence[tw.Sentence], length: int, words: int) -> list[tw.Sentence]:
    """The same text cut into sentences of exactly this many words, about `words` in all (at least one sentence)."""
    rows = [
        line.split("\t", 1)[1] for sentence in sentences for line in sentence.rows if line.partition("\t")[0].isdigit()
    ]
    made = []
    for start in range(0, max(words, length), length):
        chosen = [rows[at % len(rows)] for at in range(start, start + length)]
        made.append(tw.Sentence("".join(f"{i}\t{row}\n" for i, row in enumerate(chosen, 1)).encode()))
    return made


def in_memory(parser: tw.Parser, sentences: Sequence[tw.Sentence], threads: int = 1) -> Callable[[], None]:
    """A job: parse sentences that are in memory, to bytes in memory."""

    def job() -> None:
        for _ in parser.parse_bytes(sentences, threads=threads):
            pass

    return job


def search_only(parser: tw.Parser, sentences: Sequence[tw.Sentence]) -> Callable[[], None]:
    """A job: only the search itself, from a sentence to lists of heads and labels."""
    search = parser.new_search()

    def job() -> None:
        for sentence in sentences:
            search.parse(sentence)

    return job


def from_file(parser: tw.Parser, source: Path, target: Path, threads: int = 1) -> Callable[[], None]:
    """A job: read a file, parse it, write a file."""

    def job() -> None:
        tw.write(parser.parse_bytes(tw.read(source), threads=threads), target)

    return job


def in_plain_python(system: type) -> type:
    """The same transition system, from the same source, but not compiled: as a user's own would be."""
    path = Path(tw.__file__).parent / "transitions" / f"{system.__module__.rpartition('.')[2]}.py"
    module = types.ModuleType(f"plain_{path.stem}")
    exec(compile(path.read_text("utf-8"), str(path), "exec"), module.__dict__)
    found = getattr(module, system.__name__)
    assert isinstance(found, type)
    return found


def plot(lengths: Sequence[int], series: dict[str, list[float]], path: Path, title: str) -> bool:
    """Draw microseconds per word against sentence length; False if there is no matplotlib."""

    def draw(figure: Any) -> None:
        axes = figure.subplots()
        for name, values in series.items():
            axes.plot(lengths, values, marker="o", markersize=4, label=name)
        axes.set(xscale="log", xlabel="words in the sentence", ylabel="CPU microseconds per word", title=title)
        axes.set_ylim(bottom=0)
        axes.set_xticks([10, 100, 1000, 10_000], ["10", "100", "1,000", "10,000"])
        axes.grid(True, which="both", alpha=0.3)
        axes.legend()
        figure.tight_layout()

    return picture(path, draw)
