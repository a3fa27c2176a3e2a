"""What finds the tree of least cost has in common, however it does that: costs in, heads out, storage of its own."""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import double_array, int_array
from treewright.errors import InputError

if not cython.compiled:  # in C it is a name of the .pxd
    IMPOSSIBLE = 1e30

SpansOf = list[tuple[int, int, bool]]  # first word, last word, whether it is closed


class CheapestTree:
    """Base of the two; `cost` is filled by the caller, `head` holds the answer."""

    keeps_spans = False
    impossible = IMPOSSIBLE  # the same for code in Python

    def __init__(self) -> None:
        self.size = self.width = self.room = 0
        self.cost: Any = double_array(1)
        self.head: Any = int_array(1)
        self.begin(1, [])

    def begin(self, size: int, spans: SpansOf) -> None:
        """Take the size of a sentence and its spans (first word, last word, whether it is closed); no arc is possible yet."""
        self.size, self.width = size, size + 1
        if self.width * self.width > self.room:
            self.cost, self.head = double_array(self.width * self.width), int_array(self.width)
            self.make_room(size)
            self.room = self.width * self.width
        self.take_spans(spans)
        self.clear()

    def take_spans(self, spans: SpansOf) -> None:
        """Take the spans of the sentence, if they can be kept."""

    def make_room(self, size: int) -> None:
        """Make storage for a sentence that is longer than any before."""

    def best(self, cost: Any, size: int, spans: SpansOf, single_root: bool) -> tuple[float, list[int]]:
        """The least cost of a tree, and its heads; `cost` has one number for each head (0 is ROOT) and dependent."""
        numbers = numpy.ascontiguousarray(cost, numpy.float64).ravel()
        if size < 1 or len(numbers) != (size + 1) * (size + 1):
            expected = "a square for ROOT and at least one word"
            raise InputError(f"cost: seen {len(numbers)} numbers for {size} words, expected {expected}")
        self.begin(size, spans)
        given = numbers
        for i in range(self.width * self.width):
            self.cost[i] = given[i]
        total = self.least(single_root)
        return total, [self.head[word] for word in range(1, size + 1)]

    def clear(self) -> int:
        """Make every arc impossible."""
        for i in range(self.width * self.width):
            self.cost[i] = IMPOSSIBLE
        return 0

    def least(self, single_root: bool) -> float:
        """The least cost of a tree, IMPOSSIBLE if there is none; leaves its heads in `head`."""
        return IMPOSSIBLE
