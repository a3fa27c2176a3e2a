"""What ensembles of whole parsers have in common: they are called as a parser is."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from treewright.constraints.preparation import Preparation
from treewright.errors import SettingsError
from treewright.evaluation import Scores, evaluate
from treewright.parallel import batches, in_order
from treewright.parser.parser import RAW
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence, Shelf


class Ensemble:
    """Base of ensembles that give every sentence to several parsers; a subclass says what becomes of a batch."""

    def __init__(self, parsers: Iterable[Any]) -> None:
        self.parsers = list(parsers)
        if not self.parsers:
            raise SettingsError("ensemble: seen no parsers, expected at least one")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.parsers)} parsers>"

    @property
    def in_python(self) -> bool:
        """Whether one of the parsers has a part in plain Python, so that only processes are faster."""
        return any(parser.in_python for parser in self.parsers)

    @property
    def single_root(self) -> bool:
        """Whether every tree is to have exactly one root: if each of the parsers gives such trees."""
        return all(p.single_root if isinstance(p, Ensemble) else p.system.single_root for p in self.parsers)

    def _parse_batch(self, batch: list[Sentence], keep: bool) -> bytes:
        """The bytes of parsed sentences, a blank line after each; with `keep`, heads and labels that they have are given."""
        raise NotImplementedError

    def __call__(self, sentence: Sentence | Sequence[Any], *, keep: str = "", on_conflict: str = "stop") -> Sentence:
        """Parse one sentence (a Sentence, or a list of words for `Sentence.from_words`)."""
        sentence = expected_sentence(sentence, RAW)
        return next(self.pipe([sentence], keep=keep, on_conflict="stop" if on_conflict == "skip" else on_conflict))

    def parse_bytes(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> Iterator[bytes]:
        """What is to be written for a stream of sentences, some at a time and in order."""
        for _, block in self._parsed(sentences, threads, keep, on_conflict, report):
            yield block

    def pipe(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> Iterator[Sentence]:
        """Parse a stream of sentences, in order; threads work on several at once.

        `keep` ("heads", "labels", "all") keeps what the sentences have in these columns, as for a parser.
        """
        shelf = Shelf()
        for batch, block in self._parsed(sentences, threads, keep, on_conflict, report):
            yield from shelf.reread(block, batch)

    def _parsed(
        self, sentences: Iterable[Sentence], threads: int, keep: str, on_conflict: str, report: Report | None
    ) -> Iterator[tuple[list[Sentence], bytes]]:
        source = batches(sentences, threads, RAW)
        if keep:
            preparation = Preparation(
                keep=keep, on_conflict=on_conflict, report=report, labels={}, single_root=self.single_root
            )
            kept = ([preparation.kept(sentence) for sentence in batch] for batch in source)
            source = ([sentence for sentence in batch if sentence is not None] for batch in kept)
        work = functools.partial(self._parse_batch, keep=bool(keep))
        return in_order(work, source, threads, processes=self.in_python)

    def evaluate(self, sentences: Iterable[Sentence], *, threads: int = 1, **settings: Any) -> Scores:
        """Parse gold trees and score the result."""
        gold = list(expected_sentences(sentences))
        return evaluate(gold, self.pipe(gold, threads=threads), **settings)


def checked_weights(weights: Iterable[float] | None, count: int) -> list[float]:
    """One weight for each of so many parsers, 1 if none are given; refuses what cannot be weights."""
    if weights is None:
        return [1.0] * count
    found = [float(weight) for weight in weights]
    if len(found) != count:
        raise SettingsError(f"weights: seen {len(found)}, expected {count}, one for each parser")
    for weight in found:
        if not (math.isfinite(weight) and weight >= 0):
            raise SettingsError(f"weights: seen {weight:g}, expected numbers of at least 0")
    if not any(found):
        raise SettingsError("weights: seen only 0, expected at least one weight above it")
    return found
