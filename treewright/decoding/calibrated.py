"""One question about a prediction (is this head right?), answered with a probability that was learnt from held-out trees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from treewright.decoding import isotonic, logistic

FOLDS = 4  # each score that the curve is drawn from comes from weights that have not seen the sentence
PRIOR = 10.0  # words that a block of the curve has to outweigh, see isotonic.curve
MOST_LABELS = 64  # the most frequent; they have weights of their own
LEAST_COUNT = 10  # words that such a label must have
DIGITS = 6  # that a model file keeps: the last ones would differ from machine to machine
GRID = 8001  # points of the curve
LEAST, MOST = 0.001, 0.999  # nothing is certain, or impossible


class Calibrated:
    """Logistic regression over the evidence and a label, and a curve that corrects what comes out."""

    def __init__(self, weights: Any, labels: Mapping[int, float], scores: Any, shares: Any) -> None:
        self.weights = numpy.asarray(weights, float)  # the constant first
        self.labels = dict(labels)
        self.scores, self.shares = numpy.asarray(scores, float), numpy.asarray(shares, float)
        self.table = numpy.zeros(max(self.labels, default=-1) + 2)  # the last stands for all other labels
        for label, weight in self.labels.items():
            self.table[label] = weight
        drawn = numpy.interp(numpy.linspace(0.0, 1.0, GRID), self.scores, self.shares)
        self.drawn = drawn.clip(LEAST, MOST).astype(numpy.float32)  # the curve at equal distances: faster to read

    @classmethod
    def fitted(cls, evidence: Any, labels: Any, right: Any, groups: Any) -> Calibrated:
        """Learn from columns of evidence; what is of one group (a sentence) are never on both sides of a fold."""
        right, evidence = numpy.asarray(right, float), numpy.asarray(evidence, float).T
        kept = _frequent(labels)
        places = numpy.minimum(numpy.searchsorted(kept, labels), max(0, len(kept) - 1))
        classes = numpy.where(kept[places] == labels, places + 1, 0) if len(kept) else numpy.zeros(len(labels), int)
        count = len(kept) + 1
        found = logistic.fitted(evidence, classes, count, right)
        probable = numpy.empty(len(right))
        for fold in range(FOLDS):
            away = groups % FOLDS == fold
            if away.any():
                own = logistic.fitted(evidence[~away], classes[~away], count, right[~away], start=found)
                probable[away] = logistic.sigmoid(own.scores(evidence[away], classes[away]))
        weights = _rounded(found.classes[1:])
        drawn = isotonic.curve(probable, right, PRIOR)
        of_labels = dict(zip(kept.tolist(), weights.tolist(), strict=True))
        return cls(_rounded(found.columns), of_labels, *map(_rounded, drawn))

    def probabilities(self, evidence: Any, labels: Any) -> Any:
        """How probable it is, by columns of evidence, that each prediction is right, as 32-bit floats."""
        classes = numpy.minimum(labels, len(self.table) - 1)  # -1, no label, is the last, too
        # no BLAS: for so little its threads cost more than they help
        scores = numpy.einsum("i,ij->j", self.weights[1:].astype(numpy.float32), evidence) + self.table[classes]
        found = logistic.sigmoid(scores + self.weights[0])
        return self.drawn[(found * (GRID - 1) + 0.5).astype(numpy.int32)]

    def header(self) -> dict[str, Any]:
        """What a model file keeps of it."""
        labels = [[label, weight] for label, weight in self.labels.items()]
        return {"weights": self.weights.tolist(), "labels": labels, "curve": [self.scores.tolist(), self.shares.tolist()]}

    @classmethod
    def from_header(cls, header: Any, width: int, count: int) -> Calibrated:
        """The same again, for so many columns of evidence and labels; raises ValueError if it cannot be that."""
        weights, (scores, shares) = _numbers(header["weights"]), map(_numbers, header["curve"])
        labels = {int(label): float(weight) for label, weight in header["labels"]}
        if len(weights) != width + 1:
            raise ValueError(f"confidence: seen {len(weights)} weights, expected {width + 1}")
        if not all(0 <= label < count and numpy.isfinite(weight) for label, weight in labels.items()):
            raise ValueError(f"confidence: seen weights of other labels, expected those from 0 to {count - 1}")
        rises = len(scores) == len(shares) > 0 and (numpy.diff(scores) >= 0).all() and (numpy.diff(shares) >= 0).all()
        if not rises or shares[0] < 0 or shares[-1] > 1:
            raise ValueError("confidence: seen another curve, expected probabilities that never fall")
        return cls(weights, labels, scores, shares)


def _frequent(labels: Any) -> Any:
    """The labels that have weights of their own, in order."""
    values, counts = numpy.unique(labels[labels >= 0], return_counts=True)
    order = numpy.argsort(-counts, kind="stable")[:MOST_LABELS]
    return numpy.sort(values[order][counts[order] >= LEAST_COUNT])


def _rounded(values: Any) -> Any:
    return numpy.array([float(f"{value:.{DIGITS}g}") for value in values])


def _numbers(values: Any) -> Any:
    found = numpy.array(values, float)
    if found.ndim != 1 or not numpy.isfinite(found).all():
        raise ValueError(f"confidence: seen {str(values)[:40]}, expected a row of numbers")
    return found
