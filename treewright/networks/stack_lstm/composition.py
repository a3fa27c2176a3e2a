"""What shows a head with a dependent: a function of the vectors of both and of the arc (Dyer et al. 2015)."""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import aligned
from treewright.networks.layers.lstm import WIDTHS
from treewright.networks.layers.product import VECTORS, Product

if not cython.compiled:  # a C function, see lstm.h
    tanh_of: Any = None


class Composition:
    """tanh(H head + D dependent + what belongs to the arc); immutable, and safe in threads."""

    def __init__(self, head: Any, dependent: Any, relation: Any) -> None:
        """Two matrices, and a row for each kind of arc."""
        self.width, self.lanes = len(head), WIDTHS[0]
        part = VECTORS * self.lanes
        self.row = (self.width + part - 1) // part * part  # floats of a vector, with room for whole panels
        self.head, self.dependent = Product(head), Product(dependent)
        self.relation = self.in_rows(relation)

    def in_rows(self, vectors: Any) -> Any:
        """Vectors in rows as they are made here, flat."""
        found = aligned(len(vectors) * self.row, numpy.float32)
        found.reshape(-1, self.row)[:, : self.width] = vectors
        return found

    def make(self, vectors: Any, head: int, dependent: int, relation: int, to: int, sums: Any) -> int:
        """Write the vector of a head that has one more dependent to a row; `sums` has room for one."""
        for i in range(self.row):
            sums[i] = self.relation[relation * self.row + i]
        self.head.add(vectors, head * self.row, sums)
        self.dependent.add(vectors, dependent * self.row, sums)
        if cython.compiled:
            tanh_of(self.lanes, self.row // self.lanes, cython.address(sums[0]), cython.address(vectors[to * self.row]))
        else:
            vectors[to * self.row : (to + 1) * self.row] = numpy.tanh(sums[: self.row])
        return 0
