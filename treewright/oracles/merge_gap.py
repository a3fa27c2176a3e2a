"""Costs of shift-reduce parsing with gap: how many gold constituents get out of reach.

    label step        as in the set-based system
    structural step   f is the focus; a gold constituent is within reach if each item lies within it or apart from it, and it
                      ends with f or after it
       shift          those within reach that end with f
       merge          those within reach that have f without the item that merge takes, or that item without f
       gap            the fewest that merge can cost with an item further behind

What is within reach can be made together, so these costs are exact; the least of them is taken off all.  The static oracle
(`canonical`) has one choice: it merges as soon as that costs nothing, with the latest item for which it does, else it shifts.
"""

from __future__ import annotations

import cython

from treewright.oracles.item_oracle import ItemOracle
from treewright.transitions.set_configuration import SetConfiguration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import NEVER
    from treewright.transitions.item_system import COMBINE, SHIFT
    from treewright.transitions.merge_gap import GAP
    from treewright.transitions.set_configuration import NODE, OLDER


class GapOracle(ItemOracle):
    """Static and dynamic oracle of shift-reduce parsing with gap."""

    def structural_costs(self, c: SetConfiguration) -> int:
        """The costs of shift, merge and gap."""
        if self.asked_state == c.state and self.asked_start == c.starts:
            return 0  # the costs are those asked for last
        self.asked_state, self.asked_start = c.state, c.starts
        self.label[SHIFT], self.label[COMBINE], self.label[GAP] = -1, -1, -1
        self.find_open(c)
        self.cost[SHIFT], self.cost[COMBINE], self.cost[GAP] = NEVER, NEVER, NEVER
        if c.skipped == 0 and c.next < c.size:
            self.cost[SHIFT] = self.ending
        node = c.node_at(c.skipped + 1)
        if node:
            self.cost[COMBINE] = self.lost_with(c, node)
            node = c.node[node * NODE + OLDER]
        while node:
            self.cost[GAP] = min(self.cost[GAP], self.lost_with(c, node))
            node = c.node[node * NODE + OLDER]
        return self._choose() if self.canonical else self._relate()

    def _relate(self) -> int:
        """Make the least cost 0."""
        least = min(self.cost[SHIFT], self.cost[COMBINE], self.cost[GAP])
        self.cost[SHIFT] -= least
        self.cost[COMBINE] -= least
        self.cost[GAP] -= least
        return 0

    def _choose(self) -> int:
        """Leave one transition that costs nothing."""
        kind = SHIFT
        if self.cost[COMBINE] == 0 or (self.cost[SHIFT] == NEVER and self.cost[COMBINE] <= self.cost[GAP]):
            kind = COMBINE
        elif self.cost[GAP] == 0 or self.cost[SHIFT] == NEVER:
            kind = GAP
        self.cost[SHIFT], self.cost[COMBINE], self.cost[GAP] = 1, 1, 1
        self.cost[kind] = 0
        return 0
