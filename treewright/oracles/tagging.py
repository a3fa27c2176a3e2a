"""Costs of tagging: the only transition costs nothing, and its correct label is the gold tag."""

from __future__ import annotations

import cython

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C this is the enum of the .pxd
    from treewright.transitions.tagging import TAG


class TaggingOracle(Oracle):
    """Dynamic oracle of tagging."""

    def costs(self, c: Configuration, valid: int) -> int:
        """One row, one cost."""
        self.cost[TAG] = 0
        self.label[TAG] = self.gold_label[c.next()] if c.next() > 0 else -1
        return 0
