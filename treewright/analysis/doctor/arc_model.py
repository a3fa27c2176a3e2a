"""A log-linear model that chooses one of the arcs that come into question for a word, learnt from the annotated ones."""

from __future__ import annotations

from typing import Any

import numpy

from treewright.analysis.doctor.arc_candidates import ArcCandidates

BITS = 20  # of the table of weights
BATCH = 3000  # words


class ArcModel:
    """Weights of features; learning is stochastic gradient ascent with a rate for each weight (AdaGrad)."""

    def __init__(self, *, epochs: int = 4, rate: float = 0.05, seed: int = 1) -> None:
        self.epochs, self.rate, self.seed = epochs, rate, seed
        self.weights = numpy.zeros(1 << BITS, numpy.float32)

    def learn(self, candidates: ArcCandidates, features: Any, words: Any) -> None:
        """Learn from some of the words, by their numbers among the candidates."""
        squares = numpy.full(1 << BITS, 1e-2, numpy.float32)
        order = numpy.array(words)
        chance = numpy.random.default_rng(self.seed)
        for _ in range(self.epochs):
            chance.shuffle(order)
            for at in range(0, len(order), BATCH):
                chosen = order[at : at + BATCH]
                counts = candidates.count[chosen]
                begin = numpy.cumsum(counts) - counts
                rows = numpy.repeat(candidates.begin[chosen] - begin, counts) + numpy.arange(counts.sum())
                active = features[rows]
                shares = softmax(self.weights[active].sum(axis=1), begin, counts)
                change = candidates.annotated[rows] - shares
                used, where = numpy.unique(active, return_inverse=True)
                repeated = numpy.repeat(change, active.shape[1])
                slope = numpy.bincount(where.ravel(), weights=repeated, minlength=len(used)).astype(numpy.float32)
                squares[used] += slope * slope
                self.weights[used] += self.rate * slope / numpy.sqrt(squares[used])

    def scores(self, features: Any) -> Any:
        """The score of each row."""
        return self.weights[features].sum(axis=1)


def cross_fitted(candidates: ArcCandidates, features: Any, *, folds: int = 4, seed: int = 7, **settings: Any) -> Any:
    """The probability of each arc among those of its word, by models that were not taught with its sentence."""
    if not len(candidates):
        return numpy.zeros(0)
    fold_of = numpy.random.default_rng(seed).integers(0, folds, len(candidates.table.start))
    fold = fold_of[candidates.table.sentence[candidates.word[candidates.begin]]]
    teaching = candidates.teaching()
    scores = numpy.zeros(len(candidates))
    for number in range(folds):
        model = ArcModel(**settings)
        model.learn(candidates, features, numpy.flatnonzero(teaching & (fold != number)))
        rows = (fold == number)[candidates.group]
        scores[rows] = model.scores(features[rows])
    return softmax(scores, candidates.begin, candidates.count)


def softmax(scores: Any, begin: Any, counts: Any) -> Any:
    """Shares that add up to 1 in each group of rows."""
    highest = numpy.repeat(numpy.maximum.reduceat(scores, begin), counts)
    shares = numpy.exp(scores - highest)
    return shares / numpy.repeat(numpy.add.reduceat(shares, begin), counts)
