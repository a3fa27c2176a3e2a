"""A table of weights, found by 64-bit keys: a few (class, weight) pairs per feature, or a dense row once there are many.

Compiled, the table is an array of slots of half a cache line each (see weight_slots.pxd); uncompiled, it is a dict of dicts.
While learning, each weight has a sum beside it, from which the averaged perceptron computes the average.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import float_array
from treewright.errors import TreewrightError

if not cython.compiled:  # C functions, see weight_slots.pxd
    move_slots: Any = None
    add_to_slot: Any = None

PAIRS = 4
SLOT = numpy.dtype([("check", "u4"), ("count", "i4"), ("number", "u2", PAIRS), ("weight", "f4", PAIRS)])  # 32 bytes
Arrays = dict[str, Any]


class WeightTable:
    """Weights of features x classes, grown while learning, read by many threads without the GIL."""

    def __init__(self, classes: int, *, rows: int = 1024, learning: bool = False) -> None:
        if classes > 65535:
            raise TreewrightError(f"{classes} classes: the table of weights holds 65,535 at most (kinds x labels)")
        self.classes = classes
        self.stride = (classes + 15) // 16 * 16
        self.learning = learning
        self.row_count = 0
        self.pairs: dict[int, dict[int, list[float]]] = {}
        self.dense_count, self.dense_room, self.size = 0, 0, 0
        self.dense, self.dense_sums = float_array(1), float_array(1)
        if cython.compiled:
            self._make_slots(max(64, rows * 2))

    # Storage ----------------------------------------------------------------------------------------------------------

    def _make_slots(self, size: int) -> int:
        """An empty array of slots, aligned to cache lines; what the old one held is moved."""
        if size >= 2**31:
            raise TreewrightError("the table of weights is full: it holds 2 billion features")
        tags, slots = numpy.zeros(size, numpy.uint8), aligned(size * 32)
        keys = numpy.zeros(size, numpy.uint64)
        sums = numpy.zeros(size * PAIRS if self.learning else 1, numpy.float32)
        if self.size:
            self._move(tags, slots, keys, sums, size)
        self.tags, self.slots, self.keys, self.sums, self.size = tags, slots, keys, sums, size
        return 0

    def _move(self, tags: Any, slots: Any, keys: Any, sums: Any, size: int) -> int:
        move_slots(
            cython.address(self.tags[0]), cython.address(self.slots[0]), cython.address(self.keys[0]), self.size,
            cython.address(self.sums[0]) if self.learning else cython.NULL, cython.address(tags[0]),
            cython.address(slots[0]), cython.address(keys[0]), size,
            cython.address(sums[0]) if self.learning else cython.NULL,
        )  # fmt: skip
        return 0

    def _make_dense(self) -> int:
        """Room for more dense rows."""
        room = max(64, self.dense_room * 2)
        dense, sums = float_array(room * self.stride), float_array(room * self.stride if self.learning else 1)
        if self.dense_count:
            dense[: self.dense_count * self.stride] = self.dense[: self.dense_count * self.stride]
            if self.learning:
                sums[: self.dense_count * self.stride] = self.dense_sums[: self.dense_count * self.stride]
        self.dense, self.dense_sums, self.dense_room = dense, sums, room
        return 0

    def add(self, key: int, number: int, amount: float, weighted: float) -> int:
        """Add to the weight of a feature for one class, and `weighted` to its sum."""
        if not cython.compiled:
            pair = self.pairs.setdefault(key, {}).setdefault(number, [0.0, 0.0])
            pair[0] += amount
            pair[1] += weighted
            self.row_count = len(self.pairs)
            return 0
        while True:
            status = add_to_slot(
                cython.address(self.tags[0]), cython.address(self.slots[0]), cython.address(self.keys[0]), self.size,
                cython.address(self.sums[0]) if self.learning else cython.NULL, cython.address(self.dense[0]),
                cython.address(self.dense_sums[0]), self.stride, cython.address(self.dense_count), self.dense_room,
                key, number, amount, weighted,
            )  # fmt: skip
            if status != 2:
                break
            with cython.gil:
                self._make_dense()
        if status == 1:
            self.row_count += 1
            if self.row_count > self.size // 8 * 5:
                with cython.gil:
                    self._make_slots(self.size * 2)
        return 0

    # Entries ----------------------------------------------------------------------------------------------------------

    def entries(self) -> Arrays:
        """All weights (and sums, while learning) as flat arrays: keys, classes, weights, sums."""
        if not cython.compiled:
            flat = [(key, number, *pair) for key, row in self.pairs.items() for number, pair in row.items()]
            columns = list(zip(*flat, strict=True)) or [(), (), (), ()]
            types = ("u8", "u2", "f4", "f4")
            names = ("keys", "classes", "weights", "sums")
            return {name: numpy.array(c, dtype=t) for name, c, t in zip(names, columns, types, strict=True)}
        slots = numpy.asarray(self.slots).view(SLOT)
        keys, there = numpy.asarray(self.keys), numpy.asarray(self.tags) != 0
        small, large = numpy.flatnonzero(there & (slots["count"] > 0)), numpy.flatnonzero(there & (slots["count"] < 0))
        used = numpy.arange(PAIRS) < slots["count"][small][:, None]
        rows = -1 - slots["count"][large]
        dense = numpy.asarray(self.dense)[: self.dense_count * self.stride].reshape(self.dense_count, self.stride)[rows]
        sums = numpy.zeros_like(dense)
        small_sums = numpy.zeros(int(used.sum()), numpy.float32)
        if self.learning:
            sums = numpy.asarray(self.dense_sums)[: self.dense_count * self.stride]
            sums = sums.reshape(self.dense_count, self.stride)[rows]
            small_sums = numpy.asarray(self.sums).reshape(-1, PAIRS)[small][used]
        there = (dense != 0) | (sums != 0)
        if self.learning:  # a row that was dense stays so when learning goes on from here
            there[there.sum(axis=1) <= PAIRS, : PAIRS + 1] = True
        row, number = numpy.nonzero(there)
        repeated = numpy.repeat(keys[small], slots["count"][small])
        return {
            "keys": numpy.concatenate([repeated, keys[large][row]]),
            "classes": numpy.concatenate([slots["number"][small][used], number.astype(numpy.uint16)]),
            "weights": numpy.concatenate([slots["weight"][small][used], dense[there]]),
            "sums": numpy.concatenate([small_sums, sums[there]]),
        }

    def add_entries(self, entries: Arrays, scale: float = 1.0) -> WeightTable:
        """Add flat arrays of weights (and sums) to the table."""
        keys, classes = entries["keys"].astype(numpy.uint64), entries["classes"].astype(numpy.uint16)
        weights = (entries["weights"] * numpy.float32(scale)).astype(numpy.float32)
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

    # Tables from tables -----------------------------------------------------------------------------------------------

    def averaged(self, steps: float) -> WeightTable:
        """The averages after so many steps, w - u / steps, as a table that no longer learns."""
        result = WeightTable(self.classes)
        result.row_count = self.row_count
        divisor = numpy.float32(steps)
        if not cython.compiled:
            average = numpy.float32
            result.pairs = {
                key: {n: [float(average(w) - average(u) / divisor), 0.0] for n, (w, u) in row.items()}
                for key, row in self.pairs.items()
            }
            return result
        slots = aligned(self.size * 32)
        slots[:] = self.slots
        slots.view(SLOT)["weight"] -= numpy.asarray(self.sums).reshape(-1, PAIRS) / divisor
        width = self.dense_count * self.stride
        result.slots, result.size = slots, self.size
        result.tags, result.keys = numpy.array(self.tags), numpy.array(self.keys)
        result.dense_count, result.dense_room = self.dense_count, self.dense_count
        if width:
            result.dense = numpy.asarray(self.dense)[:width] - numpy.asarray(self.dense_sums)[:width] / divisor
        return result

    def arrays(self, least: float = 0.0) -> Arrays:
        """The weights that are not zero (above `least`), sorted: the same weights give the same arrays."""
        entries = self.entries()
        kept = numpy.flatnonzero(numpy.abs(entries["weights"]) > least)
        kept = kept[numpy.lexsort((entries["classes"][kept], entries["keys"][kept]))]
        keys, starts = numpy.unique(entries["keys"][kept], return_index=True)
        starts = numpy.append(starts, len(kept)).astype(numpy.uint32)
        return {"keys": keys, "starts": starts, "classes": entries["classes"][kept], "weights": entries["weights"][kept]}

    @classmethod
    def from_arrays(cls, classes: int, arrays: Arrays) -> WeightTable:
        """The table of a model file."""
        counts = numpy.diff(arrays["starts"].astype(numpy.int64))
        keys = numpy.repeat(arrays["keys"], counts)
        table = cls(classes, rows=len(arrays["keys"]))
        return table.add_entries({"keys": keys, "classes": arrays["classes"], "weights": arrays["weights"]})

    @staticmethod
    def total(tables: list[WeightTable]) -> WeightTable:
        """The mean of several tables, key by key: the models of several seeds as one."""
        result = WeightTable(tables[0].classes, rows=max(table.row_count for table in tables))
        for table in tables:
            entries = table.entries()
            del entries["sums"]
            result.add_entries(entries, 1.0 / len(tables))
        return result

    def bytes_in_memory(self) -> int:
        """How much memory the table takes."""
        per_slot = 41 + (PAIRS * 4 if self.learning else 0)
        return self.size * per_slot + self.dense_room * self.stride * 4 * (2 if self.learning else 1)


def aligned(size: int) -> Any:
    """Zeroed bytes that begin with a cache line."""
    memory = numpy.zeros(size + 64, numpy.uint8)
    start = -memory.ctypes.data % 64
    return memory[start : start + size]
