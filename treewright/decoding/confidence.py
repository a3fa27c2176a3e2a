"""Confidence: how probable it is that a head, a label, a tag, a whole sentence is right.

It is learnt from trees that the parser was not trained on (`fitted`), and is part of the model file from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from treewright.constraints.given import Given
from treewright.decoding import evidence
from treewright.decoding.calibrated import Calibrated
from treewright.errors import InputError
from treewright.families.prediction import Prediction

LEAST_WORDS = 200  # known ones; fewer cannot tell how reliable a parser is
QUESTIONS = ("head", "label", "tag", "sentence")


class Confidence:
    """What was learnt about each question; `beam` is that of the search whose signals these were."""

    def __init__(
        self, beam: int, words: int, units: Any, calibrated: dict[str, Calibrated], left_out: Sequence[str] = ()
    ) -> None:
        self.beam, self.words = beam, words
        self.left_out = list(left_out)  # when it was fitted: questions that too few words could tell anything of
        self.units = numpy.asarray(units, float)
        self.calibrated = calibrated

    def __repr__(self) -> str:
        return f"<Confidence: {', '.join(self.calibrated)}; from {self.words:,} words>"

    @classmethod
    def fitted(cls, prediction: Prediction, signals: Any, gold: Prediction, sizes: Sequence[int], beam: int) -> Confidence:
        """Learn from what a search predicted, its signals and what would be right (-1 where that is not known)."""
        columns = _columns(prediction, gold)
        known = {name: numpy.asarray(right) >= 0 for name, (_, right) in columns.items()}
        words = known_words(gold)
        if words < LEAST_WORDS:
            what = "tag" if gold.heads is None else "head"
            raise InputError(f"calibration: seen {words} words with a known {what}, expected at least {LEAST_WORDS}")
        left_out = [name for name in columns if known[name].sum() < LEAST_WORDS]
        columns = {name: pair for name, pair in columns.items() if known[name].sum() >= LEAST_WORDS}
        units = numpy.array([float(f"{unit:.6g}") for unit in evidence.units_of(signals)])
        found = evidence.of_words(prediction, signals, sizes, units)
        numbers = _numbers(prediction)
        calibrated = {}
        probabilities = []
        wrong = numpy.zeros(len(found.sentence), bool)
        unknown = numpy.zeros(len(found.sentence), bool)
        for name, (own, right) in columns.items():
            seen, same = known[name] & (own >= 0), own == right
            calibrated[name] = Calibrated.fitted(found.columns[:, seen], numbers[name][seen], same[seen], found.sentence[seen])
            probabilities.append(calibrated[name].probabilities(found.columns, numbers[name]))
            wrong |= known[name] & ~same
            unknown |= ~known[name]
        rows = evidence.of_sentences(found, probabilities)
        whole = ~numpy.logical_or.reduceat(unknown, found.starts)
        if whole.sum() > 1:
            right_ones = ~numpy.logical_or.reduceat(wrong, found.starts)
            places = numpy.arange(rows.shape[1])
            none = numpy.full(rows.shape[1], -1)
            calibrated["sentence"] = Calibrated.fitted(rows[:, whole], none[whole], right_ones[whole], places[whole])
        return cls(beam, words, units, calibrated, left_out)

    def add_to(
        self, prediction: Prediction, signals: Any, sizes: Sequence[int], givens: Sequence[Given | None] | None = None
    ) -> Prediction:
        """Give a prediction its columns of confidence; what was given is certain, what was not predicted has 0."""
        found = evidence.of_words(prediction, signals, sizes, self.units)
        numbers = _numbers(prediction)
        columns: dict[str, Any] = {"head": prediction.heads, "label": prediction.labels, "tag": prediction.tags}
        probabilities = []
        for name, own in columns.items():
            if name not in self.calibrated or own is None:
                continue
            probability = self.calibrated[name].probabilities(found.columns, numbers[name])
            _take_given(name, probability, sizes, givens)
            probabilities.append(probability)
            missing = numpy.asarray(own)[: len(probability)] == -1
            setattr(prediction, f"{name}_confidence", numpy.where(missing, numpy.float32(0.0), probability))
        if "sentence" in self.calibrated and probabilities:
            rows = evidence.of_sentences(found, probabilities)
            of_rows = self.calibrated["sentence"].probabilities(rows, numpy.full(rows.shape[1], -1))
            whole = numpy.ones(len(sizes), numpy.float32)  # of a sentence without words nothing is wrong
            whole[numpy.asarray(sizes) > 0] = of_rows
            prediction.sentence_confidence = whole
        return prediction

    # Files ----------------------------------------------------------------------------------------------------------

    def header(self) -> dict[str, Any]:
        """What a model file keeps of it."""
        calibrated = {name: one.header() for name, one in self.calibrated.items()}
        return {"beam": self.beam, "words": self.words, "units": self.units.tolist(), "answers": calibrated}

    @classmethod
    def from_header(cls, header: Any, labels: int) -> Confidence:
        """The same again; raises ValueError if it cannot be that."""
        units = numpy.array(header["units"], float)
        if units.shape != (len(evidence.NAMES),) or not (numpy.isfinite(units) & (units > 0)).all():
            raise ValueError(f"confidence: seen units of shape {units.shape}, expected {len(evidence.NAMES)} above 0")
        if not set(header["answers"]) <= set(QUESTIONS):
            raise ValueError(f"confidence: seen {', '.join(header['answers']):.60}, expected {', '.join(QUESTIONS)}")
        widths = {name: evidence.OF_SENTENCES if name == "sentence" else len(evidence.COLUMNS) for name in QUESTIONS}
        calibrated = {
            name: Calibrated.from_header(one, widths[name], labels) for name, one in header["answers"].items()
        }
        return cls(int(header["beam"]), int(header["words"]), units, calibrated)


def known_words(gold: Prediction) -> int:
    """How many words there are with a known head; of tags, which have no heads, with a known tag."""
    return int(numpy.sum(numpy.asarray(gold.labels if gold.heads is None else gold.heads) >= 0))


def _columns(prediction: Prediction, gold: Prediction) -> dict[str, tuple[Any, Any]]:
    """For each question about words, what was predicted and what would be right."""
    pairs = {
        "head": (prediction.heads, gold.heads), "label": (prediction.labels, gold.labels), "tag": (prediction.tags, gold.tags),
    }  # fmt: skip
    return {
        name: (numpy.asarray(own), numpy.asarray(right))
        for name, (own, right) in pairs.items()
        if own is not None and right is not None
    }


def _numbers(prediction: Prediction) -> dict[str, Any]:
    """For each question, the number whose weight counts: the label, or the tag."""
    labels = numpy.maximum(numpy.asarray(prediction.labels), -1)
    tags = labels if prediction.tags is None else numpy.asarray(prediction.tags)
    return {"head": labels, "label": labels, "tag": tags}


def _take_given(name: str, probability: Any, sizes: Sequence[int], givens: Sequence[Any] | None) -> None:
    """What was given is certain."""
    at = 0
    for number, size in enumerate(sizes if givens is not None else ()):
        given = givens[number]  # type: ignore[index]
        if given is not None and name != "tag":
            for i in range(size):
                fixed = given.fixed is not None and given.fixed[i] >= 0
                if given.labels[i] != -1 if name == "label" else given.heads[i] >= 0 or fixed:
                    probability[at + i] = 1.0
        at += size
