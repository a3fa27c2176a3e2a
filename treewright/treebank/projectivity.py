"""Projectivity: an arc is projective if every word between its ends descends from its head."""

from __future__ import annotations

from collections.abc import Sequence


def is_projective(heads: Sequence[int]) -> bool:
    """True if no arc is non-projective (arcs of unknown heads, -1, are none)."""
    return not nonprojective_arcs(heads)


def nonprojective_arcs(heads: Sequence[int]) -> list[tuple[int, int]]:
    """The non-projective arcs as (head, dependent), by dependent.

    A word below an unknown head may still descend from any word of another part of the tree, so it makes no arc there
    non-projective.
    """
    found = []
    arcs = crossed_arcs(heads)
    if arcs:
        first, last, top = _descent(heads)
        for head, dependent in arcs:
            for word in range(min(head, dependent) + 1, max(head, dependent)):
                below = first[head] <= first[word] < last[head]
                if not below and (top[word] == 0 or top[word] == top[head] >= 0):
                    found.append((head, dependent))
                    break
    return found


def crossed_arcs(heads: Sequence[int]) -> list[tuple[int, int]]:
    """The arcs (head, dependent) over a word whose head is outside the span; only these can be non-projective.

    A table of the smallest and largest heads within 1, 2, 4 ... words gives the answer in n log n, however long the arcs are.
    """
    size = len(heads)
    own = [word if head < 0 else head for word, head in enumerate(heads, 1)]  # an unknown head is never outside the span
    least, greatest = [[0, *own]], [[0, *own]]
    width = 1
    while 2 * width <= size:
        low, high = least[-1], greatest[-1]
        least.append([min(low[i], low[i + width]) for i in range(len(low) - width)])
        greatest.append([max(high[i], high[i + width]) for i in range(len(high) - width)])
        width *= 2
    found = []
    for dependent, head in enumerate(heads, 1):
        left, right = min(head, dependent), max(head, dependent)
        between = right - left - 1
        if head < 0 or between < 1:
            continue
        level = between.bit_length() - 1
        end = right - (1 << level)
        if (
            min(least[level][left + 1], least[level][end]) < left
            or max(greatest[level][left + 1], greatest[level][end]) > right
        ):
            found.append((head, dependent))
    return found


def _descent(heads: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """Numbers such that first[a] <= first[b] < last[a] if b descends from a, and the topmost word (or 0) above each."""
    size = len(heads)
    dependents: list[list[int]] = [[] for _ in range(size + 1)]
    for word, head in enumerate(heads, 1):
        if head >= 0:
            dependents[head].append(word)
    first, last, top = [-1] * (size + 1), [-1] * (size + 1), [-1] * (size + 1)
    count = 0
    for start in [0, *(word for word, head in enumerate(heads, 1) if head < 0)]:
        path = [start]
        while path:
            word = path[-1]
            if first[word] < 0:
                first[word], top[word] = count, start
                count += 1
                path.extend(dependents[word])
            else:
                path.pop()
                if last[word] < 0:
                    last[word] = count
    return first, last, top
