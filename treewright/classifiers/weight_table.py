"""The table of weights that are being learnt, found by 64-bit keys: a few (class, weight) pairs per feature, or a dense row.

Compiled, the table is an array of slots of half a cache line each (see slots.h); uncompiled, it is a dict of dicts.
Each weight has a sum beside it, from which the averaged perceptron computes the average.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import aligned, float_array
from treewright.classifiers.linear_scorer import LinearModel
from treewright.classifiers.weights import Weights
from treewright.errors import TreewrightError

if not cython.compiled:  # C functions, see learning.h
    move_slots: Any = None
    learn_weight: Any = None
    fetch_slots: Any = None
    averages: Any = None
    view_of: Any = None
    list_entries: Any = None
    FILLED = 12  # slots of a bucket that are taken, on average, before the table grows

BUCKET, PAIRS = 16, 4
SLOT = numpy.dtype([("key", "u8"), ("number", "u2", PAIRS), ("weight", "f4", PAIRS)])  # 32 bytes
Arrays = dict[str, Any]


class WeightTable(LinearModel):
    """Weights of features x classes, grown while learning."""

    def __init__(self, classes: int, *, rows: int = 1024) -> None:
        if classes >= 65535:  # the last class is 65,533; 65,534 says that a row is dense, 65,535 that there is no pair
            raise TreewrightError(f"{classes} classes: a table of weights holds 65,534 at most (kinds x labels)")
        super().__init__(classes)
        self.row_count = 0
        self.pairs: dict[int, dict[int, list[float]]] = {}
        self.dense_count, self.dense_room, self.buckets = 0, 0, 0
        self.dense, self.dense_sums = float_array(1), float_array(1)
        self.dense_arrays = (numpy.zeros(0, numpy.float32), numpy.zeros(0, numpy.float32))
        if cython.compiled:
            self._make_slots(rows // FILLED + 4)

    # Storage ----------------------------------------------------------------------------------------------------------

    def _make_slots(self, buckets: int) -> int:
        """An empty array of slots, aligned to cache lines; what the old one held is moved."""
        size = buckets * BUCKET
        if size >= 2**31:
            raise TreewrightError("the table of weights is full: it holds a billion features")
        tags, slots = aligned(size, numpy.uint8), aligned(size * 32, numpy.uint8)
        sums = aligned(size * PAIRS, numpy.float32)
        if self.buckets:
            self._move(tags, slots, sums, buckets)
        self.tags, self.slots, self.sums, self.buckets = tags, slots, sums, buckets
        return self._make_view()

    def _make_view(self) -> int:
        self.view = view_of(
            cython.address(self.tags[0]), cython.address(self.slots[0]), self.buckets, self.stride,
            cython.address(self.dense[0]), cython.NULL, False,
        )  # fmt: skip
        return 0

    def _move(self, tags: Any, slots: Any, sums: Any, buckets: int) -> int:
        move_slots(
            cython.address(self.tags[0]), cython.address(self.slots[0]), self.buckets, cython.address(self.sums[0]),
            cython.address(tags[0]), cython.address(slots[0]), buckets, cython.address(sums[0]),
        )  # fmt: skip
        return 0

    def _make_dense(self) -> int:
        """Room for more dense rows."""
        room = max(64, self.dense_room // 4 * 5)
        dense, sums = self.dense_arrays
        self.dense, self.dense_sums = float_array(1), float_array(1)  # nothing may look at the arrays while they are moved
        for array in (dense, sums):
            array.resize(room * self.stride, refcheck=False)  # large blocks of memory grow without being copied
        self.dense, self.dense_sums, self.dense_room = dense, sums, room
        return self._make_view()

    def fetch(self, keys: Any, start: int, count: int, number: int) -> int:
        """Say that weights of these features for a class are about to change, so that memory can be quick."""
        if cython.compiled and count:
            fetch_slots(
                cython.address(self.view), cython.address(self.sums[0]), cython.address(self.dense_sums[0]),
                cython.address(keys[start]), count, number,
            )  # fmt: skip
        return 0

    def add(self, key: int, number: int, amount: float, weighted: float) -> int:
        """Add to the weight of a feature for one class, and `weighted` to its sum."""
        self.version += 1
        if not cython.compiled:
            pair = self.pairs.setdefault(key, {}).setdefault(number, [0.0, 0.0])
            pair[0] += amount
            pair[1] += weighted
            self.row_count = len(self.pairs)
            return 0
        while True:
            status = learn_weight(
                cython.address(self.tags[0]), cython.address(self.slots[0]), self.buckets, cython.address(self.sums[0]),
                cython.address(self.dense[0]), cython.address(self.dense_sums[0]), self.stride,
                cython.address(self.dense_count), self.dense_room, key, number, amount, weighted,
            )  # fmt: skip
            if status != 2:
                break
            with cython.gil:
                self._make_dense()
        if status == 1:
            self.row_count += 1
            if self.row_count // FILLED >= self.buckets:
                with cython.gil:
                    self._make_slots(self.buckets // 2 * 3)
        return 0

    def stored_row(self, key: int) -> list[tuple[int, float]]:
        """Classes of one feature with their weights, in a table that is not compiled."""
        return [(number, pair[0]) for number, pair in self.pairs.get(key, {}).items()]

    # Entries ----------------------------------------------------------------------------------------------------------

    def entries(self) -> Arrays:
        """All weights and sums as flat arrays: keys, classes, weights, sums."""
        if not cython.compiled:
            flat = [(key, number, *pair) for key, row in self.pairs.items() for number, pair in row.items()]
            columns = list(zip(*flat, strict=True)) or [(), (), (), ()]
            types = ("u8", "u2", "f4", "f4")
            names = ("keys", "classes", "weights", "sums")
            return {name: numpy.array(c, dtype=t) for name, c, t in zip(names, columns, types, strict=True)}
        count = self._list_entries(None, None, None, None)
        keys, classes = numpy.zeros(count + 1, numpy.uint64), numpy.zeros(count + 1, numpy.uint16)
        weights, sums = numpy.zeros(count + 1, numpy.float32), numpy.zeros(count + 1, numpy.float32)
        self._list_entries(keys, classes, weights, sums)
        return {"keys": keys[:count], "classes": classes[:count], "weights": weights[:count], "sums": sums[:count]}

    def _list_entries(self, keys: Any, classes: Any, weights: Any, sums: Any) -> int:
        """Write all entries to arrays, or count them."""
        return list_entries(
            cython.address(self.tags[0]), cython.address(self.slots[0]), self.buckets, cython.address(self.sums[0]),
            cython.address(self.dense[0]), cython.address(self.dense_sums[0]), self.stride,
            cython.NULL if keys is None else cython.address(keys[0]),
            cython.NULL if keys is None else cython.address(classes[0]),
            cython.NULL if keys is None else cython.address(weights[0]),
            cython.NULL if keys is None else cython.address(sums[0]),
        )  # fmt: skip

    def add_entries(self, entries: Arrays) -> WeightTable:
        """Add flat arrays of weights (and sums) to the table."""
        keys, classes = entries["keys"].astype(numpy.uint64), entries["classes"].astype(numpy.uint16)
        weights = entries["weights"].astype(numpy.float32)
        sums = entries["sums"].astype(numpy.float32) if "sums" in entries else numpy.zeros(len(keys), numpy.float32)
        if len(classes) and int(classes.max()) >= self.classes:
            raise TreewrightError(f"class {int(classes.max())} in a table of {self.classes} classes")
        if cython.compiled:
            self._add_all(keys, classes, weights, sums, len(keys))
        else:
            for key, number, weight, total in zip(*(a.tolist() for a in (keys, classes, weights, sums)), strict=True):
                self.add(key, number, weight, total)
        return self

    def _add_all(self, keys: Any, classes: Any, weights: Any, sums: Any, count: int) -> int:
        for i in range(count):
            self.add(keys[i], classes[i], weights[i], sums[i])
        return 0

    def averaged(self, steps: float) -> Weights:
        """The averages after so many steps, w - u / steps; the same weights give the same arrays."""
        if not cython.compiled:
            entries = self.entries()
            average = entries["weights"] - entries["sums"] / numpy.float32(steps)
            return Weights.of(self.classes, entries["keys"], entries["classes"], average)
        used = numpy.flatnonzero(self.tags)
        keys = numpy.asarray(self.slots).view(SLOT)["key"][used]
        order = numpy.argsort(keys)
        keys, order = keys[order], used[order]
        starts = numpy.zeros(len(order) + 1, numpy.uint32)
        numbers, weights = self._averages(order.astype(numpy.int64), len(order), steps, starts)
        kept = numpy.flatnonzero(numpy.diff(starts))
        return Weights(self.classes, keys[kept], numpy.append(starts[kept], numpy.uint32(len(weights))), numbers, weights)

    def _averages(self, order: Any, count: int, steps: float, starts: Any) -> Any:
        if count == 0:
            return numpy.zeros(0, numpy.uint16), numpy.zeros(0, numpy.float32)
        total = averages(
            cython.address(self.slots[0]), cython.address(self.sums[0]), cython.address(self.dense[0]),
            cython.address(self.dense_sums[0]), self.stride, cython.address(order[0]), count, steps, cython.NULL, cython.NULL,
            cython.NULL,
        )  # fmt: skip
        number_array, weight_array = numpy.zeros(total + 1, numpy.uint16), numpy.zeros(total + 1, numpy.float32)
        numbers, weights = number_array, weight_array
        averages(
            cython.address(self.slots[0]), cython.address(self.sums[0]), cython.address(self.dense[0]),
            cython.address(self.dense_sums[0]), self.stride, cython.address(order[0]), count, steps,
            cython.address(starts[0]), cython.address(numbers[0]), cython.address(weights[0]),
        )  # fmt: skip
        return number_array[:total], weight_array[:total]

    def bytes_in_memory(self) -> int:
        """How much memory the table takes."""
        return self.buckets * BUCKET * (1 + 32 + PAIRS * 4) + self.dense_room * self.stride * 8
