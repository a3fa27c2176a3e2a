"""Things to be told apart (words, constituents) as nodes with columns, which are made once and kept."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy

from treewright.analysis.scores.column import Column
from treewright.errors import SettingsError

Own = TypeVar("Own", bound="NodeTable")


class NodeTable:
    """Nodes 0 to `size` - 1, then the root and a node that stands for nothing at all."""

    def __init__(self, size: int, sentence_of: numpy.ndarray) -> None:
        self.size = size
        self.root, self.none = size, size + 1
        self.sentence_of = sentence_of  # of each node, counted from 0
        self.links: dict[str, tuple[Any, numpy.ndarray]] = {}  # steps to the same things in other treebanks
        self.kept: dict[Any, Column] = {}

    def __len__(self) -> int:
        return self.size

    def column(self, name: Any, make: Callable[[Any], Column]) -> Column:
        """The column of this name; `make` makes it the first time."""
        if name not in self.kept:
            self.kept[name] = make(self)
        return self.kept[name]

    def linked(self: Own, links: Mapping[str, tuple[Any, numpy.ndarray]]) -> Own:
        """The same table, from which steps lead to other ones: the node there of each node here."""
        other = copy.copy(self)  # the columns are shared
        other.links = dict(links)
        return other

    def follow(self, step: str) -> tuple[Any, numpy.ndarray]:
        """Where a step leads: a table, and the node there of each node here."""
        if step in self.links:
            return self.links[step]
        raise SettingsError(f"{step}.: seen with one treebank, expected a gold and a predicted one")

    def numbers(self, given: numpy.ndarray, known: numpy.ndarray | None = None) -> Column:
        """A column of numbers; the root has none."""
        mask = numpy.ones(self.size, bool) if known is None else known
        return Column.numbers(numpy.concatenate([given, [0, 0]]), numpy.concatenate([mask, [False, False]]))

    def flags(self, mask: numpy.ndarray, known: numpy.ndarray | None = None) -> Column:
        """A column of `yes` and `no`; the root has neither."""
        codes = mask.astype(numpy.int64) if known is None else numpy.where(known, mask.astype(numpy.int64), 2)
        return Column(numpy.concatenate([codes, [2, 2]]), ["no", "yes", None])


def link(gold: Own, predicted: Own, pairs: tuple[numpy.ndarray, numpy.ndarray]) -> tuple[Own, Own]:
    """Two tables with steps to each other, over pairs of their nodes that are the same."""
    there = numpy.full(gold.size + 2, predicted.none)
    there[gold.root] = predicted.root
    there[pairs[0]] = pairs[1]
    back = numpy.full(predicted.size + 2, gold.none)
    back[predicted.root] = gold.root
    back[pairs[1]] = pairs[0]
    one, other = gold.linked({}), predicted.linked({})
    one.links = {"gold": (one, numpy.arange(gold.size + 2)), "predicted": (other, there)}
    other.links = {"gold": (one, back), "predicted": (other, numpy.arange(predicted.size + 2))}
    return one, other
