"""The weights of a stack-LSTM as a scorer reads them, with the products that are the same in every step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy

from treewright.arrays import aligned
from treewright.errors import ModelError
from treewright.networks.layers.lstm_arrays import GATES
from treewright.networks.layers.product import VECTORS, Product
from treewright.networks.stack_lstm.cell import Cell
from treewright.networks.stack_lstm.composition import Composition
from treewright.networks.transition_based.head import Head

TOPS = 4  # what a configuration is shown by: the states of stack, buffer, tokens set aside, and history
MOST_KINDS = 30  # of transitions that a system may have
NAMES = {  # the arrays, and how many dimensions they have
    "stack_in": 2, "stack_on": 2, "stack_bias": 1, "buffer_in": 2, "buffer_on": 2, "buffer_bias": 1,
    "by_kind": 2, "by_label": 2, "history_on": 2, "head": 2, "dependent": 2, "relation": 2,
    "tops": 3, "bias": 1, "output": 2, "output_bias": 1,
}  # fmt: skip


class StackBatch(NamedTuple):
    """Several sentences: the vectors of their words and of ROOT, and what these add to the gates of stack and buffer."""

    weights: StackWeights
    vectors: Any
    on_stack: Any
    in_buffer: Any
    keep: Any = None  # what dropout makes of each hidden unit, while learning


class StackWeights:
    """Immutable, and shared by all threads."""

    def __init__(self, arrays: Mapping[str, Any], activation: int) -> None:
        """The arrays are those of `NAMES`, all of them 32-bit floats; their shapes must fit together."""
        _check(arrays)
        self.stack = Cell(arrays["stack_on"], arrays["stack_in"], arrays["stack_bias"])
        self.buffer = Cell(arrays["buffer_on"], arrays["buffer_in"], arrays["buffer_bias"])
        self.history = Cell(arrays["history_on"])
        self.by_kind, self.by_label = (self._table(arrays[name]) for name in ("by_kind", "by_label"))
        self.label_rows = len(arrays["by_label"])
        self.composition = Composition(arrays["head"], arrays["dependent"], arrays["relation"])
        self.tops = [Product(numpy.ascontiguousarray(part)) for part in arrays["tops"]]
        self.room = -(-len(arrays["bias"]) // (VECTORS * self.stack.lanes)) * VECTORS * self.stack.lanes  # of hidden sums
        none = numpy.zeros((0, 0), numpy.float32)
        self.head = Head.of(activation, arrays["bias"], none, arrays["output"], arrays["output_bias"])

    def _table(self, rows: Any) -> Any:
        """What each kind of transition, or each label, adds to the gates of the history."""
        found = aligned(len(rows) * self.history.gates, numpy.float32)
        found.reshape(len(rows), -1)[:] = self.history.in_panels(rows.T).T
        return found

    def batch(self, vectors: Any, keep: Any = None) -> StackBatch:
        """What a scorer needs of some words, given their vectors and that of ROOT, which comes last."""
        rows = self.composition.in_rows(vectors)
        return StackBatch(self, rows, self.stack.begun(vectors), self.buffer.begun(vectors), keep)


def _check(arrays: Mapping[str, Any]) -> None:
    width, gates = arrays["head"].shape[1], GATES * arrays["head"].shape[1]
    hidden, labels, classes = (len(arrays[name]) for name in ("bias", "by_label", "output"))
    expected = {
        **{f"{name}_{part}": (gates, width) for name in ("stack", "buffer") for part in ("in", "on")},
        "stack_bias": (gates,), "buffer_bias": (gates,), "history_on": (gates, width), "by_kind": (MOST_KINDS, gates),
        "by_label": (labels, gates), "head": (width, width), "dependent": (width, width),
        "relation": (2 * labels, width), "tops": (TOPS, hidden, width), "bias": (hidden,),
        "output": (classes, hidden), "output_bias": (classes,),
    }  # fmt: skip
    for name, shape in expected.items():
        if arrays[name].shape != shape or 0 in shape:
            raise ModelError(f"network.{name}: seen {list(arrays[name].shape)}, expected {list(shape)}")
