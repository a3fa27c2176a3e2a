"""Flat arrays for code that runs compiled and uncompiled: numpy for C speed, lists where Python reads them one by one."""

from __future__ import annotations

from typing import Any

import cython
import numpy

COMPILED = bool(cython.compiled)


def int_array(size: int, value: int = 0) -> Any:
    """An array of C ints (a list when the package is not compiled)."""
    if not COMPILED:
        return [value] * size
    array = aligned(size, numpy.int32)
    if value:
        array.fill(value)
    return array


def hash_array(size: int) -> Any:
    """An array of 64-bit unsigned integers, zero at first."""
    return aligned(size, numpy.uint64) if COMPILED else [0] * size


def float_array(size: int) -> Any:
    """An array of C floats, zero at first."""
    return aligned(size, numpy.float32) if COMPILED else [0.0] * size


def double_array(size: int) -> Any:
    """An array of C doubles, zero at first."""
    return aligned(size, numpy.float64) if COMPILED else [0.0] * size


def aligned(size: int, kind: Any) -> Any:
    """Zeroed numbers of a numpy type that begin with a cache line, so that rows of whole lines touch no others."""
    width = numpy.dtype(kind).itemsize
    memory = numpy.zeros(size + 64 // width, kind)
    start = -memory.ctypes.data % 64 // width
    return memory[start : start + size]


def grown(array: Any, size: int) -> Any:
    """A longer array of the same type that begins as this one does; the rest is zero."""
    if isinstance(array, list):
        return [*array, *[0] * (size - len(array))]
    old = numpy.asarray(array)
    new = aligned(size, old.dtype)
    new[: len(old)] = old
    return new


def ints(numbers: list[int]) -> Any:
    """These numbers as an array of C ints."""
    array = int_array(max(1, len(numbers)))
    for i, number in enumerate(numbers):
        array[i] = number
    return array


def hashes(numbers: list[int]) -> Any:
    """These numbers as an array of 64-bit unsigned integers."""
    array = hash_array(max(1, len(numbers)))
    for i, number in enumerate(numbers):
        array[i] = number
    return array


def as_float(number: float) -> float:
    """A number rounded as C's float is, for uncompiled code."""
    return float(numpy.float32(number))
