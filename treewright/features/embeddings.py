"""Pre-trained word vectors, as real-valued features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy

from treewright.errors import InputError, unreadable
from treewright.treebank.columns import CUTS, FORM, LEMMA
from treewright.treebank.sentence import Sentence

MOST_DIMENSIONS = 4096
LARGEST = 1e9
UNKNOWN = ("<UNK>", "<unk>", "UNK")


class Embeddings:
    """Vectors of words; a word without one gets the vector of <UNK> if there is one, else zeros."""

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        if not vectors:
            raise InputError("features.embeddings: seen no vectors, expected at least one")
        self.words = sorted(vectors)
        self.dimensions = len(vectors[self.words[0]])
        wrong = [word for word in self.words if len(vectors[word]) != self.dimensions]
        if wrong or self.dimensions == 0:
            raise InputError(
                f"features.embeddings: {wrong[:1]} has {len(vectors[wrong[0]]) if wrong else 0} numbers, "
                f"expected {self.dimensions} as the others"
            )
        if self.dimensions > MOST_DIMENSIONS:
            expected = f"{MOST_DIMENSIONS:,} at the most"
            raise InputError(f"features.embeddings: seen vectors of {self.dimensions:,} numbers, expected {expected}")
        self.matrix = numpy.array([vectors[word] for word in self.words], dtype=numpy.float32)
        if self.matrix.ndim != 2 or not (numpy.abs(self.matrix) <= LARGEST).all():  # sums of weights times these stay finite
            raise InputError(f"features.embeddings: seen other things than numbers from -{LARGEST:g} to {LARGEST:g}")
        self._row = {word.encode(): row for row, word in enumerate(self.words)}
        unknown = [word for word in UNKNOWN if word in vectors]
        zeros = numpy.zeros(self.dimensions, dtype=numpy.float32)
        self.unknown = self.matrix[self.words.index(unknown[0])] if unknown else zeros

    @classmethod
    def read(cls, path: str | Path) -> Embeddings:
        """Read a text file: a word and its numbers per line, between spaces; a first line with two counts is skipped."""
        vectors: dict[str, list[float]] = {}
        try:
            with open(path, encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    word, *numbers = line.rstrip("\n").rstrip(" ").split(" ")
                    if number == 1 and len(numbers) == 1:
                        continue
                    try:
                        vectors[word] = [float(n) for n in numbers]
                    except ValueError:
                        raise InputError(f"{path}:{number}: seen {line[:40]!r}, expected a word and numbers") from None
        except (OSError, ValueError) as error:  # not UTF-8, or a name that no file can have
            raise InputError(f"{path}: {unreadable(error)}") from None
        return cls(vectors)

    def vector(self, sentence: Sentence, i: int) -> Any:
        """The vector of word i (from 0) of a sentence."""
        form = sentence.source[sentence.cuts[CUTS * i + FORM] : sentence.cuts[CUTS * i + LEMMA] - 1]
        row = self._row.get(form)
        if row is None:
            row = self._row.get(form.decode("utf-8", "replace").lower().encode())
        return self.unknown if row is None else self.matrix[row]

    def arrays(self) -> dict[str, Any]:
        """The arrays for a model file."""
        text = "\n".join(self.words).encode()
        return {"embedding_words": numpy.frombuffer(text, dtype=numpy.uint8).copy(), "embedding_vectors": self.matrix}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Any]) -> Embeddings:
        """The vectors from a model file."""
        words = arrays["embedding_words"].tobytes().decode().split("\n")
        return cls(dict(zip(words, arrays["embedding_vectors"], strict=True)))
