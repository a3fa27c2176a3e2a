"""Costs of non-monotonic arc-eager: those of arc-hybrid, since right-arc only shifts and reduce is hybrid's right-arc.

If only the direction of a head is known, a transition also costs the words that lose it:

    shift, right-arc   words on the stack whose head is on the right, if b is the last word or above it
    left-arc           s, if its head is on the left and |S| >= 2; b, or the word whose subtree b begins, if its head is on
                       the left and s is alone on the stack
    reduce             s, if its head is on the right and could come from there

Shift and right-arc lose the same.  Training prefers right-arc if s is the gold head of b, so that features see it there, and
shift if b has another gold head.
"""

from __future__ import annotations

import cython

from treewright.oracles.arc_hybrid import ArcHybridOracle
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import BELOW, NODE, WORD
    from treewright.transitions.non_monotonic_arc_eager import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT


class NonMonotonicArcEagerOracle(ArcHybridOracle):
    """Dynamic oracle of non-monotonic arc-eager."""

    shows_heads = True  # whether gold heads decide between shift and right-arc; if not, the classifier does

    def __init__(self, system: TransitionSystem) -> None:
        super().__init__(system)
        self.decides = type(self).shows_heads

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
        self.avoided = self._second_choice(c)
        if self.directed:
            self._add_directions(c)
        return 0

    def _second_choice(self, c: Configuration) -> int:
        """Of shift and right-arc the one that shows features a wrong head, or none where it could show the right one."""
        b = c.next()
        if not self.decides or b < 0 or self.gold[b] < 0:
            return 0
        return 1 << SHIFT if self.gold[b] == c.top() else 1 << RIGHT_ARC

    @property
    def takes_directions(self) -> bool:
        """It does, by the second table above."""
        return True

    def _add_directions(self, c: Configuration) -> int:
        """Add the cost of words that can no longer get a head on the right side."""
        b = c.next()
        s = c.top()
        if c.is_word(b):
            lost = self._lost_by_shift(c, b)
            self.cost[SHIFT] += lost
            self.cost[RIGHT_ARC] += lost
            word = self.left_head_wanted(b)
            if word and (c.stack_size() == 1 or self._root_is_kept(c, word + 1)):
                self.cost[LEFT_ARC] += 1
        if c.is_word(s) and b >= 0:
            if self.direction[s] < 0 and c.stack_size() > 1:
                self.cost[LEFT_ARC] += 1
                if self._root_is_kept(c, b) and self.gold[b] != self.root:  # one of the two will be lost
                    self.cost[SHIFT] += 1
                    self.cost[RIGHT_ARC] += 1
            if self.direction[s] > 0 and not (self.single_root and b == self.root and c.stack_size() > 1):
                self.cost[REDUCE] += 1
        return 0

    def _root_is_kept(self, c: Configuration, word: int) -> bool:
        """Whether r is ROOT, and kept for its gold dependent among this word and those after it."""
        return self.single_root and c.second() == self.root and self.children_from(self.root, word) > 0

    def _lost_by_shift(self, c: Configuration, b: int) -> int:
        """Words that can no longer get a head on their right if the last word, or one above it, is pushed."""
        if b != self.climb(b) or not (self.root_first or self.single_root):
            return 0
        lost = 1 if self.direction[b] > 0 and not self.root_first and c.stack_size() > 0 else 0
        node = c.top_node
        while node:
            below = c.node[node * NODE + BELOW]
            if self.direction[c.node[node * NODE + WORD]] > 0 and (self.root_first or below):
                lost += 1
            node = below
        return lost if b == self.size or lost == 0 else 1  # else losing one arc of the way up is enough
