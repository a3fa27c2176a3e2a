"""Isotonic and logistic regression against brute force; what is calibrated never falls, and comes back from a header."""

import itertools
import json
import random

import numpy
import pytest

from treewright.decoding import isotonic, logistic
from treewright.decoding.calibrated import Calibrated


def best_by_brute_force(values):
    """The least squared error of all ways to cut a sequence into blocks whose means do not fall."""
    least = None
    for cuts in itertools.product((False, True), repeat=len(values) - 1):
        places = [0, *(i + 1 for i, cut in enumerate(cuts) if cut), len(values)]
        blocks = [values[a:b] for a, b in itertools.pairwise(places)]
        means = [sum(block) / len(block) for block in blocks]
        if all(a <= b for a, b in itertools.pairwise(means)):
            error = sum((v - m) ** 2 for block, m in zip(blocks, means, strict=True) for v in block)
            least = error if least is None else min(least, error)
    return least


@pytest.mark.parametrize("seed", range(40))
def test_no_other_sequence_without_a_fall_is_closer(seed):
    chance = random.Random(seed)
    values = [chance.choice((0, 1, 0.5, chance.random())) for _ in range(chance.randint(1, 9))]
    blocks = isotonic.pooled(values)
    assert [first for first, _, _ in blocks] == [0, *(end for _, end, _ in blocks)][:-1] and blocks[-1][1] == len(values)
    means = [mean for _, _, mean in blocks]
    assert all(a < b for a, b in itertools.pairwise(means))
    error = sum((values[i] - mean) ** 2 for first, end, mean in blocks for i in range(first, end))
    assert error == pytest.approx(best_by_brute_force(values), abs=1e-12)


def test_a_few_words_prove_nothing():
    _, shares = isotonic.curve([0.2, 0.6, 0.9], [0, 1, 1], prior=10.0)
    assert (numpy.diff(shares) >= 0).all() and shares[-1] < 0.95 and shares[0] > 0.15
    assert isotonic.curve([0.2, 0.6], [0, 1], prior=0.0)[1].tolist() == [0.0, 1.0]


def test_weights_have_the_least_loss():
    chance = numpy.random.default_rng(3)
    columns, classes = chance.normal(size=(400, 3)), chance.integers(0, 4, 400)
    right = (chance.random(400) < 1 / (1 + numpy.exp(-(columns[:, 0] - 0.5 + (classes == 2))))).astype(float)
    found = logistic.fitted(columns, classes, 4, right)

    def loss(weights, of_classes):
        values = logistic.LogisticModel(weights, of_classes).scores(columns, classes)
        cost = 0.5 * (
            logistic.COLUMN_PENALTY * (weights[1:] ** 2).sum() + logistic.CLASS_PENALTY * (of_classes[1:] ** 2).sum()
        )
        return (numpy.logaddexp(0, values) - right * values).sum() + cost

    assert found.classes[0] == pytest.approx(0.0, abs=1e-6) and found.classes[2] > max(found.classes[1], found.classes[3])
    for place in range(8):
        for change in (-0.02, 0.02):
            both = numpy.concatenate(found)
            both[place] += change
            if place != 4:  # the class of rows without any stays 0
                assert loss(both[:4], both[4:]) > loss(*found) - 1e-9


def example(seed=1, rows=600):
    chance = numpy.random.default_rng(seed)
    evidence, labels = chance.normal(size=(2, rows)), chance.integers(-1, 5, rows)
    right = chance.random(rows) < 1 / (1 + numpy.exp(-2 * evidence[0] - (labels == 3)))
    return evidence, labels, right, numpy.arange(rows) // 10


def test_more_evidence_is_never_less_probable():
    found = Calibrated.fitted(*example())
    rising = numpy.array([numpy.linspace(-4, 4, 200), numpy.zeros(200)])
    probabilities = found.probabilities(rising, numpy.full(200, 3))
    assert (numpy.diff(probabilities) >= 0).all() and probabilities[0] < 0.1 and probabilities[-1] > 0.9
    assert found.probabilities(numpy.zeros((2, 1)), numpy.array([3])) > found.probabilities(
        numpy.zeros((2, 1)), numpy.array([-1])
    )


def test_what_is_learnt_is_calibrated_on_other_rows():
    found = Calibrated.fitted(*example(1, 4000))
    evidence, labels, right, _ = example(2, 4000)
    probabilities = found.probabilities(evidence, labels)
    for low in (0.1, 0.3, 0.5, 0.7):
        own = (probabilities >= low) & (probabilities < low + 0.2)
        assert abs(probabilities[own].mean() - right[own].mean()) < 0.06


def test_a_header_brings_it_back():
    found = Calibrated.fitted(*example())
    header = json.loads(json.dumps(found.header()))
    again = Calibrated.from_header(header, 2, 5)
    evidence, labels, _, _ = example(5)
    assert (found.probabilities(evidence, labels) == again.probabilities(evidence, labels)).all()
    for key, value in (
        ("weights", [1.0]), ("weights", [1.0, float("nan"), 0.0]), ("labels", [[7, 1.0]]), ("labels", [[-1, 1.0]]),
        ("curve", [[0.1, 0.9], [0.9, 0.1]]), ("curve", [[0.1], [1.5]]), ("curve", [[], []]), ("curve", [[0.1, 0.2], [0.5]]),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="confidence"):
            Calibrated.from_header({**header, key: value}, 2, 5)
