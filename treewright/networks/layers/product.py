"""Products with a matrix that stays: one thread, without Python's lock, and for each row the same bits in every batch.

numpy's own products start threads of BLAS, and round as the size of the batch suits them.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.networks.layers.lstm import WIDTHS
from treewright.networks.layers.lstm_arrays import in_lines

if not cython.compiled:  # C functions, see lstm.h
    times: Any = None
    add_row: Any = None

VECTORS = 4  # of a panel


class Product:
    """Multiplies rows with a matrix float32[columns, depth], as PyTorch keeps that of a layer; immutable, safe in threads."""

    def __init__(self, weights: Any) -> None:
        self.columns, self.depth = weights.shape
        self.lanes = WIDTHS[0]
        self.weights = weights
        width = VECTORS * self.lanes
        count = -(-self.columns // width)
        whole = numpy.zeros((count * width, self.depth), numpy.float32)
        whole[: self.columns] = weights
        self.panels = in_lines(whole.reshape(count, width, self.depth).transpose(0, 2, 1)).reshape(-1)

    def of(self, x: Any) -> Any:
        """float32[rows, columns], given float32[rows, depth]."""
        if x.ndim != 2 or x.shape[1] != self.depth or x.dtype != numpy.float32:
            raise ValueError(f"a product with {list(x.shape)} of {x.dtype}, expected float32[rows, {self.depth}]")
        if not cython.compiled:
            return x @ self.weights.T
        found = numpy.empty((len(x), self.columns), numpy.float32)
        if len(x):
            self._times(numpy.ascontiguousarray(x), found)
        return found

    def _times(self, x: Any, out: Any) -> int:
        with cython.nogil:
            failed = times(
                cython.address(self.panels[0]), self.depth, self.columns, self.lanes, cython.address(x[0, 0]), x.shape[0],
                cython.address(out[0, 0]),
            )  # fmt: skip
        if failed:
            raise MemoryError("no memory for a product")
        return 0

    def add(self, x: Any, at: int, sums: Any) -> int:
        """Add the product with one row, which begins in x at a place, to `sums`; they have room for whole panels."""
        if cython.compiled:
            add_row(
                cython.address(self.panels[0]), self.depth, self.columns, self.lanes, cython.address(x[at]),
                cython.address(sums[0]),
            )  # fmt: skip
        else:
            sums[: self.columns] += self.weights @ x[at : at + self.depth]
        return 0
