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
from treewright.classifiers.packing_in_python import (
    BUCKET,
    LONG,
    LONGEST,
    PAIR,
    SLOT,
    find,
    fits,
    is_sound_in_python,
    number_in,
    pack_in_python,
)  # fmt: skip
from treewright.classifiers.weights import Weights
from treewright.errors import ModelError

if not cython.compiled:  # C functions, see packing.h
    pack_rows: Any = None
    is_sound: Any = None
    view_of: Any = None

FILLED = 9  # slots of a bucket that are taken, on average
LARGEST = 32767


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
        return {number: weight * self.scale for number, weight in self.stored_row(key)}

    def stored_row(self, key: int) -> list[tuple[int, float]]:
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

    def bytes_in_memory(self) -> int:
        """How much memory the weights take."""
        return sum(array.nbytes for array in self._arrays.values())


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
