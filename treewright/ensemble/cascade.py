"""A cascade (Aufrant and Wisniewski 2017): parsers one after the other, each keeps what those before it have decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from treewright.ensemble.ensemble import Ensemble
from treewright.errors import SettingsError
from treewright.treebank.sentence import Sentence


class Cascade(Ensemble):
    """Partial parsers in a row: the heads and labels that one gives are constraints of the next."""

    def __init__(self, parsers: Iterable[Any]) -> None:
        super().__init__(parsers)
        for number, parser in enumerate(self.parsers[:-1], 1):
            if getattr(parser, "lifted", None) is not None:
                raise SettingsError(
                    f"cascade: parser {number} has training.pseudo_projective, so the parsers after it could not keep its "
                    "non-projective arcs; only the last parser of a cascade may have it"
                )

    def _parse_batch(self, batch: list[Sentence], keep: bool) -> bytes:
        given = batch if keep else [_blank(sentence) for sentence in batch]
        for parser in self.parsers:
            given = list(parser.pipe(given, keep="all"))
        return b"".join(sentence.source + b"\n" for sentence in given if sentence.source)


def _blank(sentence: Sentence) -> Sentence:
    """The sentence without heads and labels."""
    nothing: list[Any] = [None] * len(sentence)
    return sentence.with_tree(nothing, nothing) if nothing else sentence
