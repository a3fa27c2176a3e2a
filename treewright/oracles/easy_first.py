"""Costs of easy-first (Goldberg and Nivre 2013).  Easy-first is arc-decomposable.

    left-arc     arcs from s to pending words; the arc to s from its pending head, unless that is b
    right-arc    arcs from b to pending words; the arc to b from its pending head, unless that is s
    forward      the least cost of an arc further to the right

A single root adds nothing: the arc from ROOT to a word is lost when the word gets another head.
"""

from __future__ import annotations

import cython

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import GONE, IN_BUFFER, NEVER
    from treewright.transitions.configuration import BELOW, NODE, WORD
    from treewright.transitions.easy_first import FORWARD, LEFT_ARC, RIGHT_ARC
    from treewright.transitions.pending_list import allows


class EasyFirstOracle(Oracle):
    """Dynamic oracle of easy-first."""

    def costs(self, c: Configuration, valid: int) -> int:
        """One cost per row of the table."""
        s, b = c.top(), c.next()
        self.place_tokens(c)
        self.cost[LEFT_ARC] = self.attachment_cost(b, s) if s >= 0 and b >= 0 else NEVER
        self.label[LEFT_ARC] = self.gold_label[s] if s >= 0 else -1
        self.cost[RIGHT_ARC] = self.attachment_cost(s, b) if s >= 0 and b >= 0 else NEVER
        self.label[RIGHT_ARC] = self.gold_label[b] if b >= 0 else -1
        self.cost[FORWARD] = self._least_ahead(c)
        self.label[FORWARD] = -1
        return 0

    # For training, which keeps the list --------------------------------------------------------------------

    def start(self) -> int:
        """All tokens are pending."""
        for token in range(self.size + 2):
            self.place[token] = IN_BUFFER
        return 0

    def costs_at(self, d: Derivations, valid: int) -> int:
        """The costs of both arcs at the site that is shown."""
        return self._costs_at(cython.cast(Configuration, d))

    def _costs_at(self, c: Configuration) -> int:
        self.cost[LEFT_ARC] = self.attachment_cost(c.next(), c.top())
        self.label[LEFT_ARC] = self.gold_label[c.top()]
        self.cost[RIGHT_ARC] = self.attachment_cost(c.top(), c.next())
        self.label[RIGHT_ARC] = self.gold_label[c.next()]
        return 0

    def follow(self, d: Derivations, kind: int) -> int:
        """A word gets its head at the site that is shown, and leaves the list."""
        return self._leave(cython.cast(Configuration, d), kind)

    def _leave(self, c: Configuration, kind: int) -> int:
        self.place[c.top() if kind == LEFT_ARC else c.next()] = GONE
        return 0

    def attachment_cost(self, head: int, dependent: int) -> int:
        """The gold arcs that an arc between two neighbours loses."""
        gold = self.gold[dependent]
        lost = 1 if gold >= 0 and gold != head and self.place[gold] != GONE else 0
        for at in range(self.child_start[dependent], self.child_start[dependent + 1]):
            if self.place[self.child[at]] != GONE:
                lost += 1
        return lost

    def _least_ahead(self, c: Configuration) -> int:
        """The least cost of an arc between two tokens of the buffer."""
        least = NEVER
        pending = c.stack_size() + c.buffer_size()
        node = c.next_node
        left = c.node[node * NODE + WORD]
        for _ in range(c.buffer_size() - 1):
            node = c.node[node * NODE + BELOW]
            right = c.node[node * NODE + WORD] if node else left + 1
            if allows(right, left, self.root, pending, self.single_root):
                least = min(least, self.attachment_cost(right, left))
            if allows(left, right, self.root, pending, self.single_root):
                least = min(least, self.attachment_cost(left, right))
            left = right
        return least
