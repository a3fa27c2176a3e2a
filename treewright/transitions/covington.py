"""Covington's algorithm for all trees (Covington 2001, Nivre 2008): each word meets all words before it.

The tokens before b are in two lists: those that b has yet to meet (L, the stack; i is the nearest), and those it has met
(M, set aside).

    transition   condition                                            effect
    no-arc       i is a word                                          (L|i, M, b|B, A) -> (L, i|M, b|B, A)
    left-arc l   i is a word without head, b is not below i in A      (L|i, M, b|B, A) -> (L, i|M, b|B, A + b -l-> i)
    right-arc l  b is a word without head, i is not below b in A      (L|i, M, b|B, A) -> (L, i|M, b|B, A + i -l-> b)
    shift        b is a word                                          (L, M, b|B, A)   -> (LM|b, [], B, A)

Every word must have a head at the end, so there are more conditions.  A ROOT in last position takes all words without
head that it meets.  With a single root (first) ROOT takes one dependent.  If the root is first or single, the last word is
the last chance for the other words to get a head:

    no-arc       i has a head, or will be the root (last); if b has no head, a word that leads to ROOT is left to give it one
    right-arc    i leads to ROOT: ROOT is above it (first), or a word that can only become the root (last)
    shift        all words have a head (first), or all but one (last)
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import BELOW, HEAD, NODE, RIGHT_COUNT, WORD

    NO_ARC, LEFT_ARC, RIGHT_ARC, SHIFT = range(4)


class Covington(TransitionSystem):
    """Covington's algorithm: every pair of words is looked at, and every tree can be built (Covington 2001)."""

    kinds = ("no-arc", "left-arc", "right-arc", "shift")
    labelled = ("left-arc", "right-arc")
    arcs = (("left-arc", "N0", "S0"), ("right-arc", "S0", "N0"))
    reaches = "all"
    by_words = True

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if kind != SHIFT and (c.stack_size() == 0 or c.buffer_size() == 0):
            return False
        bound = c.words_in_buffer() == 1 and (self.root_first or self.single_root)
        if kind == NO_ARC:
            if c.words_in_buffer() == 0:
                return c.top_has_head() and c.loose() > 0
            return c.is_word(c.top()) and (not bound or self._may_pass(c))
        if kind == LEFT_ARC:
            return c.is_word(c.top()) and not c.top_has_head() and not self._makes_cycle(c, kind)
        if kind == RIGHT_ARC:
            if c.words_in_buffer() == 0 or c.next_has_head() or self._makes_cycle(c, kind):
                return False
            if self.single_root and c.top() == c.root and c.top_dependents() > 0:
                return False
            return not bound or self._may_attach_last(c)
        if kind == SHIFT:
            return c.words_in_buffer() > 0 and (not bound or self._may_shift_last(c))
        return False

    def _makes_cycle(self, c: Configuration, kind: int) -> bool:
        """Whether b is below i (left-arc), or i is below b (right-arc)."""
        if kind == LEFT_ARC:
            if not c.next_has_head():
                return False
            return c.topmost(c.next()) == c.top()
        if c.next_dependents() == 0 or not c.top_has_head():
            return False
        return c.topmost(c.top()) == c.next()

    def _may_shift_last(self, c: Configuration) -> bool:
        if self.root_first:
            return c.next_has_head() and c.loose() == 0
        return c.loose() + c.loose_aside() + (0 if c.next_has_head() else 1) == 1

    def _may_attach_last(self, c: Configuration) -> bool:
        """Whether the last word, which has no head yet, may get i as its head."""
        if not self.root_first and c.loose_aside() == 0:
            return True
        above = c.topmost(c.top())
        return above == c.root if self.root_first else above == self._waiting_aside(c)

    def _may_pass(self, c: Configuration) -> bool:
        """Whether the last word may leave i as it is."""
        i = c.top()
        if self.root_first:
            return c.top_has_head() and (c.next_has_head() or not self.single_root or self._is_below(c, c.root))
        if not c.top_has_head():
            if c.next_has_head():
                return c.topmost(c.next()) == i
            return c.loose_aside() == 0 and self._is_below(c, i)
        return c.next_has_head() or c.loose_aside() == 0 or self._is_below(c, self._waiting_aside(c))

    def _waiting_aside(self, c: Configuration) -> int:
        """The one word set aside that has no head."""
        node = c.aside_node
        while c.node[node * NODE + HEAD] != 0:
            node = c.node[node * NODE + BELOW]
        return c.node[node * NODE + WORD]

    def _is_below(self, c: Configuration, above: int) -> bool:
        """Whether a token under the top of the stack leads to this one; of ROOT, either itself or one that leads to it."""
        node = c.node[c.top_node * NODE + BELOW]
        while node:
            word = c.node[node * NODE + WORD]
            if word == c.root:
                return c.node[node * NODE + RIGHT_COUNT] == 0  # it still waits for its dependent
            if c.topmost(word) == above:
                return True
            node = c.node[node * NODE + BELOW]
        return False

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == NO_ARC:
            c.set_aside()
        elif kind == LEFT_ARC:
            c.add_arc(c.next(), c.top(), label)
            c.set_aside()
        elif kind == RIGHT_ARC:
            c.add_arc(c.top(), c.next(), label)
            c.set_aside()
        elif kind == SHIFT:
            c.take_all_back()
            c.shift()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """All words have a head."""
        return c.words_in_buffer() == 0 and c.loose() == 0
