"""A lexicon: the numbers of words, lemmas, tags, affixes, features and characters that a network has vectors for.

Each word of a sentence is a row of numbers. 0 stands for nothing, and has no vector; 1 stands for what is not in the lexicon.
Characters are as many as a word has, so its row names its spelling, and a memory has the characters of that.
"""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

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
SPELLING = 5 + AFFIXES + MOST_FEATS  # the column that names the spelling of a word
WIDTH = SPELLING + 1
CHARACTERS = "characters"  # a field without a column
MOST_CHARACTERS = 64  # of a word; a longer one is seen by its first and its last ones
MOST_KEPT = 1 << 18  # words with tags whose rows are remembered
_SHARED: WeakValueDictionary[bytes, Lexicon] = WeakValueDictionary()  # those in use, by their content


class Words(NamedTuple):
    """The words of some sentences as a network that learns reads them."""

    rows: Any
    spelling: Any = None  # the place of the spelling of each word, if characters are seen,
    characters: Any = None  # whose characters stand here one after another,
    lengths: Any = None  # so many for each
    sentences: Sequence[Sentence] = ()


class Memory:
    """The rows of words that were met already, and the characters of their spellings; threads share it."""

    def __init__(self) -> None:
        self.known: dict[bytes, int] = {}
        self.spelt: dict[str, int] = {}
        self.characters: list[Any] = []  # of each spelling
        self.rows = numpy.zeros((1024, WIDTH), numpy.int32)
        self._lock = threading.Lock()

    def add(self, key: bytes, row: list[int], form: str, characters: Any) -> int:
        """The number of a word, whatever thread adds it first; `characters` are those of its form, None if nobody asks."""
        with self._lock:
            number = len(self.known)
            if characters is not None:
                row[SPELLING] = self.spelt.setdefault(form, len(self.characters))
                if row[SPELLING] == len(self.characters):
                    self.characters.append(characters)
            if number == len(self.rows):
                self.rows = numpy.concatenate([self.rows, numpy.zeros_like(self.rows)])
            self.rows[number] = row
            return self.known.setdefault(key, number)

    def characters_of(self, spellings: Any) -> tuple[Any, Any]:
        """The characters of some spellings one after another, and how many each has."""
        found = [self.characters[number] for number in spellings.tolist()]
        return numpy.concatenate(found), numpy.array([len(one) for one in found], numpy.int32)


class Lexicon:
    """Numbers for what occurs in training data, the same in every thread."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self.fields = {name: list(fields.get(name, ())) for name in (*COLUMNS, CHARACTERS)}
        self._numbers = {
            name: {value: number for number, value in enumerate(values, FIRST)} for name, values in self.fields.items()
        }
        widths = {name: columns.stop - columns.start for name, columns in COLUMNS.items()}
        self._of_column = [self._numbers[name] for name, width in widths.items() for _ in range(width)]
        self._memory = Memory()

    @classmethod
    def of(
        cls, sentences: Iterable[Sentence], embedded: Sequence[str] = (), least: int = 2, fields: Iterable[str] = COLUMNS
    ) -> Lexicon:
        """What occurs in these sentences: words, lemmas and affixes that occur rarely are left out.

        `embedded` are the words that have pre-trained vectors, `fields` those that a network has vectors of at all.
        """
        counts: dict[str, Counter[str]] = {name: Counter() for name in (*COLUMNS, CHARACTERS)}
        for sentence in sentences:
            for word in _fields(sentence):
                values = _values(word)
                for name in fields:
                    own = _spelt(word[0]) if name == CHARACTERS else values[COLUMNS[name]]
                    counts[name].update(filter(None, own))
        often = {"word": least, "lemma": least, "affixes": least, CHARACTERS: least}
        found = {
            name: sorted((value for value in own if own[value] >= often.get(name, 1)), key=lambda v: (-own[v], v))
            for name, own in counts.items()
        }
        found[CHARACTERS] = found[CHARACTERS] or sorted(counts[CHARACTERS])  # in a few words each may be another one
        return cls.from_arrays(cls({**found, "embedding": embedded}).arrays())

    def size(self, field: str) -> int:
        """How many numbers a field has, with those for nothing and for what is unknown."""
        return len(self.fields[field]) + FIRST

    def rows(self, sentences: Sequence[Sentence]) -> Any:
        """A row of numbers for each word of some sentences."""
        types, memory = self.types(sentences)
        return memory.rows[types]

    def words(self, sentences: Sequence[Sentence]) -> Words:
        """The rows of all words, and the characters of those that are spelt differently."""
        types, memory = self.types(sentences)
        rows = memory.rows[types].astype(numpy.int64)
        if not self.fields[CHARACTERS]:
            return Words(rows, sentences=sentences)
        spellings, first, places = numpy.unique(rows[:, SPELLING], return_index=True, return_inverse=True)
        order = numpy.argsort(first)  # as they come here: numbers depend on what was met before, and sums on the order
        places = numpy.argsort(order)[places]
        return Words(rows, places, *memory.characters_of(spellings[order]), sentences)

    def types(self, sentences: Sequence[Sentence]) -> tuple[Any, Memory]:
        """The type of each word, one number for all words with the same columns, and what has the rows of types."""
        found, memory = [], self._memory
        if len(memory.known) > MOST_KEPT:
            memory = self._memory = Memory()
        known = memory.known
        for sentence in sentences:
            source, cuts = sentence.source, sentence.cuts
            for at in range(0, CUTS * sentence.size, CUTS):
                key = source[cuts[at + FORM] : cuts[at + HEAD] - 1]
                number = known.get(key)
                found.append(self._added(memory, key) if number is None else number)
        return numpy.array(found, numpy.intp), memory

    def _added(self, memory: Memory, key: bytes) -> int:
        fields = key.decode().split("\t")
        characters = None
        if self.fields[CHARACTERS]:
            numbers = self._numbers[CHARACTERS]
            characters = numpy.array([numbers.get(one, UNKNOWN) for one in _spelt(fields[0] or "_")], numpy.int32)
        return memory.add(key, self._row(fields), fields[0], characters)

    def _row(self, fields: list[str]) -> list[int]:
        pairs = zip(self._of_column, _values(fields), strict=False)
        row = [numbers.get(value, UNKNOWN) if value else 0 for numbers, value in pairs]
        row += [0] * (WIDTH - len(row))
        embedded = self._numbers["embedding"]
        if embedded:
            row[COLUMNS["embedding"].start] = embedded.get(fields[0], 0) or embedded.get(fields[0].lower(), UNKNOWN)
        return row

    # As arrays ------------------------------------------------------------------------------------------------------

    def arrays(self) -> Arrays:
        """All values as text, one on each line."""
        texts = {name: "\n".join(values).encode() for name, values in self.fields.items() if values or name != CHARACTERS}
        return {name: numpy.frombuffer(text, numpy.uint8).copy() for name, text in texts.items()}

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Lexicon:
        """The same from its arrays; there is one for each content, so that what one parser has met, the next one knows."""
        found = hashlib.sha256()
        for name, array in sorted(arrays.items()):
            found.update(f"{name} {array.dtype} {array.shape}\n".encode())
            found.update(array.tobytes())
        key = found.digest()
        return _SHARED.get(key) or _SHARED.setdefault(key, cls._read(arrays))

    @classmethod
    def _read(cls, arrays: Arrays) -> Lexicon:
        fields = {}
        for name in COLUMNS:
            text = cls._text_of(arrays, name)
            fields[name] = text.split("\n") if text else []
        if CHARACTERS in arrays:  # characters may be line breaks of other kinds, but never the one between them
            fields[CHARACTERS] = cls._text_of(arrays, CHARACTERS).split("\n")
        for name, values in fields.items():
            if len(set(values)) < len(values):
                raise ModelError(f"lexicon: seen a value of {name!r} more than once, expected different ones")
        return cls(fields)

    @staticmethod
    def _text_of(arrays: Arrays, name: str) -> str:
        if name not in arrays or arrays[name].dtype != numpy.uint8 or arrays[name].ndim != 1:
            raise ModelError(f"lexicon: seen no text under {name!r}, expected one line for each value")
        try:
            return arrays[name].tobytes().decode()  # type: ignore[no-any-return]
        except UnicodeDecodeError as error:
            raise ModelError(f"lexicon: seen {error.reason} in {name!r}, expected UTF-8 text") from None


def _fields(sentence: Sentence) -> list[list[str]]:
    """FORM, LEMMA, UPOS, XPOS and FEATS of each word."""
    source, cuts = sentence.source, sentence.cuts
    starts = range(0, CUTS * sentence.size, CUTS)
    return [source[cuts[at + FORM] : cuts[at + HEAD] - 1].decode().split("\t") for at in starts]


def _values(fields: list[str]) -> list[str]:
    """What the columns of a row stand for, up to the last feature of the word; empty where there is nothing."""
    form, lemma, upos, xpos, feats = ["" if field == "_" else field for field in fields[: FEATS - FORM + 1]]
    form = form or "_"
    small = form.lower()
    size = len(small)  # which may be another than that of the form
    affixes = [
        f"^{form[0]}", f"^{small[:2]}" if size > 1 else "", f"^{small[:3]}" if size > 2 else "",
        f"{small[-1]}$", f"{small[-2:]}$" if size > 1 else "", f"{small[-3:]}$" if size > 2 else "",
        f"{small[-4:]}$" if size > 3 else "", f"#{min(len(form), 12)}", f"={_shape(form)}",
    ]  # fmt: skip
    return [small, lemma.lower(), upos, xpos, *affixes, *(feats.split("|")[:MOST_FEATS] if feats else ())]


def _spelt(form: str) -> str:
    """Its characters, or the first and last ones."""
    return form if len(form) <= MOST_CHARACTERS else form[: MOST_CHARACTERS // 2] + form[-MOST_CHARACTERS // 2 :]


def _shape(form: str) -> str:
    """Its kinds of characters, each as often as once in a row."""
    if form.isalpha():
        if form.islower():
            return "x"
        if form[0].isupper() and form[1:].islower():
            return "Xx"
    found = ""
    for character in form[:24]:
        kind = "X" if character.isupper() else "d" if character.isdigit() else "x" if character.isalpha() else character
        found += kind if not found.endswith(kind) else ""
    return found[:8]
