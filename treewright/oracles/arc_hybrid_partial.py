"""Costs of partial arc-hybrid (Aufrant and Wisniewski 2018); r is the token below s.

    shift        the arc to b from its head on the stack, unless that is s; arcs from b to words on the stack
    left-arc     s if it has no gold head; the arc to s from r or from the buffer, unless that is b; arcs from s to words in
                 the buffer
    right-arc    s if it has no gold head; the arc to s from its head in the buffer; arcs from s to words in the buffer
    reduce       the arc to s from r or from the buffer; arcs from s to words in the buffer

With a single root, ROOT is a possible head until it has a dependent, and giving it another word costs 1 if the gold root
could still become its dependent.
"""

from __future__ import annotations

import cython

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.arc_hybrid_partial import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
    from treewright.transitions.configuration import BELOW, NODE, RIGHT_COUNT, WORD


class ArcHybridPartialOracle(Oracle):
    """Dynamic oracle of partial arc-hybrid."""

    def costs(self, c: Configuration, valid: int) -> int:
        """One cost per row of the table."""
        b = c.next()
        s = c.top()
        if b >= 0:
            self.cost[SHIFT] = self._between(c, b)
            self.label[SHIFT] = -1
        if s < 0:
            return 0
        lost = self.children_from(s, b) if b >= 0 else 0
        filled = 1 if self.gold[s] < 0 and not self.ignore_empty else 0
        below = self._head_below(c)
        waits = self._head_to_come(c)
        self.cost[LEFT_ARC] = lost + filled + below + (1 if waits and self.gold[s] != b else 0)
        if self.single_root and b == self.root and self.gold[s] != b and self._between(c, b) > 0:
            self.cost[LEFT_ARC] += 1
        self.label[LEFT_ARC] = self.gold_label[s]
        self.cost[RIGHT_ARC] = lost + filled + waits
        if self.single_root and c.second() == self.root and self.gold[s] != self.root and b >= 0:
            self.cost[RIGHT_ARC] += 1 if self.children_from(self.root, b) > 0 else 0
        self.label[RIGHT_ARC] = self.gold_label[s]
        self.cost[REDUCE] = lost + below + waits
        self.label[REDUCE] = -1
        return 0

    def _head_below(self, c: Configuration) -> int:
        """1 if the gold head of s is r and may still take it."""
        r = c.second()
        if r < 0 or self.gold[c.top()] != r:
            return 0
        return 0 if self.single_root and r == self.root and c.second_dependents() > 0 else 1

    def _head_to_come(self, c: Configuration) -> int:
        """1 if the gold head of s is in the buffer and may still take it."""
        b = c.next()
        if b < 0 or self.gold[c.top()] < b:
            return 0
        return 0 if self.single_root and b == self.root and c.next_dependents() > 0 else 1

    def _between(self, c: Configuration, b: int) -> int:
        """The arcs between b and the stack, except the one from s."""
        head = self.gold[b]
        lost = 0
        lowest = head if head >= 0 else self.size + 2
        if self.child_start[b] < self.child_start[b + 1] and self.child[self.child_start[b]] < lowest:
            lowest = self.child[self.child_start[b]]
        node = c.top_node
        while node and c.node[node * NODE + WORD] >= lowest:
            word = c.node[node * NODE + WORD]
            if self.gold[word] == b:
                lost += 1
            if word == head and node != c.top_node:
                taken_root = word == self.root and self.single_root and c.node[node * NODE + RIGHT_COUNT] > 0
                lost += 0 if taken_root else 1
            node = c.node[node * NODE + BELOW]
        return lost
