"""What lstm.h does in C, for uncompiled code: one direction of a layer, sentence by sentence."""

from __future__ import annotations

from typing import Any

import numpy


def run_in_python(x: Any, weights: Any, bias: Any, out: Any, words: Any, reverse: bool) -> None:
    """Write the states of each word into `out`; `words` has the first word and the length of each sentence."""
    hidden = out.shape[1]
    depth = weights.shape[1]
    matrix = weights.transpose(1, 2, 0, 3).reshape(depth, 4, -1)[:, :, :hidden].reshape(depth, -1)
    constant = bias.transpose(1, 0, 2).reshape(4, -1)[:, :hidden].reshape(-1)
    for start, length in words.tolist():
        sums = x[start : start + length] @ matrix[: x.shape[1]] + constant
        state = memory = numpy.zeros(hidden, numpy.float32)
        for word in reversed(range(length)) if reverse else range(length):
            gates = (sums[word] + state @ matrix[x.shape[1] :]).reshape(4, hidden)
            memory = sigmoid(gates[1]) * memory + sigmoid(gates[0]) * numpy.tanh(gates[2])
            state = sigmoid(gates[3]) * numpy.tanh(memory)
            out[start + word] = state


def sigmoid(values: Any) -> Any:
    """A gate between shut (0) and open (1)."""
    return 1.0 / (1.0 + numpy.exp(-numpy.clip(values, -87.0, 87.0)))
