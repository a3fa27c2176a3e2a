"""Text files of word vectors, as word2vec, fastText and GloVe write them: a word and its numbers on each line."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy

from treewright.errors import InputError, unreadable

LARGEST = 1e9  # sums of weights times numbers up to this one stay finite
PACKED = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"PK\x03\x04": "zip", b"\x28\xb5\x2f\xfd": "zstd"}
LONGEST = 40  # characters of a line that are shown
TEXT = "text, a word and its numbers on each line"
BINARY = "a binary file of word2vec or fastText has to be written as text first"


class VectorFile:
    """The vectors of a file, and what is odd about it; a first line with two counts is compared with what follows."""

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self.vectors: dict[str, Any] = {}
        self.notes: list[str] = []  # of what is odd, though it can be read
        self._counts: tuple[int, int] | None = None  # of words and of numbers, as the first line says
        self._first = self._dimensions = self._repeated = 0  # the first line with a vector, how many numbers it has
        try:
            with open(path, "rb") as file:
                self._read(file)
        except (OSError, ValueError) as error:  # also a name that no file can have
            raise InputError(f"{path}: {unreadable(error)}") from None
        if not self.vectors:
            raise InputError(f"{path}: seen no vectors, expected {TEXT}")
        if self._repeated:
            self.notes.append(f"{path}: lines that repeat a word: {self._repeated:,}; its last vector counts")
        there = len(self.vectors) + self._repeated
        if self._counts is not None and self._counts[0] != there:
            self.notes.append(f"{path}: seen {there:,} vectors, and its first line says {self._counts[0]:,}; was it cut?")

    def _read(self, lines: Iterable[bytes]) -> None:
        for number, raw in enumerate(lines, 1):
            if number == 1:
                for magic, name in PACKED.items():
                    if raw.startswith(magic):
                        raise InputError(f"{self.path}: seen a compressed file ({name}), expected {TEXT}; unpack it first")
            try:
                line = raw.decode("utf-8").rstrip("\r\n \t").replace("\t", " ")
            except UnicodeDecodeError:
                raise InputError(f"{self.path}:{number}: seen bytes that are not UTF-8, expected {TEXT}; {BINARY}") from None
            word, *numbers = line.split(" ")
            width = self._dimensions or (self._counts[1] if self._counts else 0)
            if 0 < width < len(numbers) and _is_text(numbers[:-width]):  # a word with spaces in it
                word, numbers = " ".join([word, *numbers[:-width]]), numbers[-width:]
            if number == 1 and len(numbers) == 1 and word.isdecimal() and numbers[0].isdecimal():
                self._counts = int(word), int(numbers[0])
            elif line:
                self._add(number, word, numbers)

    def _add(self, number: int, word: str, numbers: list[str]) -> None:
        where = f"{self.path}:{number}"
        try:
            row = numpy.array([float(one) for one in numbers])
        except ValueError:
            line = " ".join([word, *numbers])
            raise InputError(f"{where}: seen {line[:LONGEST]!r}, expected a word and numbers") from None
        shown = repr(word[:LONGEST])
        if not numbers:
            raise InputError(f"{where}: seen {shown} without numbers, expected a word and its numbers")
        if not self._first:
            self._first, self._dimensions = number, len(row)
            if self._counts is not None and self._counts[1] != len(row):
                seen = f"seen {len(row)} numbers for {shown}, expected {self._counts[1]}"
                raise InputError(f"{where}: {seen}, as the first line says; is this the file that was meant?")
        if len(row) != self._dimensions:
            expected = f"{self._dimensions}, as on line {self._first}"
            raise InputError(f"{where}: seen {len(row)} numbers for {shown}, expected {expected}")
        if not (numpy.abs(row) <= LARGEST).all():
            odd = next(text for text, one in zip(numbers, row, strict=True) if not abs(one) <= LARGEST)
            raise InputError(f"{where}: seen {odd[:LONGEST]} for {shown}, expected numbers from -{LARGEST:g} to {LARGEST:g}")
        self._repeated += word in self.vectors
        self.vectors[word] = row.astype(numpy.float32)


def _is_text(fields: list[str]) -> bool:
    """Whether these are more of a word, not numbers or spaces that are too many."""
    return all(fields) and not all(map(_is_number, fields))


def _is_number(field: str) -> bool:
    with suppress(ValueError):
        float(field)
        return True
    return False
