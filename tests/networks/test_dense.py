"""Dense layers in C: the sums of numpy, the same for a row whatever rows are beside it."""

import numpy
import pytest

from treewright.networks.dense import Dense
from treewright.networks.lstm import WIDTHS


def random(*shape, seed=1):
    return numpy.random.default_rng(seed).normal(size=shape).astype(numpy.float32)


@pytest.mark.parametrize("lanes", WIDTHS)
@pytest.mark.parametrize(("inputs", "outputs", "rows"), [(1, 1, 1), (40, 97, 100), (130, 64, 7), (20, 3, 200), (3, 70, 0)])
def test_outputs_are_those_of_numpy(lanes, inputs, outputs, rows):
    weights, bias, x = random(outputs, inputs), random(outputs, seed=2), random(rows, inputs, seed=3)
    expected = x @ weights.T + bias
    assert numpy.allclose(Dense(weights, bias, lanes=lanes).run(x), expected, atol=1e-4)
    assert numpy.allclose(Dense(weights, bias, rectified=True, lanes=lanes).run(x), numpy.maximum(expected, 0.0), atol=1e-4)
    assert numpy.allclose(Dense(weights, lanes=lanes).run(x), x @ weights.T, atol=1e-4)


def test_a_row_does_not_depend_on_others():
    layer, x = Dense(random(33, 150)), random(101, 150, seed=4)
    together = layer.run(x)
    for row in range(len(x)):
        assert numpy.array_equal(layer.run(x[row : row + 1])[0], together[row])
    assert numpy.array_equal(layer.run(x[::2]), together[::2])


@pytest.mark.parametrize("x", [random(3, 4), random(5), random(3, 5).astype(numpy.float64)])
def test_other_inputs_are_refused(x):
    with pytest.raises(ValueError, match=r"the layer's input is .*, expected float32\[rows, 5\]"):
        Dense(random(2, 5)).run(x)
