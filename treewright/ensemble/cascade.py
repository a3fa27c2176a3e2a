"""A cascade (Aufrant and Wisniewski 2017): parsers one after the other, each keeps what those before it have decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from treewright.ensemble.ensemble import Ensemble
from treewright.errors import SettingsError
from treewright.evaluation import Scores, evaluate
from treewright.parallel import batches, in_order
from treewright.treebank.sentence import Sentence, Shelf

KEEP = ("nothing", "heads", "labels", "all")


class Cascade(Ensemble):
    """Partial parsers in a row: the heads and labels that one gives are constraints of the next.

    The first parser sees no heads and labels, unless `keep` says which of those in the input are constraints for it.
    """

    def parse_bytes(self, sentences: Iterable[Sentence], *, threads: int = 1, keep: str = "nothing") -> Iterator[bytes]:
        """What is to be written for a stream of sentences, some at a time and in order."""
        for _, block in self._kept(sentences, threads, keep):
            yield block

    def pipe(self, sentences: Iterable[Sentence], *, threads: int = 1, keep: str = "nothing") -> Iterator[Sentence]:
        """Parse a stream of sentences, in order; threads work on several at once."""
        shelf = Shelf()
        for batch, block in self._kept(sentences, threads, keep):
            yield from shelf.reread(block, batch)

    def evaluate(self, sentences: Iterable[Sentence], *, threads: int = 1, keep: str = "nothing", **settings: Any) -> Scores:
        """Parse gold trees and score the result."""
        gold = list(sentences)
        return evaluate(gold, self.pipe(gold, threads=threads, keep=keep), **settings)

    def _kept(self, sentences: Iterable[Sentence], threads: int, keep: str) -> Iterator[tuple[list[Sentence], bytes]]:
        if keep not in KEEP:
            raise SettingsError(f"keep: seen {keep!r}, expected one of {', '.join(KEEP)}")

        def work(batch: list[Sentence]) -> bytes:
            given = [_blank(sentence, keep) for sentence in batch]
            for parser in self.parsers:
                given = list(parser.pipe(given, keep="all", on_conflict="relax"))
            return b"".join(sentence.source + b"\n" for sentence in given if sentence.source)

        return in_order(work, batches(sentences, threads), threads, processes=self.in_python)


def _blank(sentence: Sentence, keep: str) -> Sentence:
    """The sentence without the heads and labels that are not to be kept."""
    if keep == "all" or not len(sentence):
        return sentence
    nothing: list[Any] = [None] * len(sentence)
    heads = [int(head) for head in sentence.heads] if keep == "heads" else nothing
    return sentence.with_tree(heads, sentence.labels if keep == "labels" else nothing)
