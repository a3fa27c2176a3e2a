"""What oracles of discontinuous constituents share: costs of labels, and which gold constituents are within reach.

    label step        label X if (X, f) is a gold constituent, else no-label; at the last step, root if there is none

f is the focus.  A gold constituent is within reach if each item lies within it or apart from it, and it ends with f or after
it.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import int_array
from treewright.oracles.oracle import Oracle
from treewright.transitions.covers import Covers
from treewright.transitions.derivations import Derivations
from treewright.transitions.item_system import ItemSystem
from treewright.transitions.set_configuration import SetConfiguration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.covers import CROSSING, EQUAL, WITHIN
    from treewright.transitions.item_system import LABEL, NO_LABEL, ROOT
    from treewright.transitions.set_configuration import NODE, OLDER, RIGHT


class ItemOracle(Oracle):
    """Base of oracles of items; asking changes nothing."""

    static_itself = True  # `canonical` makes it the static oracle

    def __init__(self, system: ItemSystem, *, canonical: bool = False) -> None:
        super().__init__(system)
        self.canonical = canonical
        self.tree = Covers()
        self.asked_state, self.asked_start = -1, -1
        self.open_room, self.open_state, self.open_start = 0, -1, -1

    def take(self, heads: Any, labels: Any, size: int) -> int:
        """Take the gold tree of a sentence: parents and labels of tokens and constituents (see SetConfiguration.read)."""
        self.size, self.asked_state, self.open_state = size, -1, -1
        return self.tree.take(heads, labels, size)

    def costs_at(self, d: Derivations, valid: int) -> int:
        """One cost per row of the table, for the site that is shown."""
        return self._costs_of(cython.cast(SetConfiguration, d))

    def _costs_of(self, c: SetConfiguration) -> int:
        return self._label_costs(c) if c.labelling else self.structural_costs(c)

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
        """The costs of structural transitions, which each system has its own of."""
        return 0

    # What is within reach -----------------------------------------------------------------------------------------

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
