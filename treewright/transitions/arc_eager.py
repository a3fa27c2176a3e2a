"""Arc-eager (Nivre 2004); s is the top of the stack, b the next word.

    transition   condition                              effect
    shift        b is a word                            (S, b|B, A)   -> (S|b, B, A)
    left-arc l   s is a word without head               (S|s, b|B, A) -> (S, b|B, A + b -l-> s)
    right-arc l  b is a word                            (S|s, b|B, A) -> (S|s|b, B, A + s -l-> b)
    reduce       s has a head                           (S|s, B, A)   -> (S, B, A)

Every word must have found a head at the end, so the last word has more conditions.  With the root first it may not be
shifted, and not attached to the right while another word has no head.  With a single root (last) it may be shifted
only on an empty stack and attached only if exactly one word, the root to be, has no head; with a single root (first)
ROOT takes one dependent, which stays on the stack as long as there are words to come.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import ROOTS, TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    SHIFT, LEFT_ARC, RIGHT_ARC, REDUCE = range(4)


class ArcEager(TransitionSystem):
    """Arc-eager: right dependents are attached as early as possible (Nivre 2004)."""

    kinds = ("shift", "left-arc", "right-arc", "reduce")
    labelled = ("left-arc", "right-arc")
    arcs: Sequence[tuple[str, str, str]] = (("left-arc", "N0", "S0"), ("right-arc", "S0", "N0"))
    roots = ROOTS

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        if self.rootless and self.is_final(c):
            return False
        if kind == SHIFT:
            return c.words_in_buffer() > 0 and (c.words_in_buffer() > 1 or self.may_shift_last(c))
        if kind == LEFT_ARC:
            return c.is_word(c.top()) and c.buffer_size() > 0 and not c.top_has_head()
        if kind == RIGHT_ARC:
            if c.stack_size() == 0 or c.words_in_buffer() == 0:
                return False
            if c.words_in_buffer() == 1 and not self.may_attach_last(c):
                return False
            return not (self.single_root and self.root_first and c.top() == c.root and c.top_dependents() > 0)
        if kind == REDUCE:
            return c.top_has_head() and not self.is_needed(c)
        return False

    def valid_kinds(self, c: Configuration) -> int:
        """The same for all kinds: as long as words follow and ROOT is not on the stack, only the top matters."""
        if self.root_first or c.words_in_buffer() < 2:
            return TransitionSystem.valid_kinds(self, c)
        if c.top_node == 0:
            return 1 << SHIFT
        return 1 << SHIFT | 1 << RIGHT_ARC | 1 << (REDUCE if c.top_has_head() else LEFT_ARC)

    def may_shift_last(self, c: Configuration) -> bool:
        """Whether the last word of the buffer may still be shifted."""
        return not self.root_first and (not self.single_root or c.stack_size() == 0)

    def may_attach_last(self, c: Configuration) -> bool:
        """Whether the last word of the buffer may get its head."""
        if self.root_first:
            return c.loose() == 0
        return not self.single_root or c.loose() == 1

    def is_needed(self, c: Configuration) -> bool:
        """Whether the top is ROOT's only dependent and must wait for the words to come."""
        return self.single_root and self.root_first and c.stack_size() == 2 and c.words_in_buffer() > 0

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
        """Every word has been taken off the stack; without ROOT, all words have been read."""
        return c.words_in_buffer() == 0 and (self.rootless or c.words_on_stack() == 0)
