"""Is confidence what it says?  Of all words with a confidence of 0.9, nine in ten should be right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy

from treewright.parser.parsing import Parsing
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

BINS = 10


class Bin(NamedTuple):
    """Predictions of about the same confidence."""

    size: int
    confidence: float  # mean
    right: float  # share


class Reliability:
    """Probabilities, and whether what they were given to was right."""

    def __init__(self, probabilities: Any, right: Any) -> None:
        self.probabilities = numpy.asarray(probabilities, float)
        self.right = numpy.asarray(right, bool)
        if self.probabilities.shape != self.right.shape or self.right.ndim != 1:
            raise ValueError(f"{self.probabilities.shape} probabilities, but {self.right.shape} of what is right")

    def __len__(self) -> int:
        return len(self.right)

    def __repr__(self) -> str:
        return f"<Reliability of {len(self):,}: {100 * self.accuracy:.1f} % right, calibration error {self.error:.3f}>"

    @property
    def accuracy(self) -> float:
        """The share that is right."""
        return float(self.right.mean()) if len(self) else 0.0

    def bins(self, count: int = BINS) -> list[Bin]:
        """Bins of equal width from 0 to 1; empty ones are left out."""
        places = numpy.minimum((self.probabilities * count).astype(int), count - 1)
        found = []
        for place in range(count):
            own = places == place
            if own.any():
                found.append(Bin(int(own.sum()), float(self.probabilities[own].mean()), float(self.right[own].mean())))
        return found

    @property
    def error(self) -> float:
        """Expected calibration error: how far confidence and share right are apart, mean over ten bins by their size."""
        if not len(self):
            return 0.0
        return sum(own.size * abs(own.confidence - own.right) for own in self.bins()) / len(self)

    @property
    def auc(self) -> float:
        """How probable it is that what is right has more confidence than what is wrong (0.5 is chance, ties count half)."""
        _, places, counts = numpy.unique(self.probabilities, return_inverse=True, return_counts=True)
        ranks = (numpy.cumsum(counts) - (counts - 1) / 2)[places]
        right, wrong = int(self.right.sum()), int((~self.right).sum())
        if not right or not wrong:
            return 1.0
        return float((ranks[self.right].sum() - right * (right + 1) / 2) / (right * wrong))

    def precision_at(self, coverage: float) -> float:
        """The share that is right of so large a share with the most confidence; ties count in part."""
        return float(self.curve([coverage])[0][1])

    def curve(self, coverages: Iterable[float] = ()) -> list[tuple[float, float]]:
        """Shares kept, the most confident first, and how many of these are right; of 1 to 100 % if none are given."""
        wanted = list(coverages) or [share / 100 for share in range(1, 101)]
        if not len(self):
            return [(share, 0.0) for share in wanted]
        values, places = numpy.unique(-self.probabilities, return_inverse=True)
        counts = numpy.bincount(places, minlength=len(values))
        rights = numpy.bincount(places, self.right, len(values))
        seen, found = (numpy.concatenate([[0.0], numpy.cumsum(column)]) for column in (counts, rights))
        kept = [max(share * len(self), 1e-9) for share in wanted]
        return [(share, float(numpy.interp(k, seen, found) / k)) for share, k in zip(wanted, kept, strict=True)]


def measured(parser: Parsing, sentences: Iterable[Sentence]) -> dict[str, Reliability]:
    """How reliable the confidence of heads, labels, tags and sentences is on gold trees; what is not known is left out."""
    gold = list(expected_sentences(sentences, place="test data"))
    prediction = parser.predict(gold, confidence=True)
    right = parser.family.right(gold, parser.alphabets)
    found = {}
    sentence = numpy.repeat(numpy.arange(len(gold)), list(map(len, gold)))
    wrong, known = numpy.zeros(len(gold), bool), numpy.array(list(map(len, gold)), int) > 0
    for name in ("head", "label", "tag"):
        own, wanted = getattr(prediction, f"{name}s"), getattr(right, f"{name}s")
        probabilities = getattr(prediction, f"{name}_confidence")
        if probabilities is None or wanted is None:
            continue
        own, wanted = numpy.asarray(own)[: len(wanted)], numpy.asarray(wanted)
        found[name] = Reliability(probabilities[wanted >= 0], (own == wanted)[wanted >= 0])
        numpy.logical_or.at(wrong, sentence, own != wanted)
        numpy.logical_and.at(known, sentence, wanted >= 0)
    if prediction.sentence_confidence is not None:
        found["sentence"] = Reliability(prediction.sentence_confidence[known], ~wrong[known])
    return found
