"""A table of weights: one row per feature, holding the weights of all classes side by side.

Keys are 64-bit hashes.  An open-addressing index maps a key to its row: the high bits say where to look, the low 32 bits
are compared.  Rows of zeros do not exist: a feature gets its row with its first update.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import float_array, hash_array
from treewright.errors import TreewrightError


class WeightTable:
    """Weights of features x classes, grown while learning, read without the GIL."""

    def __init__(self, classes: int, rows: int = 1024) -> None:
        self.classes = classes
        self.stride = (classes + 7) // 8 * 8
        self.row_count = 0
        self.row_room = 0
        self.keys, self.weight = hash_array(1), float_array(self.stride)
        self.shift = 64
        self.slot = hash_array(1)
        self.one = 1  # 64 bits wide, as is `low`: C literals are not
        self.low = 0xFFFFFFFF
        self._make_rows(max(16, rows))
        bits = 4
        while (1 << bits) < 2 * rows:
            bits += 1
        self._make_index(bits)

    def _make_rows(self, rows: int) -> int:
        """Room for more rows; the old ones are copied."""
        if rows >= 2**31 - 1:
            raise TreewrightError("the weight table is full: it holds 2 billion features")
        keys, weight = hash_array(rows), float_array(rows * self.stride)
        if self.row_count:
            keys[: self.row_count] = self.keys[: self.row_count]
            weight[: self.row_count * self.stride] = self.weight[: self.row_count * self.stride]
        self.keys, self.weight = keys, weight
        self.row_room = rows
        return 0

    def _make_index(self, bits: int) -> int:
        """Build the index anew with 2**bits slots."""
        self.shift = 64 - bits
        self.last_slot = (1 << bits) - 1
        self.slot = hash_array(1 << bits)
        for row in range(self.row_count):
            self._enter(self.keys[row], row)
        return 0

    def _enter(self, key: int, row: int) -> int:
        at = key >> self.shift
        while self.slot[at] != 0:
            at = (at + 1) & self.last_slot
        self.slot[at] = ((row + self.one) << 32) | (key & self.low)
        return 0

    def find(self, key: int) -> int:
        """The row of a key, -1 if it has none."""
        at = key >> self.shift
        while self.slot[at] != 0:
            if (self.slot[at] & self.low) == (key & self.low):
                return (self.slot[at] >> 32) - 1
            at = (at + 1) & self.last_slot
        return -1

    def find_or_add(self, key: int) -> int:
        """The row of a key, made if it has none."""
        row = self.find(key)
        if row >= 0:
            return row
        if self.row_count >= self.row_room:
            with cython.gil:
                self._make_rows(self.row_room * 2)
        if 2 * (self.row_count + 1) > self.last_slot:
            with cython.gil:
                self._make_index(65 - self.shift)
        row = self.row_count
        self.row_count = row + 1
        self.keys[row] = key
        self._enter(key, row)
        return row

    # Arrays -------------------------------------------------------------------------------------------------------

    def arrays(self, least: float = 0.0) -> dict[str, Any]:
        """The weights that are not zero (above `least`), sorted by key: the same weights give the same arrays."""
        dense = numpy.asarray(self.weight, dtype=numpy.float32)[: self.row_count * self.stride]
        dense = dense.reshape(self.row_count, self.stride)[:, : self.classes]
        keys = numpy.asarray(self.keys, dtype=numpy.uint64)[: self.row_count]
        used = numpy.abs(dense) > least
        kept = used.any(axis=1)
        order = numpy.flatnonzero(kept)[numpy.argsort(keys[kept], kind="stable")]
        used, dense = used[order], dense[order]
        starts = numpy.zeros(len(order) + 1, dtype=numpy.uint32)
        starts[1:] = numpy.cumsum(used.sum(axis=1))
        classes = numpy.nonzero(used)[1].astype(numpy.uint16)
        return {"keys": keys[order], "starts": starts, "classes": classes, "weights": dense[used]}

    @classmethod
    def from_arrays(cls, classes: int, arrays: dict[str, Any]) -> WeightTable:
        """The table of a model file."""
        rows = len(arrays["keys"])
        table = cls(classes, rows)
        dense = numpy.zeros((rows, table.stride), dtype=numpy.float32)
        counts = numpy.diff(arrays["starts"].astype(numpy.int64))
        dense[numpy.repeat(numpy.arange(rows), counts), arrays["classes"]] = arrays["weights"]
        table._fill(arrays["keys"], dense)
        return table

    def _fill(self, keys: Any, dense: Any) -> None:
        """Take over rows from numpy arrays."""
        rows = len(keys)
        if rows:
            flat = numpy.ascontiguousarray(dense, dtype=numpy.float32).reshape(-1)
            self.weight = flat if cython.compiled else flat.tolist()
            own = numpy.array(keys, dtype=numpy.uint64)
            self.keys = own if cython.compiled else own.tolist()
            self.row_room = rows
        self.row_count = rows
        bits = 4
        while (1 << bits) < 2 * rows:
            bits += 1
        self._make_index(bits)

    @staticmethod
    def total(tables: list[WeightTable]) -> WeightTable:
        """The sum of several tables, key by key: the models of several seeds as one."""
        parts = [table.arrays() for table in tables]
        keys = numpy.unique(numpy.concatenate([part["keys"] for part in parts]))
        result = WeightTable(tables[0].classes, len(keys))
        dense = numpy.zeros((len(keys), result.stride), dtype=numpy.float32)
        for part in parts:
            rows = numpy.searchsorted(keys, part["keys"])
            counts = numpy.diff(part["starts"].astype(numpy.int64))
            dense[numpy.repeat(rows, counts), part["classes"]] += part["weights"] / len(tables)
        result._fill(keys, dense)
        return result

    def bytes_in_memory(self) -> int:
        """How much memory the table takes."""
        return self.row_room * (self.stride * 4 + 8) + (self.last_slot + 1) * 8
