"""Costs of arc-hybrid (Goldberg and Nivre 2013); r is the token below s.  Arc-hybrid is arc-decomposable.

    shift        arcs from b to words on the stack; the arc to b from its head on the stack, unless that is s
    left-arc     arcs from s to words in the buffer; the arc to s from r or from the buffer, unless that is b
    right-arc    arcs from s to words in the buffer; the arc to s from its head in the buffer

With a single root in last position only the lowest word of the stack can still become the root.
"""

from __future__ import annotations

import cython

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import IN_BUFFER, ON_STACK
    from treewright.transitions.arc_hybrid import LEFT_ARC, RIGHT_ARC, SHIFT
    from treewright.transitions.configuration import BELOW, NODE, WORD


class ArcHybridOracle(Oracle):
    """Dynamic oracle of arc-hybrid."""

    knows_reach = True

    def costs(self, c: Configuration, valid: int) -> int:
        """One cost per row of the table."""
        self.cost[SHIFT] = self.shift_cost(c)
        self.label[SHIFT] = -1
        self.cost[LEFT_ARC] = self.left_cost(c)
        self.label[LEFT_ARC] = self.gold_label[c.top()] if c.top() >= 0 else -1
        self.cost[RIGHT_ARC] = self.right_cost(c)
        self.label[RIGHT_ARC] = self.label[LEFT_ARC]
        return 0

    def may_attach(self, head: int, word: int, strict: bool) -> bool:
        """A word on the stack can get a head from the buffer or from below it, a word in the buffer any head."""
        if self.place[head] == IN_BUFFER:
            return True
        return self.place[head] == ON_STACK and (self.place[word] == IN_BUFFER or self.below[word] == head)

    def shift_cost(self, c: Configuration) -> int:
        """Arcs between b and the stack, except the one from s."""
        b = c.next()
        if b < 0:
            return 0
        head = self.gold[b]
        lost = 0
        if self.single_root and not self.root_first and head == self.root and c.stack_size() > 0:
            lost += 1
        lowest = head if head >= 0 else self.size + 2
        if self.child_start[b] < self.child_start[b + 1] and self.child[self.child_start[b]] < lowest:
            lowest = self.child[self.child_start[b]]
        node = c.top_node
        while node and c.node[node * NODE + WORD] >= lowest:
            word = c.node[node * NODE + WORD]
            if self.gold[word] == b or (word == head and node != c.top_node):
                lost += 1
            node = c.node[node * NODE + BELOW]
        return lost

    def _head_to_come(self, c: Configuration) -> bool:
        """Whether the gold head of s is in the buffer and still possible."""
        b = c.next()
        head = self.gold[c.top()]
        if b < 0 or head < b:
            return False
        return not (self.single_root and not self.root_first and head == self.root and c.stack_size() > 1)

    def left_cost(self, c: Configuration) -> int:
        """Arcs of s that b -> s excludes."""
        s, b = c.top(), c.next()
        if s < 0 or b < 0:
            return 0
        lost = self.children_from(s, b)
        if self.gold[s] >= 0 and self.gold[s] == c.second():
            lost += 1
        if self.gold[s] != b and self._head_to_come(c):
            lost += 1
        return lost

    def right_cost(self, c: Configuration) -> int:
        """Arcs of s that taking it off the stack excludes."""
        s, b = c.top(), c.next()
        if s < 0:
            return 0
        lost = self.children_from(s, b) if b >= 0 else 0
        if self._head_to_come(c):
            lost += 1
        return lost
