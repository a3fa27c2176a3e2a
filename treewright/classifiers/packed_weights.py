"""Packed weights: what a parser parses with and what lies in a model file, ready to be used as it is mapped into memory.

Weights are rounded to 16 bits, so their sums are exact: scores do not depend on the order in which features are added up,
nor on what a scorer remembers.  slots.h says how the table is laid out.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import aligned
from treewright.classifiers.linear_scorer import LinearModel
from treewright.classifiers.weights import Weights
from treewright.errors import ModelError

if not cython.compiled:  # C functions, see packing.h
    pack_rows: Any = None
    is_sound: Any = None
    view_of: Any = None

BUCKET = 16
FILLED = 9  # slots of a bucket that are taken, on average
LONG = 65535  # the class that marks a longer row
LONGEST = 12  # pairs in a list; with more of them a dense row is quicker
LARGEST = 32767
SLOT = numpy.dtype([("check", "<u4"), ("number", "<u2", 3), ("weight", "<i2", 3)])
PAIR = numpy.dtype([("number", "<u2"), ("weight", "<i2")])


class PackedWeights(LinearModel):
    """Weights of features x classes that are only read; threads and processes share them."""

    def __init__(self, classes: int, arrays: dict[str, Any]) -> None:
        super().__init__(classes)
        self.scale = float(arrays["scale"][0])
        tags, slots, pairs, dense = (arrays[name] for name in ("tags", "slots", "pairs", "dense"))
        if not fits(classes, self.stride, tags, slots, pairs, dense):
            raise ModelError("the packed weights are not of the types and sizes that belong together")
        self.buckets = len(tags) // BUCKET
        self._arrays = {"tags": tags, "slots": slots, "pairs": pairs, "dense": dense, "scale": arrays["scale"]}
        self.tags, self.slots = tags, slots
        self.pairs = pairs if len(pairs) else numpy.zeros(1, numpy.uint32)
        self.dense = dense if len(dense) else numpy.zeros(1, numpy.int16)
        if not (self._is_sound() if cython.compiled else is_sound_in_python(classes, self.stride, tags, slots, pairs, dense)):
            raise ModelError("the packed weights point to rows or classes that do not exist")

    @staticmethod
    def of(weights: Weights) -> PackedWeights:
        """Round weights to 16 bits and pack them."""
        classes = weights.class_count
        stride = (classes + 15) // 16 * 16
        largest = float(numpy.abs(weights.weights).max()) if len(weights.weights) else 0.0
        scale = numpy.float32(largest / LARGEST if largest else 1.0)
        rounded = numpy.rint(weights.weights / scale).astype(numpy.int16)
        kept = rounded != 0
        entries = numpy.append(0, numpy.cumsum(kept))[weights.starts]
        some = numpy.flatnonzero(numpy.diff(entries))
        keys, starts = weights.keys[some], numpy.append(entries[some], kept.sum()).astype(numpy.uint32)
        lengths = numpy.diff(starts.astype(numpy.int64))
        buckets = len(keys) // FILLED + 1
        tags, slots = aligned(buckets * BUCKET, numpy.uint8), aligned(buckets * BUCKET * SLOT.itemsize, numpy.uint8)
        pairs = aligned(int(lengths[(lengths > 3) & (lengths <= LONGEST)].sum()), numpy.uint32)
        dense = aligned(int((lengths > LONGEST).sum()) * stride, numpy.int16)
        numbers, rounded = weights.classes[kept].astype(numpy.uint16), rounded[kept]
        if len(keys) and cython.compiled:
            pack(tags, slots, buckets, pairs, dense, stride, keys, starts, len(keys), numbers, rounded)
        elif len(keys):
            pack_in_python(tags, slots, buckets, pairs, dense, stride, keys, starts, numbers, rounded)
        arrays = {"tags": tags, "slots": slots, "pairs": pairs, "dense": dense, "scale": numpy.array([scale], numpy.float32)}
        return PackedWeights(classes, arrays)

    def _is_sound(self) -> bool:
        """Make the view that compiled code works with, and refuse one that would lead it astray."""
        self.view = view_of(
            cython.address(self.tags[0]), cython.address(self.slots[0]), self.buckets, self.stride,
            cython.address(self.dense[0]), cython.address(self.pairs[0]), True,
        )  # fmt: skip
        rows = len(self._arrays["dense"]) // self.stride
        return is_sound(cython.address(self.view), self.classes, len(self._arrays["pairs"]), rows)

    def arrays(self) -> dict[str, Any]:
        """The arrays of a model file."""
        return dict(self._arrays)

    @property
    def feature_count(self) -> int:
        """How many features have weights."""
        return int(numpy.count_nonzero(self._arrays["tags"]))

    def row(self, key: int) -> dict[int, float]:
        """The weights of one feature by class, for people and tests (and for uncompiled code)."""
        return {number: weight * self.scale for number, weight in self.rounded_row(key)}

    def rounded_row(self, key: int) -> list[tuple[int, int]]:
        """Classes of one feature with their weights as they are stored."""
        arrays = self._arrays
        slots, pairs, dense = arrays["slots"].view(SLOT), arrays["pairs"].view(PAIR), arrays["dense"]
        at = find(arrays["tags"], slots, self.buckets, key)
        if at < 0:
            return []
        numbers, weights = slots["number"][at].tolist(), slots["weight"][at].tolist()
        start = numbers[1] | numbers[2] << 16
        if numbers[0] == LONG and weights[0]:
            part = pairs[start : start + weights[0]]
            numbers, weights = part["number"].tolist(), part["weight"].tolist()
        elif numbers[0] == LONG:
            weights = dense[start * self.stride : (start + 1) * self.stride].tolist()
            numbers = [number_in(column) for column in range(self.stride)]
        return [(number, weight) for number, weight in zip(numbers, weights, strict=True) if weight]

    def stored_row(self, key: int) -> list[tuple[int, float]]:
        """Classes of one feature with their weights as they are stored."""
        return [*self.rounded_row(key)]

    def bytes_in_memory(self) -> int:
        """How much memory the weights take."""
        return sum(array.nbytes for array in self._arrays.values())


def fits(classes: int, stride: int, tags: Any, slots: Any, pairs: Any, dense: Any) -> bool:
    """Whether arrays have the types and sizes that belong together."""
    types = (tags.dtype, slots.dtype, pairs.dtype, dense.dtype) == tuple(map(numpy.dtype, ("u1", "u1", "u4", "i2")))
    sizes = len(tags) > 0 and len(tags) % BUCKET == 0 and len(slots) == len(tags) * SLOT.itemsize
    return bool(types and sizes and len(dense) % stride == 0 and classes < LONG)


def is_sound_in_python(classes: int, stride: int, tags: Any, slots: Any, pairs: Any, dense: Any) -> bool:
    """What is_sound of packing.h does in C."""
    fields = slots.view(SLOT)
    long = fields["number"][:, 0] == LONG
    numbers = fields["number"][long].astype(numpy.int64)
    starts, lengths = numbers[:, 1] | numbers[:, 2] << 16, fields["weight"][long, 0].astype(numpy.int64)
    lists, rows = lengths > 0, lengths == 0
    good = (lengths >= 0).all() and (starts[lists] + lengths[lists] <= len(pairs)).all()
    good = good and (starts[rows] < len(dense) // stride).all() and not tags[BUCKET - 1 :: BUCKET].all()
    highest = (fields["number"][~long].max(initial=0), pairs.view(PAIR)["number"].max(initial=0))
    return bool(good and max(highest) < classes)


def find(tags: Any, slots: Any, buckets: int, key: int) -> int:
    """Where a feature is, or -1 - where it would go: the same as in C."""
    tag, low = (key >> 24 & 255) or 1, key & 0xFFFFFFFF
    bucket = ((key >> 32) * buckets) >> 32
    while True:
        for at in range(bucket * BUCKET, (bucket + 1) * BUCKET):
            if tags[at] == 0:
                return -1 - at
            if tags[at] == tag and int(slots["check"][at]) == low:
                return at
        bucket = (bucket + 1) % buckets


def pack(
    tags: Any, slots: Any, buckets: int, pairs: Any, dense: Any, stride: int, keys: Any, starts: Any, count: int,
    numbers: Any, weights: Any,
) -> int:  # fmt: skip
    """Put rows into a packed table."""
    return pack_rows(
        cython.address(tags[0]), cython.address(slots[0]), buckets, cython.address(pairs[0]) if len(pairs) else cython.NULL,
        cython.address(dense[0]) if len(dense) else cython.NULL, stride, LONGEST, cython.address(keys[0]),
        cython.address(starts[0]), count, cython.address(numbers[0]), cython.address(weights[0]),
    )  # fmt: skip


def pack_in_python(
    tags: Any, slots: Any, buckets: int, pairs: Any, dense: Any, stride: int, keys: Any, starts: Any, numbers: Any,
    weights: Any,
) -> None:  # fmt: skip
    """What `pack` does in C."""
    fields, lists = slots.view(SLOT), pairs.view(PAIR)
    next_pair = next_row = 0
    for i, key in enumerate(keys.tolist()):
        at = find(tags, fields, buckets, key)
        if at >= 0:
            continue
        at = -1 - at
        row = slice(int(starts[i]), int(starts[i + 1]))
        length = row.stop - row.start
        tags[at], fields["check"][at] = (key >> 24 & 255) or 1, key & 0xFFFFFFFF
        if length <= 3:
            fields["number"][at, :length], fields["weight"][at, :length] = numbers[row], weights[row]
            continue
        if length <= LONGEST:
            place = next_pair
            lists["number"][place : place + length], lists["weight"][place : place + length] = numbers[row], weights[row]
            fields["weight"][at, 0] = length
            next_pair += length
        else:
            place = next_row
            for number, weight in zip(numbers[row].tolist(), weights[row].tolist(), strict=True):
                dense[place * stride + column_of(number)] = weight
            next_row += 1
        fields["number"][at] = (LONG, place & 0xFFFF, place >> 16)


def column_of(number: int) -> int:
    """Where a dense row keeps a class: 16 of them in eight pairs, 0 to 7 in the first halves, 8 to 15 in the second."""
    return (number & ~15) | (number & 7) << 1 | (number >> 3 & 1)


def number_in(column: int) -> int:
    """The class that a dense row keeps there."""
    return (column & ~15) | column >> 1 & 7 | (column & 1) << 3
