"""The averaged perceptron: weights are what the updates add up to, averages what the definition says."""

import numpy
import pytest

from treewright.classifiers import AveragedPerceptron, Weights, WeightTable
from treewright.conformance.learner import Learner
from treewright.conformance.own_sentences import own_sentences


def flat(entries):
    """Weights by key and class."""
    return {
        (int(key), int(number)): float(weight)
        for key, number, weight in zip(entries["keys"], entries["classes"], entries["weights"], strict=True)
    }


def rows(weights):
    """The same of weights that are no longer learnt."""
    counts = numpy.diff(weights.starts.astype(numpy.int64))
    return flat({**weights.arrays(), "keys": numpy.repeat(weights.keys, counts)})


def learner():
    own = own_sentences(5)
    return Learner(AveragedPerceptron, sorted({label for s in own for label in s.labels})), own


def test_the_average_is_the_mean_of_the_weights_of_all_steps():
    learning, own = learner()
    classifier = learning.classifier
    history = []  # the step and the weights after each update

    def watch(strategy):
        history.append((classifier.steps, flat(classifier.state())))

    learning.strategy.callback = watch
    for _ in range(2):
        learning.learn(own)
    assert len(history) > 20
    total, steps = {}, classifier.steps
    ends = [step for step, _ in history[1:]] + [steps]
    for (step, weights), end in zip(history, ends, strict=True):
        for place, weight in weights.items():  # in force from this update to the next
            total[place] = total.get(place, 0.0) + weight * (end - step)
    found = rows(classifier.learnt())
    for place in {*found, *total}:
        assert found.get(place, 0.0) == pytest.approx(total.get(place, 0.0) / steps, abs=1e-4)


def test_updates_add_one_and_take_one():
    learning, own = learner()
    seen = []

    def watch(strategy):
        seen.append(flat(learning.classifier.state()))

    learning.strategy.callback = watch
    learning.learn(own)
    for before, after in zip([{}, *seen], seen, strict=False):
        changes = [after.get(place, 0.0) - before.get(place, 0.0) for place in {*before, *after}]
        assert {round(change) for change in changes} <= {-1, 0, 1}
        assert sum(changes) == 0 and any(changes)


def test_tables_of_many_classes():
    """A feature that few classes use and one that all use give back what was put in."""
    table = WeightTable(300)
    keys = numpy.array([5] * 300 + [2**63 + 7] * 3 + [11], dtype="u8")
    classes = numpy.array([*range(300), 0, 150, 299, 42], dtype="u2")
    weights = numpy.arange(1, 305, dtype="f4")
    table.add_entries({"keys": keys, "classes": classes, "weights": weights, "sums": weights * 2})
    expected = {(int(k), int(n)): float(w) for k, n, w in zip(keys, classes, weights, strict=True)}
    assert flat(table.entries()) == expected
    assert table.row_count == 3
    assert rows(table.averaged(4.0)) == {place: weight - weight * 2 / 4 for place, weight in expected.items()}


def test_a_table_that_grows():
    rng = numpy.random.default_rng(1)
    table = WeightTable(20)
    keys = rng.integers(0, 2**64, 50_000, dtype="u8")
    classes = rng.integers(0, 20, 50_000).astype("u2")
    weights = rng.integers(-3, 4, 50_000).astype("f4")
    for start in range(0, 50_000, 9_999):
        part = slice(start, start + 9_999)
        table.add_entries({"keys": keys[part], "classes": classes[part], "weights": weights[part]})
    expected = {}
    for key, number, weight in zip(keys.tolist(), classes.tolist(), weights.tolist(), strict=True):
        expected[key, number] = expected.get((key, number), 0.0) + weight
    expected = {place: weight for place, weight in expected.items() if weight}
    assert {place: weight for place, weight in flat(table.entries()).items() if weight} == expected
    averaged = table.averaged(1.0)
    assert rows(averaged) == expected
    assert (numpy.diff(averaged.keys.astype(object)) > 0).all()


def test_weights_of_entries_in_any_order():
    entries = [(9, 1, 1.0), (9, 1, -1.0), (10, 2, 0.5), (3, 0, 2.0), (10, 1, 0.25)]
    for order in (entries, entries[::-1]):
        keys, classes, weights = zip(*order, strict=True)
        found = Weights.of(4, numpy.array(keys, "u8"), numpy.array(classes, "u2"), numpy.array(weights))
        assert rows(found) == {(3, 0): 2.0, (10, 1): 0.25, (10, 2): 0.5}
        assert found.keys.tolist() == [3, 10] and found.starts.tolist() == [0, 1, 3]
    assert rows(WeightTable(4).averaged(1.0)) == {}


def test_the_mean_of_several_models():
    several = []
    for weight in (1.0, 4.0):
        several.append(Weights.of(2, numpy.array([7, int(weight)], "u8"), numpy.array([0, 1], "u2"), [weight, weight]))
    assert rows(Weights.mean(several)) == {(7, 0): 2.5, (1, 1): 0.5, (4, 1): 2.0}
    assert Weights.mean(several[:1]) is several[0]


def test_features_of_small_weights_are_left_out_whole_and_others_rounded():
    keys, classes = numpy.array([1, 1, 2, 3, 3], "u8"), numpy.array([0, 1, 0, 1, 2], "u2")
    weights = Weights.of(3, keys, classes, [0.1, -2.0, 0.4, 0.05, 0.5])
    assert rows(weights.without_small(0.5)) == {(1, 0): 0.125, (1, 1): -2.0, (3, 2): 0.5}
    assert weights.without_small(0.0) is weights
    assert rows(weights.without_small(9.0)) == {}


def test_averages_do_not_depend_on_the_order_of_learning():
    entries = {"keys": numpy.array([3, 1, 2], "u8"), "classes": numpy.array([0, 1, 0], "u2"), "weights": numpy.ones(3, "f4")}
    one = WeightTable(2).add_entries(entries).averaged(1.0)
    other = WeightTable(2, rows=5000).add_entries({name: array[::-1].copy() for name, array in entries.items()}).averaged(1.0)
    for name, array in one.arrays().items():
        assert numpy.array_equal(array, other.arrays()[name])


def test_a_table_that_is_restored_goes_on_like_one_that_grew():
    """Features whose keys have the same low half stay apart, whatever the table's size was when they came."""
    rng = numpy.random.default_rng(3)
    low = numpy.arange(40_000, dtype="u8") // numpy.uint64(4) * numpy.uint64(0x9E3779B1) & numpy.uint64(0xFFFFFFFF)
    keys = rng.integers(0, 2**32, 40_000, dtype="u8") << numpy.uint64(32) | low
    entries = {"keys": keys, "classes": (keys % numpy.uint64(7)).astype("u2"), "weights": numpy.ones(40_000, "f4")}
    grown = AveragedPerceptron(7)
    for start in range(0, 40_000, 8_000):
        grown.table.add_entries({name: array[start : start + 8_000] for name, array in entries.items()})
    restored = AveragedPerceptron(7)
    restored.restore(grown.state())
    assert len(numpy.unique(keys)) == grown.row_count == restored.row_count
    assert flat(restored.state()) == flat(grown.state()) == flat(entries)
    for classifier in (grown, restored):
        classifier.table.add_entries({**entries, "keys": keys + numpy.uint64(1)})
    assert rows(restored.learnt()) == rows(grown.learnt())
