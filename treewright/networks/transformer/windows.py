"""Windows: a sentence with more pieces than a transformer takes is cut into parts that overlap."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple


class Window(NamedTuple):
    """Words from `first` to before `end`; the vectors of those from `own` to before `own_end` are taken from here."""

    first: int
    end: int
    own: int
    own_end: int


def windows_of(lengths: Sequence[int], room: int) -> list[Window]:
    """The windows of words with so many pieces each, 1 to room / 2: every word is the own word of one window.

    Windows overlap by about half, and a word belongs to the one that has more of its neighbours.
    """
    sums = [0, *accumulate(lengths)]
    spans: list[tuple[int, int]] = []
    start = 0
    while True:
        end = bisect_right(sums, sums[start] + room) - 1
        if end >= len(lengths):  # the last window is as long as the others, too
            spans.append((bisect_left(sums, sums[-1] - room), len(lengths)))
            break
        spans.append((start, end))
        start = bisect_left(sums, sums[end] - room // 2)
    borders = [0]
    for (_, end), (start, _) in pairwise(spans):
        borders.append(bisect_left(sums, (sums[start] + sums[end]) / 2))
    borders.append(len(lengths))
    return [Window(*span, *own) for span, own in zip(spans, pairwise(borders), strict=True)]
