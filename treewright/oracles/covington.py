"""Costs of Covington's algorithm (Gomez-Rodriguez and Fernandez-Gonzalez 2015): differences of exact losses.

The loss of a configuration is the smallest number of gold arcs missing from any tree that can still be built:

    gold arcs that are out of reach: the word has another head, or b has met the two, or ROOT has its one dependent
    + cycles that the arcs made and the gold arcs within reach form together
    + 1 if these arcs leave a component of the forest that cannot be given a head any more

The last row is not in the paper, whose parser may leave words without a head.  Here every word gets one, and with a single
root all but one get it from another word.  As long as b is not the last word, any component of the forest except that of the
last word can be attached to that word.  So only that component may be stuck, and giving up one gold arc frees it.

When b is the last word (with the root first, or single), there is little choice: words without head become its dependents
or the root, so the loss is that of the best choice.
"""

from __future__ import annotations

import cython

from treewright.arrays import int_array
from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import NEVER
    from treewright.transitions.configuration import BELOW, NODE, WORD
    from treewright.transitions.covington import LEFT_ARC, NO_ARC, RIGHT_ARC, SHIFT

    BEHIND, TO_MEET, IS_B = 1, 2, 4


class CovingtonOracle(Oracle):
    """Dynamic oracle of Covington's algorithm, exact for every gold tree."""

    def __init__(self, system: TransitionSystem) -> None:
        self.loss_room = 0
        super().__init__(system)

    def _make_loss_room(self, size: int) -> int:
        with cython.gil:
            self.left, self.above = int_array(size + 3), int_array(size + 3)
            self.component, self.way = int_array(size + 3), int_array(size + 3)
            self.loss_room = size
        return 0

    def costs(self, c: Configuration, valid: int) -> int:
        """The losses after each transition, less the lowest."""
        i, b = c.top(), c.next()
        self._look(c)
        for kind in range(self.system.kind_count):
            self.label[kind] = -1
            self.cost[kind] = NEVER
        if i >= 0:
            self.left[i] = 0
            if valid >> NO_ARC & 1:
                self.cost[NO_ARC] = self._loss(b)
            if valid >> LEFT_ARC & 1:
                self.found[i] = b
                self.cost[LEFT_ARC] = self._loss(b)
                self.label[LEFT_ARC] = self.gold_label[i]
                self.found[i] = -1
            if valid >> RIGHT_ARC & 1:
                self.found[b] = i
                self.cost[RIGHT_ARC] = self._loss(b)
                self.label[RIGHT_ARC] = self.gold_label[b]
                self.found[b] = -1
        if valid >> SHIFT & 1:
            for token in range(0 if self.root_first else 1, b + 1):
                self.left[token] = 1
            self.cost[SHIFT] = self._loss(b + 1)
        least = self.least_cost(valid)
        for kind in range(self.system.kind_count):
            self.cost[kind] -= least
        return 0

    def _look(self, c: Configuration) -> int:
        """Note the head of each word, and which tokens b has yet to meet."""
        if self.size > self.loss_room:
            self._make_loss_room(self.size * 2)
        for token in range(self.size + 2):
            self.found[token] = c.head_of(token)
            self.left[token] = 0
        node = c.top_node
        while node:
            self.left[c.node[node * NODE + WORD]] = 1
            node = c.node[node * NODE + BELOW]
        return 0

    def _loss(self, b: int) -> int:
        """How many gold arcs are missing in the best tree that can still be built."""
        if b > self.size:
            return self._loss_of_rest(self.root)
        if b == self.size and (self.root_first or self.single_root):
            return self._loss_of_last(b)
        lost = self._out_of_reach(b)  # one after the other, each needs what the one before has noted
        lost += self._cycles(b)
        return lost + (1 if self._is_stuck(b) else 0)

    def _is_wrong(self, word: int, head: int) -> bool:
        """Whether a word has another head in the gold tree."""
        return self.gold[word] >= 0 and self.gold[word] != head

    def _highest(self, word: int) -> int:
        """The token above a word that has no head itself."""
        while self.found[word] >= 0:
            word = self.found[word]
        return word

    # Before the last word -----------------------------------------------------------------------------------------

    def _out_of_reach(self, b: int) -> int:
        """The first row: count it, and note in `above` the arcs made and those within reach."""
        lost = 0
        self.roots = 0
        self.rooted = False
        for word in range(1, self.size + 1):
            self.rooted = self.rooted or self.found[word] == self.root
        self.above[self.root] = -1
        for word in range(1, self.size + 1):
            head = self.found[word]
            if head >= 0:
                lost += 1 if self._is_wrong(word, head) else 0
            elif self.gold[word] >= 0:
                if self._meet(word, self.gold[word], b) and not (
                    self.single_root and self.rooted and self.gold[word] == self.root
                ):
                    head = self.gold[word]
                    self.roots += 1 if head == self.root else 0
                else:
                    lost += 1
            self.above[word] = head
        if self.single_root and self.roots > 1:
            lost += self.roots - 1
        return lost

    def _meet(self, one: int, other: int, b: int) -> bool:
        """Whether two tokens will still meet."""
        if one > b or other > b:
            return True
        return (one == b and self.left[other] != 0) or (other == b and self.left[one] != 0)

    def _cycles(self, b: int) -> int:
        """The second row: count cycles; note the component of each token, and where the word stands that it depends on."""
        cycles = 0
        for token in range(self.size + 2):
            self.component[token] = -1
            self.way[token] = 0
        self.component[self.root] = self.root
        for start in range(1, self.size + 1):
            token = start
            while token >= 0 and self.component[token] == -1:
                self.component[token] = -2  # on the way up
                found = token
                token = self.above[token]
            if token < 0:  # a highest word
                self._note_way(found, found, b)
            elif self.component[token] == -2:  # a cycle, which any word on it can leave whose head is not made yet
                cycles += 1
                found = token
                self._note_way(found, token, b)
                token = self.above[token]
                while token != found:
                    self._note_way(found, token, b)
                    token = self.above[token]
            else:
                found = self.component[token]
            token = start
            while token >= 0 and self.component[token] == -2:
                self.component[token] = found
                token = self.above[token]
        return cycles

    def _note_way(self, component: int, word: int, b: int) -> int:
        """A component may be given a head through this word, unless it has one."""
        if self.found[word] < 0:
            self.way[component] |= BEHIND if word > b else IS_B if word == b else TO_MEET if self.left[word] else 0
        return 0

    def _is_stuck(self, b: int) -> bool:
        """The third row: follow which components the component of the last word can be given to."""
        if not self.root_first and (not self.single_root or self.roots == 0):
            return False  # it can be given to ROOT
        if self._has_no_root():
            return True
        last = self.component[self.size]
        if self._is_safe(last):
            return False
        ways = self.way[last]
        for token in range(b + 1, self.size + 1):
            if self._is_safe(self.component[token]):
                return False
            ways |= self.way[self.component[token]]
        if ways & TO_MEET:
            if self._is_safe(self.component[b]):
                return False
            ways |= self.way[self.component[b]]
        if ways & IS_B:
            for token in range(b):
                if self.left[token] and not (token == self.root and self.single_root) and self._is_safe(self.component[token]):
                    return False
        return True

    def _has_no_root(self) -> bool:
        """Whether ROOT in first position needs a dependent, and all candidates are attached to other words."""
        if not self.single_root or not self.root_first or self.rooted or self.roots > 0:
            return False
        lacking = True
        for word in range(1, self.size + 1):
            lacking = lacking and not (self.component[word] == word and self._is_safe(word))
        return lacking

    def _is_safe(self, component: int) -> bool:
        """Whether a component is attached to ROOT, or certainly will be."""
        if component == self.root or self.way[component] & BEHIND:
            return True
        waits = self.single_root and self.root_first and not self.rooted and self.roots == 0
        return waits and self.way[component] & IS_B != 0 and self.left[self.root] != 0

    # At the last word ---------------------------------------------------------------------------------------------

    def _loss_of_rest(self, last: int) -> int:
        """The loss if all words without a head get this one."""
        lost = 0
        for word in range(1, self.size + 1):
            head = self.found[word] if self.found[word] >= 0 else last
            lost += 1 if word != last and self._is_wrong(word, head) else 0
        return lost

    def _loss_of_last(self, b: int) -> int:
        """The loss of the best choice for the last word."""
        rest = self._loss_of_rest(b)
        head = self.found[b]
        if head >= 0:
            rest += 1 if self._is_wrong(b, head) else 0
            word = self._highest(b)
            if word != self.root:  # it becomes the root
                rest += (1 if self._is_wrong(word, self.root) else 0) - (1 if self._is_wrong(word, b) else 0)
            return rest
        head = self.gold[b]
        if self.root_first:
            possible = head >= 0 and self.left[head] != 0 and self._highest(head) == self.root
            if possible and head == self.root and self.single_root:
                for word in range(1, self.size):
                    possible = possible and self.found[word] != self.root
            return rest + (0 if possible or head < 0 else 1)
        aside = 0  # words without a head that b has met: there is at most one, and it can only become the root
        for word in range(1, b):
            aside += 1 if self.found[word] < 0 and self.left[word] == 0 else 0
            self.way[word] = 0
        for word in range(1, b):
            if self.left[word]:
                self.way[self._highest(word)] = 1  # it can be the root, above b
        least = rest + (1 if self._is_wrong(b, self.root) else 0) if aside == 0 else NEVER
        for word in range(1, b):
            if self.found[word] < 0 and self.way[word] and (aside == 0 or self.left[word] == 0):
                lost = rest + (1 if self._is_wrong(word, self.root) else 0) - (1 if self._is_wrong(word, b) else 0)
                if head >= 0 and not (head < b and self.left[head] != 0 and self._highest(head) == word):
                    lost += 1
                least = min(least, lost)
        return least
