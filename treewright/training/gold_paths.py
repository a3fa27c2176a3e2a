"""Gold paths: all their decisions are collected, and a learner is fitted to them once, when the epoch ends."""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import float_array, hash_array, int_array
from treewright.classifiers.fitted_classifier import FittedClassifier
from treewright.errors import InputError, SettingsError
from treewright.features.extraction import constant_key
from treewright.oracles.oracle import Oracle
from treewright.search.greedy import Greedy
from treewright.search.search import Search
from treewright.training.local import Local
from treewright.transitions.configuration import Configuration


class GoldPaths(Local):
    """Follow the gold path of every sentence and show each configuration and its transition to a learner."""

    def attach(self, search: Search, oracle: Oracle, learner: Any) -> None:
        """Take the other parts."""
        if not isinstance(search, Greedy) or not isinstance(learner, FittedClassifier):
            raise SettingsError("training.strategy: gold paths need greedy search and a learner")
        if search.classes.reduce >= 0:
            raise SettingsError("classifier.tied: seen true, expected false with a classifier that is fitted once")
        self.greedy = search
        self.oracle = oracle
        self.learner = learner
        model = search.extraction.model
        others = len(model.valued) + len(model.agreeing) + len(model.real)
        learner.look_at([(bias, list(atoms)) for bias, atoms, _ in model.plain], others, constant_key())
        self.looks_at_atoms = learner.looks_at_atoms
        self.room, self.key_room = 0, 0
        self.key, self.value = hash_array(1), float_array(1)
        self.length, self.number = int_array(1), int_array(1)

    def end_epoch(self) -> None:
        """Fit the learner to what was collected."""
        self.learner.fit()

    def learn(self) -> int:
        """Follow the gold path of the sentence that search and oracle hold; returns the number of decisions."""
        c = self.greedy.c
        self._refuse_partial()
        self.count, self.key_count = 0, 0
        with cython.nogil:
            self._walk(c)
        keys, values = numpy.array(self.key[: self.key_count], "u8"), numpy.array(self.value[: self.key_count], "f4")
        lengths, numbers = numpy.array(self.length[: self.count], "i8"), numpy.array(self.number[: self.count], "i8")
        self.learner.take(keys, values, lengths, numbers)
        return self.count

    def _refuse_partial(self) -> None:
        labelled = any(self.greedy.classes.width[kind] > 1 for kind in range(len(self.greedy.system.kinds)))
        for word in range(1, self.greedy.size + 1):
            headless = self.oracle.gold[word] < 0
            nameless = labelled and not headless and self.oracle.gold_label[word] < 0
            if nameless or (headless and not self.greedy.system.partial):
                raise InputError(
                    f"training data: saw no head or no label at word {word} of a sentence of {self.greedy.size} words, "
                    "expected whole trees: this classifier learns from gold paths; averaged-perceptron can learn from parts"
                )

    def _walk(self, c: Configuration) -> int:
        self.oracle.start()
        c.start(self.greedy.size, self.greedy.system.root_first)
        while not self.greedy.system.is_final(c):
            valid = self.greedy.valid_kinds()
            self.oracle.costs(c, valid)
            best = -1
            for i in range(self.greedy.kind_count):
                kind = self.greedy.kind_count - 1 - i  # as the static oracle: shift only if nothing else is as good
                if not valid >> kind & 1 or self.oracle.avoided >> kind & 1:
                    continue
                if best < 0 or self.oracle.cost[kind] < self.oracle.cost[best]:
                    best = kind
            label = self.oracle.label[best] if self.greedy.width[best] > 1 else 0
            self._note(c, self.greedy.first[best] + label)
            self.greedy.system.advance(c, best, label)
        return 0

    def _note(self, c: Configuration, number: int) -> int:
        """Keep what the learner looks at in a configuration, and the class of the gold transition."""
        count = self.greedy.extraction.extract(c)
        if self.looks_at_atoms:
            count = self.greedy.extraction.atom_count
        if self.count >= self.room or self.key_count + count > self.key_room:
            with cython.gil:
                self._make_room(count)
        for i in range(count):
            key = self.greedy.extraction.atom[i] if self.looks_at_atoms else self.greedy.extraction.key[i]
            self.key[self.key_count + i] = key
            real = not self.looks_at_atoms and i >= self.greedy.extraction.binary
            self.value[self.key_count + i] = self.greedy.extraction.real_value[i] if real else 1.0
        self.key_count += count
        self.length[self.count] = count
        self.number[self.count] = number
        self.count += 1
        return 0

    def _make_room(self, count: int) -> int:
        self.room, self.key_room = 2 * self.room + 64, 2 * self.key_room + count + 1024
        self.key = grown(hash_array(self.key_room), self.key, self.key_count)
        self.value = grown(float_array(self.key_room), self.value, self.key_count)
        self.length = grown(int_array(self.room), self.length, self.count)
        self.number = grown(int_array(self.room), self.number, self.count)
        return 0


def grown(new: Any, old: Any, count: int) -> Any:
    """A new array that begins as the old one did."""
    new[:count] = old[:count]
    return new
