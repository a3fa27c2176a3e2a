"""The gold structure of one sentence as an oracle takes it: in the numbers of a model, lifted if its trees are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from treewright.arrays import COMPILED
from treewright.families import ConstituencyTrees, TagSequences
from treewright.families.family import Alphabets, Family
from treewright.families.lifting import Lifting
from treewright.treebank.projectivity import crossed_arcs
from treewright.treebank.pseudo_projective import encode
from treewright.treebank.sentence import Sentence


class GoldColumns:
    """Finds what oracles prepare: heads, label numbers, and tags if transitions choose them."""

    def __init__(self, family: Family, alphabets: Alphabets, lifted: Lifting | None) -> None:
        self.family, self.alphabets, self.lifted = family, alphabets, lifted
        self.number_of: dict[Any, int] = {} if lifted is None else {label: n for n, label in enumerate(lifted.labels)}

    def of_all(self, sentences: Sequence[Sentence]) -> list[tuple[Any, ...] | None]:
        """The columns of many sentences at once, as arrays: much faster than one by one."""
        if self.family.name == ConstituencyTrees.name or isinstance(self.family, TagSequences) or self.alphabets.tags:
            return [None if own is None else self._arrays(own) for own in map(self.of, sentences)]
        gold = self.family.gold(sentences, self.alphabets)
        found: list[tuple[Any, ...] | None] = []
        start = 0
        for sentence in sentences:
            stop = start + len(sentence)
            own: tuple[Any, ...] | None = (gold.heads[start:stop], gold.labels[start:stop])
            if not COMPILED:
                own = (gold.heads[start:stop].tolist(), gold.labels[start:stop].tolist())
            if self.lifted is not None and crossed_arcs(list(sentence.heads)):
                own = self._arrays(self.of(sentence) or ([], []))
            found.append(own)
            start = stop
        return found

    def _arrays(self, columns: tuple[Any, ...]) -> tuple[Any, ...]:
        if not COMPILED:
            return columns
        heads, labels = (numpy.array(column, numpy.int32) for column in columns[:2])
        return (heads, labels, *columns[2:])

    def of(self, sentence: Sentence) -> tuple[Any, ...] | None:
        """The columns of a sentence, None if it has no structure of this family."""
        if not len(sentence):
            return None
        constituents = self.family.name == ConstituencyTrees.name
        if constituents != (sentence.tree is not None) and not isinstance(self.family, TagSequences):
            return None
        if isinstance(self.family, TagSequences):
            if not any(self.family.target.classes(sentence)):
                return None
        elif not constituents and all(head < 0 for head in sentence.heads):
            return None
        gold = self.family.gold([sentence], self.alphabets)
        heads, labels = [int(head) for head in gold.heads], [int(label) for label in gold.labels]
        if self.lifted is not None and crossed_arcs(heads):
            heads, marked = encode(self.lifted.encoding, heads, [None if number < 0 else number for number in labels])
            labels = [-1 if label is None else self.number_of.get(label, -1) for label in marked]
        return (heads, labels) if gold.tags is None else (heads, labels, None, [int(tag) for tag in gold.tags])
