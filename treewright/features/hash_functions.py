"""The hashes of features/hashing.h in Python: for uncompiled code and for template names."""

from __future__ import annotations

import functools
from typing import Any

from treewright.arrays import hashes

MASK = (1 << 64) - 1


def mix(x: int) -> int:
    """Spread the bits of a 64-bit number over all of it."""
    for _ in range(2):
        x ^= x >> 32
        x = x * 0xD6E8FEB86659FD93 & MASK
    return x ^ x >> 32


def hash_span(text: bytes, start: int, end: int, seed: int) -> int:
    """A 64-bit hash of text[start:end], never 0 (0 means absent)."""
    h = seed ^ ((end - start) * 0x9E3779B97F4A7C15 & MASK)
    for i in range(start, end, 8):
        chunk = int.from_bytes(text[i : min(i + 8, end)], "little")
        h = (h ^ chunk) * 0x9FB21C651E98DF25 & MASK
        h ^= h >> 32
    return mix(h) or 1


def hash_text(text: str, seed: int = 0) -> int:
    """A 64-bit hash of a string, never 0."""
    data = text.encode("utf-8", "surrogateescape")
    return hash_span(data, 0, len(data), seed)


def hash_small(text: bytes, start: int, end: int, small: list[int], seed: int) -> int:
    """A hash of text[start:end] in lower case, never 0."""
    codes = map(ord, text[start:end].decode("utf-8", "surrogateescape"))
    return _hash_numbers([small[code] if code < len(small) else code for code in codes], seed)


def hash_shape(text: bytes, start: int, end: int, classes: list[int], seed: int) -> int:
    """A hash of the classes of text[start:end], at most two of a kind in a row, without combining marks; never 0."""
    kept: list[int] = []
    run = 0
    last = 0
    for code in map(ord, text[start:end].decode("utf-8", "surrogateescape")):
        of = classes[code] if code < len(classes) else 11
        if of:
            run = run + 1 if of == last else 1
            last = of
            kept += [of] if run <= 2 else []
    return _hash_numbers(kept, seed)


def _hash_numbers(numbers: list[int], seed: int) -> int:
    h = seed
    for number in numbers:
        h = (h ^ number) * 0x9FB21C651E98DF25 & MASK
        h ^= h >> 32
    return mix(h) or 1


@functools.cache
def hashes_of_numbers() -> Any:
    """The hashes of small numbers: all extractions share them, because computing them takes longer than all the rest."""
    return hashes([hash_text(f"number {i}") for i in range(4096)])


def constant_key() -> int:
    """The key of the feature that is always present."""
    return (hash_text("1") + hash_text("number 1") * (hash_text("atom 1") | 1)) & MASK
