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

import cython

from treewright.errors import SettingsError
from treewright.oracles.item_oracle import ItemOracle
from treewright.transitions.set_based import SetBased
from treewright.transitions.set_configuration import SetConfiguration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.covers import WITHIN
    from treewright.transitions.item_system import COMBINE, SHIFT
    from treewright.transitions.set_configuration import NODE, OLDER, RIGHT


class SetOracle(ItemOracle):
    """Static and dynamic oracle of the set-based system; asking changes nothing."""

    more_settings: Sequence[str] = ("rule",)

    def __init__(self, system: SetBased, *, canonical: bool = False, rule: str = "exact") -> None:
        super().__init__(system, canonical=canonical)
        if rule not in ("exact", "paper"):
            raise SettingsError(f"oracle.rule: seen {rule!r}, expected exact or paper")
        self.as_in_paper = rule == "paper"
        self.next_one, self.next_item = 0, 0

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
        if self.asked_state == c.state and self.asked_start == c.starts:
            return self.next_one
        gold = self.tree.chain[c.node[c.top_node * NODE + RIGHT]] if c.top_node else 0
        if self.canonical and c.top_node:
            gold = self._above(c, c.top_node, gold)
        while gold < self.tree.count and not self.reachable(c, gold):
            gold += 1
        self.asked_state, self.asked_start, self.next_one, self.next_item = c.state, c.starts, gold, 0
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
