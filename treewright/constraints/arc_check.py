"""Whether one projective tree can have all given heads: no cycle, no crossing, one root; in linear time.

An exhaustive search shows that these conditions are sufficient: see tests/constraints.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import int_array
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are the enum of the .pxd file
    from treewright.treebank.columns import CUTS, DEPREL, HEAD


class ArcCheck:
    """Checks one sentence at a time."""

    def __init__(self) -> None:
        self.room = 0
        self._make_room(64)

    def _make_room(self, size: int) -> None:
        self.by_right, self.by_left = int_array(size + 2), int_array(size + 2)
        self.next_right, self.next_left = int_array(size + 2), int_array(size + 2)
        self.open = int_array(size + 2)
        self.room = size

    def stands(self, sentence: Sentence, single_root: bool) -> bool:
        """Whether the heads of a sentence, `_` aside, are all in some projective tree."""
        for i in range(sentence.size):
            if sentence.heads[i] < 0:  # `_`, or a number that is not a word
                at = sentence.cuts[CUTS * i + HEAD]
                if sentence.cuts[CUTS * i + DEPREL] - at != 2 or sentence.source[at] != 95:
                    return False
        return self.fits(sentence.heads, sentence.size, single_root)

    def fits(self, heads: Any, size: int, single_root: bool) -> bool:
        """The same for heads as numbers: 0 is the root, -1 is unknown."""
        if size > self.room:
            self._make_room(2 * size)
        roots = 0
        for word in range(size):
            if heads[word] == 0:
                roots += 1
            if heads[word] > size or heads[word] == word + 1:
                return False
        if roots > 1 and single_root:
            return False
        return not self._has_covered_head(heads, size) and not self._has_crossing(heads, size)

    def _has_covered_head(self, heads: Any, size: int) -> bool:
        """Whether an arc from h ends at the head of h, or passes over it: it would have to be below h.

        There are no other cycles: the longest arc of a cycle would have to be crossed, or passed over by a longer one.
        """
        for word in range(1, size + 1):
            head = heads[word - 1]
            above = heads[head - 1] if head > 0 else 0
            if above > 0 and (head < above <= word or word <= above < head):
                return True
        return False

    def _has_crossing(self, heads: Any, size: int) -> bool:
        """Go through the arcs from left to right, longer ones first, with the ends of open arcs on a stack."""
        for at in range(size + 1):
            self.by_right[at] = 0
            self.by_left[at] = 0
        for word in range(1, size + 1):  # an arc is identified by its dependent, and is in the list of its right end
            head = heads[word - 1]
            if head >= 0:
                right = head if head > word else word
                self.next_right[word] = self.by_right[right]
                self.by_right[right] = word
        for right in range(1, size + 1):  # then in the list of its left end, the longest first
            word = self.by_right[right]
            while word:
                left = heads[word - 1] if right == word else word
                self.next_left[word] = self.by_left[left]
                self.by_left[left] = word
                word = self.next_right[word]
        count = 0
        for left in range(size + 1):
            while count > 0 and self.open[count - 1] <= left:
                count -= 1
            word = self.by_left[left]
            while word:
                right = word if word != left else heads[word - 1]
                if count > 0 and self.open[count - 1] < right:
                    return True
                self.open[count] = right
                count += 1
                word = self.next_left[word]
        return False

