"""Costs of the 2-planar system, after Fernandez-Gonzalez and Gomez-Rodriguez (2018); s is the top of the active stack.

A gold arc is lost if its dependent has another head, if its right end has left the buffer, or if its left end is on neither
stack; one that crosses no other also if its left end is on one stack only, so that nobody learns to look for it on the
other.  Of gold arcs that cross and are not made yet, one must be made on either stack: where words have left one of them
so that this cannot be, arcs are lost, as few as possible for each group of arcs that cross each other.  Of gold arcs
that make a cycle with arcs that are there, one is lost.

    shift, left-arc, right-arc, reduce   the gold arcs that are lost after it
    switch                               those that are lost after the best transition that follows

Many transitions lose nothing, so the path to a gold tree is made short: if one of them is a gold arc, reduce and switch
cost 1.  Otherwise reduce costs nothing only if s has a head and all its dependents or is in the way of an arc to b, and
switch only if there is an arc to b on the other stack.

To a gold tree that is 2-planar every path of transitions without cost leads.  After an error the costs are estimates.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.arrays import int_array
from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import BELOW, NODE, WORD
    from treewright.transitions.two_planar import LEFT_ARC, REDUCE, RIGHT_ARC, SHIFT, SWITCH

    ACTIVE, OTHER = 1, 2


class TwoPlanarOracle(Oracle):
    """Dynamic oracle of the 2-planar system; it needs whole trees."""

    exact = False
    whole_trees = True

    def __init__(self, system: TransitionSystem) -> None:
        self.plane_room, self.in_planes = 0, False
        super().__init__(system)

    # The gold tree ------------------------------------------------------------------------------------------------

    def take(self, heads: Sequence[int], labels: Sequence[int], size: int) -> int:
        """Find the gold arcs that cross, too."""
        Oracle.take(self, heads, labels, size)
        return self._find_crossed()

    def take_from(self, other: Oracle) -> int:
        """Find the gold arcs that cross, too."""
        Oracle.take_from(self, other)
        return self._find_crossed()

    def has_path(self) -> bool:
        """Whether the gold tree is whole and 2-planar and, with a single root, has one."""
        if self.single_root and self.child_start[self.root + 1] - self.child_start[self.root] != 1:
            return False
        return self.in_planes and self.child_start[self.size + 2] == self.size

    def _make_plane_room(self, size: int) -> int:
        with cython.gil:
            self.open, self.plane, self.seen = int_array(size + 2), int_array(size + 2), int_array(size + 2)
            self.on, self.todo, self.crossed = int_array(size + 2), int_array(size + 2), int_array(size + 2)
            self.needed = int_array(size + 2)
            self.plane_room = size
        return 0

    def _find_crossed(self) -> int:
        """List the words whose gold arcs cross others, and find out whether two planes are enough."""
        if self.size > self.plane_room:
            self._make_plane_room(self.size * 2)
        self.crossed_count = 0
        for word in range(1, self.size + 1):
            self.open[word] = 1
            self.found[word] = -1
            self.needed[word] = ACTIVE | OTHER
            for other in range(1, self.size + 1):
                if self._cross(word, other):
                    self.crossed[self.crossed_count] = word
                    self.crossed_count += 1
                    self.needed[word] = 1  # either
                    break
        self.in_planes = True
        self._clashes(0)
        self.in_planes = self.in_planes and self._cycles() == 0
        return 0

    def _cross(self, word: int, other: int) -> bool:
        """Whether the gold arcs of two words cross."""
        head, third = self.gold[word], self.gold[other]
        if head < 0 or third < 0:
            return False
        low, high = min(word, head), max(word, head)
        left, right = min(other, third), max(other, third)
        return low < left < high < right or left < low < right < high

    # What is lost ---------------------------------------------------------------------------------------------------

    def _lost(self, b: int) -> int:
        """How many gold arcs are lost, with the tokens from b on in the buffer and the others where `on` says."""
        lost, made = 0, False
        taken = False
        for word in range(1, self.size + 1):
            head = self.gold[word]
            self.open[word] = 0
            if self.found[word] >= 0:
                taken = taken or self.found[word] == self.root
                if self.found[word] != head:
                    made = True
                    lost += 1 if head >= 0 else 0
            elif head >= 0:
                low = min(word, head)
                if max(word, head) < b or (low < b and self.on[low] < self.needed[word]):
                    lost += 1
                else:
                    self.open[word] = 1
        if taken and self.single_root:
            for word in range(1, self.size + 1):
                if self.open[word] and self.gold[word] == self.root:
                    self.open[word] = 0
                    lost += 1
        lost += self._clashes(b)
        return lost + self._cycles() if made else lost

    def _clashes(self, b: int) -> int:
        """How many open arcs are lost because they cross others that must be made on the same stack."""
        lost = 0
        for i in range(self.crossed_count):
            self.plane[self.crossed[i]] = 0
        for i in range(self.crossed_count):
            word = self.crossed[i]
            if self.open[word] and self.plane[word] == 0:
                lost += self._clashes_with(word, b)
        return lost

    def _clashes_with(self, first: int, b: int) -> int:
        """The same for the arcs that an arc crosses, those that they cross and so on: they change stacks in turn."""
        lost, lost_other = 0, 0
        self.plane[first] = ACTIVE
        self.todo[0] = first
        count, at = 1, 0
        while at < count:
            word = self.todo[at]
            at += 1
            low = min(word, self.gold[word])
            if low < b:
                lost += 0 if self.on[low] & self.plane[word] else 1
                lost_other += 0 if self.on[low] & (ACTIVE + OTHER - self.plane[word]) else 1
            for i in range(self.crossed_count):
                other = self.crossed[i]
                if not self.open[other] or not self._cross(word, other):
                    continue
                if self.plane[other] == 0:
                    self.plane[other] = ACTIVE + OTHER - self.plane[word]
                    self.todo[count] = other
                    count += 1
                elif self.plane[other] == self.plane[word]:
                    self.in_planes = False
        return min(lost, lost_other)

    def _cycles(self) -> int:
        """How many cycles the arcs that are there make with open gold arcs."""
        cycles = 0
        for word in range(self.size + 2):
            self.seen[word] = 0
        for first in range(1, self.size + 1):
            word = first
            while word > 0 and word != self.root and self.seen[word] == 0:
                self.seen[word] = first
                if self.found[word] >= 0:
                    word = self.found[word]
                else:
                    word = self.gold[word] if self.open[word] else -1
            if word > 0 and word != self.root and self.seen[word] == first:
                cycles += 1
        return cycles

    # Costs ----------------------------------------------------------------------------------------------------------

    def costs(self, c: Configuration, valid: int) -> int:
        """What is lost after each transition, and 1 for detours."""
        self.locate(c)
        self._place_on_stacks(c)
        s, b = c.top(), c.next()
        for kind in range(SWITCH + 1):
            self.label[kind] = -1
            self.cost[kind] = 0
        self.label[LEFT_ARC] = self.gold_label[s] if s >= 0 else -1
        self.label[RIGHT_ARC] = self.gold_label[b] if b >= 0 else -1
        least = self.size + 1
        for kind in range(SWITCH):
            if valid >> kind & 1:
                self.cost[kind] = self._lost_after(c, kind, ACTIVE)
                least = min(least, self.cost[kind])
        if valid >> SWITCH & 1:
            self.cost[SWITCH] = self._lost_after_switch(c)
            least = min(least, self.cost[SWITCH])
        if self.has_path():
            self._charge_detours(c, valid, least)
        for kind in range(SWITCH + 1):
            self.cost[kind] -= least
        return 0

    def _place_on_stacks(self, c: Configuration) -> int:
        """Note on which of the stacks each token is."""
        for word in range(self.size + 2):
            self.on[word] = 0
        node = c.top_node
        while node:
            self.on[c.node[node * NODE + WORD]] |= ACTIVE
            node = c.node[node * NODE + BELOW]
        node = c.aside_node
        while node:
            self.on[c.node[node * NODE + WORD]] |= OTHER
            node = c.node[node * NODE + BELOW]
        if self.root_first:
            self.on[0] = ACTIVE | OTHER  # also before the first shift
        return 0

    def _lost_after(self, c: Configuration, kind: int, active: int) -> int:
        """What is lost after a transition on one of the stacks, whose top is that of the configuration."""
        s = c.top()
        b = c.next() if c.buffer_size() > 0 else self.size + 1
        if kind == SHIFT:
            self.on[b] = ACTIVE | OTHER
            lost = self._lost(b + 1)
            self.on[b] = 0
        elif kind == LEFT_ARC:
            self.found[s] = b
            lost = self._lost(b)
            self.found[s] = -1
        elif kind == RIGHT_ARC:
            self.found[b] = s
            lost = self._lost(b)
            self.found[b] = -1
        else:
            self.on[s] -= active
            lost = self._lost(b)
            self.on[s] += active
        return lost

    def _lost_after_switch(self, c: Configuration) -> int:
        """What is lost after the best transition on the other stack."""
        lost = self.size + 1
        c.exchange_stacks()
        for kind in range(SWITCH):
            if self.system.is_valid(c, kind):
                lost = min(lost, self._lost_after(c, kind, OTHER))
        c.exchange_stacks()
        return lost

    def _charge_detours(self, c: Configuration, valid: int, least: int) -> int:
        """Add 1 to transitions that lose least and lead no nearer to the gold tree, if others do."""
        s, b = c.top(), c.next()
        good = 0
        for kind in range(SWITCH + 1):
            if valid >> kind & 1 and self.cost[kind] == least:
                good |= 1 << kind
        direct = good & (1 << SHIFT | 1 << LEFT_ARC | 1 << RIGHT_ARC)
        if good >> LEFT_ARC & 1 and self.gold[s] == b:
            direct = 1 << LEFT_ARC
        elif good >> RIGHT_ARC & 1 and self.gold[b] == s:
            direct = 1 << RIGHT_ARC
        elif good >> REDUCE & 1 and self._has_arc(b, ACTIVE):
            direct |= 1 << REDUCE
        else:
            if good >> REDUCE & 1 and self._is_done(s, b):
                direct |= 1 << REDUCE
            if good >> SWITCH & 1 and self._has_arc(b, OTHER):
                direct |= 1 << SWITCH
        if direct:
            for kind in range(SWITCH + 1):
                if good >> kind & 1 and not direct >> kind & 1:
                    self.cost[kind] += 1
        return 0

    def _has_arc(self, b: int, stack: int) -> bool:
        """Whether there is a gold arc, not made yet, between the next word and a stack."""
        if b < 0:
            return False
        if self.gold[b] >= 0 and self.gold[b] < b and self.found[b] < 0 and self.on[self.gold[b]] & stack:
            return True
        for at in range(self.child_start[b], self.child_start[b + 1]):
            if self.child[at] < b and self.found[self.child[at]] < 0 and self.on[self.child[at]] & stack:
                return True
        return False

    def _is_done(self, s: int, b: int) -> bool:
        """Whether the top has a head and all its gold dependents."""
        if s < 0 or self.found[s] < 0:
            return False
        for at in range(self.child_start[s], self.child_start[s + 1]):
            if self.child[at] >= b and self.found[self.child[at]] < 0:
                return False
        return True
