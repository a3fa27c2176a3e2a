"""Puts words with the same values into groups, and groups in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy

from treewright.analysis.scores.column import Column, Value, rank, shared

Key = tuple[Value, ...]
OTHERS = "(others)"
NAMED = 20  # groups that an error names


class Groups(NamedTuple):
    """The group of each word of some sets of words, and the values of each group."""

    ids: list[numpy.ndarray]
    keys: list[Key]

    def counts(self, number: int, mask: numpy.ndarray) -> numpy.ndarray:
        """How many words of a set are in each group, of those in a mask."""
        return numpy.bincount(self.ids[number][mask], minlength=len(self.keys))


def grouped(sets: Sequence[Sequence[Column]]) -> Groups:
    """Groups of words: `sets[s][k]` is the column of criterion k of the words of set s."""
    sizes = [len(columns[0]) for columns in sets]
    ends = numpy.cumsum(sizes)
    ids = numpy.zeros(int(ends[-1]), numpy.int64)
    keys: list[Key] = [()]
    for columns in zip(*sets, strict=True):
        codes, values = shared(columns)
        joined = ids * len(values) + numpy.concatenate(codes)
        found, ids = numpy.unique(joined, return_inverse=True)  # numbered anew, so that they never grow too large
        ids = ids.reshape(-1)
        keys = [(*keys[number // len(values)], values[number % len(values)]) for number in found.tolist()]
    return Groups([ids[end - size : end] for size, end in zip(sizes, ends, strict=True)], keys)


def in_order(keys: Sequence[Key], counts: Sequence[int]) -> list[int]:
    """The groups in order: by number where the values are numbers, else the most frequent value first."""
    if not keys:
        return []
    places: list[dict[Value, tuple[int, int, str]]] = []
    for k in range(len(keys[0])):
        frequent: Counter[Value] = Counter()
        for key, count in zip(keys, counts, strict=True):
            frequent[key[k]] += int(count)
        numeric = all(value is None or isinstance(value, int) for value in frequent)
        places.append(
            {value: rank(value) if numeric else (-count, *rank(value)[:1], str(value)) for value, count in frequent.items()}
        )
    return sorted(
        range(len(keys)), key=lambda number: [place[value] for place, value in zip(places, keys[number], strict=True)]
    )


def most_frequent(order: Sequence[int], counts: Sequence[int], top: int | None) -> tuple[list[int], list[int]]:
    """The groups with the most words, in order, and the others; all are among the first if `top` is None."""
    if top is None or len(order) <= top:
        return list(order), []
    kept = set(sorted(order, key=lambda number: -int(counts[number]))[:top])
    return [number for number in order if number in kept], [number for number in order if number not in kept]


def unknown_key(wanted: Key, criteria: Sequence[str], keys: Sequence[Key]) -> KeyError:
    """The error for values that no group has."""
    shown = [repr(key[0] if len(key) == 1 else key) for key in keys[:NAMED]]
    more = f" and {len(keys) - NAMED:,} more" if len(keys) > NAMED else ""
    seen = repr(wanted[0] if len(wanted) == 1 else wanted)
    return KeyError(f"{'+'.join(criteria)}: seen {seen:.60}, expected one of {', '.join(shown)}{more}")
