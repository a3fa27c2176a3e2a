"""Transitions in steps: the score of one that takes tokens off the stack before its arc, as those of arc-swift do.

Each token that goes is scored as a reduce, in the configuration in which it is the top, and the arc in the one that is left
then.  So the arcs of all depths share their weights, and templates that look at the top see the place where an arc is made.
"""

from __future__ import annotations

from treewright.arrays import float_array, int_array
from treewright.classifiers.averaged_perceptron import AveragedPerceptron
from treewright.features.extraction import Extraction
from treewright.search.scorer import Scorer
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem


class Steps:
    """Adds up the scores of steps, and changes their weights; each search that has tied classes has one."""

    def __init__(
        self, system: TransitionSystem, classes: TransitionClasses, extraction: Extraction, scorer: Scorer
    ) -> None:
        self.system, self.classes, self.extraction, self.scorer = system, classes, extraction, scorer
        self.depth = int_array(system.kind_count)
        self.total = float_array(scorer.width)

    def add(self, c: Configuration) -> int:
        """Give kinds that take tokens off their scores; the scorer has those of the configuration as it is."""
        valid = self.system.valid_kinds(c)
        deepest = 0
        for kind in range(self.system.kind_count):
            self.depth[kind] = self.system.taken_off(c, kind) if valid >> kind & 1 else 0
            deepest = max(deepest, self.depth[kind])
        if deepest == 0:
            return 0
        for number in range(self.scorer.width):
            self.total[number] = self.scorer.score[number]
        gone = 0.0
        for depth in range(1, deepest + 1):
            gone += self.scorer.score[self.classes.reduce]
            c.pop()
            self.extraction.look(c)
            self.scorer.scores(self.extraction)
            for kind in range(self.system.kind_count):
                if self.depth[kind] == depth:
                    first, like = self.classes.first[kind], self.classes.first[self.classes.like[kind]]
                    for label in range(self.classes.width[kind]):
                        self.total[first + label] = gone + self.scorer.score[like + label]
        for number in range(self.scorer.width):
            self.scorer.score[number] = self.total[number]
        c.restore(c.state)
        return 0

    def update(self, classifier: AveragedPerceptron, c: Configuration, kind: int, number: int, amount: float) -> int:
        """Add to the weights of all steps of a transition: its kind, and the number of its class."""
        for _ in range(self.system.taken_off(c, kind)):
            self._update_here(classifier, c, self.classes.reduce, amount)
            c.pop()
        number += self.classes.first[self.classes.like[kind]] - self.classes.first[kind]
        self._update_here(classifier, c, number, amount)
        c.restore(c.state)
        return 0

    def _update_here(self, classifier: AveragedPerceptron, c: Configuration, number: int, amount: float) -> int:
        active = self.extraction.extract(c)
        return classifier.update(
            self.extraction.key, self.extraction.real_value, self.extraction.binary, active, number, amount
        )
