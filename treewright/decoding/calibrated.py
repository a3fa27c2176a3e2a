"""One question about a prediction (is this head right?), answered with a probability that was learnt from held-out trees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from treewright.decoding import isotonic, logistic

FOLDS = 4  # each score that the curve is drawn from comes from weights that have not seen the sentence
PRIOR = 10.0  # words that a block of the curve has to outweigh, see isotonic.curve
MOST_NUMBERS = 64  # labels (the most frequent) that have a weight of their own
LEAST_COUNT = 10  # words that such a label must have
DIGITS = 6  # that a model file keeps: the last ones would differ from machine to machine
LEAST, MOST = 0.001, 0.999  # nothing is certain, or impossible


class Calibrated:
    """Logistic regression over the evidence and a number (the label), and a curve that corrects what comes out."""

    def __init__(self, weights: Any, numbers: Mapping[int, float], scores: Any, shares: Any) -> None:
        self.weights = numpy.asarray(weights, float)  # the constant first
        self.numbers = dict(numbers)
        self.scores, self.shares = numpy.asarray(scores, float), numpy.asarray(shares, float)

    @classmethod
    def fitted(cls, evidence: Any, numbers: Any, right: Any, groups: Any) -> Calibrated:
        """Learn from rows of evidence; rows of one group (a sentence) are never on both sides of a fold."""
        right = numpy.asarray(right, float)
        kept = _frequent(numbers)
        columns = numpy.concatenate([evidence, (numbers[:, None] == kept[None, :]).astype(float)], axis=1)
        penalty = numpy.concatenate([numpy.full(evidence.shape[1], 1.0), numpy.full(len(kept), 3.0)])
        weights = logistic.fitted(columns, right, penalty)
        scores = numpy.empty(len(right))
        for fold in range(FOLDS):
            away = groups % FOLDS == fold
            if away.any():
                own = logistic.fitted(columns[~away], right[~away], penalty, start=weights)
                scores[away] = logistic.probability(columns[away], own)
        weights = _rounded(weights)
        drawn = isotonic.curve(scores, right, PRIOR)
        of_numbers = dict(zip(kept.tolist(), weights[1 + evidence.shape[1] :].tolist(), strict=True))
        return cls(weights[: 1 + evidence.shape[1]], of_numbers, *map(_rounded, drawn))

    def probabilities(self, evidence: Any, numbers: Any) -> Any:
        """How probable it is that each row is right, as 32-bit floats."""
        if not len(evidence):
            return numpy.zeros(0, numpy.float32)
        table = numpy.zeros(max(int(numbers.max(initial=0)), *self.numbers, 0) + 2)  # the last stands for no label
        for number, weight in self.numbers.items():
            table[number] = weight
        columns = numpy.concatenate([evidence, table[numbers][:, None]], axis=1)
        found = logistic.probability(columns, numpy.concatenate([self.weights, [1.0]]))
        return numpy.clip(numpy.interp(found, self.scores, self.shares), LEAST, MOST).astype(numpy.float32)

    def header(self) -> dict[str, Any]:
        """What a model file keeps of it."""
        numbers = [[number, weight] for number, weight in self.numbers.items()]
        curve = [self.scores.tolist(), self.shares.tolist()]
        return {"weights": self.weights.tolist(), "numbers": numbers, "curve": curve}

    @classmethod
    def from_header(cls, header: Any, width: int, most: int) -> Calibrated:
        """The same again; raises ValueError if it cannot be that. There are `width` columns of evidence and `most` labels."""
        weights, (scores, shares) = _numbers(header["weights"]), map(_numbers, header["curve"])
        numbers = {int(number): float(weight) for number, weight in header["numbers"]}
        if len(weights) != width + 1 or not all(0 <= number < most for number in numbers):
            raise ValueError(f"confidence: seen {len(weights)} weights, expected {width + 1}, and labels below {most}")
        rises = len(scores) == len(shares) > 0 and (numpy.diff(scores) >= 0).all() and (numpy.diff(shares) >= 0).all()
        if not rises or not (0 <= shares[0] and shares[-1] <= 1) or not numpy.isfinite(list(numbers.values())).all():
            raise ValueError("confidence: seen another curve, expected probabilities that never fall")
        return cls(weights, numbers, scores, shares)


def _frequent(numbers: Any) -> Any:
    """The labels that have a weight of their own."""
    values, counts = numpy.unique(numbers[numbers >= 0], return_counts=True)
    order = numpy.argsort(-counts, kind="stable")[:MOST_NUMBERS]
    return numpy.sort(values[order][counts[order] >= LEAST_COUNT])


def _rounded(values: Any) -> Any:
    return numpy.array([float(f"{value:.{DIGITS}g}") for value in values])


def _numbers(values: Any) -> Any:
    found = numpy.array(values, float)
    if found.ndim != 1 or not numpy.isfinite(found).all():
        raise ValueError(f"confidence: seen {str(values)[:40]}, expected a row of numbers")
    return found
