"""Easy-first (Goldberg and Elhadad 2010); S and B are the list of pending tokens, s and b those beside the focus.

    transition   condition                   effect
    forward      |B| >= 2                    (S, b|B, A)   -> (S|b, B, A)
    left-arc l   s is a word, B not empty    (S|s, b|B, A) -> ([], S|b|B, A + b -l-> s)
    right-arc l  b is a word, S not empty    (S|s, b|B, A) -> ([], S|s|B, A + s -l-> b)

An attachment may be made anywhere in the list: some forward transitions, then an arc, and the focus returns to the beginning.
So every path ends, and it spells out where each arc was made.  A search does not walk: all sites are scored.

A ROOT in first position stays on S.  With a single root, ROOT takes its dependent when only the two are left; before that,
forward does not enter the site beside it.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.transitions.pending_list import PendingList
from treewright.transitions.sites import Sites
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    from treewright.transitions.pending_list import allows

    FORWARD, LEFT_ARC, RIGHT_ARC = range(3)


class EasyFirst(TransitionSystem):
    """Easy-first: attachments anywhere in the sentence, the easiest ones first (Goldberg and Elhadad 2010)."""

    kinds = ("forward", "left-arc", "right-arc")
    labelled = ("left-arc", "right-arc")
    arcs = (("left-arc", "N0", "S0"), ("right-arc", "S0", "N0"))
    many_sites = True
    search = "sites"  # its derivations cannot be restored, so it has no beam

    def sites(self, d: Derivations | None = None) -> Sites | None:
        """Those between pending tokens, for a search; a configuration that walks is one site."""
        if d is not None:
            return None
        return PendingList(Configuration(1, self.root_first), root_first=self.root_first, single_root=self.single_root)

    def is_valid(self, c: Configuration, kind: int) -> bool:
        """The conditions of the table."""
        pending = c.stack_size() + c.buffer_size()
        if kind == FORWARD:
            if self.single_root and not self.root_first and pending > 2:
                return c.buffer_size() > 2
            return c.buffer_size() >= 2
        if c.stack_size() == 0 or c.buffer_size() == 0:
            return False
        if kind == LEFT_ARC:
            return allows(c.next(), c.top(), c.root, pending, self.single_root)
        if kind == RIGHT_ARC:
            return allows(c.top(), c.next(), c.root, pending, self.single_root)
        return False

    def apply(self, c: Configuration, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == FORWARD:
            c.shift()
            return 0
        if kind == LEFT_ARC:
            c.add_arc(c.next(), c.pop(), label)
        elif kind == RIGHT_ARC:
            c.add_arc(c.top(), c.pop_next(), label)
        while c.words_on_stack() > 0:
            c.put_back()
        return 0

    def is_final(self, c: Configuration) -> bool:
        """Only ROOT is left."""
        return c.stack_size() + c.buffer_size() == 1
