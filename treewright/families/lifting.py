"""Lifting (Nivre and Nilsson 2005): a transform of trees that makes them projective, and is undone after parsing.

Where an arc was lifted, the label says so: besides the labels of the treebank there are labels with marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy

from treewright.constraints.given import Given
from treewright.families.prediction import Prediction
from treewright.treebank.projectivity import crossed_arcs
from treewright.treebank.pseudo_projective import MarkedLabel, decode, encode
from treewright.treebank.sentence import Sentence

LiftedTree = tuple[list[int], list[int]]  # heads and label numbers, -1 where unknown


class Lifting:
    """Labels in numbers: plain ones are below `plain`, so a number from there on says that a tree has to be decoded.

    `makes(word, head)` tells which arcs a system makes, if not all: decoding makes no others.
    """

    def __init__(self, encoding: str, plain: int, marked: Iterable[Sequence[Any]] = ()) -> None:
        """`marked` has a row for each label with marks: as MarkedLabel, labels by number, -1 for no label of a head."""
        self.encoding = encoding
        self.plain = plain
        self.makes: Callable[[int, int], bool] | None = None
        self.labels = [MarkedLabel(number) for number in range(plain)]
        for label, up, head, down in marked:
            if not (0 <= label < plain and -1 <= head < plain and (up or down)):
                raise ValueError(f"lifted label {[label, up, head, down]}, expected marks on labels from 0 to {plain - 1}")
            self.labels.append(MarkedLabel(int(label), bool(up), None if head < 0 else int(head), bool(down)))

    @classmethod
    def of(cls, encoding: str, sentences: Sequence[Sentence], labels: Sequence[str]) -> tuple[Lifting, dict[int, LiftedTree]]:
        """What the trees of a treebank need, and those of its trees that change, by the number of the sentence."""
        numbers = {label: number for number, label in enumerate(labels)}
        changed: dict[int, tuple[list[int], list[MarkedLabel | None]]] = {}
        for at, sentence in enumerate(sentences):
            heads = list(sentence.heads)
            if crossed_arcs(heads):
                own = [None if label is None else numbers[label] for label in sentence.labels]
                changed[at] = encode(encoding, heads, own)
        used = {label for _, own in changed.values() for label in own if label is not None and not label.plain}
        lifted = cls(encoding, len(labels), sorted(map(_row, used)))
        number_of: dict[MarkedLabel | None, int] = {label: number for number, label in enumerate(lifted.labels)}
        number_of[None] = -1
        return lifted, {at: (heads, [number_of[label] for label in own]) for at, (heads, own) in changed.items()}

    @classmethod
    def union(cls, several: Sequence[Lifting], to_all: Sequence[Sequence[int]], plain: int) -> Lifting:
        """The marked labels of several parsers, in the order they come; `to_all` has the numbers of their plain labels."""
        rows = [row for own, numbers in zip(several, to_all, strict=True) for row in own.renumbered(numbers)]
        return cls(several[0].encoding, plain, dict.fromkeys(rows))

    def renumbered(self, numbers: Sequence[int]) -> list[tuple[int, bool, int, bool]]:
        """The rows of the labels with marks, in other numbers of plain labels."""
        rows = [_row(label) for label in self.labels[self.plain :]]
        return [(numbers[label], up, -1 if head < 0 else numbers[head], down) for label, up, head, down in rows]

    def rows(self) -> list[list[int]]:
        """The rows of the labels with marks, as a model file keeps them."""
        return [[int(value) for value in _row(label)] for label in self.labels[self.plain :]]

    def plain_labels(self) -> list[int]:
        """The number of the label without marks, for the number of each label."""
        return [int(label.label) for label in self.labels]  # type: ignore[call-overload]

    def __len__(self) -> int:
        return len(self.labels)

    def encode(self, gold: Prediction, sentences: Sequence[Sentence], trees: Mapping[int, LiftedTree]) -> Prediction:
        """Gold columns with the projective trees in the place of those that were not."""
        start = 0
        for number, sentence in enumerate(sentences):
            if number in trees:
                gold.heads[start : start + sentence.size], gold.labels[start : start + sentence.size] = trees[number]
            start += sentence.size
        return gold

    def decode(
        self, prediction: Prediction, sentences: Sequence[Sentence], givens: Sequence[Given | None] | None = None
    ) -> None:
        """Undo in place the lifts that labels tell of, where what is given allows it; trees without any cost nothing."""
        if not len(prediction.labels) or int(numpy.max(prediction.labels)) < self.plain:
            return
        start = 0
        for number, sentence in enumerate(sentences):
            stop = start + sentence.size
            heads, labels = list(map(int, prediction.heads[start:stop])), list(map(int, prediction.labels[start:stop]))
            if max(labels, default=-1) >= self.plain:
                given = None if givens is None else givens[number]
                tree = self.undo(heads, labels, None if given is None else given.may_move)
                prediction.heads[start:stop], prediction.labels[start:stop] = tree
            start = stop

    def undo(
        self, heads: list[int], numbers: list[int], may_move: Callable[[int, int, int], bool] | None = None
    ) -> LiftedTree:
        """A parsed tree as it is to be shown: lifts undone where they can be, and plain labels only."""
        if max(numbers, default=-1) < self.plain:
            return heads, numbers
        labels = [self.labels[number] if number >= 0 else None for number in numbers]
        makes = self.makes
        allowed = may_move
        if makes is not None:

            def allowed(word: int, old: int, new: int) -> bool:
                return makes(word, new) and (may_move is None or may_move(word, old, new))

        plain = [-1 if label is None else label.label for label in labels]
        return decode(self.encoding, heads, labels, allowed), plain  # type: ignore[return-value]


def _row(label: MarkedLabel) -> tuple[int, bool, int, bool]:
    return label.label, label.up, -1 if label.head is None else label.head, label.down  # type: ignore[return-value]
