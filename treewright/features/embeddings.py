"""Pre-trained word vectors, as real-valued features."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy

from treewright.errors import InputError
from treewright.features.vector_file import LARGEST, VectorFile
from treewright.treebank.columns import CUTS, FORM, LEMMA
from treewright.treebank.sentence import Sentence

MOST_DIMENSIONS = 4096
UNKNOWN = ("<UNK>", "<unk>", "UNK")


class Embeddings:
    """Vectors of words; a word without one gets the vector of <UNK> if there is one, else zeros."""

    def __init__(self, vectors: Mapping[str, Sequence[float]]) -> None:
        if not vectors:
            raise InputError("features.embeddings: seen no vectors, expected at least one")
        self.words = sorted(vectors)
        self.dimensions = len(vectors[self.words[0]])
        wrong = [word for word in self.words if len(vectors[word]) != self.dimensions]
        if wrong or not self.dimensions:
            word = wrong[0] if wrong else self.words[0]
            expected = f"{self.dimensions}, as {self.words[0]!r:.40} has" if self.dimensions else "one at least"
            raise InputError(f"features.embeddings: seen {len(vectors[word])} numbers for {word!r:.40}, expected {expected}")
        if self.dimensions > MOST_DIMENSIONS:
            expected = f"{MOST_DIMENSIONS:,} at the most"
            raise InputError(f"features.embeddings: seen vectors of {self.dimensions:,} numbers, expected {expected}")
        self.matrix = numpy.array([vectors[word] for word in self.words], dtype=numpy.float32)
        if self.matrix.ndim != 2 or not (numpy.abs(self.matrix) <= LARGEST).all():
            raise InputError(f"features.embeddings: seen other things than numbers from -{LARGEST:g} to {LARGEST:g}")
        self._row = {word.encode(): row for row, word in enumerate(self.words)}
        self.notes: list[str] = []  # of what is odd about the file that they come from
        unknown = [word for word in UNKNOWN if word in vectors]
        zeros = numpy.zeros(self.dimensions, dtype=numpy.float32)
        self.unknown = self.matrix[self.words.index(unknown[0])] if unknown else zeros

    @classmethod
    def read(cls, path: str | Path) -> Embeddings:
        """Read a text file: a word and its numbers on each line; a first line may have two counts."""
        file = VectorFile(path)
        made = cls(file.vectors)
        made.notes = file.notes
        return made

    def coverage(self, words: Collection[str]) -> list[str]:
        """Sentences that say how many of some words have a vector, and what is odd."""
        there = sum(form.encode() in self._row or form.lower().encode() in self._row for form in words)
        told = f"features.embeddings: vectors of {self.dimensions} numbers, "
        told += f"{there:,} of {len(words):,} different training words have one"
        return [*(f"warning: {note}" for note in self.notes), told if there or not words else f"warning: {told}"]

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
