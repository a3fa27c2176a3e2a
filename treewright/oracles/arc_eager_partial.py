"""Costs of partial arc-eager (Aufrant and Wisniewski 2018): gold arcs that get lost, and empty heads that get filled.

    shift        the arc to b from its head on the stack; arcs from b to words without head on the stack
    left-arc     s if it has no gold head; the arc to s from its head in the buffer, unless that is b; arcs from s to words
                 in the buffer
    right-arc    b if it has no gold head; the arc to b from its head, unless that is s; arcs from b to words without head
                 on the stack
    reduce       the arc to s, if it has no head, from its head in the buffer; arcs from s to words in the buffer

With a single root, ROOT is a possible head until it has a dependent, and giving it another word costs 1 if the gold root
could still become its dependent.
"""

from __future__ import annotations

import cython

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.arc_eager_partial import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
    from treewright.transitions.configuration import BELOW, HEAD, NODE, RIGHT_COUNT, WORD


class ArcEagerPartialOracle(Oracle):
    """Dynamic oracle of partial arc-eager."""

    def costs(self, c: Configuration, valid: int) -> int:
        """All costs in one walk down the stack."""
        b = c.next()
        s = c.top()
        self._walk(c, b)
        if b >= 0:
            self.cost[SHIFT] = self.taken + self.head_possible
            self.label[SHIFT] = -1
        if s >= 0:
            lost = self.children_from(s, b) if b >= 0 else 0
            waits = self._head_to_come(c)
            self.cost[LEFT_ARC] = lost + self._emptied(s) + (1 if waits and self.gold[s] != b else 0)
            if self.single_root and b == self.root and self.gold[s] != b and self.taken > 0:
                self.cost[LEFT_ARC] += 1
            self.label[LEFT_ARC] = self.gold_label[s]
        if b >= 0:
            head = self.gold[b]
            self.cost[RIGHT_ARC] = self.taken + self._emptied(b)
            if head != s and (head > b or self.head_possible):
                self.cost[RIGHT_ARC] += 1
            if self.single_root and s == self.root and head != s and self.children_from(s, b + 1) > 0:
                self.cost[RIGHT_ARC] += 1
            self.label[RIGHT_ARC] = self.gold_label[b]
        if s >= 0:
            self.cost[REDUCE] = lost + waits
            self.label[REDUCE] = -1
        return 0

    def _emptied(self, word: int) -> int:
        """1 if this word should stay without a head."""
        return 1 if self.gold[word] < 0 and not self.ignore_empty else 0

    def _head_to_come(self, c: Configuration) -> int:
        """1 if s waits for its gold head in the buffer."""
        b = c.next()
        head = self.gold[c.top()]
        if b < 0 or head < b or c.top_has_head():
            return 0
        return 0 if self.single_root and b == self.root and c.next_dependents() > 0 else 1

    def _walk(self, c: Configuration, b: int) -> int:
        """Look on the stack for the head and the dependents of b."""
        self.taken = 0
        self.head_possible = 0
        if b < 0:
            return 0
        lowest = self.size + 2
        if self.gold[b] >= 0:
            lowest = self.gold[b]
        if self.child_start[b] < self.child_start[b + 1] and self.child[self.child_start[b]] < lowest:
            lowest = self.child[self.child_start[b]]
        node = c.top_node
        while node and c.node[node * NODE + WORD] >= lowest:
            word = c.node[node * NODE + WORD]
            if self.gold[word] == b and c.node[node * NODE + HEAD] == 0:
                self.taken += 1
            if word == self.gold[b]:
                taken_root = word == self.root and self.single_root and c.node[node * NODE + RIGHT_COUNT] > 0
                self.head_possible = 0 if taken_root else 1
            node = c.node[node * NODE + BELOW]
        return 0
