"""The arrays of a BiLSTM, named as PyTorch names them: their check, and the layout in which lstm.h reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from treewright.arrays import aligned
from treewright.errors import ModelError, NotFinite

GATES = 4  # input, forget, cell, output
DIRECTIONS = ("", "_reverse")


def checked(arrays: Mapping[str, Any]) -> tuple[int, int, int]:
    """How many inputs, hidden units of a direction and layers there are, if all arrays fit together."""
    for name in ("weight_ih_l0", "weight_hh_l0"):
        if name in arrays and len(numpy.shape(arrays[name])) != 2:
            raise ModelError(f"the BiLSTM's array {name} is {described(arrays[name])}, expected a matrix")
    inputs, hidden = (numpy.shape(arrays[name])[1] if name in arrays else 0 for name in ("weight_ih_l0", "weight_hh_l0"))
    layers = 1
    while any(f"weight_{part}_l{layers}" in arrays for part in ("ih", "hh")):
        layers += 1
    expected: dict[str, tuple[int, ...]] = {}
    for layer in range(layers):
        for direction in DIRECTIONS:
            expected[f"weight_ih_l{layer}{direction}"] = (GATES * hidden, 2 * hidden if layer else inputs)
            expected[f"weight_hh_l{layer}{direction}"] = (GATES * hidden, hidden)
            expected[f"bias_ih_l{layer}{direction}"] = expected[f"bias_hh_l{layer}{direction}"] = (GATES * hidden,)
    for name in expected:
        if name not in arrays:
            raise ModelError(f"the BiLSTM lacks the array {name}")
    for name, array in arrays.items():
        if name not in expected:
            raise ModelError(f"the BiLSTM has an array {name}, which one of {layers} layers in both directions does not have")
        if numpy.shape(array) != expected[name] or numpy.asarray(array).dtype != numpy.float32:
            raise ModelError(f"the BiLSTM's array {name} is {described(array)}, expected float32{list(expected[name])}")
        if not numpy.isfinite(array).all():
            raise NotFinite(f"the BiLSTM's array {name} has NaN or infinity, expected finite numbers")
    if not inputs or not hidden:
        raise ModelError(f"the BiLSTM has {inputs} inputs and {hidden} hidden units, expected one or more of each")
    return inputs, hidden, layers


def described(array: Any) -> str:
    """Type and shape of an array, for people."""
    return f"{numpy.asarray(array).dtype}{list(numpy.shape(array))}"


def panels(arrays: Mapping[str, Any], suffix: str, lanes: int) -> tuple[Any, Any]:
    """The weights of one direction as [panel, inputs then hidden, gate, lane] and its bias as [panel, gate, lane].

    A panel has the four gates of `lanes` units, so that all that makes their new state is computed together.
    """
    weights = numpy.concatenate([arrays[f"weight_ih_{suffix}"], arrays[f"weight_hh_{suffix}"]], axis=1)
    bias = numpy.asarray(arrays[f"bias_ih_{suffix}"]) + numpy.asarray(arrays[f"bias_hh_{suffix}"])
    hidden, depth = len(bias) // GATES, weights.shape[1]
    count = -(-hidden // lanes)
    whole = numpy.zeros((GATES, count * lanes, depth + 1), numpy.float32)  # units that only fill the last panel stay 0
    whole[:, :hidden, :depth] = weights.reshape(GATES, hidden, depth)
    whole[:, :hidden, depth] = bias.reshape(GATES, hidden)
    found = whole.reshape(GATES, count, lanes, depth + 1).transpose(1, 3, 0, 2)
    return in_lines(found[:, :depth]), in_lines(found[:, depth])


def in_lines(array: Any) -> Any:
    """A copy that nobody changes and that begins with a cache line."""
    copy = aligned(array.size, numpy.float32).reshape(array.shape)
    copy[...] = array
    copy.flags.writeable = False
    return copy
