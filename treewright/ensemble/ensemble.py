"""What ensembles of whole parsers have in common: they are called as a parser is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from treewright.errors import SettingsError
from treewright.evaluation import Scores, evaluate
from treewright.parallel import batches, in_order
from treewright.treebank.sentence import Sentence, Shelf


class Ensemble:
    """Base of ensembles that give every sentence to several parsers; a subclass says what becomes of a batch."""

    def __init__(self, parsers: Iterable[Any]) -> None:
        self.parsers = list(parsers)
        if not self.parsers:
            raise SettingsError("ensemble: seen no parsers, expected at least one")

    @property
    def in_python(self) -> bool:
        """Whether one of the parsers has a part in plain Python, so that only processes are faster."""
        return any(parser.in_python for parser in self.parsers)

    @property
    def single_root(self) -> bool:
        """Whether every tree is to have exactly one root: if each of the parsers gives such trees."""
        return all(p.single_root if isinstance(p, Ensemble) else p.system.single_root for p in self.parsers)

    def _parse_batch(self, batch: list[Sentence]) -> bytes:
        """The bytes of parsed sentences, a blank line after each."""
        raise NotImplementedError

    def __call__(self, sentence: Sentence | Sequence[Any]) -> Sentence:
        """Parse one sentence (a Sentence, or a list of words for `Sentence.from_words`)."""
        if not isinstance(sentence, Sentence):
            sentence = Sentence.from_words(sentence)
        return next(self.pipe([sentence]))

    def parse_bytes(self, sentences: Iterable[Sentence], *, threads: int = 1) -> Iterator[bytes]:
        """What is to be written for a stream of sentences, some at a time and in order."""
        for _, block in self._parsed(sentences, threads):
            yield block

    def pipe(self, sentences: Iterable[Sentence], *, threads: int = 1) -> Iterator[Sentence]:
        """Parse a stream of sentences, in order; threads work on several at once."""
        shelf = Shelf()
        for batch, block in self._parsed(sentences, threads):
            yield from shelf.reread(block, batch)

    def _parsed(self, sentences: Iterable[Sentence], threads: int) -> Iterator[tuple[list[Sentence], bytes]]:
        return in_order(self._parse_batch, batches(sentences, threads), threads, processes=self.in_python)

    def evaluate(self, sentences: Iterable[Sentence], *, threads: int = 1, **settings: Any) -> Scores:
        """Parse gold trees and score the result."""
        gold = list(sentences)
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
