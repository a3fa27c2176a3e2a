"""A cascade (Aufrant and Wisniewski 2017): parsers one after the other, each keeps what those before it have decided."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence

from treewright.arrays import ints
from treewright.constraints.given import KEPT, Given
from treewright.constraints.preparation import kept
from treewright.ensemble.combination import Combination, TreeCombination
from treewright.ensemble.reparsing import Reparsing
from treewright.errors import SettingsError, SettingsWarning
from treewright.families.prediction import Prediction
from treewright.parser import Parser
from treewright.parser.parsing import Parsing
from treewright.treebank.sentence import Sentence


class Cascade(TreeCombination):
    """Partial parsers in a row: the heads and labels that one gives are constraints of the next."""

    name = "cascade"

    def __init__(self, parsers: Iterable[Parsing]) -> None:
        super().__init__(parsers)
        for number, parser in enumerate(self.parsers[:-1], 1):
            if getattr(parser, "lifted", None) is not None:
                raise SettingsError(
                    f"{self.name}: parser {number} has training.pseudo_projective, so the parsers after it could not keep its "
                    "non-projective arcs; only the last parser of a cascade may have it"
                )
            if _decides_all(parser):
                why = "it decides about all words, so that nothing is left to those after it"
                how = "train it with a partial system such as arc-hybrid-span"
                seen = f"parser {number} is no partial parser"
                warnings.warn(f"{self.name}: {seen}: {why}; {how}", SettingsWarning, stacklevel=2)

    @property
    def keeps_heads(self) -> bool:  # type: ignore[override]
        """Whether all parsers can parse under given heads and labels."""
        return all(parser.keeps_heads for parser in self.parsers)

    def decode(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> Prediction:
        """What the last parser adds to what those before it have decided."""
        given = [kept(*pair) for pair in zip(sentences, givens or [None] * len(sentences), strict=True)]
        for parser in self.parsers:
            given = list(parser.pipe(given, keep="all"))
        numbers: dict[str | None, int] = {label: number for number, label in enumerate(self.labels)}
        numbers[None] = -1
        labels = [numbers.get(label, KEPT) for sentence in given for label in sentence.labels]  # what is not known was given
        return Prediction(ints([int(head) for sentence in given for head in sentence.heads]), ints(labels))


def _decides_all(parser: Parsing) -> bool:
    """Whether a parser gives every word a head and a label; one of the user's own may leave some out."""
    if isinstance(parser, Reparsing):
        return bool(parser.labels)
    if isinstance(parser, Combination):
        return _decides_all(parser.parsers[-1])
    return isinstance(parser, Parser) and bool(parser.labels) and not parser.partial
