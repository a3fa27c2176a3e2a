"""Set-based discontinuous constituency parsing (Coavoux and Cohen 2019), without a stack.

    transition    condition                      effect
    shift         i < n, j even                  (S, f, i, C) -> (S + f, {i}, i + 1, C)
    combine-s     s in S, j even                 (S, f, i, C) -> (S - s, f + s, i, C)
    label X       j odd                          (S, f, i, C) -> (S, f, i, C + (X, f))
    no-label      j odd, i < n or S not empty    (S, f, i, C) -> (S, f, i, C)
    root          j odd, i = n, S empty          (S, f, i, C) -> (S, f, i, C)

S is a set of items, f the focus item, i the next of n tokens, C the constituents, j the number of steps so far.  Any tree with
or without gaps is derived in exactly 4n - 2 steps.  The last row is not the paper's: the root of the treebank itself may have
several children, and then no other constituent has all tokens.

Structural steps have a site for shift (0) and one for each item of the set (1 is the latest); labelling steps have one site.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.errors import SettingsError
from treewright.transitions.covers import Covers
from treewright.transitions.derivations import Derivations
from treewright.transitions.item_system import ItemSites, ItemSystem
from treewright.transitions.set_configuration import SetConfiguration
from treewright.transitions.sites import Sites

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.covers import CROSSING, EQUAL, WITHIN
    from treewright.transitions.item_system import COMBINE, COMBINE_VIEW, LABEL, SHIFT, SHIFT_VIEW


class SetBased(ItemSystem):
    """Set-based: the focus may be combined with any item (Coavoux and Cohen 2019)."""

    kinds: Sequence[str] = ("shift", "combine", "no-label", "label", "root")
    views: Sequence[str] = ("shift", "combine", "word", "label")
    more_settings: Sequence[str] = ("candidates",)

    def __init__(self, *, root: str = "last", single_root: bool = True, candidates: int = 0) -> None:
        """`candidates` is how many items of the set, the latest ones, may be combined with the focus; 0 is all."""
        super().__init__(root=root, single_root=single_root)
        if isinstance(candidates, bool) or not isinstance(candidates, int) or not 0 <= candidates <= 1_000_000:
            raise SettingsError(f"system.candidates: seen {candidates!r}, expected a whole number, 0 for all items")
        self.candidates = candidates

    def sites(self, d: Derivations | None = None) -> Sites:
        """Shift, and the items of the set."""
        return SetSites(self.candidates, self.items(d))


class SetSites(ItemSites):
    """Where the transitions of the table may be made: one site for shift, one for each item of the set."""

    def __init__(self, candidates: int, c: SetConfiguration) -> None:
        super().__init__(c)
        self.candidates = candidates
        self.constrained, self.given = False, Covers()

    def room(self, size: int) -> int:
        """Shift, and as many items as there are tokens."""
        return size + 1

    def first(self) -> int:
        """Shift if there is a token left, else the latest item."""
        return 1 if not self.c.labelling and self.c.next == self.c.size else 0

    def after(self, site: int) -> int:
        """From the latest item to older ones."""
        return site + 1 if site < self._last() else -1

    def _last(self) -> int:
        """The last site of the configuration."""
        if self.c.labelling:
            return 0
        count = self.c.set_size()
        return self.candidates if 0 < self.candidates < count and not self.constrained else count

    def show(self, site: int) -> int:
        """Look at shift, at an item, or at the focus that wants a label."""
        self.c.site, self.c.candidate = site, site
        if not self.c.labelling:
            self.c.view = SHIFT_VIEW if site == 0 else COMBINE_VIEW
        else:
            self.c.view = self.label_view()
        return 0

    def valid(self) -> int:
        """The conditions of the table."""
        if not self.c.labelling:
            if self.constrained and not self._keeps_given():
                return 0
            if self.c.site == 0:
                return 1 << SHIFT if self.c.next < self.c.size else 0
            return 1 << COMBINE if self.c.site <= self.c.set_size() else 0
        return self.label_kinds()

    def label_kinds(self) -> int:
        """The conditions of the rows about labels."""
        if self.constrained and self.given_label() != -1:
            return 1 << LABEL
        return ItemSites.label_kinds(self)

    def take(self, given: Any) -> None:
        """Take the constituents that are given for the next sentence, in columns."""
        self.constrained = given is not None
        if given is not None:
            self.given.read(given.parents, given.labels)

    def given_label(self) -> int:
        """The label of the given constituent that the focus is; -1 if it is none, ANY if it may have any label."""
        if not self.constrained or not self.c.labelling or not self.c.top_node:
            return -1
        right = self.c.next - 1
        for number in range(self.given.chain[right], self.given.chain[right + 1]):
            if self.given.relation(self.c, self.c.top_node, 0, number) == EQUAL:
                return self.given.name[number]
        return -1

    def _keeps_given(self) -> bool:
        """Whether all given constituents can still be made after shift, or after the focus is combined with an item.

        Those that end with the focus must be complete before the next token comes, and no item may cross one.
        """
        if self.c.site == 0:
            if not self.c.top_node:
                return True
            for number in range(self.given.chain[self.c.next - 1], self.given.chain[self.c.next]):
                if self.given.relation(self.c, self.c.top_node, 0, number) == WITHIN:
                    return False
            return True
        node = self.c.node_at(self.c.site)
        for number in range(self.given.count):
            if self.given.relation(self.c, self.c.top_node, node, number) == CROSSING:
                return False
        return True

    def advance(self, kind: int, label: int) -> int:
        """The effects of the table."""
        if kind == SHIFT:
            self.c.shift()
        elif kind == COMBINE:
            self.c.combine(self.c.site)
        else:
            self.c.give_label(label if kind == LABEL else -1)
        return self.commit(kind, label)
