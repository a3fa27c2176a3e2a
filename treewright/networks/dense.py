"""A dense layer without PyTorch: outputs are sums of weighted inputs, by the products of the BiLSTM (lstm.h).

No call of BLAS, which would start threads; and the numbers of a row do not depend on the rows beside it, not by a bit.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.networks.lstm import WIDTHS
from treewright.networks.lstm_arrays import GATES, in_lines, kind

if not cython.compiled:  # C functions, see lstm.h
    run_dense: Any = None
    dense_t: Any = None


class Dense:
    """Immutable, and safe in threads."""

    def __init__(self, weights: Any, bias: Any = None, *, rectified: bool = False, lanes: int = 0) -> None:
        """`weights` is float32[outputs, inputs]; what is negative becomes 0 if it is `rectified`.

        `lanes` is how many floats a vector has, 0 for the most there are.
        """
        self.outputs, self.inputs = weights.shape
        self.rectified, self.lanes = rectified, lanes or WIDTHS[0]
        width = GATES * self.lanes
        panels = -(-self.outputs // width)
        whole = numpy.zeros((panels * width, self.inputs), numpy.float32)  # outputs that only fill the last panel stay 0
        whole[: self.outputs] = weights
        biases = numpy.zeros((panels, width), numpy.float32)
        if bias is not None:
            biases.reshape(-1)[: self.outputs] = bias
        self._weights = in_lines(whole.reshape(panels, width, self.inputs).transpose(0, 2, 1))
        self._bias = biases

    def run(self, x: Any) -> Any:
        """The outputs float32[rows, outputs] of x, float32[rows, inputs]."""
        x = numpy.asarray(x)
        if x.ndim != 2 or x.shape[1] != self.inputs or x.dtype != numpy.float32:
            raise ValueError(f"the layer's input is {kind(x)}, expected float32[rows, {self.inputs}]")
        if cython.compiled:
            out = numpy.empty((len(x), self.outputs), numpy.float32)
            if len(x):
                self._run(numpy.ascontiguousarray(x), self._weights, self._bias, out)
            return out
        matrix = self._weights.transpose(1, 0, 2).reshape(self.inputs, -1)[:, : self.outputs]
        out = x @ matrix + self._bias.reshape(-1)[: self.outputs]
        return numpy.maximum(out, 0.0) if self.rectified else out

    def _run(self, x: Any, weights: Any, bias: Any, out: Any) -> int:
        layer = dense_t()
        layer.inputs, layer.outputs, layer.rectified = self.inputs, self.outputs, self.rectified
        layer.weights, layer.bias = cython.address(weights[0, 0, 0]), cython.address(bias[0, 0])
        layer.x, layer.out = cython.address(x[0, 0]), cython.address(out[0, 0])
        with cython.nogil:
            failed = run_dense(cython.address(layer), self.lanes, x.shape[0])
        if failed:
            raise MemoryError("no memory for the sums of a layer")
        return 0
