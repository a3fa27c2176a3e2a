"""Training of easy-first (Goldberg and Elhadad 2010, with the dynamic oracle of Goldberg and Nivre 2013).

The candidates are all arcs anywhere in the list, with all labels.  If the best one is not correct, it is punished and the best
of the correct ones rewarded, each with the features of its own place.  All arcs of the least cost are correct, so the order in
which they are made is learnt and not given.
"""

from __future__ import annotations

import cython

from treewright.classifiers.credit import Credit
from treewright.errors import SettingsError
from treewright.oracles.easy_first import EasyFirstOracle
from treewright.oracles.oracle import Oracle
from treewright.search.easy_first import EasyFirstSearch
from treewright.search.search import Search
from treewright.training.local import Local

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from math import exp
    from math import inf as INFINITY

    from treewright.oracles.oracle import NEVER, TIE
    from treewright.transitions.easy_first import LEFT_ARC, RIGHT_ARC


class EasyFirstTraining(Local):
    """Local training for easy-first: update after each wrong arc and go on."""

    def attach(self, search: Search, oracle: Oracle, credit: Credit) -> None:
        """Take the other parts."""
        if not isinstance(search, EasyFirstSearch) or not isinstance(oracle, EasyFirstOracle):
            raise SettingsError("training.strategy: easy-first is trained with its own search and its own dynamic oracle")
        self.search, self.judge, self.credit = search, oracle, credit
        self.oracle = oracle

    def learn(self) -> int:
        """Learn from the sentence that search and oracle hold; returns the number of updates."""
        with cython.nogil:
            updates = self._learn_arcs()
        self.credit.finish()
        return updates

    def _learn_arcs(self) -> int:
        """Build the tree arc by arc, updating after each wrong one."""
        updates = 0
        if self.by_sentence:
            self.credit.pass_time(1.0)
        self.judge.start()
        self.search.begin()
        while self.search.pending.count > 1:
            self.search.refresh()
            self._rank_all()
            if not self.by_sentence:
                self.credit.pass_time(1.0)
            gap, kind, label = self.predicted_gap, self.predicted_kind, self.predicted_label
            if self.predicted_gap != self.gold_gap or self.predicted != self.gold:
                self._change_at(self.gold_gap, self.gold, 1.0)
                self._change_at(self.predicted_gap, self.predicted, -1.0)
                updates += 1
                self.credit.close()
                if self.callback is not None:
                    with cython.gil:
                        self.callback(self)
                if not (self.chance > 0.0 and self.draw() < self.chance):
                    gap, kind, label = self.gold_gap, self.gold_kind, self.gold_label
                elif self.samples:
                    self._sample_arc()
                    gap, kind, label = self.predicted_gap, self.predicted_kind, self.predicted_label
            dependent = self.search.dependent_at(gap, kind)
            if self.search.label_first[kind] >= 0:
                label = self._learn_label_at(gap, kind, dependent)
            self.judge.leave(dependent)
            self.search.make_arc(gap, kind, label)
        return updates

    def _change_at(self, gap: int, number: int, amount: float) -> int:
        """Give credit to one class at a gap; all gaps have to be scored again."""
        self.search.show(gap)
        self.search.forget()
        self.credit.look(self.search.c)
        return self.credit.give(self.search.c, number, amount)

    def _cost(self, gap: int, kind: int) -> int:
        """What the arc of this kind costs at a gap."""
        dependent = self.search.dependent_at(gap, kind)
        return self.judge.attachment_cost(self.search.pending.behind[gap] if kind == LEFT_ARC else gap, dependent)

    def _rank_all(self) -> int:
        """Find the best arc, and the best correct one; they are the same if the prediction is correct."""
        self.least = NEVER
        gap = self.search.pending.first
        while self.search.pending.behind[gap] >= 0:
            valid = self.search.valid_at(gap)
            for kind in range(LEFT_ARC, RIGHT_ARC + 1):
                if valid >> kind & 1:
                    self.least = min(self.least, self._cost(gap, kind))
            gap = self.search.pending.behind[gap]
        self.gold, self.predicted = -1, -1
        self.best_gold, self.best = 0.0, 0.0
        gap = self.search.pending.first
        while self.search.pending.behind[gap] >= 0:
            valid = self.search.valid_at(gap)
            for kind in range(LEFT_ARC, RIGHT_ARC + 1):
                if valid >> kind & 1:
                    self._rank_labels(gap, kind)
            gap = self.search.pending.behind[gap]
        return 0

    def _rank_labels(self, gap: int, kind: int) -> int:
        """Compare the arcs of one kind at one gap with the best so far."""
        cheap = self._cost(gap, kind) == self.least
        wanted = -1
        if self.search.width[kind] > 1:
            wanted = self.judge.gold_label[self.search.dependent_at(gap, kind)]
        bonus = self.bonus * self.search.active_at[gap] + TIE
        first = self.search.first[kind]
        start = gap * self.search.scorer.stride + first
        for label in range(self.search.width[kind]):
            value = self.search.row[start + label]
            right = cheap and (wanted < 0 or wanted == label)
            if right:
                if self.gold < 0 or value > self.best_gold:
                    self.gold, self.gold_gap, self.gold_kind, self.gold_label = first + label, gap, kind, label
                    self.best_gold = value
            else:
                value += bonus
            if (self.predicted < 0 or value > self.best) and (right or self._fits(gap, first + label)):
                self.predicted, self.predicted_gap, self.predicted_kind, self.predicted_label = first + label, gap, kind, label
                self.best = value
        return 0

    def _fits(self, gap: int, number: int) -> bool:
        """Whether the facts of the training data allow an arc at a gap."""
        if self.search.facts is None:
            return True
        self.search.show(gap)
        return self.search.fits(number)

    def _sample_arc(self) -> int:
        """Draw the next arc with a probability that grows with its score."""
        at = self.predicted_gap * self.search.scorer.stride + self.predicted
        scale, top = self.search.active_at[self.predicted_gap] + 1.0, self.search.row[at]
        left = self.draw() * self._draw_until(INFINITY, scale, top)
        self._draw_until(left, scale, top)
        return 0

    def _draw_until(self, limit: float, scale: float, top: float) -> float:
        """Add up the weights of all arcs, until a limit is reached: that arc is the predicted one."""
        total = 0.0
        gap = self.search.pending.first
        while self.search.pending.behind[gap] >= 0:
            valid = self.search.valid_at(gap)
            for kind in range(LEFT_ARC, RIGHT_ARC + 1):
                if not valid >> kind & 1:
                    continue
                start = gap * self.search.scorer.stride + self.search.first[kind]
                for label in range(self.search.width[kind]):
                    total += exp((self.search.row[start + label] - top) / scale)
                    if total >= limit:
                        self.predicted_gap, self.predicted_kind, self.predicted_label = gap, kind, label
                        return total
            gap = self.search.pending.behind[gap]
        return total

    def _learn_label_at(self, gap: int, kind: int, dependent: int) -> int:
        """Train the second classifier on the label of the arc that is made; returns the label it predicted."""
        self.search.score_gap(gap)
        predicted = self.search.best_label(kind)
        gold = self.judge.gold_label[dependent]
        if gold >= 0 and gold != predicted:
            self._change_at(gap, self.search.label_first[kind] + gold, 1.0)
            self._change_at(gap, self.search.label_first[kind] + predicted, -1.0)
        return predicted
