"""Costs of non-monotonic arc-eager: those of arc-hybrid, since right-arc only shifts and reduce is hybrid's right-arc."""

from __future__ import annotations

import cython

from treewright.oracles.arc_hybrid import ArcHybridOracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enum of the .pxd file
    from treewright.transitions.non_monotonic_arc_eager import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT


class NonMonotonicArcEagerOracle(ArcHybridOracle):
    """Dynamic oracle of non-monotonic arc-eager."""

    def costs(self, c: Configuration, valid: int) -> int:
        """One cost per row of the table."""
        self.cost[SHIFT] = self.shift_cost(c)
        self.label[SHIFT] = -1
        self.cost[LEFT_ARC] = self.left_cost(c)
        self.label[LEFT_ARC] = self.gold_label[c.top()] if c.top() >= 0 else -1
        self.cost[RIGHT_ARC] = self.cost[SHIFT]
        self.label[RIGHT_ARC] = -1
        self.cost[REDUCE] = self.right_cost(c)
        self.label[REDUCE] = self.label[LEFT_ARC]
        return 0
