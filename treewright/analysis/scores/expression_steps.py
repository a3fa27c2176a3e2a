"""Where the paths of expressions lead: to heads, neighbours, dependents, and the same words in other treebanks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

from treewright.analysis.scores.word_table import WordTable

CHILD = "child"
Test = Callable[[Any], numpy.ndarray]  # which nodes are meant


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
