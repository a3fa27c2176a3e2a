"""The tests that an expression is made of: each says of the nodes of a table which ones are meant."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy

from treewright.analysis.scores.column import Column, Value
from treewright.analysis.scores.word_table import WordTable

CHILD = "child"
Test = Callable[[Any], numpy.ndarray]  # which nodes are meant
NUMBER = re.compile(r"-?[0-9]{1,18}(\.[0-9]{1,18})?")
ORDERED: dict[str, Callable[[float, float], bool]] = {
    "<": lambda one, two: one < two,
    "<=": lambda one, two: one <= two,
    ">": lambda one, two: one > two,
    ">=": lambda one, two: one >= two,
}


def as_numbers(column: Column) -> Column:
    """The numbers that the values of a column are."""
    return column if column.numeric else column.mapped(number_of)


def number_of(value: Value) -> Any:
    """The number a text is, for features such as misc.HeadConf; other texts are none."""
    return float(value) if isinstance(value, str) and NUMBER.fullmatch(value) else None


def along(steps: list[str], test: Test) -> Test:
    """The test of what a path leads to."""
    for step in reversed(steps):
        test = _child(test) if step == CHILD else _step(step, test)
    return test


def _step(step: str, test: Test) -> Test:
    def found(table: WordTable) -> numpy.ndarray:
        there, nodes = table.follow(step)
        mask = test(there).copy()
        mask[there.none] = False  # even if the test says what must not be: there has to be a word
        return mask[nodes]

    return found


def _child(test: Test) -> Test:
    def found(table: WordTable) -> numpy.ndarray:
        heads = table.head_nodes[: table.size][test(table)[: table.size]]
        mask = numpy.bincount(heads, minlength=table.size + 2) > 0
        mask[table.none] = False
        return mask

    return found
