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

from typing import Any

import cython

from treewright.errors import SettingsError
from treewright.transitions.derivations import Derivations
from treewright.transitions.set_based import SetBased, SetSites
from treewright.transitions.set_configuration import SetConfiguration
from treewright.transitions.sites import Sites

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.set_based import COMBINE, LABEL, LABEL_VIEW, SHIFT, STRUCTURE_VIEW, WORD_VIEW
    from treewright.transitions.set_configuration import NODE, ONE

    GAP = 5


class MergeGap(SetBased):
    """Shift-reduce with gap: items of the stack are skipped one by one (Coavoux and Crabbé 2017)."""

    kinds = ("shift", "merge", "no-label", "label", "root", "gap")
    views = ("structure", "word", "label")
    more_settings = ()

    def __init__(self, *, root: str = "last", single_root: bool = True) -> None:
        super().__init__(root=root, single_root=single_root)

    def sites(self, d: Derivations | None = None) -> Sites:
        """One site."""
        return GapSites(SetConfiguration(1) if d is None else cython.cast(SetConfiguration, d, typecheck=True))


class GapSites(SetSites):
    """The transitions of the table, all at one site."""

    def __init__(self, c: SetConfiguration) -> None:
        super().__init__(0, c)

    def take(self, given: Any) -> None:
        """Refuses what is given: only the set-based system keeps it."""
        if given is not None:
            raise SettingsError("constraints: given constituents are kept by system.name = set-based only")

    def room(self, size: int) -> int:
        """One site."""
        return 1

    def first(self) -> int:
        """The only site."""
        return 0

    def after(self, site: int) -> int:
        """There is no other."""
        return -1

    def show(self, site: int) -> int:
        """Look at the item that merge would take, or at the focus that wants a label."""
        if self.c.is_structural():
            self.c.candidate = self.c.skipped + 1
            self.c.view = STRUCTURE_VIEW
        else:
            self.c.candidate = 0
            self.c.view = LABEL_VIEW if self.c.node[self.c.top_node * NODE + ONE] else WORD_VIEW
        return 0

    def valid(self) -> int:
        """The conditions of the table."""
        if not self.c.is_structural():
            return self.label_kinds()
        valid = 0
        if self.c.next_token() < self.c.size and self.c.skipped == 0:
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
        self.waiting = 0
        return self.c.commit(kind, label)
