"""Packed weights: every weight is found again, rounded by at most half a step, and forged arrays are refused."""

import numpy
import pytest

from treewright.classifiers import PackedWeights, Weights
from treewright.errors import ModelError


def random_weights(classes, features, seed=1):
    """Features with one class, a few and many."""
    rng = numpy.random.default_rng(seed)
    lengths = rng.choice([1, 2, 3, 4, 9, 12, 13, 40], features)
    if not features:
        return Weights.of(classes, [], [], [])
    keys = numpy.repeat(rng.integers(0, 2**64, features, dtype="u8"), lengths)
    numbers = numpy.concatenate([rng.choice(classes, min(length, classes), replace=length > classes) for length in lengths])
    return Weights.of(classes, keys, numbers, rng.normal(size=len(keys)) * 3)


@pytest.mark.parametrize("classes", [45, 80, 1000])
@pytest.mark.parametrize("features", [0, 1, 40, 3000])
def test_every_weight_is_found(classes, features):
    weights = random_weights(classes, features)
    packed = PackedWeights.of(weights)
    assert packed.feature_count == features
    for i, key in enumerate(weights.keys.tolist()):
        part = slice(weights.starts[i], weights.starts[i + 1])
        expected = dict(zip(weights.classes[part].tolist(), weights.weights[part].tolist(), strict=True))
        found = packed.row(key)
        assert set(found) <= set(expected)
        for number, weight in expected.items():
            assert found.get(number, 0.0) == pytest.approx(weight, abs=packed.scale * 0.51)
    assert packed.row(12345) == {}


def test_the_same_weights_give_the_same_bytes():
    one, other = PackedWeights.of(random_weights(60, 500)), PackedWeights.of(random_weights(60, 500))
    assert all(numpy.array_equal(array, other.arrays()[name]) for name, array in one.arrays().items())
    again = PackedWeights(60, one.arrays())
    assert again.row(int(random_weights(60, 500).keys[7])) == one.row(int(random_weights(60, 500).keys[7]))


def forge(arrays, name, change):
    array = arrays[name].copy()
    return {**arrays, name: change(array)}


def with_value(index, value, kind="u2"):
    def change(array):
        array.view(kind)[index] = value
        return array

    return change


def test_forged_arrays_are_refused():
    weights = random_weights(60, 2000)
    arrays = PackedWeights.of(weights).arrays()
    numbers = arrays["slots"].view("u2").reshape(-1, 8)
    plain = int(numpy.flatnonzero((numbers[:, 2] != 65535) & (arrays["tags"] > 0))[0])
    long = int(numpy.flatnonzero(numbers[:, 2] == 65535)[0])
    forgeries = [
        forge(arrays, "slots", with_value(plain * 8 + 2, 60)),  # a class that does not exist
        forge(arrays, "slots", with_value(plain * 8 + 4, 65535)),
        forge(arrays, "slots", with_value(long * 8 + 4, 65535)),  # a row far behind the last
        forge(arrays, "slots", with_value(long * 8 + 5, -3, "i2")),  # a list of negative length
        forge(arrays, "pairs", with_value(2, 60)),
        forge(arrays, "tags", lambda tags: tags + 1 | 1),  # no free slot: a search would never end
        forge(arrays, "tags", lambda tags: tags[:-16]),
        forge(arrays, "slots", lambda slots: slots[:-16]),
        forge(arrays, "dense", lambda dense: dense[:-1]),
        forge(arrays, "dense", lambda dense: dense.astype("f4")),
        forge(arrays, "pairs", lambda pairs: pairs[:-1]),
    ]
    PackedWeights(60, arrays)
    for number, forged in enumerate(forgeries):
        with pytest.raises(ModelError):
            PackedWeights(60, forged)
            pytest.fail(f"forgery {number} was taken")
