"""The layers that score the classes of a transition network: the hidden layer and the output layer, as a scorer reads them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from treewright.errors import ModelError
from treewright.storage.named_arrays import Arrays

ACTIVATIONS = ("relu", "tanh", "cube")  # their numbers are those of layers.h


class ScoringLayers(NamedTuple):
    """Flat arrays of floats, with room for scores after those of the classes."""

    hidden: int
    activation: int
    bias: Any
    by_label: Any  # label x slot x unit
    label_rows: int
    weights: Any  # unit x class
    output_bias: Any

    @classmethod
    def of(cls, activation: int, bias: Any, by_label: Any, output: Any, output_bias: Any) -> ScoringLayers:
        """From arrays as a network has them: `by_label` is label x (slot x unit), `output` is class x unit."""
        classes, hidden = output.shape
        stride = (classes + 15) // 16 * 16
        weights, biases = numpy.zeros((hidden, stride), numpy.float32), numpy.zeros(stride, numpy.float32)
        weights[:, :classes], biases[:classes] = output.T, output_bias
        labels = numpy.ascontiguousarray(by_label, numpy.float32)
        flat = labels.reshape(-1) if labels.size else numpy.zeros(1, numpy.float32)
        return cls(hidden, activation, numpy.ascontiguousarray(bias), flat, len(labels), weights.reshape(-1), biases)


def activation_of(arrays: Arrays) -> int:
    """The number of the activation that a model file names."""
    found = arrays.get("activation")
    if found is None or found.shape != (1,) or found.dtype != numpy.int32 or not 0 <= found[0] < len(ACTIVATIONS):
        seen = "nothing" if found is None else f"{found.dtype}{found.tolist()!r:.40}"
        raise ModelError(f"network.activation: seen {seen}, expected one 32-bit number from 0 to {len(ACTIVATIONS) - 1}")
    return int(found[0])


def activated(total: Any, activation: int) -> Any:
    """The values of units."""
    if activation == 0:
        return numpy.maximum(total, 0.0)
    return numpy.tanh(total) if activation == 1 else total**3
