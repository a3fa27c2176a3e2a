"""Learners: classifiers that are fitted once to all decisions of the gold paths, instead of being corrected step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

from treewright.classifiers.packed_weights import PackedWeights
from treewright.classifiers.weight_table import WeightTable
from treewright.classifiers.weights import Weights
from treewright.errors import SettingsError, TreewrightError

Templates = list[tuple[int, list[int]]]  # the bias of each and the numbers of its atoms


class FittedClassifier:
    """Base of all learners; a subclass says what it looks at, and how it fits."""

    more_settings: tuple[str, ...] = ()
    learnt: Any = Weights  # what it learns
    packed: Any = PackedWeights  # and the form in which a parser parses with it
    looks_at_atoms = False  # whether an instance is the atoms of a configuration, or its features
    _fitted: Callable[..., Any]  # of a subclass: from keys, values, counts and numbers of instances to what they teach
    wants_constant = True  # whether it needs the feature that is always there

    def __init__(self, classes: int, *, seed: int = 1) -> None:
        self.classes = classes
        self.seed = seed
        self.table = WeightTable(classes, rows=16)  # it stays empty: nothing is scored before all is learnt
        self.updates = 0
        self.row_count = 0
        self.result: Any = None
        self.constant = 0
        self._forget()

    def _forget(self) -> None:
        self.keys: list[Any] = []  # of the instances of each sentence, one after another
        self.values: list[Any] = []
        self.counts: list[Any] = []  # how many each instance has
        self.numbers: list[Any] = []  # and its class

    def look_at(self, templates: Templates, others: int, constant: int) -> None:
        """Take the templates that give binary features, how many others there are, and the key that is always there."""
        self.constant = constant

    def take(self, keys: Any, values: Any, counts: Any, numbers: Any) -> None:
        """Take the instances of one sentence."""
        self.keys.append(keys)
        self.values.append(values)
        self.counts.append(counts)
        self.numbers.append(numbers)
        self.updates += len(numbers)

    def fit(self) -> None:
        """Learn from all instances, and forget them."""
        keys, values = numpy.concatenate(self.keys), numpy.concatenate(self.values)
        counts, numbers = numpy.concatenate(self.counts), numpy.concatenate(self.numbers)
        self._forget()
        self.result = self._fitted(keys, values, counts, numbers)

    def averaged(self) -> Any:
        """What was learnt; the name is that of the perceptron's method, nothing is averaged."""
        if self.result is None:
            raise TreewrightError(f"{type(self).__name__} has not been fitted")
        return self.result

    def state(self) -> dict[str, Any]:
        """Nothing: after its one epoch a learner is done, and the result is kept by the training loop."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on after the one epoch."""


def required(module: str, name: str) -> Any:
    """A module of scikit-learn, or a sentence that says how to get it."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        message = f"classifier.name = {name} needs scikit-learn, which is not installed; pip install 'treewright[learners]'"
        raise SettingsError(message) from None
