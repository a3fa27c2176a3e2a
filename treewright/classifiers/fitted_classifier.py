"""Learners: classifiers that are fitted once to all decisions of the gold paths, instead of being corrected step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy

from treewright.classifiers.classifier import Classifier
from treewright.classifiers.credit import Credit
from treewright.classifiers.recording_credit import RecordingCredit
from treewright.errors import InputError, SettingsError, TreewrightError
from treewright.features.extraction import Extraction
from treewright.features.hash_functions import constant_key

Templates = list[tuple[int, list[int]]]  # the bias of each and the numbers of its atoms


class FittedClassifier(Classifier):
    """Base of all learners: keeps the instances, to which a subclass fits something; one that fits weights is linear, too."""

    looks_at = "keys"
    fitted = True
    seeded = True
    fit_to: Callable[..., Any]  # of a subclass: from keys, values, counts and numbers of instances to what they teach

    def __init__(self, classes: int, *, seed: int = 1) -> None:
        super().__init__(classes)
        self.seed = seed
        self.rows = 0  # how much was learnt, for the log
        self.result: Any = None
        self.constant = 0
        self._forget()

    def _forget(self) -> None:
        self.keys: list[Any] = []  # of the instances of each sentence, one after another
        self.values: list[Any] = []
        self.counts: list[Any] = []  # how many each instance has
        self.numbers: list[Any] = []  # and its class

    @property
    def learning(self) -> Any:
        """Nothing: it scores when it has been fitted."""
        return None

    @property
    def row_count(self) -> int:
        """How many features have weights, or how many instances are remembered."""
        return self.rows

    def credit(self, extraction: Extraction) -> Credit:
        """Credit that keeps all instances."""
        model = extraction.model
        others = len(model.valued) + len(model.agreeing) + len(model.real)
        self.look_at([(bias, list(atoms)) for bias, atoms, _ in model.plain], others, constant_key())
        return RecordingCredit(self, extraction)

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
        if not self.keys:
            raise InputError("training data: seen no decision to learn from, expected at least one sentence that is used")
        keys, values = numpy.concatenate(self.keys), numpy.concatenate(self.values)
        counts, numbers = numpy.concatenate(self.counts), numpy.concatenate(self.numbers)
        self._forget()
        self.result = self.fit_to(keys, values, counts, numbers)

    def learnt(self) -> Any:
        """What the instances taught."""
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
