"""Scores and credit of classifiers in plain Python: they are shown features as numpy arrays, under the GIL."""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.classifiers.credit import Credit
from treewright.classifiers.scorer import Scorer
from treewright.errors import TreewrightError
from treewright.features.extraction import Extraction
from treewright.transitions.derivations import Derivations


class Seen:
    """What a classifier in plain Python sees of a configuration: the hashes of its atoms, or the keys of its features."""

    def __init__(self, extraction: Extraction, classifier: Any) -> None:
        self.extraction = extraction
        self.by_keys = classifier.looks_at == "keys"
        self.inverse = extraction.inverse_of_atoms()

    def features(self, c: Derivations) -> Any:
        """An array of its own, of 64-bit hashes; an atom has the same one in every position, and 0 if it is absent."""
        if self.by_keys:
            count = self.extraction.extract(c)
            return numpy.array(self.extraction.key[:count], numpy.uint64)
        self.extraction.look(c)
        return numpy.array(self.extraction.atom[: self.extraction.atom_count], numpy.uint64) * self.inverse


class PlainScorer(Scorer):
    """Asks a classifier for the scores of each configuration."""

    def __init__(self, model: Any, extraction: Extraction, room: int = 0) -> None:
        super().__init__(extraction, model.classes, room)
        self.seen = Seen(extraction, model)
        self.use(model)

    def use(self, model: Any) -> None:
        """Ask another classifier of the same class."""
        self.model = model

    def scores(self, c: Derivations) -> int:
        """Write the scores of all classes to `score`; a margin is not in proportion to features, so they count as one."""
        with cython.gil:
            self._ask(c)
        return 1

    def _ask(self, c: Derivations) -> int:
        values = checked_scores(self.model, self.model.scores(self.seen.features(c)), self.classes)
        for i in range(self.classes):
            self.score[i] = values[i]
        return 0


class PlainCredit(Credit):
    """Collects the credit of a sentence, and shows all of it to a classifier when the sentence is over."""

    def __init__(self, classifier: Any, extraction: Extraction) -> None:
        super().__init__()
        self.classifier = classifier
        self.uniform = bool(classifier.shares_blame)
        self.seen = Seen(extraction, classifier)
        self.features: Any = None
        self.credits: list[tuple[Any, int, float]] = []

    def look(self, c: Derivations) -> int:
        """What is given next is about this configuration."""
        with cython.gil:
            self._look(c)
        return 0

    def _look(self, c: Derivations) -> int:
        self.features = self.seen.features(c)
        return 0

    def give(self, c: Derivations, number: int, amount: float) -> int:
        """Note a class and its amount, with the features that were looked at last."""
        with cython.gil:
            self.credits.append((self.features, number, amount))
        return 0

    def close(self) -> int:
        """Count an update."""
        with cython.gil:
            self.classifier.updates += 1
        return 0

    def finish(self) -> None:
        """Let the classifier learn from the sentence."""
        credits, self.credits = self.credits, []
        if credits:
            self.classifier.learn(credits)


def checked_scores(model: Any, found: Any, classes: int) -> Any:
    """The scores that a classifier gave, as floats; refuses what is not one number for each class."""
    if not isinstance(found, numpy.ndarray):
        seen = f"{type(found).__name__}"
    elif found.shape != (classes,):
        seen = f"an array of shape {found.shape}"
    elif found.dtype.kind != "f":
        seen = f"an array of {found.dtype}"
    else:
        values = numpy.ascontiguousarray(found, numpy.float32)
        if numpy.isfinite(values).all():
            return values if cython.compiled else values.tolist()
        at = int(numpy.flatnonzero(~numpy.isfinite(values))[0])
        seen = f"{found[at]} as the score of class {at}"
    raise TreewrightError(
        f"{type(model).__name__}.scores: seen {seen}, expected a numpy array of {classes} finite floats, one for each class"
    )
