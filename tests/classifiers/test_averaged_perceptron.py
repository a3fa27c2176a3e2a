"""The averaged perceptron: weights are what the updates add up to, averages what the definition says."""

import numpy
import pytest

from treewright.classifiers import AveragedPerceptron, WeightTable
from treewright.conformance.check_classifier import _Learner
from treewright.conformance.own_sentences import own_sentences


def flat(entries):
    """Weights by key and class."""
    return {
        (int(key), int(number)): float(weight)
        for key, number, weight in zip(entries["keys"], entries["classes"], entries["weights"], strict=True)
    }


def rows(table):
    """The same from the arrays of a model file."""
    arrays = table.arrays()
    counts = numpy.diff(arrays["starts"].astype(numpy.int64))
    return flat({**arrays, "keys": numpy.repeat(arrays["keys"], counts)})


def learner():
    own = own_sentences(5)
    return _Learner(AveragedPerceptron, sorted({label for s in own for label in s.labels})), own


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
    found = rows(classifier.averaged())
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
    table = WeightTable(300, learning=True)
    keys = numpy.array([5] * 300 + [2**63 + 7] * 3 + [11], dtype="u8")
    classes = numpy.array([*range(300), 0, 150, 299, 42], dtype="u2")
    weights = numpy.arange(1, 305, dtype="f4")
    table.add_entries({"keys": keys, "classes": classes, "weights": weights, "sums": weights * 2})
    expected = {(int(k), int(n)): float(w) for k, n, w in zip(keys, classes, weights, strict=True)}
    assert flat(table.entries()) == expected == rows(table)
    assert table.row_count == 3
    assert rows(WeightTable.from_arrays(300, table.arrays())) == expected
    averaged = rows(table.averaged(4.0))
    assert averaged == {place: weight - weight * 2 / 4 for place, weight in expected.items()}


def test_a_table_that_grows():
    rng = numpy.random.default_rng(1)
    table = WeightTable(20, learning=True)
    keys = rng.integers(0, 2**64, 50_000, dtype="u8")
    classes = rng.integers(0, 20, 50_000).astype("u2")
    weights = rng.integers(-3, 4, 50_000).astype("f4")
    for start in range(0, 50_000, 9_999):
        part = slice(start, start + 9_999)
        table.add_entries({"keys": keys[part], "classes": classes[part], "weights": weights[part]})
    expected = {}
    for key, number, weight in zip(keys.tolist(), classes.tolist(), weights.tolist(), strict=True):
        expected[key, number] = expected.get((key, number), 0.0) + weight
    assert {place: w for place, w in flat(table.entries()).items() if w} == {p: w for p, w in expected.items() if w}
    assert rows(table) == {place: weight for place, weight in expected.items() if weight}


def test_zero_weights_are_left_out_of_files():
    table = WeightTable(4)
    entry = {"keys": numpy.array([9, 9, 10], "u8"), "classes": numpy.array([1, 1, 2], "u2")}
    table.add_entries({**entry, "weights": numpy.array([1.0, -1.0, 0.5], "f4")})
    assert rows(table) == {(10, 2): 0.5}
    assert rows(WeightTable(4)) == {}


def test_the_total_of_tables_is_their_mean():
    tables = []
    for weight in (1.0, 4.0):
        table = WeightTable(2)
        entry = {"keys": numpy.array([7, int(weight)], "u8"), "classes": numpy.array([0, 1], "u2")}
        tables.append(table.add_entries({**entry, "weights": numpy.array([weight, weight], "f4")}))
    assert rows(WeightTable.total(tables)) == {(7, 0): 2.5, (1, 1): 0.5, (4, 1): 2.0}


def test_arrays_do_not_depend_on_the_order_of_learning():
    entries = {"keys": numpy.array([3, 1, 2], "u8"), "classes": numpy.array([0, 1, 0], "u2"), "weights": numpy.ones(3, "f4")}
    one = WeightTable(2).add_entries(entries)
    other = WeightTable(2, rows=5000).add_entries({name: array[::-1].copy() for name, array in entries.items()})
    for name, array in one.arrays().items():
        assert numpy.array_equal(array, other.arrays()[name])
