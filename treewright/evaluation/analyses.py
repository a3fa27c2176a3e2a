"""Numbers lemmas, tags and features so that they can be compared quickly."""

from __future__ import annotations

from typing import NamedTuple

import numpy

# As in the official scorer; other features and layers of features (`Number[psor]`) are not compared.
UNIVERSAL_FEATURES = frozenset(
    b"PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice "
    b"Evident Polarity Person Polite".split()
)
UNKNOWN, PUNCT = 0, 1  # the numbers of `_` and of the UPOS of punctuation


class Analysis(NamedTuple):
    """Numbers for the lemma, UPOS, XPOS and universal features of some words."""

    lemma: numpy.ndarray
    upos: numpy.ndarray
    xpos: numpy.ndarray
    feats: numpy.ndarray


class Analyses(dict[bytes, int]):
    """Numbers the values of LEMMA, UPOS, XPOS and FEATS; equal values get the same number."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers = {b"_": UNKNOWN, b"PUNCT": PUNCT}
        self.features: dict[bytes, int] = {}  # the numbers of whole fields
        self.rows: list[list[int]] = []

    def __missing__(self, fields: bytes) -> int:
        lemma, upos, xpos, feats = fields.split(b"\t")
        numbers = self.numbers
        if feats not in self.features:
            self.features[feats] = numbers.setdefault(universal_features(feats), len(numbers))
        others = [numbers.setdefault(field, len(numbers)) for field in (lemma, upos, xpos)]
        self.rows.append([*others, self.features[feats]])
        self[fields] = number = len(self)
        return number

    def of(self, rows: list[bytes]) -> Analysis:
        """The numbers of the four fields of each row."""
        ids = numpy.fromiter(map(self.__getitem__, rows), numpy.int64, len(rows))
        return Analysis(*numpy.array(self.rows, numpy.int64).reshape(-1, 4).T[:, ids])


def universal_features(feats: bytes) -> bytes:
    """The features of FEATS that all languages share, sorted."""
    return b"|".join(sorted(item for item in feats.split(b"|") if item.split(b"=", 1)[0] in UNIVERSAL_FEATURES))
