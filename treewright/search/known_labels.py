"""Words whose label is known beforehand: a table of forms that is asked before the classifier is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from treewright.arrays import hash_array, int_array
from treewright.features.hash_functions import hash_text

if not cython.compiled:  # in C this is a function of hashing.pxd
    from treewright.features.hash_functions import hash_span


class KnownLabels:
    """The numbers of the labels that some forms always have, and those of the words of one sentence."""

    def __init__(self, labels: Mapping[str, int]) -> None:
        self.size = 16
        while self.size < 2 * len(labels):
            self.size *= 2
        self.key, self.number = hash_array(self.size), int_array(self.size)
        for form, number in labels.items():
            key = hash_text(form)
            at = self._place(key)
            self.key[at], self.number[at] = key, number
        self.room = 0
        self.label = int_array(1)

    def _place(self, key: int) -> int:
        """Where a form is in the table, or where it would be."""
        at = key & (self.size - 1)
        while self.key[at] != 0 and self.key[at] != key:
            at = (at + 1) & (self.size - 1)
        return at

    def take(self, text: Any, cuts: Any, size: int) -> int:
        """Look up the words of a sentence."""
        if size + 2 > self.room:
            with cython.gil:
                self.room = 2 * size + 2
                self.label = int_array(self.room)
        self.label[0] = -1
        self.label[size + 1] = -1
        for i in range(size):
            key = hash_span(text, cuts[11 * i + 1], cuts[11 * i + 2] - 1, 0)
            at = self._place(key)
            self.label[i + 1] = self.number[at] if self.key[at] == key else -1
        return 0

    def of(self, word: int) -> int:
        """The label of a word of the sentence, -1 if it is not known."""
        return self.label[word] if word >= 0 else -1
