"""Projectivity: an arc is projective if every word between its ends descends from its head."""

from __future__ import annotations

from collections.abc import Sequence


def is_projective(heads: Sequence[int]) -> bool:
    """True if no arc is non-projective (arcs of unknown heads, -1, are none)."""
    return not nonprojective_arcs(heads)


def nonprojective_arcs(heads: Sequence[int]) -> list[tuple[int, int]]:
    """The non-projective arcs as (head, dependent), by dependent.

    In a tree a word between the ends descends from the head unless the way up from it leaves the span, and the
    way leaves where some word of the span has its head outside. So the least and the greatest head within the span
    decide, and a table of them over spans of 1, 2, 4 ... words answers in n log n, whatever the tree.
    """
    size = len(heads)
    own = [word if head < 0 else head for word, head in enumerate(heads, 1)]  # an unknown head leaves no span
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
        last = right - (1 << level)
        if (
            min(least[level][left + 1], least[level][last]) < left
            or max(greatest[level][left + 1], greatest[level][last]) > right
        ):
            found.append((head, dependent))
    return found
