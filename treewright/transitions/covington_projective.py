"""Covington's algorithm for projective trees (Covington 2001, Nivre 2008).

The tokens before b that no arc covers are in two lists: those that b is still to meet (L, the stack; i is the nearest), and
those it has met (M, set aside).  Tokens under a new arc are dropped, and so is a word that got its head from the right.

    transition   condition                 effect
    no-arc       i has a head              (L|i, M, b|B, A) -> (L, i|M, b|B, A)
    left-arc l   i is a word without head  (L|i, M, b|B, A) -> (L, [], b|B, A + b -l-> i)
    right-arc l  b is a word               (L|i, M, b|B, A) -> (L|i|b, [], B, A + i -l-> b)
    shift        b is a word               (L, M, b|B, A)   -> (LM|b, [], B, A)

It is arc-eager in which reduce can be taken back.  Every word must have found a head at the end, so the last word has the
conditions of arc-eager: with the root first it may not be shifted, and not attached to the right while another word has no
head; with a single root (last) it may be shifted only if there is no word before it, and attached only if exactly one word,
the root to be, has no head; with a single root (first) ROOT takes one dependent, which the last word may not pass.
"""

from __future__ import annotations

import cython

from treewright.transitions.arc_eager import ArcEager
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    NO_ARC, LEFT_ARC, RIGHT_ARC, SHIFT = range(4)


class CovingtonProjective(ArcEager):
    """Covington's algorithm, kept to projective trees (Covington 2001)."""

    kinds = ("no-arc", "left-arc", "right-arc", "shift")
    labelled = ("left-arc", "right-arc")
    arcs = (("left-arc", "N0", "S0"), ("right-arc", "S0", "N0"))
    roots = ("first", "last")

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if kind == NO_ARC:
            return c.top_has_head() and c.buffer_size() > 0 and not self.is_needed(c)
        if kind == LEFT_ARC:
            return c.is_word(c.top()) and c.buffer_size() > 0 and not c.top_has_head()
        if kind == RIGHT_ARC:
            if c.stack_size() == 0 or c.words_in_buffer() == 0:
                return False
            if c.words_in_buffer() == 1 and not self.may_attach_last(c):
                return False
            return not (self.single_root and c.top() == c.root and c.top_dependents() > 0)
        if kind == SHIFT:
            return c.words_in_buffer() > 0 and (c.words_in_buffer() > 1 or self.may_shift_last(c))
        return False

    def valid_kinds(self, c: Configuration) -> int:
        """The same for all kinds, which are not those of arc-eager."""
        return TransitionSystem.valid_kinds(self, c)

    def is_needed(self, c: Configuration) -> bool:
        """Whether i is ROOT's only dependent, and the last word must not go past it."""
        return self.single_root and self.root_first and c.stack_size() == 2 and c.words_in_buffer() == 1

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == NO_ARC:
            c.set_aside()
        elif kind == LEFT_ARC:
            c.add_arc(c.next(), c.pop(), label)
            c.drop_aside()
        elif kind == RIGHT_ARC:
            c.add_arc(c.top(), c.next(), label)
            c.drop_aside()
            c.shift()
        elif kind == SHIFT:
            c.take_all_back()
            c.shift()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """All words have a head."""
        return c.words_in_buffer() == 0 and c.loose() == 0
