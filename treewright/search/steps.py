"""Transitions in steps: the score of one that takes tokens off the stack before its arc, as those of arc-swift do.

Each token that goes is scored as a reduce, in the configuration in which it is the top, and the arc in the one that is left
then.  So the arcs of all depths share their weights, and templates that look at the top see the place where an arc is made.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, int_array
from treewright.classifiers.credit import Credit
from treewright.classifiers.scorer import Scorer
from treewright.classifiers.wrapping_credit import WrappingCredit
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.transitions.transition_system import TransitionSystem
from treewright.treebank.sentence import Sentence


class StepScorer(Scorer):
    """Adds up the scores that another scorer gives to the steps of tied classes."""

    def __init__(self, system: TransitionSystem, classes: TransitionClasses, scorer: Scorer) -> None:
        super().__init__(scorer.extraction, scorer.classes, scorer.width)
        self.system, self.tied, self.one = system, classes, scorer
        self.score, self.scale = self.one.score, self.one.scale  # the same scores; those of steps come last
        self.depth = int_array(system.kind_count)
        self.total = float_array(scorer.width)

    def use(self, model: Any) -> None:
        """Score with another model of the same kind."""
        self.one.use(model)
        self.scale = self.one.scale

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Several sentences come next."""
        self.one.begin_batch(sentences)

    def begin(self, sentence: Sentence) -> None:
        """Take a sentence."""
        self.one.begin(sentence)

    def needs_python(self) -> bool:
        """As the other scorer does."""
        return self.one.needs_python()

    def scores(self, c: Derivations) -> int:
        """Score the configuration as it is, then give kinds that take tokens off the scores of their steps."""
        return self._scores(cython.cast(Configuration, c))

    def _scores(self, c: Configuration) -> int:
        active = self.one.scores(c)
        valid = self.system.valid_kinds(c)
        deepest = 0
        for kind in range(self.system.kind_count):
            self.depth[kind] = self.system.taken_off(c, kind) if valid >> kind & 1 else 0
            deepest = max(deepest, self.depth[kind])
        if deepest == 0:
            return active
        for number in range(self.width):
            self.total[number] = self.score[number]
        gone = 0.0
        for depth in range(1, deepest + 1):
            gone += self.score[self.tied.reduce]
            c.pop()
            self.one.scores(c)
            for kind in range(self.system.kind_count):
                if self.depth[kind] == depth:
                    first, like = self.tied.first[kind], self.tied.first[self.tied.like[kind]]
                    for label in range(self.tied.width[kind]):
                        self.total[first + label] = gone + self.score[like + label]
        for number in range(self.width):
            self.score[number] = self.total[number]
        c.restore(c.state)
        return active


class StepCredit(WrappingCredit):
    """Gives the credit of a transition to each of its steps."""

    def __init__(self, system: TransitionSystem, classes: TransitionClasses, credit: Credit) -> None:
        super().__init__(credit)
        self.system, self.tied = system, classes

    def give(self, c: Derivations, number: int, amount: float) -> int:
        """Give an amount to the tokens that a transition takes off, and to its arc."""
        return self._give(cython.cast(Configuration, c), number, amount)

    def _give(self, c: Configuration, number: int, amount: float) -> int:
        kind = self.tied.kind_of[number]
        for _ in range(self.system.taken_off(c, kind)):
            self.one.look(c)
            self.one.give(c, self.tied.reduce, amount)
            c.pop()
        self.one.look(c)
        self.one.give(c, number + self.tied.first[self.tied.like[kind]] - self.tied.first[kind], amount)
        c.restore(c.state)
        return 0
