"""Words whose label is known beforehand: a table of forms that is asked before the classifier is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from treewright.arrays import int_array
from treewright.features.form_table import FormTable

if not cython.compiled:  # in C these are the enum of the .pxd file
    from treewright.treebank.columns import CUTS, FORM, LEMMA


class KnownLabels:
    """The numbers of the labels that some forms always have, and those of the words of one sentence."""

    def __init__(self, labels: Mapping[str, int]) -> None:
        self.table = FormTable(labels)
        self.room = 0
        self.label = int_array(1)

    def take(self, text: Any, cuts: Any, size: int) -> int:
        """Look up the words of a sentence."""
        if size + 2 > self.room:
            with cython.gil:
                self.label = int_array(2 * size + 2)
                self.room = 2 * size + 2
        self.label[0] = -1
        self.label[size + 1] = -1
        for i in range(size):
            self.label[i + 1] = self.table.find(text, cuts[CUTS * i + FORM], cuts[CUTS * i + LEMMA] - 1)
        return 0

    def of(self, word: int) -> int:
        """The label of a word of the sentence, negative if it is not known."""
        return self.label[word] if word >= 0 else -1
