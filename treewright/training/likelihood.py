"""Likelihood: every decision of greedy search makes right transitions more probable, also those that were right already.

The probability of a transition is a softmax over the scores of all that are valid. Where several are right, which a dynamic
oracle says, their sum is what should rise: the loss is -log of it (Goldberg and Nivre 2013; Kiperwasser and Goldberg 2016).
The credit of a class is how much its score should rise, the negative gradient of this loss. With `exploration` = sampled, some
sentences are parsed by transitions that are drawn with their probabilities, and the others along right ones.

A softmax does not change if all scores rise alike, so sums of scores along different paths could not be compared, as a beam
does. So `normalise` times the square of log Z is added to the loss, Z being the sum of exp(score) over what is valid (Devlin
et al. 2014): then Z stays near 1, and scores are logarithms of probabilities. The loss that is told is without this.
"""

from __future__ import annotations

import cython

from treewright.arrays import float_array, int_array
from treewright.classifiers.credit import Credit
from treewright.oracles.oracle import Oracle
from treewright.search.search import Search
from treewright.training.local import Local
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from math import exp, fabs, log

CERTAIN = 1e-3  # a decision with less loss than this teaches nothing
NEAR = 0.03  # nor does one whose log Z is as near to 0 as this


class Likelihood(Local):
    """Follow predictions (with exploration) or right transitions, and give credit for every decision."""

    exploration = "always"
    exploration_rate_after = 0.5

    def attach(self, search: Search, oracle: Oracle, credit: Credit) -> None:
        """Take the other parts."""
        Local.attach(self, search, oracle, credit)
        self.probability, self.right = float_array(search.scorer.width), int_array(search.scorer.width)
        self.certain, self.near = 1.0 - CERTAIN, NEAR

    def walk(self, c: Configuration) -> int:
        """Walk through the sentence; returns how many decisions had something to teach."""
        updates = 0
        drawn = self.samples and self.chance > 0.0 and self.draw() < self.chance
        self.oracle.start()
        c.start(self.greedy.size, self.greedy.system.root_first)
        while not self.greedy.system.is_final(c):
            valid = self.greedy.valid_kinds()
            kind = self.greedy.only_kind(valid)
            if kind >= 0:
                updates += self.tell(self._give_only(c, self.greedy.first[kind]))
                self.greedy.system.advance(c, kind, 0)
                continue
            if self.greedy.known is not None and self.greedy.given_label(0) >= 0:
                updates += self.tell(self._give_only(c, self.greedy.first[0] + self.greedy.given_label(0)))
                self.greedy.system.advance(c, 0, self.greedy.given_label(0))  # it is looked up, as in parsing
                continue
            self.greedy.score()
            self.oracle.costs(c, valid)
            self._mark(valid)
            updates += self.tell(self._give(c, 0, self.greedy.scorer.width, self.penalty))
            number = self._best(0, self.greedy.scorer.width, 0)
            if drawn:
                number = self._drawn(number)
            elif self.right[number] == 0 and (self.samples or not (self.chance > 0.0 and self.draw() < self.chance)):
                number = self._best(0, self.greedy.scorer.width, 1)
            kind = self.greedy.kind_of[number]
            label = number - self.greedy.first[kind]
            if self.greedy.label_first[kind] >= 0:
                label = self.learn_label(c, kind)
            self.greedy.system.advance(c, kind, label)
        return updates

    def _mark(self, valid: int) -> int:
        """Find which classes may be chosen, and which of them are right."""
        least = self.oracle.least_cost(valid)
        for number in range(self.greedy.scorer.width):
            self.right[number] = -1
        for kind in range(self.greedy.kind_count):
            if not valid >> kind & 1:
                continue
            first, start, end = self.greedy.first[kind], 0, self.greedy.width[kind]
            given = self.greedy.given_label(kind) if end > 1 else -1
            if given >= 0:
                start, end = given, given + 1
            wanted = self.oracle.label[kind] if end - start > 1 else -1
            cheap = self.oracle.cost[kind] == least and not self.oracle.avoided >> kind & 1
            for number in range(start, end):
                self.right[first + number] = 1 if cheap and (wanted < 0 or number == wanted) else 0
        return 0

    def _give(self, c: Configuration, first: int, end: int, penalty: float) -> int:
        """Give credit to all classes of a range that may be chosen; returns whether there was any to give."""
        best = self._best(first, end, 0)
        top = self.greedy.scorer.score[best]
        total, among = 0.0, 0.0
        for number in range(first, end):
            if self.right[number] >= 0:
                share = exp(self.greedy.scorer.score[number] - top)
                self.probability[number] = share
                total += share
                if self.right[number] == 1:
                    among += share
        self.decisions += 1
        share = among / total
        self.loss -= log(share if share > 1e-30 else 1e-30)
        log_z = top + log(total)
        self.penalties += penalty * log_z * log_z
        if share > self.certain and (penalty == 0.0 or fabs(log_z) < self.near):
            return 0
        self.credit.look(c)
        for number in range(first, end):
            if self.right[number] >= 0:
                amount = -self.probability[number] / total * (1.0 + 2.0 * penalty * log_z)
                if self.right[number] == 1 and among > 0.0:
                    amount += self.probability[number] / among
                self.credit.give(c, number, amount)
        self.credit.close()
        return 1

    def _give_only(self, c: Configuration, number: int) -> int:
        """The same where one class only may be chosen: greedy search needs no score of it, but a beam adds it up."""
        if self.penalty == 0.0:
            return 0
        self.greedy.score()
        log_z = self.greedy.scorer.score[number]
        self.penalties += self.penalty * log_z * log_z
        if fabs(log_z) < self.near:
            return 0
        self.credit.look(c)
        self.credit.give(c, number, -2.0 * self.penalty * log_z)
        self.credit.close()
        return 1

    def _best(self, first: int, end: int, least: int) -> int:
        """The first of the classes with the highest score, among those that may be chosen (0) or are right (1)."""
        best = -1
        for number in range(first, end):
            if self.right[number] >= least and (
                best < 0 or self.greedy.scorer.score[number] > self.greedy.scorer.score[best]
            ):
                best = number
        return best

    def _drawn(self, last: int) -> int:
        """A class that is drawn with its probability."""
        total = 0.0
        for number in range(self.greedy.scorer.width):
            total += self.probability[number] if self.right[number] >= 0 else 0.0
        left = self.draw() * total
        for number in range(self.greedy.scorer.width):
            left -= self.probability[number] if self.right[number] >= 0 else 0.0
            if left < 0.0 and self.right[number] >= 0:
                return number
        return last

    def learn_label(self, c: Configuration, kind: int) -> int:
        """Teach the label of the transition taken, where labels have classes of their own; returns the one predicted."""
        predicted = self.greedy.best_label(kind)
        gold = self.oracle.label[kind]
        if gold >= 0:
            first = self.greedy.label_first[kind]
            for label in range(self.greedy.classes.label_count):
                self.right[first + label] = 1 if label == gold else 0
            self._give(c, first, first + self.greedy.classes.label_count, 0.0)
        return predicted
