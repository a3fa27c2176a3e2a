"""Weights that are no longer learnt: features x classes, sorted, as flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy


@dataclass(frozen=True)
class Weights:
    """The weights that are not zero: feature `keys[i]` has classes[starts[i]:starts[i + 1]], with these weights."""

    class_count: int
    keys: Any  # uint64, ascending
    starts: Any  # uint32, one more than keys
    classes: Any  # uint16, ascending within a feature
    weights: Any  # float32

    @classmethod
    def of(cls, class_count: int, keys: Any, classes: Any, weights: Any) -> Weights:
        """From one key, class and weight per entry, in any order; entries that occur more than once are added up."""
        order = numpy.lexsort((classes, keys))
        keys, classes = numpy.asarray(keys, numpy.uint64)[order], numpy.asarray(classes, numpy.uint16)[order]
        weights = numpy.asarray(weights, numpy.float64)[order]
        first = numpy.flatnonzero(numpy.append(True, (keys[1:] != keys[:-1]) | (classes[1:] != classes[:-1]))[: len(keys)])
        weights = (numpy.add.reduceat(weights, first) if len(first) else weights).astype(numpy.float32)
        kept = first[weights != 0]
        keys, classes, weights = keys[kept], classes[kept], weights[weights != 0]
        unique, starts = numpy.unique(keys, return_index=True)
        return cls(class_count, unique, numpy.append(starts, len(keys)).astype(numpy.uint32), classes, weights)

    @classmethod
    def mean(cls, several: Sequence[Weights]) -> Weights:
        """The mean of several, key by key: the models of several seeds as one."""
        if len(several) == 1:
            return several[0]
        keys = numpy.concatenate([numpy.repeat(w.keys, numpy.diff(w.starts)) for w in several])
        classes = numpy.concatenate([w.classes for w in several])
        weights = numpy.concatenate([w.weights / numpy.float64(len(several)) for w in several])
        return cls.of(several[0].class_count, keys, classes, weights)

    def without_small(self, least: float) -> Weights:
        """Only the features that have a weight of at least `least`; their weights are rounded to quarters of it.

        Rounded weights take a quarter less in a compressed file, and cost no accuracy that pruning has not cost before.
        """
        if least <= 0 or not len(self.keys):
            return self
        first = self.starts[:-1].astype(numpy.int64)
        largest = numpy.maximum.reduceat(numpy.abs(self.weights), first)
        weights = (numpy.rint(self.weights * (4 / least)) * (least / 4)).astype(numpy.float32)
        entries = numpy.repeat(largest >= least, numpy.diff(self.starts)) & (weights != 0)
        counts = numpy.add.reduceat(entries.astype(numpy.int64), first)
        starts = numpy.append(0, numpy.cumsum(counts[counts > 0])).astype(numpy.uint32)
        return Weights(self.class_count, self.keys[counts > 0], starts, self.classes[entries], weights[entries])

    def arrays(self) -> dict[str, Any]:
        """The arrays, as a checkpoint keeps them."""
        return {"keys": self.keys, "starts": self.starts, "classes": self.classes, "weights": self.weights}
