"""Short-spanned arc-hybrid (Aufrant and Wisniewski 2018): partial arc-hybrid without long arcs; m is the maximum length.

    transition   condition                               effect
    shift        b is a word                             (S, b|B, A)   -> (S|b, B, A)
    left-arc l   s and b are words, b - s <= m           (S|s, b|B, A) -> (S, b|B, A + b -l-> s)
    right-arc l  |S| >= 2, r is a word, s - r <= m       (S|r|s, B, A) -> (S|r, B, A + r -l-> s)
    reduce       s is a word                             (S|s, B, A)   -> (S, B, A)

ROOT is outside the sentence and never near: it takes no dependents, whatever its position.
"""

from __future__ import annotations

import cython

from treewright.transitions.arc_hybrid_partial import ArcHybridPartial
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import checked_length

if not cython.compiled:  # in C these are the enum of the .pxd
    from treewright.transitions.arc_hybrid_partial import LEFT_ARC, RIGHT_ARC


class ArcHybridSpan(ArcHybridPartial):
    """Arc-hybrid that makes only short arcs and leaves other words without a head (Aufrant and Wisniewski 2018)."""

    more_settings = ("max_length",)

    def __init__(self, *, root: str = "last", single_root: bool = True, max_length: int = 3) -> None:
        super().__init__(root=root, single_root=single_root)
        self.max_length = checked_length(max_length)

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of partial arc-hybrid, and short arcs between words only."""
        if not ArcHybridPartial.is_valid(self, c, kind):
            return False
        if kind == LEFT_ARC:
            return c.next() != c.root and c.next() - c.top() <= self.max_length
        if kind == RIGHT_ARC:
            return c.second() != c.root and c.top() - c.second() <= self.max_length
        return True

    def makes(self, word: int, head: int) -> bool:
        """Short arcs; one from ROOT never is."""
        return head > 0 and abs(head - word) <= self.max_length
