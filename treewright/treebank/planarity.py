"""2-planarity: a tree is 2-planar if its arcs can be drawn above and below the sentence so that none cross."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from treewright.treebank.projectivity import crossed_arcs

TRIES = 3000  # combinations of arcs to leave out that are tried; beyond that, the arcs that cross most are left out first


def is_two_planar(heads: Sequence[int]) -> bool:
    """True if two planes hold all arcs; ROOT is first (with one root its position does not matter)."""
    return not crossed_arcs(heads) or all(_fit(group, set()) for group in _groups(crossing_arcs(heads)))


def two_planar_arcs(heads: Sequence[int]) -> int:
    """How many of the known arcs two planes can hold."""
    known = sum(head >= 0 for head in heads)
    if not crossed_arcs(heads):
        return known
    return known - sum(_too_many(group) for group in _groups(crossing_arcs(heads)))


def crossing_arcs(heads: Sequence[int]) -> dict[int, set[int]]:
    """For each word whose arc crosses others, the words of those arcs."""
    spans = sorted((min(word, head), max(word, head), word) for word, head in enumerate(heads, 1) if head >= 0)
    found: dict[int, set[int]] = {}
    for number, (left, right, word) in enumerate(spans):
        for start, end, other in itertools.islice(spans, number + 1, None):
            if start >= right:
                break
            if left < start and end > right:
                found.setdefault(word, set()).add(other)
                found.setdefault(other, set()).add(word)
    return found


def _groups(crossing: dict[int, set[int]]) -> Iterable[dict[int, set[int]]]:
    """The connected groups of arcs that cross each other."""
    left = set(crossing)
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            word = todo.pop()
            if word not in group:
                group.add(word)
                todo += crossing[word]
        left -= group
        yield {word: crossing[word] for word in group}


def _too_many(group: dict[int, set[int]]) -> int:
    """How many arcs of a group must be left out so that two planes hold the others."""
    for count in range(len(group)):
        if math.comb(len(group), count) > TRIES:
            break
        if any(_fit(group, set(out)) for out in itertools.combinations(sorted(group), count)):
            return count
    out: set[int] = set()
    while not _fit(group, out):
        out.add(max(sorted(set(group) - out), key=lambda word: len(group[word] - out)))
    return len(out)


def _fit(group: dict[int, set[int]], out: set[int]) -> bool:
    """Whether two planes hold the arcs of a group except those left out."""
    plane: dict[int, bool] = {}
    for first in group:
        todo = [] if first in out or first in plane else [first]
        for word in todo:
            plane.setdefault(word, True)
            for other in group[word] - out:
                if other not in plane:
                    plane[other] = not plane[word]
                    todo.append(other)
                elif plane[other] == plane[word]:
                    return False
    return True
