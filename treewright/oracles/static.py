"""The static oracle: one reference path per sentence, found by parsing with minimum-cost transitions.

On the path the next transition costs 0 and all others 1; away from the path it knows nothing, so training with it cannot
explore.  Among transitions of the same cost the last kind is taken, as the textbook oracles do (shift is the first: arcs as
early as possible).

A tree with unknown heads has no single path: any choice for them would be learnt as if it were gold.  Then every path to the
known heads is correct, as with the dynamic oracle.
"""

from __future__ import annotations

import cython

from treewright.arrays import grown, int_array
from treewright.oracles.oracle import Oracle
from treewright.oracles.wrapping import WrappingOracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enum of the .pxd file
    from treewright.transitions.configuration import RECORD, STEP


class StaticOracle(WrappingOracle):
    """One reference path, derived from a dynamic oracle."""

    dynamic = False

    def __init__(self, oracle: Oracle) -> None:
        super().__init__(oracle)
        self.c = oracle.system.initial(1)
        self.partial = False  # whether the tree has unknown heads
        self.leaves_words = oracle.system.partial  # then they are not unknown: the word should have no head
        self.path_room = 0
        self.path_kind, self.path_label = int_array(1), int_array(1)

    def start(self) -> int:
        """Parse the gold tree with minimum-cost transitions and keep the path."""
        self.oracle.take_from(self)
        self.partial = False
        for word in range(1, self.size + 1):
            if self.gold[word] < 0 and not self.leaves_words:
                self.partial = True
                return 0
        self.c.start(self.size, self.root_first)
        step = 0
        while not self.system.is_final(self.c):
            best = self.oracle.first_choice(self.c, self.system.valid_kinds(self.c))
            if step >= self.path_room:
                with cython.gil:
                    self.path_kind = grown(self.path_kind, step * 2 + 64)
                    self.path_label = grown(self.path_label, step * 2 + 64)
                    self.path_room = step * 2 + 64
            label = self.oracle.label[best]
            self.path_kind[step] = best
            self.path_label[step] = label
            self.system.advance(self.c, best, label if label >= 0 else 0)
            step += 1
        self.path_length = step
        return 0

    def costs(self, c: Configuration, valid: int) -> int:
        """0 for the transition of the path at this step, 1 for the others; for a partial tree, those of the wrapped oracle."""
        if self.partial:
            return WrappingOracle.costs(self, c, valid)
        step = c.record[c.state * RECORD + STEP]
        for kind in range(self.system.kind_count):
            self.cost[kind] = 1
            self.label[kind] = -1
        if step < self.path_length:
            kind = self.path_kind[step]
            self.cost[kind] = 0
            self.label[kind] = self.path_label[step]
        return 0
