"""What a classifier in plain Python has learnt, as arrays that a model file can keep."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy

from treewright.errors import TreewrightError

Arrays = dict[str, Any]
KINDS = "biuf"  # of numpy types that a model file keeps


@dataclass(frozen=True)
class LearntArrays:
    """What a classifier in plain Python has learnt up to some time."""

    class_count: int
    kept: Arrays

    def arrays(self) -> Arrays:
        """The arrays, as a checkpoint keeps them."""
        return dict(self.kept)

    @classmethod
    def copied(cls, classes: int, arrays: Arrays) -> LearntArrays:
        """What these arrays hold now."""
        return cls(classes, {name: numpy.array(array) for name, array in arrays.items()})


def checked_arrays(classifier: Any) -> Arrays:
    """The arrays of a classifier; refuses what a model file cannot keep."""
    found = classifier.arrays()
    where = f"{type(classifier).__name__}.arrays: seen"
    if not isinstance(found, Mapping):
        raise TreewrightError(f"{where} {type(found).__name__}, expected a dict of numpy arrays")
    for name, array in found.items():
        if not isinstance(name, str) or not isinstance(array, numpy.ndarray):
            raise TreewrightError(f"{where} {type(array).__name__} as {name!r}, expected a numpy array under a name")
        if array.dtype.kind not in KINDS:
            raise TreewrightError(f"{where} an array of {array.dtype} as {name!r}, expected one of numbers")
        if array.dtype.kind == "f" and not numpy.isfinite(array).all():
            raise TreewrightError(f"{where} {name!r} with NaN or infinity, expected finite numbers")
    return dict(found)
