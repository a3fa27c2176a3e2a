"""Classifiers whose scores are sums of weights: these are averaged, pruned, packed, and parsed with in C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.classifiers.classifier import Classifier
from treewright.classifiers.packed_weights import PackedWeights
from treewright.classifiers.scorer import Scorer
from treewright.classifiers.weights import Weights
from treewright.features.extraction import Extraction
from treewright.storage.named_arrays import Arrays


class LinearClassifier(Classifier):
    """Base of classifiers that learn weights of features x classes."""

    has_weights = True
    reads_vectors = True
    in_python = False
    needs_class = False

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer that adds up weights."""
        return self.learning.scorer(extraction, room)  # type: ignore[no-any-return]

    @classmethod
    def learnt_from(cls, classes: int, arrays: Arrays) -> Any:
        """The averaged weights, from their arrays in a checkpoint."""
        return Weights(classes, **arrays)

    @classmethod
    def joined(cls, several: Sequence[Any], prune: float) -> Any:
        """The mean of the weights of several seeds, without features that have small weights only."""
        return Weights.mean(several).without_small(prune)

    @classmethod
    def packed(cls, classes: int, learnt: Any) -> Any:
        """Weights in 16 bits each."""
        return PackedWeights.of(learnt)

    @classmethod
    def model_from(cls, classes: int, arrays: Arrays) -> Any:
        """The same, from the arrays of a model file."""
        return PackedWeights(classes, arrays)
