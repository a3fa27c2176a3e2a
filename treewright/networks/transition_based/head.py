"""The head of a transition network: its hidden layer and its output layer, as a scorer reads them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

ACTIVATIONS = ("relu", "tanh", "cube")  # their numbers are those of layers.h


class Head(NamedTuple):
    """Flat arrays of floats, with room for scores after those of the classes."""

    hidden: int
    activation: int
    bias: Any
    by_label: Any  # label x slot x unit
    label_rows: int
    weights: Any  # unit x class
    output_bias: Any

    @classmethod
    def of(cls, activation: int, bias: Any, by_label: Any, output: Any, output_bias: Any) -> Head:
        """From arrays as a network has them: `by_label` is label x (slot x unit), `output` is class x unit."""
        classes, hidden = output.shape
        stride = (classes + 15) // 16 * 16
        weights, biases = numpy.zeros((hidden, stride), numpy.float32), numpy.zeros(stride, numpy.float32)
        weights[:, :classes], biases[:classes] = output.T, output_bias
        labels = numpy.ascontiguousarray(by_label, numpy.float32)
        flat = labels.reshape(-1) if labels.size else numpy.zeros(1, numpy.float32)
        return cls(hidden, activation, numpy.ascontiguousarray(bias), flat, len(labels), weights.reshape(-1), biases)


class Batch(NamedTuple):
    """Several encoded sentences: the products of the first layer with each of their words."""

    head: Head
    projected: Any  # row x slot x unit, flat
    more: Any  # the same of the root, of an empty slot, then of words that are not there
    row_of: Any  # of each word; the rows of `more` are numbered after those of `projected`
    keep: Any = None  # what dropout makes of each unit, while learning


def activated(total: Any, activation: int) -> Any:
    """The values of units."""
    if activation == 0:
        return numpy.maximum(total, 0.0)
    return numpy.tanh(total) if activation == 1 else total**3
