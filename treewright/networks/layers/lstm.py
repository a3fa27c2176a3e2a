"""A BiLSTM that runs without PyTorch, for many sentences at once.

Sentences are sorted, the longest first, and take their steps together; one that is finished drops out.  lstm.h has the
products and the gates: no call of BLAS, which would start threads, and none of Python for a step.  The numbers that a word
gets do not depend on the sentences beside its own, not by a bit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cython
import numpy

from treewright.networks.layers.lstm_arrays import DIRECTIONS, checked, kind, panels
from treewright.networks.layers.lstm_in_python import run_in_python

if not cython.compiled:  # C functions, see lstm.h
    run_lstm: Any = None
    lstm_t: Any = None

    def has_lanes(lanes: int) -> bool:
        """Whether this machine has vectors of so many floats."""
        return lanes == 1


# how many floats a vector may have on this machine, the most first: AVX-512, AVX2, SSE2 or NEON, none
WIDTHS = tuple(lanes for lanes in (16, 8, 4, 1) if has_lanes(lanes))


class BiLSTM:
    """Layers of LSTMs that read the words of a sentence in both directions; immutable, and safe in threads."""

    def __init__(self, arrays: Mapping[str, Any], *, lanes: int = 0) -> None:
        """The arrays are those of PyTorch's nn.LSTM; `lanes` is how many floats a vector has, 0 for the most there are."""
        self.inputs, self.hidden, self.layers = checked(arrays)
        self.outputs = 2 * self.hidden
        if lanes and lanes not in WIDTHS:
            raise ValueError(f"lanes={lanes}: this machine has vectors of {', '.join(map(str, WIDTHS))} floats")
        self.lanes = lanes or WIDTHS[0]
        self._panels = [
            [panels(arrays, f"l{layer}{direction}", self.lanes) for direction in DIRECTIONS] for layer in range(self.layers)
        ]

    def run(self, x: Any, lengths: Any) -> Any:
        """The states float32[words, outputs] of x, float32[words, inputs]: sentences of these lengths, one after another."""
        x, sizes = numpy.asarray(x), numpy.asarray(lengths)
        if x.ndim != 2 or x.shape[1] != self.inputs or x.dtype != numpy.float32:
            raise ValueError(f"the BiLSTM's input is {kind(x)}, expected float32[words, {self.inputs}]")
        if sizes.ndim != 1 or (sizes.size and sizes.dtype.kind not in "iu"):
            raise ValueError(f"the lengths of sentences are {kind(sizes)}, expected a list of whole numbers")
        if ((sizes < 0) | (sizes > len(x))).any() or sizes.sum() != len(x):  # one that is too long may make the sum overflow
            raise ValueError(f"the lengths of sentences add up to {sum(sizes.tolist())}, expected lengths of {len(x)} words")
        words = numpy.empty((len(sizes), 2), numpy.int64)
        words[:, 1] = sizes
        words[:, 0] = numpy.cumsum(words[:, 1]) - words[:, 1]
        words = words[numpy.argsort(-words[:, 1], kind="stable")]
        x = numpy.ascontiguousarray(x)
        for layer in self._panels:
            out = numpy.empty((len(x), self.outputs), numpy.float32)
            for reverse, (weights, bias) in enumerate(layer):
                if not len(x):
                    continue
                if cython.compiled:
                    self._run(x, weights, bias, out, words, bool(reverse))
                else:
                    run_in_python(x, weights, bias, out[:, reverse * self.hidden :][:, : self.hidden], words, bool(reverse))
            x = out
        return x

    def _run(self, x: Any, weights: Any, bias: Any, out: Any, words: Any, reverse: bool) -> int:
        """One direction of a layer, in C."""
        net = lstm_t()
        net.inputs, net.hidden, net.stride, net.reverse = x.shape[1], self.hidden, self.outputs, reverse
        net.weights = cython.address(weights[0, 0, 0, 0])
        net.bias = cython.address(bias[0, 0, 0])
        net.x, net.out = cython.address(x[0, 0]), cython.address(out[0, reverse * self.hidden])
        with cython.nogil:
            failed = run_lstm(cython.address(net), self.lanes, cython.address(words[0, 0]), words.shape[0])
        if failed:
            raise MemoryError("no memory for the states of the BiLSTM")
        return 0
