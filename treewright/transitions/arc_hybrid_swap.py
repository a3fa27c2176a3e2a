"""Arc-hybrid with swap (de Lhoneux, Stymne and Nivre 2017); s is the top of the stack, r the token below, b the next word.

    transition   condition                       effect
    shift        b is a word                     (S, b|B, A)   -> (S|b, B, A)
    left-arc l   s is a word, B not empty        (S|s, b|B, A) -> (S, b|B, A + b -l-> s)
    right-arc l  |S| >= 2                        (S|r|s, B, A) -> (S|r, B, A + r -l-> s)
    swap         s and b are words, s before b   (S|s, b|B, A) -> (S, b|s|B, A)

Two words are swapped at most once, so every path ends.  With a single root, ROOT takes its dependent in the very
last transition.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import ROOTS, TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    SHIFT, LEFT_ARC, RIGHT_ARC, SWAP = range(4)


class ArcHybridSwap(TransitionSystem):
    """Arc-hybrid that also reorders words, and so builds every tree (de Lhoneux et al. 2017)."""

    kinds = ("shift", "left-arc", "right-arc", "swap")
    labelled = ("left-arc", "right-arc")
    arcs = (("left-arc", "N0", "S0"), ("right-arc", "S1", "S0"))
    tagging = "shift"
    roots = ROOTS
    reaches = "all"

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
            if c.stack_size() < 2:
                return False
            return not self.single_root or c.second() != c.root or c.buffer_size() == 0
        if kind == SWAP:
            return c.is_word(c.top()) and c.is_word(c.next()) and c.top() < c.next()
        return False

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            c.shift()
        elif kind == LEFT_ARC:
            c.add_arc(c.next(), c.pop(), label)
        elif kind == RIGHT_ARC:
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)
        elif kind == SWAP:
            c.put_behind_next()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Every word has been taken off the stack; without ROOT, all but one."""
        return c.words_in_buffer() == 0 and c.words_on_stack() == (1 if self.rootless else 0)
