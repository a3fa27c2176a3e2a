"""The averaged perceptron (Collins 2002), multi-class and structured: plus one where it should go, minus one where it went.

The average over all training steps is kept without time stamps: besides the weights w there is u, the sum of each change
times the step it was made in; after c steps the average is w - u/c.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import float_array, int_array
from treewright.classifiers.weight_table import WeightTable

class AveragedPerceptron:
    """Multi-class averaged perceptron over a table of weights."""

    def __init__(self, classes: int, table: WeightTable | None = None) -> None:
        self.classes = classes
        self.table = WeightTable(classes) if table is None else table
        self.steps = 1.0
        self.updates = 0
        self.room = 0
        self.long_one = 1  # makes products of row and stride 64 bits wide
        self.sums = float_array(self.table.stride)

    # While parsing ------------------------------------------------------------------------------------------------

    def averaged(self) -> WeightTable:
        """The averaged weights, as a table of their own; learning may go on afterwards."""
        table, width = self.table, self.table.row_count * self.table.stride
        weights = numpy.asarray(table.weight, dtype=numpy.float32)[:width]
        sums = numpy.asarray(self.sums, dtype=numpy.float32)[:width] if self.room else numpy.zeros(width, numpy.float32)
        dense = weights - sums / numpy.float32(self.steps)
        result = WeightTable(self.classes, 16)
        keys = numpy.asarray(table.keys, dtype=numpy.uint64)[: table.row_count]
        result._fill(keys, dense.reshape(table.row_count, table.stride))
        return result

    # While learning -----------------------------------------------------------------------------------------------

    def update(self, keys: Any, values: Any, binary: int, count: int, transition: int, amount: float) -> int:
        """Add `amount` to the weights of these features for one class."""
        stride = self.table.stride
        for i in range(count):
            row = self.table.find_or_add(keys[i])
            if row >= self.room:
                with cython.gil:
                    self._make_room()
            change = amount if i < binary else amount * values[i]
            self.table.weight[row * self.long_one * stride + transition] += change
            self.sums[row * self.long_one * stride + transition] += change * self.steps
        return 0

    def _make_room(self) -> int:
        """As many sums as there is room for rows."""
        rows = self.table.row_room
        sums = float_array(rows * self.table.stride)
        if self.room:
            sums[: self.room * self.table.stride] = self.sums[: self.room * self.table.stride]
        self.sums = sums
        self.room = rows
        return 0

    # Checkpoints --------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Everything needed to go on learning as if nothing had happened; zeros are left out."""
        rows, stride = self.table.row_count, self.table.stride
        weights = numpy.asarray(self.table.weight, dtype=numpy.float32)[: rows * stride]
        sums = numpy.zeros(rows * stride, numpy.float32)
        if self.room:
            sums = numpy.asarray(self.sums, dtype=numpy.float32)[: rows * stride]
        used = numpy.flatnonzero((weights != 0) | (sums != 0))
        return {
            "keys": numpy.asarray(self.table.keys, dtype=numpy.uint64)[:rows].copy(),
            "places": used,
            "weights": weights[used],
            "sums": sums[used],
            "steps": numpy.array([self.steps]),
            "updates": numpy.array([self.updates], dtype=numpy.int64),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        rows = len(state["keys"])
        self.table = WeightTable(self.classes, 16)
        weights, sums = (numpy.zeros(rows * self.table.stride, numpy.float32) for _ in range(2))
        weights[state["places"]], sums[state["places"]] = state["weights"], state["sums"]
        self.table._fill(state["keys"], weights.reshape(rows, self.table.stride))
        self.room = 0
        if rows:
            self.sums = sums if cython.compiled else sums.tolist()
            self.room = rows
        self.steps = float(state["steps"][0])
        self.updates = int(state["updates"][0])


class Scorer:
    """Scores of all classes for a list of features; each thread has its own, all share one table."""

    def __init__(self, table: WeightTable) -> None:
        self.table = table
        self.score = float_array(table.stride)
        self.room = 0
        self.long_one = 1
        self.row = int_array(1)

    def use(self, table: WeightTable) -> None:
        """Score with another table of the same shape."""
        self.table = table

    def scores(self, keys: Any, values: Any, binary: int, count: int) -> int:
        """Write the scores of all classes to `score`."""
        if count > self.room:
            with cython.gil:
                self.row = int_array(count * 2)
            self.room = count * 2
        stride = self.table.stride
        if cython.compiled:
            found = find_rows(
                cython.address(keys[0]), binary, cython.address(self.table.slot[0]), self.table.shift,
                cython.address(self.table.weight[0]), stride, cython.address(self.row[0]),
            )  # fmt: skip
            sum_rows(
                cython.address(self.table.weight[0]), cython.address(self.row[0]), found, stride, cython.address(self.score[0])
            )
        else:
            self._sum_in_python(keys, binary)
        for i in range(binary, count):
            row = self.table.find(keys[i])
            if row >= 0:
                for k in range(stride):
                    self.score[k] += self.table.weight[row * self.long_one * stride + k] * values[i]
        return 0

    def _sum_in_python(self, keys: Any, count: int) -> None:
        """What classifiers/row_sums.pxd does in C."""
        stride = self.table.stride
        for k in range(stride):
            self.score[k] = 0.0
        for i in range(count):
            row = self.table.find(keys[i])
            if row >= 0:
                for k in range(stride):
                    self.score[k] += self.table.weight[row * stride + k]
