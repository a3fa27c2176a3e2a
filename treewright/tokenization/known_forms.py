"""Tokens whose words are known beforehand, and those that a classifier has to be asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython

from treewright.arrays import int_array
from treewright.features.form_table import FormTable
from treewright.tokenization.units import Units

if not cython.compiled:  # in C these are names of .pxd files
    from treewright.features.form_table import MISSING
    from treewright.tokenization.units import NOTHING_AT, SENTENCE
    from treewright.treebank.columns import CUTS, FEATS, FORM, HEAD, LEMMA, MISC, ROW_END, UPOS, XPOS

WHOLE = -1  # the number of a form that is one word


class KnownForms:
    """A table of forms with a number each: the way they are split, or that they are whole."""

    def __init__(self, ways: Mapping[str, int]) -> None:
        self.table = FormTable(ways)
        self.asked_count = self.split_count = self.room = 0
        self.asked = self.cuts = self.split = self.way = int_array(0)

    def look(self, text: bytes, units: Units) -> int:
        """Look up the tokens that units were joined to: `split` and `way` have those that are known to be several words,
        `asked` those that are not known, and `cuts` their columns.
        """
        self._make_room(units.count)
        source = text
        self.asked_count = self.split_count = 0
        first = True
        for i in range(units.count):
            number = self.table.find(source, units.token_start[i], units.token_end[i])
            if number == MISSING:
                if not (units.spaced and has_space(source, units.token_start[i], units.token_end[i])):
                    self._ask(units, i, first)
            elif number != WHOLE:
                self.split[self.split_count] = i
                self.way[self.split_count] = number
                self.split_count += 1
            first = units.token_kind[i] == SENTENCE
        return 0

    def _ask(self, units: Units, i: int, first: bool) -> int:
        """A token as a word: FEATS is the token before, MISC the one after, UPOS whether the token begins a sentence."""
        at = CUTS * self.asked_count
        self.asked[self.asked_count] = i
        self.asked_count += 1
        flag = 2 if first else 0
        self.cuts[at + FORM], self.cuts[at + LEMMA] = units.token_start[i], units.token_end[i] + 1
        self.cuts[at + UPOS], self.cuts[at + XPOS] = flag, flag + 3
        self.cuts[at + FEATS], self.cuts[at + HEAD] = NOTHING_AT, NOTHING_AT + 2
        self.cuts[at + MISC], self.cuts[at + ROW_END] = NOTHING_AT, NOTHING_AT + 2
        if not first:
            self.cuts[at + FEATS], self.cuts[at + HEAD] = units.token_start[i - 1], units.token_end[i - 1] + 1
        if units.token_kind[i] != SENTENCE:
            self.cuts[at + MISC], self.cuts[at + ROW_END] = units.token_start[i + 1], units.token_end[i + 1] + 1
        return 0

    def _make_room(self, tokens: int) -> int:
        if tokens > self.room:
            self.room = 2 * tokens
            self.asked, self.cuts = int_array(self.room), int_array(CUTS * self.room)
            self.split, self.way = int_array(self.room), int_array(self.room)
        return 0


def has_space(text: Any, begin: int, end: int) -> bool:
    """Whether a token may have a space, tab or line break in it; other spaces are rare enough to be taken for letters."""
    at = begin
    while at < end and text[at] > 32:
        at += 1
    return at < end
