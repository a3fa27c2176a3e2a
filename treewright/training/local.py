"""Local training: every decision is corrected on its own (Goldberg and Nivre 2012), greedy search only."""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import int_array
from treewright.classifiers.credit import Credit
from treewright.errors import SettingsError
from treewright.oracles.oracle import Oracle
from treewright.search.greedy import Greedy
from treewright.search.search import Search
from treewright.training.strategy import TrainingStrategy
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from math import exp

    from treewright.oracles.oracle import TIE


class Local(TrainingStrategy):
    """Update after each wrong decision and go on (the same as early update and restart with a beam of one)."""

    by_decision = True
    averaging = "transition"
    normalise = 0.0

    def __init__(self, *, normalise: float | None = None, **settings: Any) -> None:
        """`normalise` is of use to what learns probabilities, see likelihood.py; `settings` are those of all strategies."""
        super().__init__(**settings)
        self.penalty = type(self).normalise if normalise is None else normalise

    def attach(self, search: Search, oracle: Oracle, credit: Credit) -> None:
        """Take the other parts."""
        if not isinstance(search, Greedy):
            raise SettingsError("training.strategy: local training needs greedy search; set search.beam to 1")
        self.greedy = search
        self.oracle = oracle
        self.credit = credit
        self.wrong = int_array(search.scorer.width)

    def learn(self) -> int:
        """Learn from the sentence that search and oracle hold; returns the number of updates."""
        c = self.greedy.c
        with cython.nogil:
            updates = self.walk(c)
        self.credit.finish()
        return updates

    def walk(self, c: Configuration) -> int:
        """Walk through the sentence, updating after each wrong decision."""
        updates = 0
        if self.by_sentence:
            self.credit.pass_time(1.0)
        self.oracle.start()
        c.start(self.greedy.size, self.greedy.system.root_first)
        while not self.greedy.system.is_final(c):
            valid = self.greedy.valid_kinds()
            if not self.by_sentence:
                self.credit.pass_time(1.0)
            kind = self.greedy.only_kind(valid)
            if kind >= 0:
                self.greedy.system.advance(c, kind, 0)
                continue
            self.greedy.score()
            self.oracle.costs(c, valid)
            self._rank(valid)
            kind, label = self.predicted_kind, self.predicted_label
            if self.predicted != self.gold:
                self._correct(c, self.gold, self.predicted, self.bonus * self.greedy.active + TIE)
                self.credit.close()
                updates += self.tell(1)
                if not (self.chance > 0.0 and self.draw() < self.chance):
                    kind, label = self.gold_kind, self.gold_label
                elif self.samples:
                    self._sample_transition(valid)
                    kind, label = self.predicted_kind, self.predicted_label
            if self.greedy.label_first[kind] >= 0:
                label = self.learn_label(c, kind)
            self.greedy.system.advance(c, kind, label)
        return updates

    def tell(self, updates: int) -> int:
        """Call what watches updates if there was one; returns how many there were."""
        if updates > 0 and self.callback is not None:
            with cython.gil:
                self.callback(self)
        return updates

    def _correct(self, c: Configuration, gold: int, predicted: int, bonus: float) -> int:
        """Praise the right class and blame the one that won, or in equal shares all wrong ones that beat the right one."""
        self.credit.look(c)
        self.credit.give(c, gold, 1.0)
        if not self.credit.uniform:
            return self.credit.give(c, predicted, -1.0)
        count = 0
        for i in range(self.wrong_count):
            if self.greedy.scorer.score[self.wrong[i]] + bonus >= self.greedy.scorer.score[gold]:
                self.wrong[count] = self.wrong[i]
                count += 1
        for i in range(count):
            self.credit.give(c, self.wrong[i], -1.0 / count)
        return 0

    def _rank(self, valid: int) -> int:
        """Find the best transition, and the best correct one; they are the same if the prediction is correct."""
        least = self.oracle.least_cost(valid)
        bonus = self.bonus * self.greedy.active + TIE
        self.gold = -1
        self.predicted = -1
        self.wrong_count = 0
        best_gold, best = 0.0, 0.0
        for kind in range(self.greedy.kind_count):
            if not valid >> kind & 1:
                continue
            first, start, end = self.greedy.first[kind], 0, self.greedy.width[kind]
            given = self.greedy.given_label(kind) if end > 1 else -1
            if given >= 0:
                start, end = given, given + 1
            wanted = self.oracle.label[kind] if end - start > 1 else -1  # the only right label
            cheap = self.oracle.cost[kind] == least and not self.oracle.avoided >> kind & 1
            if cheap:
                number = wanted if wanted >= 0 else self._highest(first, start, end, -1)
                value = self.greedy.scorer.score[first + number]
                if self.gold < 0 or value > best_gold:
                    self.gold, self.gold_kind, self.gold_label, best_gold = first + number, kind, number, value
                if self.predicted < 0 or value > best:
                    self.predicted, self.predicted_kind, self.predicted_label, best = first + number, kind, number, value
            if cheap and wanted < 0:
                continue
            but = wanted if cheap else -1  # the others are wrong
            bound = self.greedy.bound_by_facts(kind)
            number = self.greedy.best_fitting(kind, first, but) if bound else self._highest(first, start, end, but)
            if number >= 0:
                value = self.greedy.scorer.score[first + number] + bonus
                if self.predicted < 0 or value > best or (value == best and first + number < self.predicted):
                    self.predicted, self.predicted_kind, self.predicted_label, best = first + number, kind, number, value
            if self.credit.uniform:
                self._note_wrong(first, start, end, but)
        return 0

    def _highest(self, first: int, start: int, end: int, but: int) -> int:
        """The first label of those with the highest score, -1 if there is none; one is left out."""
        best = -1
        top = 0.0
        for number in range(start, end):
            value = self.greedy.scorer.score[first + number]
            if (best < 0 or value > top) and number != but:
                best, top = number, value
        return best

    def _note_wrong(self, first: int, start: int, end: int, but: int) -> int:
        """Remember these classes as wrong ones, but for one label."""
        for number in range(start, end):
            if number != but and self.greedy.fits(first + number):
                self.wrong[self.wrong_count] = first + number
                self.wrong_count += 1
        return 0

    def _sample_transition(self, valid: int) -> int:
        """Draw the next transition with a probability that grows with its score."""
        scale = self.greedy.active + 1.0
        top = self.greedy.scorer.score[self.predicted]
        total = 0.0
        for kind in range(self.greedy.kind_count):
            if valid >> kind & 1:
                for number in range(self.greedy.width[kind]):
                    total += exp((self.greedy.scorer.score[self.greedy.first[kind] + number] - top) / scale)
        left = self.draw() * total
        for kind in range(self.greedy.kind_count):
            if valid >> kind & 1:
                for number in range(self.greedy.width[kind]):
                    left -= exp((self.greedy.scorer.score[self.greedy.first[kind] + number] - top) / scale)
                    if left <= 0.0:
                        self.predicted_kind, self.predicted_label = kind, number
                        return 0
        return 0

    def learn_label(self, c: Configuration, kind: int) -> int:
        """Train the second classifier on the label of the transition taken; returns the label it predicted."""
        predicted = self.greedy.best_label(kind)
        gold = self.oracle.label[kind]
        if gold >= 0 and gold != predicted:
            first = self.greedy.label_first[kind]
            self.wrong_count = 0
            for label in range(self.greedy.classes.label_count if self.credit.uniform else 0):
                if label != gold:
                    self.wrong[self.wrong_count] = first + label
                    self.wrong_count += 1
            self._correct(c, first + gold, first + predicted, TIE)
        return predicted
