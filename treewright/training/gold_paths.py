"""Gold paths: credit for each of their decisions, for a classifier that is fitted to them once, when the epoch ends."""

from __future__ import annotations

import cython

from treewright.classifiers.credit import Credit
from treewright.errors import InputError, SettingsError
from treewright.oracles.oracle import Oracle
from treewright.search.greedy import Greedy
from treewright.search.search import Search
from treewright.training.local import Local
from treewright.transitions.configuration import Configuration


class GoldPaths(Local):
    """Follow the gold path of every sentence and give credit for each transition of it."""

    def attach(self, search: Search, oracle: Oracle, credit: Credit) -> None:
        """Take the other parts."""
        if not isinstance(search, Greedy):
            raise SettingsError("training.strategy: gold paths need greedy search; set search.beam to 1")
        if search.classes.reduce >= 0:
            raise SettingsError("classifier.tied: seen true, expected false with a classifier that is fitted once")
        self.greedy = search
        self.oracle = oracle
        self.credit = credit

    def learn(self) -> int:
        """Follow the gold path of the sentence that search and oracle hold; returns the number of decisions."""
        c = self.greedy.c
        self._refuse_partial()
        with cython.nogil:
            count = self._walk(c)
        self.credit.finish()
        return count

    def _refuse_partial(self) -> None:
        labelled = any(self.greedy.classes.width[kind] > 1 for kind in range(len(self.greedy.system.kinds)))
        for word in range(1, self.greedy.size + 1):
            headless = self.oracle.gold[word] < 0
            nameless = labelled and not headless and self.oracle.gold_label[word] < 0
            if nameless or (headless and not self.greedy.system.partial):
                raise InputError(
                    f"training data: seen no head or no label at word {word} of a sentence of {self.greedy.size} words, "
                    "expected whole trees: this classifier learns from gold paths; averaged-perceptron can learn from parts"
                )

    def _walk(self, c: Configuration) -> int:
        count = 0
        self.oracle.start()
        c.start(self.greedy.size, self.greedy.system.root_first)
        while not self.greedy.system.is_final(c):
            best = self.oracle.first_choice(c, self.greedy.valid_kinds())  # as the static oracle
            label = self.oracle.label[best] if self.greedy.width[best] > 1 else 0
            self.credit.look(c)
            self.credit.give(c, self.greedy.first[best] + label, 1.0)
            count += 1
            self.greedy.system.advance(c, best, label)
        return count
