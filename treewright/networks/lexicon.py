"""A lexicon: the numbers of words, lemmas, tags, affixes and morphological features that a network has vectors for.

Each word of a sentence is a row of numbers. 0 stands for nothing, and has no vector; 1 stands for what is not in the lexicon.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy

from treewright.errors import ModelError
from treewright.storage.named_arrays import Arrays
from treewright.treebank.columns import CUTS, FEATS, FORM, HEAD
from treewright.treebank.sentence import Sentence

AFFIXES, MOST_FEATS = 9, 12  # columns of a row; a word with more features keeps the first ones
UNKNOWN, FIRST = 1, 2
COLUMNS = {  # of a row, by field
    "word": slice(0, 1), "lemma": slice(1, 2), "upos": slice(2, 3), "xpos": slice(3, 4),
    "affixes": slice(4, 4 + AFFIXES), "feats": slice(4 + AFFIXES, 4 + AFFIXES + MOST_FEATS),
    "embedding": slice(4 + AFFIXES + MOST_FEATS, 5 + AFFIXES + MOST_FEATS),
}  # fmt: skip
WIDTH = 5 + AFFIXES + MOST_FEATS
MOST_KEPT = 1 << 18  # words with tags whose rows are remembered


class Memory:
    """The rows of words that were met already; threads share it."""

    def __init__(self) -> None:
        self.known: dict[bytes, int] = {}
        self.rows = numpy.zeros((1024, WIDTH), numpy.int32)
        self._lock = threading.Lock()

    def add(self, key: bytes, row: list[int]) -> int:
        """The number of a word, whatever thread adds it first."""
        with self._lock:
            number = len(self.known)
            if number == len(self.rows):
                self.rows = numpy.concatenate([self.rows, numpy.zeros_like(self.rows)])
            self.rows[number] = row
            return self.known.setdefault(key, number)


class Lexicon:
    """Numbers for what occurs in training data, the same in every thread."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self.fields = {name: list(fields[name]) for name in COLUMNS}
        self._numbers = {
            name: {value: number for number, value in enumerate(values, FIRST)} for name, values in self.fields.items()
        }
        self._memory = Memory()

    @classmethod
    def of(
        cls, sentences: Iterable[Sentence], embedded: Sequence[str] = (), least: int = 2, fields: Iterable[str] = COLUMNS
    ) -> Lexicon:
        """What occurs in these sentences: words, lemmas and affixes that occur rarely are left out.

        `embedded` are the words that have pre-trained vectors, `fields` those that a network has vectors of at all.
        """
        counts: dict[str, Counter[str]] = {name: Counter() for name in COLUMNS}
        for sentence in sentences:
            for word in _fields(sentence):
                values = _values(word)
                for name in fields:
                    counts[name].update(filter(None, values[name]))
        often = {"word": least, "lemma": least, "affixes": least}
        found = {
            name: sorted((value for value in own if own[value] >= often.get(name, 1)), key=lambda v: (-own[v], v))
            for name, own in counts.items()
        }
        return cls({**found, "embedding": embedded})

    def size(self, field: str) -> int:
        """How many numbers a field has, with those for nothing and for what is unknown."""
        return len(self.fields[field]) + FIRST

    def rows(self, sentences: Sequence[Sentence]) -> Any:
        """A row of numbers for each word of some sentences."""
        kinds, memory = self.kinds(sentences)
        return memory.rows[kinds]

    def kinds(self, sentences: Sequence[Sentence]) -> tuple[Any, Memory]:
        """A number for each word, the same for words that are the same in all columns, and what has the rows of them."""
        found, memory = [], self._memory
        if len(memory.known) > MOST_KEPT:
            memory = self._memory = Memory()
        known = memory.known
        for sentence in sentences:
            source, cuts = sentence.source, sentence.cuts
            for at in range(0, CUTS * sentence.size, CUTS):
                key = source[cuts[at + FORM] : cuts[at + HEAD] - 1]
                number = known.get(key)
                found.append(memory.add(key, self._row(key.decode().split("\t"))) if number is None else number)
        return numpy.array(found, numpy.intp), memory

    def _row(self, fields: list[str]) -> list[int]:
        row = [0] * WIDTH
        for name, values in _values(fields).items():
            numbers, columns = self._numbers[name], COLUMNS[name]
            for at, value in zip(range(columns.start, columns.stop), values, strict=False):
                row[at] = numbers.get(value, UNKNOWN) if value else 0
        embedded = self._numbers["embedding"]
        if embedded:
            row[-1] = embedded.get(fields[0], 0) or embedded.get(fields[0].lower(), UNKNOWN)
        return row

    # As arrays ------------------------------------------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """All values as text, one on each line."""
        texts = {name: "\n".join(values).encode() for name, values in self.fields.items()}
        return {name: numpy.frombuffer(text, numpy.uint8).copy() for name, text in texts.items()}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Lexicon:
        """The same from its arrays."""
        fields = {}
        for name in COLUMNS:
            if name not in arrays or arrays[name].dtype != numpy.uint8:
                raise ModelError(f"lexicon: seen no text under {name!r}, expected one line for each value")
            try:
                text = arrays[name].tobytes().decode()
            except UnicodeDecodeError as error:
                raise ModelError(f"lexicon: seen {error.reason} in {name!r}, expected UTF-8 text") from None
            fields[name] = text.split("\n") if text else []
        return cls(fields)


def _fields(sentence: Sentence) -> list[list[str]]:
    """FORM, LEMMA, UPOS, XPOS and FEATS of each word."""
    source, cuts = sentence.source, sentence.cuts
    starts = range(0, CUTS * sentence.size, CUTS)
    return [source[cuts[at + FORM] : cuts[at + HEAD] - 1].decode().split("\t") for at in starts]


def _values(fields: list[str]) -> dict[str, list[str]]:
    """The values of each field of a word, empty where there is none."""
    form, lemma, upos, xpos, feats = ("" if field == "_" else field for field in fields[: FEATS - FORM + 1])
    form = form or "_"
    small = form.lower()
    affixes = [f"^{form[0]}", *(f"^{small[:n]}" if len(small) >= n else "" for n in (2, 3))]
    affixes += [f"{small[-n:]}$" if len(small) >= n else "" for n in (1, 2, 3, 4)]
    affixes += [f"#{min(len(form), 12)}", f"={_shape(form)}"]
    return {
        "word": [small], "lemma": [lemma.lower()], "upos": [upos], "xpos": [xpos],
        "affixes": affixes, "feats": feats.split("|") if feats else [], "embedding": [],
    }  # fmt: skip


def _shape(form: str) -> str:
    """Its kinds of characters, each as often as once in a row."""
    found = ""
    for character in form[:24]:
        kind = "X" if character.isupper() else "d" if character.isdigit() else "x" if character.isalpha() else character
        found += kind if not found.endswith(kind) else ""
    return found[:8]
