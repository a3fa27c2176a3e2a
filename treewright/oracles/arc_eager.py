"""Costs of arc-eager (Goldberg and Nivre 2012), with what root position and single root add.

A transition costs the gold arcs it makes unreachable:

    shift        the arc to b from its head on the stack; arcs from b to words without head on the stack
    left-arc     the arc to s from its head in the buffer, unless that is b; arcs from s to words in the buffer
    right-arc    the arc to b from its head, unless that is s; arcs from b to words without head on the stack
    reduce       arcs from s to words in the buffer

Where only the direction of a head is known, a transition also costs the words that lose it:

    shift        b, if its head is on the left and the stack is not empty
    left-arc     b, or the word whose subtree b begins, if its head is on the left and s is alone on the stack
    right-arc    b, if its head is on the right and the buffer holds more than b

Where every word must find a head before the end (root first), or all but one (single root), arcs can be reachable one by
one and not together: climb from the last word through gold heads in the buffer; if that ends in a token x of the stack,
and too many words at or below x have no head, one gold arc will be lost.  This is the incompatibility of Aufrant and
Wisniewski (2018); it is added to each transition that leaves it standing, so the cost is relaxed.
"""

from __future__ import annotations

import cython

from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import IN_BUFFER, ON_STACK
    from treewright.transitions.arc_eager import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT
    from treewright.transitions.configuration import BELOW, HEAD, LOOSE, NODE, RIGHT_COUNT, WORD


class ArcEagerOracle(Oracle):
    """Dynamic oracle of arc-eager."""

    knows_reach = True

    def costs(self, c: Configuration, valid: int) -> int:
        """All costs in one walk down the stack."""
        b = c.next()
        s = c.top()
        limit = 1 if self.root_first else 2 if self.single_root else self.size + 9
        self.find_meeting(b, limit)
        self.look_on_stack(c, b, limit)
        if s >= 0:
            lost = 0
            if b >= 0:
                lost = self.children_from(s, b)
            if self.meeting != s:
                lost += self.clash
            head = self.gold[s]
            self.cost[REDUCE] = lost
            self.label[REDUCE] = -1
            if b >= 0 and head >= b and head != b and not (self.single_root and head == self.root and c.stack_size() > 1):
                lost += 1
            self.cost[LEFT_ARC] = lost
            self.label[LEFT_ARC] = self.gold_label[s]
        if b >= 0:
            head = self.gold[b]
            lost = self.taken + self.head_possible
            if self.single_root and not self.root_first and head == self.root and s >= 0:
                lost += 1
            if b != self.size:
                lost += (1 if c.loose() + 1 >= limit else 0) if self.climbed == b else self.clash
            self.cost[SHIFT] = lost
            self.label[SHIFT] = -1
            lost = self.taken
            if head != s and (head > b or self.head_possible):
                lost += 1
            if self.root_first and self.single_root and s == 0:
                lost += self.children_from(0, b + 1)
            if b != self.size:
                lost += (1 if c.loose() >= limit else 0) if self.climbed == b else self.clash
            self.cost[RIGHT_ARC] = lost
            self.label[RIGHT_ARC] = self.gold_label[b]
        if self.directed:
            self._add_directions(c)
        return 0

    def may_attach(self, head: int, word: int, strict: bool) -> bool:
        """A word on the stack waits for a head in the buffer, a word in the buffer takes any."""
        return self.place[head] == IN_BUFFER or (self.place[word] == IN_BUFFER and self.place[head] == ON_STACK)

    @property
    def takes_directions(self) -> bool:
        """It does, by the second table above."""
        return True

    def _add_directions(self, c: Configuration) -> int:
        """What words cost whose head can no longer be on the side where it should be."""
        b = c.next()
        if not c.is_word(b):
            return 0
        if self.direction[b] < 0 and c.stack_size() > 0:
            self.cost[SHIFT] += 1
        if self.direction[b] > 0 and c.buffer_size() > 1:
            self.cost[RIGHT_ARC] += 1
        word = self.left_head_wanted(b)
        if word and self._is_last_head(c, word):
            self.cost[LEFT_ARC] += 1
        return 0

    def _is_last_head(self, c: Configuration, word: int) -> bool:
        """Whether without s the stack holds nothing that a word could depend on; ROOT may be kept for the gold root."""
        if c.stack_size() == 2 and c.second() == self.root and self.single_root:
            return self.children_from(self.root, word + 1) > 0
        return c.stack_size() == 1

    def find_meeting(self, b: int, limit: int) -> int:
        """Note where going up from the last word leads."""
        self.climbed = -1
        self.meeting = -1
        if b < 0 or b > self.size or limit > self.size + 1:
            return 0
        self.climbed = self.climb(b)
        self.meeting = self.gold[self.climbed]
        return 0

    def look_on_stack(self, c: Configuration, b: int, limit: int) -> int:
        """Look on the stack for the head and the dependents of b, and for where the climb ended."""
        self.taken = 0
        self.head_possible = 0
        self.clash = 0
        lowest = self.size + 2
        child = 0
        if b >= 0:
            child = self.child_start[b]
            if self.gold[b] >= 0:
                lowest = self.gold[b]
            if child < self.child_start[b + 1] and self.child[child] < lowest:
                lowest = self.child[child]
            if self.meeting >= 0 and self.meeting < lowest:
                lowest = self.meeting
        node = c.top_node
        while node and c.node[node * NODE + WORD] >= lowest:
            word = c.node[node * NODE + WORD]
            if self.gold[word] == b and c.node[node * NODE + HEAD] == 0:
                self.taken += 1
            if word == self.gold[b]:
                taken_root = word == 0 and self.single_root and c.node[node * NODE + RIGHT_COUNT] > 0
                self.head_possible = 0 if taken_root else 1
            if word == self.meeting and c.node[node * NODE + LOOSE] >= limit:
                self.clash = 1
            node = c.node[node * NODE + BELOW]
        return 0
