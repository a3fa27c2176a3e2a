"""Uniform negative updates: the minus one of an error is shared by all wrong classes that beat the right one."""

import numpy
import pytest

import treewright as tw
from treewright.classifiers import AveragedPerceptron, PackedWeights
from treewright.conformance import check_classifier
from treewright.conformance.learner import Learner
from treewright.conformance.own_sentences import own_sentences, reproduced


class Uniform(AveragedPerceptron):
    def __init__(self, classes):
        super().__init__(classes, update="uniform")


def entries(classifier):
    state = classifier.state()
    places = zip(state["keys"].tolist(), state["classes"].tolist(), strict=True)
    return dict(zip(places, state["weights"].tolist(), strict=True))


def watched(learner, own, epochs=2):
    """The change of each class by each update, for a feature that it concerns."""
    seen, changes = [{}], []

    def watch(strategy):
        seen.append(entries(learner.classifier))
        rows = {}
        for key, number in seen[-1]:
            change = seen[-1][key, number] - seen[-2].get((key, number), 0.0)
            if abs(change) > 1e-6:
                rows.setdefault(key, {})[number] = change
        changes.append(rows)

    learner.strategy.callback = watch
    for _ in range(epochs):
        learner.learn(own)
    return changes


def test_plus_one_and_equal_shares_of_minus_one():
    own = own_sentences(4)
    learner = Learner(Uniform, sorted({label for s in own for label in s.labels}))
    changes = watched(learner, own)
    assert len(changes) > 20
    punished = set()
    for rows in changes:
        assert len({tuple(sorted(row)) for row in rows.values()}) == 1  # all features, the same classes
        row = next(iter(rows.values()))
        up, down = [c for c in row.values() if c > 0], [c for c in row.values() if c < 0]
        assert up == pytest.approx([1.0], abs=1e-4)
        assert down == pytest.approx([-1 / len(down)] * len(down), abs=1e-4)
        punished.add(len(down))
    assert 1 in punished and max(punished) > 3


def test_the_first_update_punishes_all_that_tie():
    """Without weights all classes of the valid kinds score 0: all but the right one share the minus one."""
    own = [tw.Sentence.from_words([{"form": "Timber", "upos": "NOUN", "head": 0, "deprel": "b"}])]
    learner = Learner(Uniform, ["a", "b", "c", "d"])
    first = watched(learner, own, 1)[0]
    assert all(sorted(row.values()) == pytest.approx([-1 / 3] * 3 + [1.0]) for row in first.values())


def test_conformance():
    check_classifier(Uniform)


@pytest.mark.parametrize("labels", ["joint", "second", "none"])
@pytest.mark.parametrize("more", [{"oracle": "static"}, {"explore": "always"}, {"margin": 0.5}])
def test_by_heart(labels, more):
    own = own_sentences(10)
    parser = tw.Parser({"classifier.update": "uniform"}, strategy="local", epochs=60, labels=labels, **more)
    rows = parser.train(own)
    assert rows[-1]["updates"] == 0
    assert reproduced(parser, own, labelled=labels != "none") >= 98


def test_same_seed_same_bytes(tmp_path):
    for name in ("a", "b"):
        parser = tw.Parser({"classifier.update": "uniform"}, strategy="local", epochs=3)
        parser.train(own_sentences(10))
        parser.save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_rounding_of_fractions():
    """Packed weights differ from the averages by half a step of the 65,535 at the most, fractions or not."""
    own = own_sentences(10)
    learner = Learner(Uniform, sorted({label for s in own for label in s.labels}))
    for _ in range(5):
        learner.learn(own)
    weights = learner.classifier.learnt()
    packed = PackedWeights.of(weights)
    assert (numpy.abs(weights.weights * 6 - numpy.rint(weights.weights * 6)) > 1e-3).any()
    for i, key in enumerate(weights.keys.tolist()):
        row = packed.row(key)
        for at in range(int(weights.starts[i]), int(weights.starts[i + 1])):
            assert row.get(int(weights.classes[at]), 0.0) == pytest.approx(float(weights.weights[at]), abs=packed.scale * 0.51)


def test_global_training_is_refused():
    with pytest.raises(tw.SettingsError, match=r"update = uniform cannot work with training.strategy = early-update"):
        tw.Parser({"classifier.update": "uniform"})
