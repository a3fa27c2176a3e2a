"""Credit for whole paths, those of two configurations or of all in a beam: what they have in common gets none.

Two ways to compare paths: the best correct one against the best one (a perceptron's update), or the probability of the
correct ones among all of a beam, a softmax over the scores of whole paths (the globally normalised model of Andor et al.
2016). Its loss is -log of that probability, and the credit of a transition is how much its score should rise, the negative
gradient: the sum, over all paths through it, of how probable they are if only correct ones count, less how probable they are.
"""

from __future__ import annotations

import cython

from treewright.arrays import double_array, int_array
from treewright.classifiers.credit import Credit
from treewright.search.beam import Beam
from treewright.training.beam_items import BeamItems

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from math import exp, fabs, log
    from math import inf as INFINITY

    from treewright.training.label_credit import give_label
    from treewright.transitions.derivations import ARC_LABEL, KIND, PREVIOUS, SITE, STEP

CERTAIN = 1e-3  # a beam with less loss than this teaches nothing
NEGLIGIBLE = 1e-5  # what is less credit is not given


class PathCredit:
    """Gives credit for the transitions of paths that one beam has found."""

    def __init__(self, beam: Beam, credit: Credit) -> None:
        self.beam, self.d, self.credit = beam, beam.d, credit
        self.certain, self.negligible = CERTAIN, NEGLIGIBLE
        self.state, self.amount, self.room = int_array(1), double_array(1), 1

    def step_of(self, state: int) -> int:
        """How many transitions lead to a configuration."""
        return self.d.record[state * self.d.width + STEP]

    def fork(self, one: int, other: int) -> int:
        """The last configuration that two paths have in common."""
        while one != other:
            if self.step_of(one) >= self.step_of(other):
                one = self.d.record[one * self.d.width + PREVIOUS]
            else:
                other = self.d.record[other * self.d.width + PREVIOUS]
        return one

    def give_pair(self, better: int, worse: int) -> int:
        """Reward the transitions of the better path and punish those of the worse one, from where they part."""
        fork = self.fork(better, worse)
        self._give_path(better, fork, 1.0)
        self._give_path(worse, fork, -1.0)
        return 0

    def _give_path(self, state: int, until: int, amount: float) -> int:
        while state != until:
            before = self.d.record[state * self.d.width + PREVIOUS]
            self.d.restore(before)
            self._look(state)
            self.credit.give(self.d, self._number(state), amount)
            state = before
        return 0

    def _look(self, state: int) -> int:
        """Look at the configuration that was restored, where the transition that leads to `state` is made."""
        if self.beam.sites is not None:
            self.beam.sites.show(self.d.record[state * self.d.width + SITE])
        return self.credit.look(self.d)

    def _number(self, state: int) -> int:
        """The class of the transition that leads to a configuration."""
        kind = self.d.record[state * self.d.width + KIND]
        label = self.d.record[state * self.d.width + ARC_LABEL]
        return self.beam.first[kind] + (label if self.beam.width[kind] > 1 else 0)

    # Of all paths in a beam -----------------------------------------------------------------------------------------

    def give_shares(self, items: BeamItems, start: int) -> float:
        """Make correct paths from `start` more probable among the items; returns the loss."""
        if items.count > self.room:
            with cython.gil:
                self.state, self.amount = int_array(2 * items.count), double_array(2 * items.count)
                self.room = 2 * items.count
        top, best = -INFINITY, -INFINITY
        for i in range(items.count):
            top = max(top, items.total[i])
            if items.correct[i]:
                best = max(best, items.total[i])
        whole, among = 0.0, 0.0
        for i in range(items.count):
            whole += exp(items.total[i] - top)
            if items.correct[i]:
                among += exp(items.total[i] - best)
        loss = top + log(whole) - best - log(among)
        if loss < self.certain:
            return loss
        for i in range(items.count):
            self.state[i], self.amount[i] = items.state[i], -exp(items.total[i] - top) / whole
            if items.correct[i]:
                self.amount[i] += exp(items.total[i] - best) / among
        self._walk_back(items.count, start)
        return loss

    def _walk_back(self, count: int, start: int) -> int:
        """Walk back along all paths at once, until they are one; what the parts of a path have in common adds up there."""
        while count > 1:
            before = -1  # the last configuration that a transition was made in: all items after it are its successors
            for i in range(count):
                before = max(before, self.d.record[self.state[i] * self.d.width + PREVIOUS])
            if before < start:
                break
            self.d.restore(before)
            looked, left, total = False, 0, 0.0
            for i in range(count):
                state = self.state[i]
                if self.d.record[state * self.d.width + PREVIOUS] != before:
                    self.state[left], self.amount[left] = state, self.amount[i]
                    left += 1
                    continue
                total += self.amount[i]
                if fabs(self.amount[i]) > self.negligible:
                    if not looked or self.beam.sites is not None:
                        self._look(state)
                        looked = True
                    self.credit.give(self.d, self._number(state), self.amount[i])
            self.state[left], self.amount[left] = before, total
            count = left + 1
        return 0

    def give_label_shares(self, first: int, count: int, gold: int) -> float:
        """Make one label more probable among those whose classes begin at `first`, as they are scored; returns the loss."""
        return give_label(self.credit, self.beam.scorer, self.d, first, count, gold, self.certain)
