"""Partial arc-eager (Aufrant and Wisniewski 2018): a word may be left without a head.

    transition   condition                  effect
    shift        b is a word                (S, b|B, A)   -> (S|b, B, A)
    left-arc l   s is a word without head   (S|s, b|B, A) -> (S, b|B, A + b -l-> s)
    right-arc l  b is a word, S not empty   (S|s, b|B, A) -> (S|s|b, B, A + s -l-> b)
    reduce       s is a word                (S|s, B, A)   -> (S, B, A)

A word that is reduced without a head stays without one; it may have dependents.  There are no dead ends, so the
position of ROOT adds no condition.  With a single root, ROOT takes at most one dependent.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    SHIFT, LEFT_ARC, RIGHT_ARC, REDUCE = range(4)


class ArcEagerPartial(TransitionSystem):
    """Arc-eager that may leave words without a head (Aufrant and Wisniewski 2018)."""

    kinds = ("shift", "left-arc", "right-arc", "reduce")
    labelled = ("left-arc", "right-arc")
    arcs = (("left-arc", "N0", "S0"), ("right-arc", "S0", "N0"))
    partial = True

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if kind == SHIFT:
            return c.words_in_buffer() > 0
        if kind == LEFT_ARC:
            if not c.is_word(c.top()) or c.buffer_size() == 0 or c.top_has_head():
                return False
            return not self.single_root or c.next() != c.root or c.next_dependents() == 0
        if kind == RIGHT_ARC:
            if c.stack_size() == 0 or c.words_in_buffer() == 0:
                return False
            return not self.single_root or c.top() != c.root or c.top_dependents() == 0
        if kind == REDUCE:
            return c.is_word(c.top())
        return False

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            c.shift()
        elif kind == LEFT_ARC:
            c.add_arc(c.next(), c.pop(), label)
        elif kind == RIGHT_ARC:
            c.add_arc(c.top(), c.next(), label)
            c.shift()
        elif kind == REDUCE:
            c.pop()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Every word has been taken off the stack."""
        return c.words_in_buffer() == 0 and c.words_on_stack() == 0
