"""Shift-reduce parsing with gap (Coavoux and Crabbé 2017), not lexicalised: ML-GAP of Coavoux, Crabbé and Cohen (2019).

    transition    condition                        effect
    shift         i < n, D has one item            (S, D, i, C)     -> (S|D, {i}, i + 1, C)
    merge         S is not empty                   (S|s, D|d, i, C) -> (S|D, s + d, i, C)
    gap           S has two items or more          (S|s, D, i, C)   -> (S, s|D, i, C)
    label X       after shift and merge            (S, D|d, i, C)   -> (S, D|d, i, C + (X, d))
    no-label      after shift and merge, if not    (S, D, i, C)     -> (S, D, i, C)
                  i = n and S is empty
    root          after the last merge             (S, D, i, C)     -> (S, D, i, C)

S is a stack of items and D a deque, both with their tops on the right, i is the next of n tokens, C the constituents.  D is
empty only at the beginning.  As in the set-based system, S and D are one list here, latest item first: d is the focus, and as
many items behind it have been skipped as gap has moved to D.  Shift after gap would be the same as shift alone, so after gap a
merge has to come first.
"""

from __future__ import annotations

import cython

from treewright.transitions.derivations import Derivations
from treewright.transitions.item_system import ItemSites, ItemSystem
from treewright.transitions.sites import Sites

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.item_system import COMBINE, LABEL, SHIFT

    GAP = 5


class MergeGap(ItemSystem):
    """Shift-reduce with gap: items of the stack are skipped one by one (Coavoux and Crabbé 2017)."""

    kinds = ("shift", "merge", "no-label", "label", "root", "gap")

    def sites(self, d: Derivations | None = None) -> Sites:
        """One site."""
        return GapSites(self.items(d))


class GapSites(ItemSites):
    """The transitions of the table, all at one site."""

    def valid(self) -> int:
        """The conditions of the table."""
        if self.c.labelling:
            return self.label_kinds()
        valid = 0
        if self.c.next < self.c.size and self.c.skipped == 0:
            valid |= 1 << SHIFT
        if self.c.set_size() > self.c.skipped:
            valid |= 1 << COMBINE
        if self.c.set_size() > self.c.skipped + 1:
            valid |= 1 << GAP
        return valid

    def advance(self, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            self.c.shift()
        elif kind == COMBINE:
            self.c.combine(self.c.skipped + 1)
        elif kind == GAP:
            self.c.skip()
        else:
            self.c.give_label(label if kind == LABEL else -1)
        return self.commit(kind, label)
