"""Logistic regression by Newton's method: a few columns of numbers, and a probability that something is right."""

from __future__ import annotations

from typing import Any

import numpy

STEPS = 50  # far more than it needs; the penalty makes the best weights unique
PRECISE = 1e-6  # change of a weight below which they are found


def fitted(columns: Any, right: Any, penalty: Any, start: Any = None) -> Any:
    """The weights, that of the constant first, with the least loss; `penalty` has half the cost of each square, bar the constant's."""
    rows = numpy.concatenate([numpy.ones((len(columns), 1)), columns], axis=1)
    ridge = numpy.concatenate([[1e-6], penalty])
    weights = numpy.zeros(rows.shape[1]) if start is None else numpy.array(start)
    loss = _loss(rows, right, ridge, weights)
    for _ in range(STEPS):
        found = _sigmoid(rows @ weights)
        slope = rows.T @ (right - found) - ridge * weights
        curve = (rows * (found * (1.0 - found))[:, None]).T @ rows + numpy.diag(ridge)
        step = numpy.linalg.solve(curve, slope)
        size = 1.0
        while size > 1e-4 and _loss(rows, right, ridge, weights + size * step) > loss:
            size /= 2.0  # too far, where the curve is flat
        weights = weights + size * step
        loss = _loss(rows, right, ridge, weights)
        if float(numpy.abs(size * step).max()) < PRECISE:
            break
    return weights


def probability(columns: Any, weights: Any) -> Any:
    """How probable it is, for each row, that it is right."""
    return _sigmoid(columns @ weights[1:] + weights[0])


def _sigmoid(values: Any) -> Any:
    return 1.0 / (1.0 + numpy.exp(-numpy.clip(values, -30.0, 30.0)))


def _loss(rows: Any, right: Any, ridge: Any, weights: Any) -> float:
    values = rows @ weights
    return float((numpy.logaddexp(0.0, values) - right * values).sum() + 0.5 * (ridge * weights**2).sum())
