"""Costs of Covington's algorithm for projective trees: those of arc-eager, as no-arc is a reduce that can be taken back.

A transition costs the gold arcs it makes unreachable:

    no-arc       the arc from i to b
    left-arc     the arc to i from its head in the buffer, unless that is b; arcs from i, and from tokens set aside, to words
                 in the buffer
    right-arc    the arc to b from its head, unless that is i; arcs from b to words without head that are not set aside; arcs
                 from tokens set aside to words behind b
    shift        the arc to b from its head, and arcs from b to words without head, that are not set aside

After no-arc with ROOT's only dependent (single root first) nothing but shift is left, so it costs the same.
What is set aside is lost for b, but not for the words behind it.  The last word makes arcs clash as in arc-eager.
"""

from __future__ import annotations

import cython

from treewright.oracles.arc_eager import ArcEagerOracle
from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import IN_BUFFER
    from treewright.transitions.configuration import BELOW, NODE, WORD
    from treewright.transitions.covington_projective import LEFT_ARC, NO_ARC, RIGHT_ARC, SHIFT

    ASIDE = 3


class CovingtonProjectiveOracle(ArcEagerOracle):
    """Dynamic oracle of Covington's algorithm for projective trees."""

    @property
    def takes_directions(self) -> bool:
        """What a direction costs is known of arc-eager only."""
        return False

    def place_tokens(self, c: Configuration) -> int:
        """Note which tokens are set aside, too."""
        Oracle.place_tokens(self, c)
        self.b = c.next()
        node = c.aside_node
        while node:
            self.place[c.node[node * NODE + WORD]] = ASIDE
            node = c.node[node * NODE + BELOW]
        return 0

    def may_attach(self, head: int, word: int, strict: bool) -> bool:
        """As in arc-eager, and words behind b also take the tokens set aside."""
        if self.place[head] == ASIDE:
            return self.place[word] == IN_BUFFER and word != self.b
        return ArcEagerOracle.may_attach(self, head, word, strict)

    def costs(self, c: Configuration, valid: int) -> int:
        """All costs in one walk down both lists."""
        i, b = c.top(), c.next()
        limit = 1 if self.root_first else 2 if self.single_root else self.size + 9
        self.find_meeting(b, limit)
        self.look_on_stack(c, b, limit)
        self._walk_aside(c, b, limit)
        if i >= 0 and b >= 0:
            head = self.gold[i]
            self.cost[NO_ARC] = 1 if self.gold[b] == i else 0
            if self.climbed != b or self.meeting != i:
                self.cost[NO_ARC] += self.clash
            self.label[NO_ARC] = -1
            lost = self.children_from(i, b) + self.dropped
            if self.meeting != i and not self.meets_aside:
                lost += self.clash
            if head > b and not (self.single_root and head == self.root and c.stack_size() > 1):
                lost += 1
            self.cost[LEFT_ARC] = lost
            self.label[LEFT_ARC] = self.gold_label[i]
        if b >= 0:
            head = self.gold[b]
            lost = self.taken + self.head_possible
            if self.single_root and not self.root_first and head == self.root and i >= 0:
                lost += 1
            if b != self.size:
                lost += (1 if c.loose() + 1 >= limit else 0) if self.climbed == b else self.clash
            self.cost[SHIFT] = lost
            self.label[SHIFT] = -1
            if self.root_first and self.single_root and c.stack_size() == 2:
                self.cost[NO_ARC] = lost  # only ROOT is left to meet, and it has its dependent: then b is shifted
            lost = self.taken + self.dropped
            if head != i and (head > b or self.head_possible):
                lost += 1
            if self.root_first and self.single_root and i == 0:
                lost += self.children_from(0, b + 1)
            if b != self.size and not self.meets_aside:
                lost += (1 if c.loose() >= limit else 0) if self.climbed == b else self.clash
            self.cost[RIGHT_ARC] = lost
            self.label[RIGHT_ARC] = self.gold_label[b]
        return 0

    def _walk_aside(self, c: Configuration, b: int, limit: int) -> int:
        """Count what the tokens set aside may lose, and look for where the climb ended; they all have heads."""
        self.dropped = 0
        self.meets_aside = False
        node = c.aside_node
        while node:
            word = c.node[node * NODE + WORD]
            self.dropped += self.children_from(word, b + 1)
            if word == self.meeting and self.climbed != b:
                self.meets_aside = True
                self.clash = 1 if c.loose() >= limit else 0
            node = c.node[node * NODE + BELOW]
        return 0
