"""Non-monotonic arc-eager (Honnibal, Goldberg and Johnson 2013), in the form of Aufrant and Wisniewski (2018).

    transition   condition                  effect
    shift        b is a word                (S, b|B, A)   -> (S|b, B, A)
    left-arc l   s is a word, B not empty   (S|s, b|B, A) -> (S, b|B, A + b -l-> s)
    right-arc    b is a word, S not empty   (S|s, b|B, A) -> (S|s|b, B, A), s shown to features as the probable head of b
    reduce l     |S| >= 2                   (S|r|s, B, A) -> (S|r, B, A + r -l-> s)

An arc gets its label when it becomes final, so right-arc has none.  Conditions for the root are those of arc-hybrid.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import ROOTS, TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    SHIFT, LEFT_ARC, RIGHT_ARC, REDUCE = range(4)


class NonMonotonicArcEager(TransitionSystem):
    """Arc-eager whose right arcs may be corrected later (Honnibal et al. 2013)."""

    kinds = ("shift", "left-arc", "right-arc", "reduce")
    labelled = ("left-arc", "reduce")
    arcs = (("left-arc", "N0", "S0"), ("reduce", "S1", "S0"))
    roots = ROOTS

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if self.rootless and self.is_final(c):
            return False
        if kind == SHIFT:
            return c.words_in_buffer() > 0
        if kind == LEFT_ARC:
            if not c.is_word(c.top()) or c.buffer_size() == 0:
                return False
            return not self.single_root or c.next() != c.root or c.stack_size() == 1
        if kind == RIGHT_ARC:
            return c.words_in_buffer() > 0 and c.stack_size() > 0
        if kind == REDUCE:
            if c.stack_size() < 2:
                return False
            return not self.single_root or c.second() != c.root or c.buffer_size() == 0
        return False

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            c.shift()
        elif kind == LEFT_ARC:
            c.add_arc(c.next(), c.pop(), label)
        elif kind == RIGHT_ARC:
            c.add_temporary_arc(c.top(), c.next())
            c.shift()
        elif kind == REDUCE:
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Every word has been taken off the stack; without ROOT, all but one."""
        return c.words_in_buffer() == 0 and c.words_on_stack() == (1 if self.rootless else 0)
