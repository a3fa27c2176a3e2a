"""What linear learners have in common: one matrix of all instances, and one fit for each class against all others."""

from __future__ import annotations

import warnings
from typing import Any

import numpy

from treewright.classifiers.fitted_classifier import FittedClassifier, required
from treewright.classifiers.linear_classifier import LinearClassifier
from treewright.classifiers.weight_table import WeightTable
from treewright.classifiers.weights import Weights


class LinearLearner(FittedClassifier, LinearClassifier):
    """One-versus-rest; the intercept is the weight of the feature that is always there, regularised as the others."""

    more_settings: tuple[str, ...] = ("cost", "least_count")
    wants_constant = True
    name = ""

    def __init__(self, classes: int, *, cost: float = 0.5, least_count: int = 1, seed: int = 1) -> None:
        super().__init__(classes, seed=seed)
        self.cost, self.least_count = cost, least_count
        self.unfinished = 0  # classes with which liblinear was not done after its 1,000 rounds
        required("sklearn.svm", self.name)  # now, and not after the instances have been collected

    @property
    def learning(self) -> WeightTable:
        """Weights that stay empty: nothing is scored before all is learnt."""
        return WeightTable(self.classes, rows=16)

    def estimator(self) -> Any:
        """What fits one class against all others."""
        raise NotImplementedError

    def _weights(self, matrix: Any, is_it: Any) -> Any:
        """The weights of one class against all others."""
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            weights = self.estimator().fit(matrix, is_it).coef_[0]
        self.unfinished += bool(caught)
        return weights

    def matrix(self, keys: Any, values: Any, counts: Any) -> tuple[Any, Any, Any]:
        """Instances x features as a sparse matrix; the key of each column, and what its values were multiplied by."""
        sparse = required("scipy.sparse", self.name)
        unique, columns, times = numpy.unique(keys, return_inverse=True, return_counts=True)
        parts = values.astype(numpy.float64), columns.astype(numpy.int32), numpy.append(0, numpy.cumsum(counts))
        matrix = sparse.csr_matrix(parts, (len(counts), len(unique)))
        matrix.sum_duplicates()
        kept = numpy.flatnonzero(times >= self.least_count)
        return matrix[:, kept], unique[kept], numpy.ones(len(kept))

    def fit_to(self, keys: Any, values: Any, counts: Any, numbers: Any) -> Weights:
        """What these instances teach."""
        matrix, columns, scale = self.matrix(keys, values, counts)
        self.rows = len(columns)
        found_keys, found_numbers, found_weights = [], [], []
        lowest = -1.0  # the lowest score that any class gets in any instance
        seen = numpy.unique(numbers)
        for number in seen.tolist() if len(seen) > 1 else ():
            weights = self._weights(matrix, numbers == number)
            lowest = min(lowest, float((matrix @ weights).min()))
            kept = numpy.flatnonzero(weights)
            found_keys.append(columns[kept])
            found_numbers.append(numpy.full(len(kept), number))
            found_weights.append((weights * scale)[kept])
        if self.unfinished:
            told = f"{self.unfinished} of {len(seen)} classes; a smaller classifier.cost lets them end"
            warnings.warn(f"{self.name}: liblinear stopped before it was done with {told}", stacklevel=2)
        unseen = numpy.setdiff1d(numpy.arange(self.classes), seen)  # scores are negative where a class does not fit,
        found_keys.append(numpy.full(len(unseen), self.constant, numpy.uint64))  # so what is never right must not stay at 0
        found_numbers.append(unseen)
        found_weights.append(numpy.full(len(unseen), 2 * lowest))
        return Weights.of(self.classes, *map(numpy.concatenate, (found_keys, found_numbers, found_weights)))
