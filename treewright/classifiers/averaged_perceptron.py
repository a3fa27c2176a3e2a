"""The averaged perceptron (Collins 2002), multi-class and structured: plus one where it should go, minus one where it went.

The average over all training steps is kept without time stamps: besides the weights w there is u, the sum of each change
times the step it was made in; after c steps the average is w - u/c.
"""

from __future__ import annotations

from typing import Any

import numpy

from treewright.classifiers.weight_table import WeightTable
from treewright.classifiers.weights import Weights


class AveragedPerceptron:
    """Multi-class averaged perceptron over a table of weights."""

    def __init__(self, classes: int) -> None:
        self.classes = classes
        self.table = WeightTable(classes)
        self.steps = 1.0
        self.updates = 0

    def update(self, keys: Any, values: Any, binary: int, count: int, number: int, amount: float) -> int:
        """Add `amount` to the weights of these features for one class."""
        for i in range(count):
            change = amount if i < binary else amount * values[i]
            self.table.add(keys[i], number, change, change * self.steps)
        return 0

    def averaged(self) -> Weights:
        """The averaged weights; learning may go on afterwards."""
        return self.table.averaged(self.steps)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on learning as if nothing had happened."""
        counts = {"steps": numpy.array([self.steps]), "updates": numpy.array([self.updates], dtype=numpy.int64)}
        return {**self.table.entries(), **counts}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        self.table = WeightTable(self.classes).add_entries(state)
        self.steps = float(state["steps"][0])
        self.updates = int(state["updates"][0])
