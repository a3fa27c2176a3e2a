"""What tells how probable it is that a prediction is right: the signals of the search, and what the tree is like."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from treewright.families.prediction import Prediction
from treewright.search.margins import NAMES

FREE = 1e9  # as in Margins: there was nothing to decide
TOP = numpy.log1p(20.0)  # what that counts as: twenty times a usual margin
ARC, LABEL, LEAST, RIVAL, LABEL_RIVAL, TAG = range(len(NAMES))
OF_SENTENCES = 5  # columns of `of_sentences`


class Evidence(NamedTuple):
    """A row of numbers for each word, and the places of sentences among the words."""

    rows: Any
    sentence: Any  # of each word
    starts: Any  # the first word of each sentence that has words


def units_of(signals: Any) -> Any:
    """The usual size of each signal: the median of those that were decided."""
    sizes = [numpy.abs(column[numpy.abs(column) < FREE / 2]) for column in numpy.asarray(signals, float).T]
    medians = [float(numpy.median(of_signal)) if len(of_signal) else 1.0 for of_signal in sizes]
    return numpy.array([median if median > 0 else 1.0 for median in medians])


def of_words(prediction: Prediction, signals: Any, sizes: Any, units: Any) -> Evidence:
    """The evidence of each word; `sizes` has the words of each sentence."""
    sizes = numpy.asarray(sizes)[numpy.asarray(sizes) > 0]
    starts = numpy.concatenate([[0], numpy.cumsum(sizes)])[:-1].astype(int)
    sentence = numpy.repeat(numpy.arange(len(sizes)), sizes)
    words = len(sentence)
    if not words:
        return Evidence(numpy.zeros((0, len(COLUMNS))), sentence, starts)
    heads = numpy.asarray(prediction.heads)[:words] if prediction.heads is not None else numpy.zeros(words, int)
    signals = numpy.asarray(signals, float)
    size = numpy.abs(signals)
    margin = numpy.where(size < FREE / 2, numpy.sign(signals) * numpy.log1p(size / units), TOP)
    lead = numpy.abs(margin)
    agreed = signals[:, RIVAL] < 0  # no path of the last beam has another head
    label_agreed = signals[:, LABEL_RIVAL] < 0
    place = numpy.arange(words) - starts[sentence] + 1
    at_head = numpy.where(heads > 0, starts[sentence] + heads - 1, numpy.arange(words))
    length = numpy.where(heads > 0, numpy.log(numpy.maximum(1, numpy.abs(heads - place))), 0.0)
    rows = [
        margin[:, ARC], margin[:, LABEL], margin[:, LEAST], margin[:, TAG],
        lead[:, RIVAL] * ~agreed, lead[:, RIVAL] * agreed, agreed.astype(float),
        lead[:, LABEL_RIVAL] * ~label_agreed, lead[:, LABEL_RIVAL] * label_agreed, label_agreed.astype(float),
        length, (heads == 0).astype(float), (heads < place).astype(float),
        (numpy.add.reduceat(margin[:, ARC], starts) / sizes)[sentence], margin[at_head, LEAST], margin[at_head, ARC],
        numpy.log(sizes)[sentence],
    ]  # fmt: skip
    return Evidence(numpy.stack(rows, axis=1), sentence, starts)


COLUMNS = (
    "arc", "label", "least", "tag", "rival", "lead", "agreed", "label rival", "label lead", "label agreed",
    "length", "root", "left", "mean of the sentence", "least of the head", "arc of the head", "size",
)  # fmt: skip


def of_sentences(evidence: Evidence, probabilities: list[Any]) -> Any:
    """The evidence of each sentence that has words, from the probabilities of what its words have."""
    starts = evidence.starts
    if not len(starts):
        return numpy.zeros((0, OF_SENTENCES))
    logs = [numpy.log(of_words.astype(float)) for of_words in probabilities]
    of_all = numpy.add.reduceat(sum(logs), starts)
    weakest = numpy.minimum.reduceat(numpy.minimum.reduce(logs), starts)
    sizes = numpy.add.reduceat(numpy.ones(len(evidence.sentence)), starts)
    rival = numpy.minimum.reduceat(numpy.where(evidence.rows[:, 9] > 0, TOP, evidence.rows[:, 7]), starts)
    whole = numpy.log(-numpy.expm1(numpy.minimum(of_all, -1e-6)))  # one minus the product, as a logarithm
    return numpy.stack([of_all - whole, of_all, weakest, numpy.log(sizes), rival], axis=1)
