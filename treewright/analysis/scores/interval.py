"""Intervals of numbers, as tables and plots group by them: 3, 6-10, 21+."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence


class Interval(int):
    """Some numbers taken together, as the first of them."""

    label: str

    def __new__(cls, first: int, last: int | None) -> Interval:
        """The numbers from `first` to `last`, or all from `first` on."""
        made = super().__new__(cls, first)
        made.label = f"{first}+" if last is None else f"{first}-{last}" if last > first else str(first)
        return made

    def __str__(self) -> str:
        return self.label


def interval_of(number: int, starts: Sequence[int]) -> Interval:
    """The interval that a number is in, given where each one begins; what is below all of them is in the first."""
    after = max(1, bisect_right(starts, number))
    return Interval(starts[after - 1], starts[after] - 1 if after < len(starts) else None)
