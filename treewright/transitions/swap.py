"""Arc-standard with swap (Nivre 2009); s is the top of the stack, r the token below it, b the front of the buffer.

    transition   condition                       effect
    shift        B not empty                     (S, b|B, A)   -> (S|b, B, A)
    left-arc l   |S| >= 2, r is a word           (S|r|s, B, A) -> (S|s, B, A + s -l-> r)
    right-arc l  |S| >= 2, s is a word           (S|r|s, B, A) -> (S|r, B, A + r -l-> s)
    swap         r and s are words, r before s   (S|r|s, B, A) -> (S|s, r|B, A)

Two words are swapped at most once, so every path ends.  A ROOT in last position is shifted too, to receive its
dependents.  With a single root this waits until one word is left on the stack, and a ROOT in first place takes its
dependent when the buffer is empty.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import ROOTS, TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    SHIFT, LEFT_ARC, RIGHT_ARC, SWAP = range(4)


class Swap(TransitionSystem):
    """Arc-standard that also reorders words, and so builds every tree (Nivre 2009)."""

    kinds = ("shift", "left-arc", "right-arc", "swap")
    labelled = ("left-arc", "right-arc")
    arcs = (("left-arc", "S0", "S1"), ("right-arc", "S1", "S0"))
    tagging = "shift"
    roots = ROOTS
    reaches = "all"

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if self.rootless and self.is_final(c):
            return False
        if kind == SHIFT:
            if c.buffer_size() == 0:
                return False
            return not self.single_root or c.next() != c.root or c.stack_size() == 1
        if kind == LEFT_ARC:
            return c.stack_size() >= 2 and c.is_word(c.second())
        if kind == RIGHT_ARC:
            if c.stack_size() < 2 or not c.is_word(c.top()):
                return False
            return not self.single_root or c.second() != c.root or c.buffer_size() == 0
        if kind == SWAP:
            return c.is_word(c.top()) and c.is_word(c.second()) and c.second() < c.top()
        return False

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            c.shift()
        elif kind == LEFT_ARC:
            c.add_arc(c.top(), c.pop_second(), label)
        elif kind == RIGHT_ARC:
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)
        elif kind == SWAP:
            c.put_back_second()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Only ROOT is left; without ROOT, one word."""
        return c.stack_size() == 1 and (c.words_in_buffer() if self.rootless else c.buffer_size()) == 0
