"""Arrays by name: what a part of your own has learnt, as a model file or a checkpoint keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy

from treewright.errors import TreewrightError

Arrays = dict[str, Any]
KINDS = "iuf"  # of numpy types that a model file keeps


def identity(arrays: Mapping[str, Any]) -> frozenset[tuple[str, int]]:
    """A key for these very arrays, as long as what is found by it holds on to all of them."""
    return frozenset((name, id(array)) for name, array in arrays.items())


@dataclass(frozen=True)
class LearntArrays:
    """What a part in plain Python has learnt up to some time."""

    kept: Arrays

    @classmethod
    def of(cls, part: Any) -> LearntArrays:
        """Copies of the arrays of a part, which goes on learning."""
        return cls({name: numpy.array(array) for name, array in checked_arrays(part).items()})

    def arrays(self) -> Arrays:
        """The arrays, as a checkpoint keeps them."""
        return dict(self.kept)


def checked_arrays(part: Any, method: str = "arrays") -> Arrays:
    """The arrays that a method of a part gives; refuses what a file cannot keep."""
    found = getattr(part, method)()
    where = f"{type(part).__name__}.{method}: seen"
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
