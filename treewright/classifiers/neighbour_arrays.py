"""The arrays of remembered instances: their types, and whether a search may trust them."""

from __future__ import annotations

from typing import Any

import numpy

VERSION = 1
MOST_WEIGHT = 1 << 16  # of the most informative atom
TYPES = {
    "parameters": "i4", "atoms": "u2", "importance": "i4", "values": "u8", "value_starts": "u4", "rows": "i4", "shared": "u1",
    "following": "i4", "starts": "u4", "classes": "u2", "counts": "u4",
}  # fmt: skip


def problem_of(classes: int, arrays: dict[str, Any]) -> str:
    """Why arrays cannot be searched, or nothing: a model file may come from a stranger."""
    for name, kind in TYPES.items():
        if arrays[name].dtype != numpy.dtype(kind) or arrays[name].ndim != 1:
            return f"{name} has another type"
    parameters, importance, width, count = (
        arrays["parameters"], arrays["importance"], len(arrays["atoms"]), len(arrays["shared"]),
    )  # fmt: skip
    if len(parameters) != 2 or parameters[0] != VERSION:
        return f"their version is not {VERSION}"
    if not 1 <= parameters[1] <= 1000 or not 1 <= width <= 255 or not 1 <= count < 1 << 30:
        return "numbers of neighbours, atoms or instances"
    if len(importance) != width or importance.min() < 0 or importance.max() > MOST_WEIGHT:
        return "weights of atoms"
    if len(arrays["rows"]) != width * count or arrays["shared"][0] != 0 or arrays["shared"].max() >= width:
        return "rows"
    following = arrays["following"]
    if len(following) != count or (following <= numpy.arange(count)).any() or following.max() > count:
        return "rows that follow"
    for starts, size, ends in (("value_starts", width, len(arrays["values"])), ("starts", count, len(arrays["classes"]))):
        array = arrays[starts].astype(numpy.int64)
        if len(array) != size + 1 or array[0] != 0 or array[size] != ends or (numpy.diff(array) < 0).any():
            return starts
    if len(arrays["counts"]) != len(arrays["classes"]) or not len(arrays["classes"]) or arrays["counts"].min() < 1:
        return "counts"
    return "classes" if arrays["classes"].max() >= classes else ""
