"""SVMs with a polynomial kernel of degree two, by the explicit map of the kernel (Chang, Hsieh, Chang, Ringgaard, Lin 2010).

For atoms x that are there or not, (gamma x.x' + 1)^2 is the dot product of vectors with

    1                             the constant
    sqrt(2 gamma + gamma^2) x_i   each atom: x_i and x_i x_i are the same
    sqrt(2) gamma x_i x_j         each pair, i < j

so that a linear SVM (hinge loss) of the second-order features learns what a kernel machine would, and parses as fast as any
other linear classifier: the factors go into the weights.
"""

from __future__ import annotations

import math
from typing import Any

import numpy

from treewright.classifiers.fitted_classifier import Templates, required
from treewright.classifiers.linear_learner import LinearLearner
from treewright.errors import SettingsError


class Poly2SVM(LinearLearner):
    """SVM with the kernel (gamma x.x' + 1)^2 over plain atoms, by its explicit map (features.second_order)."""

    name = "poly2-svm"
    more_settings = ("cost", "least_count", "gamma")
    looks_at = "atoms"
    reads_vectors = False

    def __init__(
        self, classes: int, *, cost: float = 0.5, least_count: int = 1, gamma: float = 0.1, seed: int = 1
    ) -> None:
        super().__init__(classes, cost=cost, least_count=least_count, seed=seed)
        self.gamma = gamma
        self.templates: Templates = []

    def look_at(self, templates: Templates, others: int, constant: int) -> None:
        """Take templates, which must be the constant, all atoms and all pairs of them."""
        super().look_at(templates, others, constant)
        lengths = [len(atoms) for _, atoms in templates]
        count = lengths.count(1) - 1
        if others or max(lengths) > 2 or len({a for _, atoms in templates for a in atoms}) != count + 1 or (
            lengths.count(2) != count * (count - 1) // 2
        ):  # fmt: skip
            raise SettingsError(
                "classifier.name = poly2-svm needs all pairs of plain atoms and nothing else; use features.second_order = "
                "true with features.templates = desr or atoms, or with a file of templates of one atom each (not F, not e)"
            )
        pairs = {a for _, atoms in templates if len(atoms) == 2 for a in atoms}
        self.templates = templates
        self.constant_atom = next(a for _, atoms in templates if len(atoms) == 1 for a in atoms if a not in pairs)

    def _scale(self, atoms: list[int]) -> float:
        """The factor of the feature that these atoms make."""
        if atoms == [self.constant_atom]:
            return 1.0
        return math.sqrt(2 * self.gamma + self.gamma**2) if len(atoms) == 1 else math.sqrt(2) * self.gamma

    def matrix(self, keys: Any, values: Any, counts: Any) -> tuple[Any, Any, Any]:
        """The explicit map of instances that are given as atoms, template by template."""
        sparse = required("scipy.sparse", self.name)
        atoms = keys.reshape(len(counts), -1)
        places = numpy.full((len(counts), len(self.templates)), -1, numpy.int32)
        columns: list[Any] = []
        scales: list[Any] = []
        total = 0
        for at, (bias, own) in enumerate(self.templates):
            there = numpy.flatnonzero((atoms[:, own] != 0).all(axis=1))
            sums = atoms[there][:, own].sum(axis=1, dtype=numpy.uint64) + numpy.uint64(bias)  # as extraction does, modulo 2^64
            unique, inverse, times = numpy.unique(sums, return_inverse=True, return_counts=True)
            kept = times >= self.least_count
            place = numpy.where(kept, total + numpy.cumsum(kept) - 1, -1)
            places[there, at] = place[inverse]
            columns.append(unique[kept])
            scales.append(numpy.full(int(kept.sum()), self._scale(own)))
            total += int(kept.sum())
        known = places >= 0
        scale, indices = numpy.concatenate(scales), places[known]
        starts = numpy.append(0, numpy.cumsum(known.sum(axis=1)))
        return sparse.csr_matrix((scale[indices], indices, starts), (len(counts), total)), numpy.concatenate(columns), scale

    def estimator(self) -> Any:
        """What is fitted for each class."""
        svm = required("sklearn.svm", self.name)
        return svm.LinearSVC(C=self.cost, loss="hinge", fit_intercept=False, dual=True, tol=0.1, random_state=self.seed)
