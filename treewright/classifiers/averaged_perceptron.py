"""The averaged perceptron (Collins 2002), multi-class and structured: plus one where it should go, minus one where it went.

The average over all training steps is kept without time stamps: besides the weights w there is u, the sum of each change
times the step it was made in; after c steps the average is w - u/c.

Which classes an error punishes is `update`: single, the one that won; uniform, every wrong one that beat the right one, with
an equal share of the minus one (ultraconservative, Crammer and Singer 2003).  Strategies for single decisions ask for it.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import double_array, float_array, grown, hash_array, int_array
from treewright.classifiers.credit import Credit
from treewright.classifiers.linear_classifier import LinearClassifier
from treewright.classifiers.weight_table import WeightTable
from treewright.classifiers.weights import Weights
from treewright.features.extraction import Extraction
from treewright.transitions.derivations import Derivations


class AveragedPerceptron(LinearClassifier):
    """Multi-class averaged perceptron over a table of weights."""

    more_settings = ("update",)
    exchanges = True

    def __init__(self, classes: int, *, update: str = "single") -> None:
        super().__init__(classes)
        self.uniform = update == "uniform"
        self.whole = not self.uniform  # whether all weights are whole numbers, so that no order of changes matters
        self.table = WeightTable(classes)
        self.steps = 1.0
        self.recording = False
        self.forget()

    @property
    def learning(self) -> WeightTable:
        """The weights of the moment."""
        return self.table

    def credit(self, extraction: Extraction) -> Credit:
        """Credit that changes the weights at once."""
        return PerceptronCredit(self, extraction)

    def update(self, keys: Any, values: Any, binary: int, count: int, number: int, amount: float) -> int:
        """Add `amount` to the weights of these features for one class."""
        self.table.fetch(keys, 0, count, number)
        for i in range(count):
            change = amount if i < binary else amount * values[i]
            self.table.add(keys[i], number, change, change * self.steps)
        if binary < count:
            self.whole = False
        if self.recording:
            self._record(keys, values, binary, count, number, amount)
        return 0

    # Several that learn side by side exchange updates ---------------------------------------------------------------

    def forget(self) -> None:
        """Begin a new record of changes."""
        self.record_count, self.change_count = 0, 0
        if not self.recording:
            self.record_room, self.change_room = 0, 0
            self.record, self.record_steps = int_array(1), double_array(1)
            self.record_key, self.record_change = hash_array(1), float_array(1)

    def _record(self, keys: Any, values: Any, binary: int, count: int, number: int, amount: float) -> int:
        """Note an update: its class, how many features it has, and when it was made."""
        if self.record_count >= self.record_room or self.change_count + count > self.change_room:
            with cython.gil:
                self._make_room(count)
        self.record[2 * self.record_count] = number
        self.record[2 * self.record_count + 1] = count
        self.record_steps[self.record_count] = self.steps
        self.record_count += 1
        for i in range(count):
            self.record_key[self.change_count + i] = keys[i]
            self.record_change[self.change_count + i] = amount if i < binary else amount * values[i]
        self.change_count += count
        return 0

    def _make_room(self, count: int) -> int:
        records, changes = 2 * self.record_room + 64, 2 * self.change_room + count + 1024
        self.record, self.record_steps = grown(self.record, 2 * records), grown(self.record_steps, records)
        self.record_key, self.record_change = grown(self.record_key, changes), grown(self.record_change, changes)
        self.record_room, self.change_room = records, changes
        return 0

    def follow(self, other: AveragedPerceptron) -> None:
        """Make the changes that another one has recorded."""
        with cython.nogil:
            self._follow(other)

    def _follow(self, other: AveragedPerceptron) -> int:
        at = 0
        for i in range(other.record_count):
            self.table.fetch(other.record_key, at, other.record[2 * i + 1], other.record[2 * i])
            for _ in range(other.record[2 * i + 1]):
                change = other.record_change[at]
                self.table.add(other.record_key[at], other.record[2 * i], change, change * other.record_steps[i])
                at += 1
        return 0

    # What has been learnt -------------------------------------------------------------------------------------------

    @property
    def row_count(self) -> int:
        """How many features have weights."""
        return self.table.row_count

    def learnt(self) -> Weights:
        """The averaged weights; learning may go on afterwards."""
        return self.table.averaged(self.steps)

    def state(self) -> dict[str, Any]:
        """Everything needed to go on learning as if nothing had happened."""
        counts = {"steps": numpy.array([self.steps]), "updates": numpy.array([self.updates], dtype=numpy.int64)}
        return {**self.table.entries(), **counts}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
        rows = 1 + int(numpy.count_nonzero(numpy.diff(state["keys"])))  # entries come in the order of their places: one that
        self.table = WeightTable(self.classes, rows=rows).add_entries(state)  # grows would be full at its beginning only
        self.steps = float(state["steps"][0])
        self.updates = int(state["updates"][0])


class PerceptronCredit(Credit):
    """Adds what is given to the weights of all features of a configuration."""

    def __init__(self, classifier: AveragedPerceptron, extraction: Extraction) -> None:
        super().__init__()
        self.classifier, self.extraction = classifier, extraction
        self.uniform = classifier.uniform
        self.active = 0

    def look(self, c: Derivations) -> int:
        """Find the features of a configuration."""
        self.active = self.extraction.extract(c)
        return 0

    def give(self, c: Derivations, number: int, amount: float) -> int:
        """Add an amount to the weights of one class for these features."""
        return self.classifier.update(
            self.extraction.key, self.extraction.real_value, self.extraction.binary, self.active, number, amount
        )

    def pass_time(self, steps: float) -> int:
        """Count steps, over which weights are averaged."""
        self.classifier.steps += steps
        return 0

    def close(self) -> int:
        """Count an update."""
        self.classifier.updates += 1
        return 0
