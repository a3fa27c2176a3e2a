"""An LSTM cell whose states form trees: each comes after any one that is there already; without Python's lock."""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import aligned
from treewright.networks.layers.lstm import WIDTHS
from treewright.networks.layers.lstm_arrays import GATES
from treewright.networks.layers.lstm_in_python import sigmoid
from treewright.networks.layers.product import Product

if not cython.compiled:  # a C function, see lstm.h
    new_state: Any = None


class Cell:
    """Weights as PyTorch keeps them, laid out in panels; immutable, and safe in threads.

    A state is a row of h, then c. The sums of the gates lie in panels: as many units as a vector has lanes, gate by gate.
    """

    def __init__(self, recurrent: Any, inputs: Any = None, bias: Any = None) -> None:
        """Without `inputs` and `bias`, what inputs add to the gates is known (`in_panels`)."""
        self.width, self.lanes = recurrent.shape[1], WIDTHS[0]
        self.units = (self.width + self.lanes - 1) // self.lanes  # vectors
        self.gates, self.row = GATES * self.units * self.lanes, 2 * self.units * self.lanes  # floats of sums and of a state
        self.inputs: Any = None if inputs is None else Product(self.in_panels(inputs))
        self.recurrent = Product(self.in_panels(recurrent))
        self.bias = self.in_panels(numpy.zeros(GATES * self.width, numpy.float32) if bias is None else bias)

    def in_panels(self, rows: Any) -> Any:
        """The rows of all gates in the order of panels, with rows of zeros where the last panel is not full."""
        found = numpy.zeros((GATES, self.units * self.lanes, *rows.shape[1:]), numpy.float32)
        found[:, : self.width] = rows.reshape(GATES, self.width, *rows.shape[1:])
        found = numpy.moveaxis(found.reshape(GATES, self.units, self.lanes, *rows.shape[1:]), 0, 1)
        whole = aligned(found.size, numpy.float32).reshape(self.gates, *rows.shape[1:])
        whole[...] = found.reshape(self.gates, *rows.shape[1:])
        return whole

    def begun(self, x: Any) -> Any:
        """The sums of the gates from some inputs, flat."""
        return (self.inputs.of(x) + numpy.asarray(self.bias)).reshape(-1)

    def begin(self, x: Any, at: int, sums: Any) -> int:
        """The same from one input, which begins in x at a place."""
        for i in range(self.gates):
            sums[i] = self.bias[i]
        return self.inputs.add(x, at, sums)  # type: ignore[no-any-return]

    def step(self, sums: Any, states: Any, before: int, after: int) -> int:
        """Make a state after another one, 0 for none, given what the input adds to the gates; `sums` are changed."""
        if before:
            self.recurrent.add(states, before * self.row, sums)
        if cython.compiled:
            new_state(
                self.lanes, self.units, cython.address(sums[0]), cython.address(states[before * self.row]),
                cython.address(states[after * self.row]),
            )  # fmt: skip
        else:
            self._step_in_python(sums, states, before, after)
        return 0

    def _step_in_python(self, sums: Any, states: Any, before: int, after: int) -> None:
        own, half = states.reshape(-1, self.row), self.row // 2
        gates = sums.reshape(self.units, GATES, self.lanes).transpose(1, 0, 2).reshape(GATES, -1)
        memory = sigmoid(gates[1]) * own[before, half:] + sigmoid(gates[0]) * numpy.tanh(gates[2])
        own[after, half:] = memory
        own[after, :half] = sigmoid(gates[3]) * numpy.tanh(memory)
