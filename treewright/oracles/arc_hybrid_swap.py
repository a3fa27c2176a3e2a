"""Costs of arc-hybrid with swap: the static-dynamic oracle of de Lhoneux, Stymne and Nivre (2017).

Swap is static: if b is before s in the projective order of the tree, swap is the only correct transition.  Otherwise it is
not correct, and the others have dynamic costs as in arc-hybrid.  A word *comes back* if it must still be swapped with a word
of the buffer.

    shift        nothing if b comes back; otherwise arcs from b to words on the stack, and the arc to b from its head on the
                 stack, unless that is s
    left-arc     arcs from s to words in the buffer; the arc to s from r or from the buffer, unless that is b; if s comes
                 back, also arcs between s and the stack
    right-arc    the same, except that the arc to s from b is lost, and the one from r is not

On the way to a gold tree the cheapest transitions cost nothing, and any of them lead there.  After an error the costs are
estimates: which arcs are jointly reachable after a swap is not known exactly.
"""

from __future__ import annotations

import cython

from treewright.arrays import int_array
from treewright.oracles.gold_order import GoldOrder
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import IN_BUFFER, ON_STACK
    from treewright.transitions.arc_hybrid_swap import LEFT_ARC, RIGHT_ARC, SHIFT, SWAP
    from treewright.transitions.configuration import BELOW, DEPTH, NODE, WORD


class ArcHybridSwapOracle(GoldOrder):
    """Static-dynamic oracle of arc-hybrid with swap."""

    exact = False

    def __init__(self, system: TransitionSystem) -> None:
        self.least_room = 0
        super().__init__(system)

    def _make_least_room(self, size: int) -> int:
        with cython.gil:
            self.least = int_array(size + 3)
            self.least_room = size
        return 0

    def order_words(self) -> int:
        """Also note, for each word, the smallest place in the order among it and all words after it in the sentence."""
        GoldOrder.order_words(self)
        if self.size > self.least_room:
            self._make_least_room(self.size * 2)
        self.least[self.size + 1] = self.size + 2
        for i in range(self.size):
            word = self.size - i
            self.least[word] = min(self.order[word], self.least[word + 1])
        return 0

    def costs(self, c: Configuration, valid: int) -> int:
        """The rows of the table, and swap."""
        self.place_tokens(c)
        s, b = c.top(), c.next()
        self.label[SHIFT] = self.label[SWAP] = -1
        self.label[LEFT_ARC] = self.label[RIGHT_ARC] = self.gold_label[s] if s >= 0 else -1
        self.cost[SHIFT] = self._shift_cost(c)
        self.cost[LEFT_ARC] = self._pop_cost(c, b)
        self.cost[RIGHT_ARC] = self._pop_cost(c, c.second())
        self.cost[SWAP] = 0
        if valid >> SWAP & 1:
            if self.order[b] < self.order[s]:
                for kind in range(SWAP):
                    self.cost[kind] += 1
            else:
                self.cost[SWAP] = self.least_cost(valid & ~(1 << SWAP)) + (1 if self._is_known(s) or self._is_known(b) else 0)
        return 0

    def _is_known(self, word: int) -> bool:
        """Whether a word has a gold head or gold dependents."""
        return self.gold[word] >= 0 or self.child_start[word] < self.child_start[word + 1]

    def _comes_back(self, c: Configuration, word: int, node: int) -> bool:
        """Whether a word must be swapped with one that is in the buffer at a node or after it."""
        while node:
            other = c.node[node * NODE + WORD]
            if other > word and other <= self.size and self.order[other] < self.order[word]:
                return True
            if c.node[node * NODE + BELOW] == 0 and c.node[node * NODE + DEPTH] > 1:  # from here on in sentence order
                return self.least[other + 1] < self.order[word]
            node = c.node[node * NODE + BELOW]
        return False

    def _shift_cost(self, c: Configuration) -> int:
        """Arcs between b and the stack, except the one from s."""
        b = c.next()
        if b < 0 or self._comes_back(c, b, c.next_node):
            return 0
        lost = 0
        for at in range(self.child_start[b], self.child_start[b + 1]):
            if self.place[self.child[at]] == ON_STACK:
                lost += 1
        head = self.gold[b]
        if head >= 0 and head != c.top() and self.place[head] == ON_STACK:
            lost += 1
        if self.single_root and not self.root_first and head == self.root and c.stack_size() > 0:
            lost += 1  # only the lowest word of the stack can become the root
        return lost

    def _pop_cost(self, c: Configuration, to: int) -> int:
        """Arcs of s that attaching it to a token excludes."""
        s = c.top()
        if s < 0 or to < 0:
            return 0
        back = self._comes_back(c, s, c.next_node)
        lost = 0
        for at in range(self.child_start[s], self.child_start[s + 1]):
            if self.place[self.child[at]] == IN_BUFFER or (back and self.place[self.child[at]] == ON_STACK):
                lost += 1
        head = self.gold[s]
        if head < 0 or head == to:
            return lost
        waits = self.place[head] == IN_BUFFER
        if waits and self.single_root and not self.root_first and head == self.root and c.stack_size() > 1:
            waits = back
        if waits or head == c.second() or (back and self.place[head] == ON_STACK):
            lost += 1
        return lost
