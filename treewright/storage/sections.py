"""Sections: arrays that belong together, under names of their own inside those of a model: the stages of a pipeline, seeds.

An array `units.weights` in the section `0` is called `0.units.weights`.  So sections may lie in one another.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WEIGHTS = "weights"  # the section of arrays that are in no other

Arrays = dict[str, Any]
Contents = tuple[dict[str, Any], Arrays]  # what a model file keeps of something: a header and arrays


def joined(sections: Mapping[str, Mapping[str, Any]]) -> Arrays:
    """The arrays of several sections, by their whole names."""
    return {f"{section}.{name}": array for section, own in sections.items() for name, array in own.items()}


def section(arrays: Mapping[str, Any], name: str) -> Arrays:
    """The arrays of one section, by the names that they have in it."""
    prefix = f"{name}."
    return {whole.removeprefix(prefix): array for whole, array in arrays.items() if whole.startswith(prefix)}


def section_of(name: str) -> str:
    """The outermost section that an array is in."""
    return name.partition(".")[0] if "." in name else WEIGHTS
