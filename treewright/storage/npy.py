"""Arrays as numpy's .npy files in memory: what stands before the numbers, and arrays that show bytes without a copy."""

from __future__ import annotations

import math
import struct

import numpy

ALIGN = 64  # bytes: a line of the processor's cache, and what numpy pads the start of a .npy file to
TYPES = (*(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)), "float16", "float32", "float64")
MAX_DIMENSIONS = 8
MAX_SIZE = 1 << 48  # of one dimension; it only keeps products within what numpy counts with
AT_ONCE = 1 << 20  # numbers that are looked at together, so that a check needs little memory


def start(kind: str, shape: list[int]) -> bytes:
    """What stands before the numbers (numpy's own function pads in another way in each version)."""
    descr = numpy.dtype(kind).newbyteorder("<").str
    text = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    text += " " * (-(len(text) + 11) % ALIGN) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(text)) + text.encode()


def pieces(array: numpy.ndarray) -> tuple[bytes, memoryview]:
    """The start and the numbers; they are copied only if they are not in order in memory."""
    little = numpy.ascontiguousarray(array, array.dtype.newbyteorder("<")).reshape(-1).view(numpy.uint8)
    return start(array.dtype.name, list(array.shape)), little.data


def can_be_kept(array: numpy.ndarray) -> bool:
    """Whether a file keeps an array of this type and shape, and all its numbers are finite."""
    return array.dtype.name in TYPES and len(array.shape) <= MAX_DIMENSIONS and is_finite(array)


def is_described(kind: object, shape: object) -> bool:
    """Whether these are a type and a shape that a file may have."""
    if kind not in TYPES or type(shape) is not list or len(shape) > MAX_DIMENSIONS:
        return False
    return all(type(size) is int and 0 <= size <= MAX_SIZE for size in shape)


def array_of(name: str, data: bytes | memoryview, kind: str, shape: list[int]) -> numpy.ndarray:
    """The array that these bytes are, read-only and without a copy; refuses other bytes than kind and shape lead to."""
    begin, file_type, count = start(kind, shape), numpy.dtype(kind).newbyteorder("<"), math.prod(shape)
    if len(data) != len(begin) + count * file_type.itemsize or data[: len(begin)] != begin:
        raise ValueError(f"array {name!r} is not as the header says")
    found = numpy.frombuffer(data, file_type, count, len(begin)).reshape(shape)
    array = numpy.require(found, kind, "A")  # copies only if another tool packed it at an odd place, or big-endian
    array.flags.writeable = False
    if not is_finite(array):
        raise ValueError(f"array {name!r} has NaN or infinity")
    return array


def is_finite(array: numpy.ndarray) -> bool:
    """Whether no number is NaN or infinite (whole numbers never are, and are not looked at)."""
    if array.dtype.kind != "f":
        return True
    flat = array.reshape(-1)
    return all(bool(numpy.isfinite(flat[at : at + AT_ONCE]).all()) for at in range(0, len(flat), AT_ONCE))
