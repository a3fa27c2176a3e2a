"""What tells how probable it is that a prediction is right: the signals of the search, and what the tree is like."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from treewright.families.prediction import Prediction
from treewright.search.margins import NAMES

FREE = 1e9  # as in Margins: there was nothing to decide
TOP = numpy.float32(numpy.log(21.0))  # what that counts as: twenty times a usual margin
ARC, _, LEAST, RIVAL, LABEL_RIVAL, TAG = range(len(NAMES))
OF_SENTENCES = 5  # columns of `of_sentences`


class Evidence(NamedTuple):
    """Numbers for each word (column by column: that is faster), and the places of sentences among the words."""

    columns: Any
    sentence: Any  # of each word
    starts: Any  # the first word of each sentence that has words


def units_of(signals: Any) -> Any:
    """The usual size of each signal: the median of those that were decided."""
    sizes = [numpy.abs(column[numpy.abs(column) < FREE / 2]) for column in numpy.asarray(signals, float).T]
    medians = [float(numpy.median(of_signal)) if len(of_signal) else 1.0 for of_signal in sizes]
    return numpy.array([median if median > 0 else 1.0 for median in medians])


def of_words(prediction: Prediction, signals: Any, sizes: Any, units: Any) -> Evidence:
    """The evidence of each word; `sizes` has the words of each sentence."""
    sizes = numpy.array(sizes, numpy.int64)
    sizes = sizes[sizes > 0]
    ends = numpy.cumsum(sizes)
    starts = ends - sizes
    sentence = numpy.repeat(numpy.arange(len(sizes)), sizes)
    words = len(sentence)
    columns = numpy.zeros((len(COLUMNS), words), numpy.float32)
    if not words:
        return Evidence(columns, sentence, starts)
    heads = numpy.asarray(prediction.heads, numpy.int32)[:words]
    signals = numpy.ascontiguousarray(numpy.asarray(signals, numpy.float32).T)
    size = numpy.abs(signals)
    lead = numpy.log(size * numpy.asarray(1.0 / units, numpy.float32)[:, None] + numpy.float32(1.0))
    numpy.copyto(lead, TOP, where=size >= FREE / 2)
    margin = numpy.copysign(lead, signals)
    here = numpy.arange(1, words + 1)
    before = starts[sentence]
    arcs = heads > 0
    to_head = heads + before
    length = to_head - here
    at_head = numpy.where(arcs, to_head - 1, here - 1)
    columns[0:3] = margin[0:3]
    columns[3] = margin[TAG]
    agreed = signals[RIVAL : LABEL_RIVAL + 1] < 0  # no path of the last beam has another head (or label)
    numpy.copyto(columns[4:6], lead[RIVAL : LABEL_RIVAL + 1], where=~agreed)
    numpy.copyto(columns[6:8], lead[RIVAL : LABEL_RIVAL + 1], where=agreed)
    columns[8:10] = agreed
    numpy.log(numpy.maximum(numpy.abs(length), 1).astype(numpy.float32), out=columns[10], where=arcs)
    columns[11] = heads == 0
    columns[12] = length < 0
    columns[13] = margin[ARC][at_head]
    columns[14] = margin[LEAST][at_head]
    columns[15] = (numpy.add.reduceat(margin[ARC], starts) / sizes)[sentence]
    columns[16] = numpy.log(sizes)[sentence]
    return Evidence(columns, sentence, starts)


COLUMNS = (
    "arc", "label", "least", "tag", "rival", "label rival", "lead", "label lead", "agreed", "label agreed",
    "length", "root", "left", "arc of the head", "least of the head", "arcs of the sentence", "size",
)  # fmt: skip


def of_sentences(evidence: Evidence, probabilities: list[Any]) -> Any:
    """Numbers for each sentence that has words, column by column, from the probabilities of what its words have."""
    starts = evidence.starts
    if not len(starts):
        return numpy.zeros((OF_SENTENCES, 0), numpy.float32)
    logs = [numpy.log(of_words) for of_words in probabilities]
    of_all = numpy.add.reduceat(sum(logs), starts)
    weakest = numpy.minimum.reduceat(numpy.minimum.reduce(logs), starts)
    rivals = numpy.where(evidence.columns[9] > 0, TOP, evidence.columns[5])
    wrong = numpy.log(-numpy.expm1(numpy.minimum(of_all, -1e-6)))  # that something is, if words were independent
    columns = [of_all - wrong, of_all, weakest, evidence.columns[16][starts], numpy.minimum.reduceat(rivals, starts)]
    return numpy.array(columns, numpy.float32)
