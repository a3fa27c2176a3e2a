"""What a classifier of the user's own says of itself by attributes is kept, or it is refused."""

import numpy
import pytest
from examples import example

import treewright as tw
from treewright.conformance import check_classifier
from treewright.conformance.own_sentences import own_sentences
from treewright.storage.named_arrays import LearntArrays

Network = example("own_classifier").Network


def own(base=Network, **attributes):
    return type("Own", (base,), {**attributes, "__module__": __name__})


def trained(cls, **settings):
    parser = tw.Parser(classifier=cls, **{"preset": "fast", "epochs": 2, **settings})
    parser.train(own_sentences(4))
    return parser


class Counted(tw.Classifier):
    """Counts how often classes were right and wrong; the others are told of each change."""

    exchanges = True
    looks_at = "keys"

    def __init__(self, classes):
        super().__init__(classes)
        self.weights, self.changes = {}, []

    def scores(self, features):
        found = [0.0] * self.classes
        for key in features.tolist():
            for number, weight in self.weights.get(key, {}).items():
                found[number] += weight
        return numpy.array(found)

    def learn(self, credits):
        for features, number, amount in credits:
            self.add(features, number, amount)
            if self.recording:
                self.changes.append((features.copy(), number, amount))

    def add(self, features, number, amount):
        for key in features.tolist():
            own = self.weights.setdefault(key, {})
            own[number] = own.get(number, 0.0) + amount

    def follow(self, other):
        for change in other.changes:
            self.add(*change)

    def forget(self):
        self.changes = []

    def arrays(self):
        rows = sorted((key, number, weight) for key, own in self.weights.items() for number, weight in own.items())
        keys, numbers, weights = zip(*rows, strict=True) if rows else ((), (), ())
        found = {"keys": numpy.array(keys, "uint64"), "numbers": numpy.array(numbers, "int64")}
        return {**found, "weights": numpy.array(weights, "float64")}

    def restore(self, state):
        self.weights = {}
        for key, number, weight in zip(*(state[name].tolist() for name in ("keys", "numbers", "weights")), strict=True):
            self.weights.setdefault(key, {})[number] = weight


def test_several_learn_side_by_side():
    """Weights are whole numbers: workers have the same in the end, and two trainings give the same."""
    workers = []

    class Watch(tw.Callbacks):
        def on_training_end(self, loop):
            workers.append([worker.classifier.arrays() for worker in loop.trainer.workers])

    for _ in range(2):
        parser = tw.Parser(classifier=Counted, preset="fast", epochs=3, threads=2)
        rows = parser.train(own_sentences(4), callbacks=Watch())
        assert rows[0]["updates"] > rows[-1]["updates"]
    one, other = workers[0]
    for name, array in one.items():
        assert numpy.array_equal(array, other[name]) and numpy.array_equal(array, workers[1][0][name])
    assert len(one["keys"]) > 100 and parser.evaluate(own_sentences(4)).las > 60


@pytest.mark.parametrize("missing", ["follow", "forget"])
def test_what_exchanges_must_say_how(missing):
    present = {"follow", "forget"} - {missing}
    cls = own(exchanges=True, **{name: lambda self, other=None: None for name in present})
    with pytest.raises(tw.SettingsError, match=rf"^Own: seen no {missing}, expected methods follow, forget"):
        tw.Parser(classifier=cls, threads=2)


def test_what_has_weights_must_join_them():
    for settings in ({"seeds": 2}, {"prune": 0.5}, {}):
        with pytest.raises(tw.SettingsError, match=r"^Own: seen no joined, expected methods joined"):
            tw.Parser(classifier=own(has_weights=True), preset="fast", **settings)


def test_each_seed_makes_a_classifier_of_its_own():
    seeds, joined = [], []

    def init(self, classes, seed):
        Network.__init__(self, classes, seed)
        seeds.append(seed)

    def mean(cls, several, prune):
        joined.append(len(several))
        arrays = [one.arrays() for one in several]
        return LearntArrays({name: sum(one[name] for one in arrays) / len(arrays) for name in arrays[0]})

    cls = own(has_weights=True, __init__=init, joined=classmethod(mean))
    trained(cls, seeds=3, seed=5)
    assert seeds[:3] == [5, 6, 7] and joined == [3]


def test_a_seeded_classifier_that_needs_its_seed_keeps_the_rules():
    seeds = set()

    def init(self, classes, *, seed):
        Network.__init__(self, classes, seed)
        seeds.add(seed)

    assert check_classifier(own(seeded=True, __init__=init)).total > 20 and seeds == {1}
