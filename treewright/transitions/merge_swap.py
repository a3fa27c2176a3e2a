"""Shift-reduce parsing with swap (Versley 2014, Maier 2015), not lexicalised, with labels as steps of their own.

    transition    condition                              effect
    shift         B is not empty                         (S, b|B, C)   -> (S|b, B, C)
    merge         S has two items or more                (S|r|s, B, C) -> (S|r + s, B, C)
    swap          r ends before s                        (S|r|s, B, C) -> (S|s, r|B, C)
    label X       after merge and the shift of a token   (S|s, B, C)   -> (S|s, B, C + (X, s))
    no-label      the same, if s has not all tokens      (S, B, C)     -> (S, B, C)
    root          the same, if s has all tokens          (S, B, C)     -> (S, B, C)

S is a stack of items with its top s on the right and r below it, B has the items that were put back and the tokens that were
not read yet, C the constituents.  What was put back is not labelled again.  Two items are swapped once at most, so every path
ends.
"""

from __future__ import annotations

import cython

from treewright.transitions.derivations import Derivations
from treewright.transitions.item_system import ItemSites, ItemSystem
from treewright.transitions.sites import Sites

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.item_system import COMBINE, LABEL, SHIFT
    from treewright.transitions.set_configuration import NODE, RIGHT

    SWAP = 5


class MergeSwap(ItemSystem):
    """Shift-reduce with swap: items of the stack are put back to the buffer (Versley 2014, Maier 2015)."""

    kinds = ("shift", "merge", "no-label", "label", "root", "swap")

    def sites(self, d: Derivations | None = None) -> Sites:
        """One site."""
        return SwapSites(self.items(d))


class SwapSites(ItemSites):
    """The transitions of the table, all at one site."""

    def valid(self) -> int:
        """The conditions of the table."""
        if self.c.labelling:
            return self.label_kinds()
        valid = 0
        if self.c.next < self.c.size or self.c.put_back:
            valid |= 1 << SHIFT
        if self.c.set_size() > 0:
            valid |= 1 << COMBINE
            if self.c.node[self.c.node_at(1) * NODE + RIGHT] < self.c.node[self.c.top_node * NODE + RIGHT]:
                valid |= 1 << SWAP
        return valid

    def advance(self, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT and self.c.put_back:
            self.c.take_back()
        elif kind == SHIFT:
            self.c.shift()
        elif kind == COMBINE:
            self.c.combine(1)
        elif kind == SWAP:
            self.c.swap()
        else:
            self.c.give_label(label if kind == LABEL else -1)
        return self.commit(kind, label)
