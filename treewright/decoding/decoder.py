"""Decoders: what finds the best structure of each sentence, by transitions, by a graph, or by asking other decoders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import numpy

from treewright.constraints.given import Given
from treewright.errors import SettingsError
from treewright.families.prediction import Prediction
from treewright.treebank.sentence import Sentence

BATCH = 256  # sentences that are decoded at once where nobody waits for the first ones


class Decoder:
    """Base of all decoders.  One has storage of its own, so threads must not share it."""

    def decode(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> Prediction:
        """What is predicted for a batch of sentences, under what is given for each of them."""
        raise NotImplementedError(f"{type(self).__name__} has no method decode")

    def watched(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> tuple[Prediction, Any]:
        """The same, and signals for each word that tell how narrowly it was decided."""
        why = "it does not tell how narrowly it decides, so there is no confidence"
        raise SettingsError(f"confidence: {type(self).__name__}: {why}; ask a parser with transitions")

    def best(self, sentence: Sentence, count: int, given: Given | None = None) -> list[tuple[float, Prediction]]:
        """The best structures of a sentence with their scores, best first; one, where a decoder knows no others."""
        return [(0.0, self.decode([sentence], None if given is None else [given]))]


def decoded(decoder: Decoder, sentences: Sequence[Sentence]) -> Prediction:
    """What is predicted for any number of sentences, nothing being given; between batches Ctrl-C is heard."""
    found = [decoder.decode(list(sentences[at : at + BATCH])) for at in range(0, len(sentences), BATCH)]
    columns = ([prediction.heads for prediction in found], [p.labels for p in found], [p.tags for p in found])
    return Prediction(*(_joined(column) for column in columns))


def decoded_and_watched(decoder: Decoder, sentences: Sequence[Sentence]) -> tuple[Prediction, Any]:
    """The same with the signals of all words."""
    found = [decoder.watched(list(sentences[at : at + BATCH])) for at in range(0, len(sentences), BATCH)]
    columns = ([p.heads for p, _ in found], [p.labels for p, _ in found], [p.tags for p, _ in found])
    return Prediction(*(_joined(column) for column in columns)), _joined([signals for _, signals in found])


def _joined(columns: list[Any]) -> Any:
    return None if not columns or columns[0] is None else numpy.concatenate(columns)


def finish(
    prediction: Prediction,
    sentences: Sequence[Sentence],
    givens: Sequence[Given | None] | None,
    transform: Any,
    entries: Callable[[int], int] = int,
) -> Prediction:
    """Turn what a search found into what is shown: given heads that it cannot make, transforms undone, given labels kept.

    `entries` tells how many entries the columns have for a sentence of some size.
    """
    starts = accumulate((entries(sentence.size) for sentence in sentences), initial=0)
    found = [(given, at) for given, at in zip(givens or (), starts, strict=False) if given is not None]
    for given, at in found:
        given.put_heads(prediction.heads, at)
    if transform is not None:
        transform.decode(prediction, sentences, givens)
    for given, at in found:
        given.keep_labels(prediction, at)
    return prediction
