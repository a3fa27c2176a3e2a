"""Costs of set-based parsing: how many gold constituents get out of reach.

    label step        label X if (X, f) is a gold constituent, else no-label; at the last step, root if there is none
    structural step   f is the focus; a gold constituent is within reach if each item lies within it or apart from it, and it
                      ends with f or after it
       shift          those within reach that end with f
       combine-s      those within reach that have f without s, or s without f

If all items are candidates, what is within reach can be made together, so these costs are exact.  The dynamic oracle of
Coavoux and Cohen (2019) has fewer choices (`rule` = paper): of what is within reach, it looks at the constituent g that ends
first, and of these the smallest.

       combine-s      0 if f and s lie within g, else 1
       shift          0 if g ends after f, else 1

It is right, but not complete: about one in twenty of the transitions that it calls wrong lose nothing.

The static oracle (`canonical`) has one choice: it combines as soon as two items are children of the same gold constituent, the
latest one first, and shifts if there are none.  That is the derivation of the paper's Table 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import int_array
from treewright.errors import SettingsError
from treewright.oracles.oracle import Oracle
from treewright.transitions.covers import Covers
from treewright.transitions.derivations import Derivations
from treewright.transitions.set_based import SetBased
from treewright.transitions.set_configuration import SetConfiguration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.covers import CROSSING, EQUAL, WITHIN
    from treewright.transitions.set_based import COMBINE, LABEL, NO_LABEL, ROOT, SHIFT
    from treewright.transitions.set_configuration import NODE, OLDER, RIGHT


class SetOracle(Oracle):
    """Static and dynamic oracle of the set-based system; asking changes nothing."""

    more_settings: Sequence[str] = ("rule",)
    static_itself = True  # `canonical` makes it the static oracle

    def __init__(self, system: SetBased, *, canonical: bool = False, rule: str = "exact") -> None:
        super().__init__(system)
        if rule not in ("exact", "paper"):
            raise SettingsError(f"oracle.rule: seen {rule!r}, expected exact or paper")
        self.as_in_paper = rule == "paper"
        self.canonical = canonical
        self.next_state, self.next_start, self.next_one, self.next_item = -1, -1, 0, 0
        self.tree = Covers()
        self.open_room, self.open_state, self.open_start = 0, -1, -1

    def take(self, heads: Any, labels: Any, size: int) -> int:
        """Take the gold tree of a sentence: parents and labels of tokens and constituents (see SetConfiguration.read)."""
        self.size, self.next_state, self.open_state = size, -1, -1
        return self.tree.take(heads, labels, size)

    def costs_at(self, d: Derivations, valid: int) -> int:
        """One cost per row of the table, for the site that is shown."""
        return self._costs_of(cython.cast(SetConfiguration, d))

    def _costs_of(self, c: SetConfiguration) -> int:
        return self.structural_costs(c) if c.is_structural() else self._label_costs(c)

    def _label_costs(self, c: SetConfiguration) -> int:
        right = c.node[c.top_node * NODE + RIGHT]
        self.cost[LABEL], self.cost[NO_LABEL], self.cost[ROOT] = 1, 0, 0
        self.label[LABEL], self.label[NO_LABEL], self.label[ROOT] = -1, -1, -1
        for gold in range(self.tree.chain[right], self.tree.chain[right + 1]):
            if self.tree.relation(c, c.top_node, 0, gold) == EQUAL:
                self.cost[LABEL], self.cost[NO_LABEL], self.cost[ROOT] = 0, 1, 1
                self.label[LABEL] = self.tree.name[gold]
        return 0

    def structural_costs(self, c: SetConfiguration) -> int:
        """The costs of shift, or of combining the focus with the item that is shown."""
        if not self.as_in_paper and not self.canonical:
            self.find_open(c)
            self.label[SHIFT], self.label[COMBINE] = -1, -1
            if c.site == 0:
                self.cost[SHIFT] = self.ending
            else:
                self.cost[COMBINE] = self.lost_with(c, c.node_at(c.site))
            return 0
        gold = self._next(c)
        if c.site == 0:
            self.label[SHIFT] = -1
            if self.canonical:
                self.cost[SHIFT] = 1 if self.next_item > 0 else 0
            else:
                self.cost[SHIFT] = 0 if self.tree.last[gold] > c.node[c.top_node * NODE + RIGHT] else 1
            return 0
        self.label[COMBINE] = -1
        if self.canonical:
            self.cost[COMBINE] = 0 if c.site == self.next_item else 1
            return 0
        node = c.node_at(c.site)
        inside = self.next_item > 0 and self.tree.relation(c, node, 0, gold) == WITHIN
        self.cost[COMBINE] = 0 if inside else 1
        return 0

    def _next(self, c: SetConfiguration) -> int:
        """The next gold constituent; sets the latest item that lies within it with the focus, 0 if there is none."""
        if self.next_state == c.state and self.next_start == c.starts:
            return self.next_one
        gold = self.tree.chain[c.node[c.top_node * NODE + RIGHT]] if c.top_node else 0
        if self.canonical and c.top_node:
            gold = self._above(c, c.top_node, gold)
        while gold < self.tree.count and not self.reachable(c, gold):
            gold += 1
        self.next_state, self.next_start, self.next_one, self.next_item = c.state, c.starts, gold, 0
        if c.top_node and self.tree.relation(c, c.top_node, 0, gold) == WITHIN:
            at, node = 1, c.node_at(1)
            while node and not self._belongs(c, node, gold):
                at += 1
                node = c.node[node * NODE + OLDER]
            self.next_item = at if node else 0
        return gold

    def _belongs(self, c: SetConfiguration, node: int, gold: int) -> bool:
        """Whether an item lies within a gold constituent, for the static oracle as a child or as some children."""
        if self.tree.relation(c, node, 0, gold) != WITHIN:
            return False
        return not self.canonical or self._above(c, node, self.tree.chain[c.node[c.top_node * NODE + RIGHT]]) == gold

    def _above(self, c: SetConfiguration, node: int, gold: int) -> int:
        """The smallest constituent within reach that an item lies within, from a number on."""
        while gold < self.tree.count and not (self.tree.relation(c, node, 0, gold) == WITHIN and self.reachable(c, gold)):
            gold += 1
        return gold

    def find_open(self, c: SetConfiguration) -> int:
        """Find the constituents within reach, and count those that end with the focus."""
        if self.open_state == c.state and self.open_start == c.starts:
            return 0
        self.open_state, self.open_start = c.state, c.starts
        if self.tree.count > self.open_room:
            with cython.gil:
                self.open_room = self.tree.count * 2
                self.open, self.has_focus = int_array(self.open_room), int_array(self.open_room)
        self.open_count, self.ending = 0, 0
        if c.top_node == 0:
            return 0
        right = c.node[c.top_node * NODE + RIGHT]
        for gold in range(self.tree.chain[right], self.tree.count):
            if self.reachable(c, gold):
                self.open[self.open_count] = gold
                self.has_focus[self.open_count] = self.tree.relation(c, c.top_node, 0, gold) == WITHIN
                self.open_count += 1
                if self.tree.last[gold] == right:
                    self.ending += 1
        return 0

    def lost_with(self, c: SetConfiguration, node: int) -> int:
        """How many constituents within reach have the focus without an item, or the item without the focus."""
        lost = 0
        for i in range(self.open_count):
            if (self.tree.relation(c, node, 0, self.open[i]) == WITHIN) != self.has_focus[i]:
                lost += 1
        return lost

    def reachable(self, c: SetConfiguration, gold: int) -> bool:
        """Whether a constituent that ends with the focus or after it can still be made, the focus having been labelled."""
        if c.top_node and self.tree.relation(c, c.top_node, 0, gold) == EQUAL:
            return False
        node = c.top_node
        while node:
            if self.tree.relation(c, node, 0, gold) >= CROSSING:
                return False
            node = c.node[node * NODE + OLDER]
        return True
