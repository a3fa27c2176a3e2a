"""The facts of the training data as arrays that a filter reads; numpy makes them once for each search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy

from treewright.arrays import hashes, ints
from treewright.constraints.tree_facts import TreeFacts

BITS = 64  # of the sets of labels that configurations keep


class FactTables:
    """Sets of labels as rows of 64-bit words; `plain` has the plain label of each number."""

    def __init__(self, facts: TreeFacts, plain: Sequence[int]) -> None:
        count, other = len(plain), len(facts.tags)  # the row of words with another tag, and of ROOT, comes last
        columns = list(plain)
        nothing = numpy.zeros((1, count), bool)
        rows = {name: table[:, columns] for name, table in facts.tables.items()}
        of_one_tag = (~rows["dependent"]).sum(axis=0, keepdims=True) == 1  # such labels go with no tag that is new, either
        of_dependent = numpy.concatenate([rows["dependent"], of_one_tag & (other > 1)])
        of_head = numpy.concatenate([rows["head"], nothing])
        self.by_root = _sets(rows["root"])
        self.by_dependent = _sets(numpy.concatenate([of_dependent | row for row in rows["root"]]))  # the rest: from ROOT
        self.by_head = _sets(numpy.concatenate([of_head | row for row in (*rows["side"], nothing)]))  # left, right, from ROOT
        self.under = _sets(rows["under"][columns])
        self.bit = ints([number % BITS for number in plain])
        own_bit = numpy.array(columns) % BITS == numpy.arange(BITS)[:, None]
        shared = [len({label for label in columns if label % BITS == bit}) > 1 for bit in range(BITS)]
        beside = numpy.zeros((BITS, count), bool)
        for label in {label for label in columns if not shared[label % BITS]}:
            beside[label % BITS] = rows["beside"][label]
        once = own_bit & rows["once"] & ~numpy.array(shared)[:, None] | beside
        self.once = _sets(once)  # for each bit, the labels that are not given beside one with that bit
        self.once_bits = _bits(once.any(axis=1))
        self.beside = _sets(once.T)  # for each label, the bits that it is not given beside
        self.usual = _rows([*facts.usual, []])  # the last row: of words with another tag
        self.usual_width = len(self.usual) // (other + 1)
        self.whole = _sets(numpy.ones((1, count), bool))
        self.impossible = _impossible(facts.tables)


def _flat(table: Any) -> Any:
    return ints([int(value) for value in table.ravel()])


def _impossible(rows: Mapping[str, Any]) -> Any:
    """For each side (from ROOT the last), tag of a head and tag of a dependent, 1 if every label is ruled out."""
    nothing = numpy.zeros((1, rows["head"].shape[1]), bool)
    by_head, by_dependent = numpy.concatenate([rows["head"], nothing]), numpy.concatenate([rows["dependent"], nothing])
    tables = []
    for side, root in ((0, 0), (1, 0), (2, 1)):
        of_side = rows["root"][root] | (rows["side"][side] if side < 2 else False)
        tables.append([(row | by_dependent | of_side).all(axis=1) for row in by_head])
    return _flat(numpy.array(tables))


def _rows(lists: Sequence[Sequence[int]]) -> Any:
    """Lists of numbers as rows of one width, filled with -1."""
    width = max(1, *map(len, lists))
    return ints([number for row in lists for number in [*row, *[-1] * (width - len(row))]])


def _sets(table: Any) -> Any:
    """The rows of a table of truth values as sets of bits, in as many words as they need."""
    words = (table.shape[1] + BITS - 1) // BITS
    return hashes([_bits(row[BITS * w : BITS * (w + 1)]) for row in table for w in range(words)])


def _bits(row: Any) -> int:
    return sum(1 << bit for bit, value in enumerate(row) if value)
