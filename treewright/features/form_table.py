"""A table of forms with a number each, for compiled code that has spans of text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from treewright.arrays import hash_array, int_array
from treewright.features.hash_functions import hash_text

if not cython.compiled:  # in C these are names of .pxd files
    from treewright.features.hash_functions import hash_span

    MISSING = -2


class FormTable:
    """Finds the number of a form by its hash; it never changes, so threads may share it."""

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.size = 16
        while self.size < 2 * len(numbers):
            self.size *= 2
        self.key, self.number = hash_array(self.size), int_array(self.size)
        for form, number in numbers.items():
            key = hash_text(form)
            at = self._place(key)
            self.key[at], self.number[at] = key, number

    def _place(self, key: int) -> int:
        """Where a form is in the table, or where it would be."""
        at = key & (self.size - 1)
        while self.key[at] != 0 and self.key[at] != key:
            at = (at + 1) & (self.size - 1)
        return at

    def find(self, text: Any, start: int, end: int) -> int:
        """The number of text[start:end], MISSING if it is not in the table."""
        key = hash_span(text, start, end, 0)
        at = self._place(key)
        return self.number[at] if self.key[at] == key else MISSING
