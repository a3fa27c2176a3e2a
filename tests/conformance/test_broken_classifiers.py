"""For each rule of classifiers, one that breaks it is caught."""

import numpy
import pytest
from broken_parts import broken, only_compiled

from treewright.classifiers import AveragedPerceptron, Weights
from treewright.conformance import check_classifier
from treewright.networks.transition_based.network import FeedForward
from treewright.networks.transition_based.network_model import NetworkModel
from treewright.storage.named_arrays import LearntArrays


class Prejudiced(AveragedPerceptron):
    def __init__(self, classes):
        super().__init__(classes)
        arrays = {"keys": numpy.array([7], "u8"), "classes": numpy.array([0], "u2"), "weights": numpy.ones(1, "f4")}
        counts = {"sums": numpy.zeros(1, "f4"), "steps": numpy.ones(1), "updates": numpy.zeros(1, "i8")}
        self.restore({**arrays, **counts})


class Restless(AveragedPerceptron):
    def learnt(self):
        self.steps += 1
        return super().learnt()


class Undecided(AveragedPerceptron):
    times = 0

    def learnt(self):
        self.times += 1
        return Weights.of(self.classes, [self.times], [0], [1.0])


class Narrow(AveragedPerceptron):
    def learnt(self):
        return Weights.of(1, [], [], [])


class Amnesiac(AveragedPerceptron):
    def restore(self, state):
        pass


class HalfAmnesiac(AveragedPerceptron):
    def state(self):
        return {name: array for name, array in super().state().items() if name != "steps"}

    def restore(self, state):
        super().restore({**state, "steps": numpy.ones(1)})


@pytest.mark.parametrize(
    "cls, rule",
    [
        (dict, "is a subclass of Classifier"),
        (Prejudiced, "a new classifier has no weights"),
        (Restless, "asking what is learnt leaves it as it is"),
        (Undecided, "asking twice gives the same"),
        (Narrow, "what is learnt has the same classes"),
        (Amnesiac, "restore gives back the state"),
        (HalfAmnesiac, "and the same is learnt"),
    ],
)
def test_a_broken_classifier_is_caught(cls, rule):
    assert broken(check_classifier, cls).startswith(rule)


@only_compiled
def test_an_update_in_python_would_be_ignored():
    class Mine(AveragedPerceptron):
        def update(self, keys, values, binary, count, number, amount):
            return 0

    assert "would be ignored; seen: update" in broken(check_classifier, Mine)


class Lazy(FeedForward):
    def end_batch(self):
        self.learner.optimisation.pass_by()


class Moody(FeedForward):
    def prepare(self, sentences):
        self.seed = Moody.times = Moody.times + 1
        super().prepare(sentences)

    times = 0


class Forgetful(FeedForward):
    def restore(self, state):
        super().restore({**state, "optimisation.first": numpy.zeros_like(state["optimisation.first"])})


class OffTheMark(FeedForward):
    def learnt(self):
        arrays = self.learner.averaged()
        return LearntArrays({**arrays, "network.output_bias.0": arrays["network.output_bias.0"] + 0.01})


class Sociable(NetworkModel):
    def encoded(self, states, slots):
        batch = super().encoded(states, slots)
        return batch._replace(projected=batch.projected * len(batch.row_of))


class InCompany(FeedForward):
    @classmethod
    def model_from(cls, classes, arrays):
        return Sociable(classes, arrays)


@pytest.mark.parametrize(
    "cls, rule",
    [
        (Lazy, "credit makes the right transition win"),
        (Moody, "the same training gives the same state"),
        (Forgetful, "restore gives back the state"),
        (OffTheMark, "what was learnt gives the scores that it had while learning"),
        (InCompany, "what was learnt gives the scores that it had while learning"),
    ],
)
def test_a_broken_network_is_caught(cls, rule):
    pytest.importorskip("torch")
    assert broken(check_classifier, cls).startswith(rule)
