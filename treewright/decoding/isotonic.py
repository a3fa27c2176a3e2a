"""Isotonic regression: the curve that never falls and is closest to what was seen (pool adjacent violators)."""

from __future__ import annotations

from typing import Any

import numpy


def pooled(values: Any) -> list[tuple[int, int, float]]:
    """The blocks (first, end, mean) of the sequence without a fall that has the least squared distance to the values."""
    blocks: list[tuple[int, int, float]] = []  # first, end, sum
    for at, value in enumerate(values):
        first, end, total = at, at + 1, float(value)
        while blocks and blocks[-1][2] * (end - first) >= total * (blocks[-1][1] - blocks[-1][0]):
            first, total = blocks[-1][0], total + blocks.pop()[2]
        blocks.append((first, end, total))
    return [(first, end, total / (end - first)) for first, end, total in blocks]


def curve(scores: Any, right: Any, prior: float) -> tuple[Any, Any]:
    """Points of a curve from scores (probabilities already) to shares of what is right, neither of which falls.

    Each block is drawn to its mean score as if that had been seen `prior` times more: a few words prove nothing.
    """
    order = numpy.lexsort((right, scores))
    scores, right = numpy.asarray(scores, float)[order], numpy.asarray(right, float)[order]
    found = pooled(right)
    means = numpy.array([scores[first:end].mean() for first, end, _ in found])
    sizes = numpy.array([end - first for first, end, _ in found])
    shares = (numpy.array([share for _, _, share in found]) * sizes + prior * means) / (sizes + prior)
    return means, numpy.maximum.accumulate(shares)
