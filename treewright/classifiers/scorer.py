"""Scores of all classes for a list of features; each thread has its own scorer, all share one table of weights."""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, int_array
from treewright.classifiers.weight_table import WeightTable

if not cython.compiled:  # C functions, see weight_slots.pxd
    score_slots: Any = None
    score_real: Any = None


class Scorer:
    """Adds up the weights of features."""

    def __init__(self, table: WeightTable) -> None:
        self.table = table
        self.score = float_array(table.stride)
        self.room = 0
        self._make_room(256)

    def use(self, table: WeightTable) -> None:
        """Score with another table of the same shape."""
        self.table = table

    def _make_room(self, room: int) -> int:
        self.row, self.place, self.room = int_array(room), int_array(room), room
        return 0

    def scores(self, keys: Any, values: Any, binary: int, count: int) -> int:
        """Write the scores of all classes to `score`: `binary` features that are there, then real-valued ones."""
        if not cython.compiled:
            return self._scores_in_python(keys, values, binary, count)
        if count > self.room:
            with cython.gil:
                self._make_room(count * 2)
        score_slots(
            cython.address(self.table.tags[0]), cython.address(self.table.slots[0]), self.table.size,
            cython.address(self.table.dense[0]), self.table.stride, cython.address(keys[0]), binary,
            cython.address(self.place[0]), cython.address(self.row[0]),
            cython.address(self.score[0]),
        )  # fmt: skip
        for i in range(binary, count):
            score_real(
                cython.address(self.table.tags[0]), cython.address(self.table.slots[0]), self.table.size,
                cython.address(self.table.dense[0]), self.table.stride, keys[i], values[i], cython.address(self.score[0]),
            )  # fmt: skip
        return 0

    def _scores_in_python(self, keys: Any, values: Any, binary: int, count: int) -> int:
        for number in range(self.table.stride):
            self.score[number] = 0.0
        for i in range(count):
            for number, pair in self.table.pairs.get(keys[i], {}).items():
                self.score[number] += pair[0] * (1.0 if i < binary else values[i])
        return 0
