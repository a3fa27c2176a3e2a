"""The tags that transitions have chosen on the way to a configuration: `p` of a word is its tag there, or absent.

The columns of a sentence are one table, and the items of a beam differ in their tags.  So the table follows the search: from
one configuration to the next, tags are undone back to the shared past, and those chosen since are written.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.arrays import hashes, int_array, ints
from treewright.features.encoding import SEEDS, Encoding
from treewright.features.feature_model import FeatureModel
from treewright.features.hash_functions import hash_text
from treewright.features.template_tables import COMPOSITE, FIELD, FIELDS
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import ARC_LABEL, KIND, NODE, PREVIOUS, RECORD, TOP, WORD


class ChosenTags:
    """The tag of each word of one sentence in the configuration followed last; `kind` is the transition that chooses."""

    def __init__(self, model: FeatureModel, names: Sequence[str], kind: int) -> None:
        self.kind = kind
        self.hash = hashes([hash_text(name, SEEDS[3]) for name in names])  # as in Encoding
        self.column = -1
        composites: list[int] = []
        for number, (what, field, _, parts) in enumerate(model.columns):
            if what == FIELD and field == FIELDS["p"]:
                self.column = number
            elif what == COMPOSITE and any(part in (self.column, *composites) for part in parts):  # parts come first
                composites.append(number)
        self.composite, self.composite_count = ints(composites), len(composites)
        self.tag, self.times, self.room = int_array(1), int_array(1), 1
        self.state = 0

    def clear(self, words: Encoding) -> int:
        """Start an encoded sentence, in which no word has a tag."""
        if words.size + 2 > self.room:
            with cython.gil:
                room = 2 * words.size + 2
                self.tag, self.times = int_array(room), int_array(room)
                self.room = room
        return self._forget(words)

    def _forget(self, words: Encoding) -> int:
        """No word has a tag; ROOT needs none, which the first one stands for."""
        self.state = 0
        self.tag[0] = 0
        self.tag[words.size + 1] = 0
        for word in range(1, words.size + 1):
            self.tag[word] = -1
            self.times[word] = 0
            self._write(word, words)
        return 0

    def follow(self, c: Configuration, state: int, words: Encoding) -> int:
        """Make all tags those of a committed configuration.  A new sentence is recognised by its initial configuration."""
        if state == 0:
            return self._forget(words) if self.state != 0 else 0
        there, here = self.state, state
        while there != here:  # later records have larger numbers
            if there > here:
                self._take_in(c, there, -1, words)
                there = c.record[there * RECORD + PREVIOUS]
            else:
                here = c.record[here * RECORD + PREVIOUS]
        here = state
        while here != there:
            self._take_in(c, here, 1, words)
            here = c.record[here * RECORD + PREVIOUS]
        self.state = state
        return 0

    def _take_in(self, c: Configuration, state: int, sign: int, words: Encoding) -> int:
        """Give a word the tag that a transition chose, or with -1 take it away, unless an earlier one gave it too."""
        base = state * RECORD
        if c.record[base + KIND] != self.kind:
            return 0
        word = c.node[c.record[base + TOP] * NODE + WORD]
        if word < 1 or word > words.size:
            return 0
        self.times[word] += sign
        self.tag[word] = c.record[base + ARC_LABEL] if self.times[word] > 0 else -1
        return self._write(word, words)

    def _write(self, word: int, words: Encoding) -> int:
        """Write the tag of a word to the columns that read it."""
        if self.column < 0:
            return 0
        row = word * words.column_count
        words.hash[row + self.column] = self.hash[self.tag[word]] if self.tag[word] >= 0 else 0
        for i in range(self.composite_count):
            words.hash[row + self.composite[i]] = words.composite(word - 1, self.composite[i])
        return 0

    def of(self, word: int) -> int:
        """The tag of a token, -1 if it has none."""
        return self.tag[word] if word >= 0 else -1
