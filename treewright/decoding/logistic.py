"""Logistic regression by Newton's method, over a few columns of numbers and a class (such as a label) for each row."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

STEPS = 50  # far more than it needs; the penalties make the best weights unique
CHUNK = 512  # rows that are multiplied at once: for more, BLAS starts threads that cost more than they help
PRECISE = 1e-3  # change of a weight below which they are found
COLUMN_PENALTY, CLASS_PENALTY = 1.0, 3.0  # half of this times the square of each weight is added to the loss


class LogisticModel(NamedTuple):
    """What was found: of the constant and the columns, and of each class; class 0 is that of rows without any, and has 0."""

    columns: Any
    classes: Any

    def scores(self, columns: Any, classes: Any) -> Any:
        """The sum for each row, whose sigmoid is the probability."""
        return columns @ self.columns[1:] + (self.columns[0] + self.classes[classes])


def fitted(columns: Any, classes: Any, count: int, right: Any, start: LogisticModel | None = None) -> LogisticModel:
    """The weights with the least loss; `classes` has a number below `count` for each row."""
    rows = numpy.concatenate([numpy.ones((len(columns), 1)), columns], axis=1)
    width = rows.shape[1]
    penalty = numpy.full(width + count, COLUMN_PENALTY)
    penalty[0], penalty[width], penalty[width + 1 :] = 1e-6, 1e9, CLASS_PENALTY
    weights = numpy.zeros(width + count) if start is None else numpy.concatenate(start)
    values = rows @ weights[:width] + weights[width:][classes]
    loss = _loss(values, right, penalty, weights)
    for _ in range(STEPS):
        found = sigmoid(values)
        step = numpy.linalg.solve(*_curve_and_slope(rows, classes, count, right, found, penalty, weights))
        change, size = rows @ step[:width] + step[width:][classes], 1.0
        while (new := _loss(values + size * change, right, penalty, weights + size * step)) > loss and size > 1e-3:
            size /= 2.0  # too far, where the loss is flat
        weights, values, loss = weights + size * step, values + size * change, new
        if float(numpy.abs(size * step).max()) < PRECISE:
            break
    return LogisticModel(weights[:width], weights[width:])


def sigmoid(values: Any) -> Any:
    """The probabilities that sums stand for."""
    return 1.0 / (1.0 + numpy.exp(-numpy.clip(values, -30.0, 30.0)))


def _curve_and_slope(
    rows: Any, classes: Any, count: int, right: Any, found: Any, penalty: Any, weights: Any
) -> tuple[Any, Any]:
    """Second and first derivatives.  Each row has one class, so classes meet columns only, never one another."""
    width = rows.shape[1]
    error, spread = right - found, found * (1.0 - found)
    weighted = rows * spread[:, None]
    curve = numpy.diag(penalty)
    for at in range(0, len(rows), CHUNK):
        curve[:width, :width] += rows[at : at + CHUNK].T @ weighted[at : at + CHUNK]
    for k in range(width):
        curve[k, width:] += numpy.bincount(classes, weighted[:, k], count)
    curve[width:, :width] = curve[:width, width:].T
    curve[range(width, width + count), range(width, width + count)] += numpy.bincount(classes, spread, count)
    slope = numpy.concatenate([rows.T @ error, numpy.bincount(classes, error, count)]) - penalty * weights
    return curve, slope


def _loss(values: Any, right: Any, penalty: Any, weights: Any) -> float:
    return float((numpy.logaddexp(0.0, values) - right * values).sum() + 0.5 * (penalty * weights**2).sum())
