"""Costs of arc-swift: those of arc-eager (Goldberg and Nivre 2012) along the reduces that an arc does before it.

A transition costs the gold arcs it makes unreachable; R are the tokens that it takes off the stack before the arc:

    shift        the arc to b from its head on the stack; arcs from b to words without head on the stack
    left-arc     the arc to s from its head in the buffer, unless that is b; arcs from s and R to words in the buffer
    right-arc-k  the arc to b from its head, unless that is t; arcs from b to words without head on the stack;
                 arcs from R to words in the buffer behind b

What arc-eager adds for words that must find a head before the end is added here, too.  The costs are exact as long as no
arc needs a right-arc deeper than the setting `depth`.  A head too deep for the next word counts as lost; whether the heads
of later words will be too deep is not foreseen, so the costs of such trees are estimates.
"""

from __future__ import annotations

import cython

from treewright.oracles.arc_eager import ArcEagerOracle
from treewright.transitions.arc_swift import ArcSwift
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.arc_swift import LEFT_ARC, RIGHT_ARC, SHIFT
    from treewright.transitions.configuration import BELOW, DEPTH, HEAD, NODE, WORD


class ArcSwiftOracle(ArcEagerOracle):
    """Dynamic oracle of arc-swift."""

    exact = False  # after right-arcs that leave a gold head too deep on the stack

    def __init__(self, system: ArcSwift) -> None:
        super().__init__(system)
        self.depth = system.depth

    @property
    def takes_directions(self) -> bool:
        """It does not know what a head on the wrong side costs."""
        return False

    def costs(self, c: Configuration, valid: int) -> int:
        """All costs in two walks down the stack."""
        b = c.next()
        if b < 0:
            return 0
        limit = 1 if self.root_first else 2 if self.single_root else self.size + 9
        self.find_meeting(b, limit)
        self.look_on_stack(c, b, limit)
        if self.head_possible and self._is_too_deep(c, self.gold[b]):
            self.head_possible = 0
            if self.climbed == b:
                self.clash = 0
        lost = self.taken + self.head_possible
        if self.single_root and not self.root_first and self.gold[b] == self.root and c.stack_size() > 0:
            lost += 1
        if b != self.size:
            lost += (1 if c.loose() + 1 >= limit else 0) if self.climbed == b else self.clash
        self.cost[SHIFT] = lost
        self.label[SHIFT] = -1
        self._arcs(c, b, limit)
        return 0

    def _arcs(self, c: Configuration, b: int, limit: int) -> int:
        """The costs of right-arcs from the top down, and of a left-arc where that ends."""
        gone = 0  # gold arcs from the tokens that are taken off before the arc to words behind b
        b_gone = 0  # whether one of them is the head of b
        clash = self.clash
        kind = RIGHT_ARC
        node = c.top_node
        while node:
            word = c.node[node * NODE + WORD]
            if kind < self.system.kind_count:
                lost = self.taken + gone
                if self.gold[b] != word and (self.gold[b] > b or self.head_possible):
                    lost += 1
                if self.root_first and self.single_root and word == 0:
                    lost += self.children_from(0, b + 1)
                if b != self.size:
                    lost += (1 if c.loose() >= limit else 0) if self.climbed == b else clash
                self.cost[kind] = lost
                self.label[kind] = self.gold_label[b]
                kind += 1
            gone += self.children_from(word, b + 1)
            if self.gold[b] == word:
                b_gone = self.head_possible
            if self.meeting == word:
                clash = 0
            if c.node[node * NODE + HEAD] == 0:
                break
            node = c.node[node * NODE + BELOW]
        if node:
            lost = gone + b_gone + clash
            head = self.gold[word]
            if head > b and not (self.single_root and head == self.root and c.node[node * NODE + DEPTH] > 1):
                lost += 1
            self.cost[LEFT_ARC] = lost
            self.label[LEFT_ARC] = self.gold_label[word]
        return 0

    def _is_too_deep(self, c: Configuration, head: int) -> bool:
        """Whether too many tokens with heads lie on a head, even after all left-arcs of words above it."""
        above = 0
        node = c.top_node
        while node and c.node[node * NODE + WORD] != head:
            above = above + 1 if c.node[node * NODE + HEAD] else 0
            node = c.node[node * NODE + BELOW]
        return above >= self.depth
