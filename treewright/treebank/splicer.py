"""Writes parsed sentences: the bytes of the input with new heads and labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import int_array, ints
from treewright.treebank.sentence import Sentence, Shelf

if not cython.compiled:
    from treewright.treebank.columns import CUTS, DEPREL, DEPS, HEAD, UPOS

    new_bytes = bytearray
    KEPT = -2

    def copy(to: bytearray, at: int, source: bytes, begin: int, stop: int) -> None:
        """Copies source[begin:stop] to a place."""
        to[at : at + stop - begin] = source[begin:stop]


class Splicer:
    """Knows the names of the labels, and of the tags if the parser predicts them."""

    def __init__(self, names: Sequence[bytes], tags: Sequence[bytes] = ()) -> None:
        self.tags = list(tags)
        self.count = len(names)
        self.names = b"".join([*names, b"_"])  # the last stands for an unknown label
        self.starts = int_array(self.count + 2)
        for i, name in enumerate([*names, b"_"]):
            self.starts[i + 1] = self.starts[i] + len(name)

    def with_tags(self, sentences: list[Sentence], numbers: Sequence[int]) -> list[Sentence]:
        """The sentences with other tags (UPOS), given as one tag number for each word of all sentences."""
        return Shelf().reread(splice_columns(sentences, [UPOS], [[self.tags[number] for number in numbers]]), sentences)

    def splice(self, sentences: list[Sentence], heads: Any, labels: Any) -> bytes:
        """The sentences, a blank line after each; one head and label for each word of all sentences, negative if unknown.

        A label of -2 keeps the label of the input.
        """
        size = self._size(sentences, heads, labels)
        result = new_bytes(size)
        out = result
        names = self.names
        word = at = 0
        for sentence in sentences:
            old = sentence.source
            cuts = sentence.cuts
            done = 0
            for i in range(sentence.size):
                copy(out, at, old, done, cuts[CUTS * i + HEAD])
                at += cuts[CUTS * i + HEAD] - done
                at += put_head(out, at, heads[word])
                done = cuts[CUTS * i + DEPREL] - 1
                if labels[word] != KEPT:
                    label = labels[word] if labels[word] >= 0 else self.count
                    begin = self.starts[label]
                    stop = self.starts[label + 1]
                    out[at] = 9
                    copy(out, at + 1, names, begin, stop)
                    at += 1 + stop - begin
                    done = cuts[CUTS * i + DEPS] - 1
                word += 1
            at = put_rest(out, at, old, done, len(sentence.source))
        return bytes(result)

    def _size(self, sentences: list[Sentence], heads: Any, labels: Any) -> int:
        """The size of the output in bytes; refuses numbers that do not fit."""
        word = size = 0
        for sentence in sentences:
            if word + sentence.size > len(heads) or word + sentence.size > len(labels):
                raise ValueError(f"{word + sentence.size} words need as many heads and labels")
            cuts = sentence.cuts
            size += len(sentence.source) + (len(sentence.source) > 0)
            for i in range(sentence.size):
                size += digits_of(heads[word]) - (cuts[CUTS * i + DEPREL] - cuts[CUTS * i + HEAD] - 1)
                if labels[word] != KEPT:
                    label = labels[word] if labels[word] >= 0 else self.count
                    if label > self.count or labels[word] == self.count:
                        raise IndexError(f"label {labels[word]} of {self.count}")
                    size += self.starts[label + 1] - self.starts[label] - (cuts[CUTS * i + DEPS] - cuts[CUTS * i + DEPREL] - 1)
                word += 1
        return size


def splice_columns(sentences: list[Sentence], columns: list[int], values: list[list[bytes]]) -> bytes:
    """The sentences, a blank line after each, with new values in some columns, given from left to right.

    Each column has a list with one value for each word of all sentences.
    """
    count = len(columns)
    places = ints(columns)
    word = size = 0
    for sentence in sentences:
        size += len(sentence.source) + (len(sentence.source) > 0)
        cuts = sentence.cuts
        for k in range(count):
            of_column = values[k]
            if word + sentence.size > len(of_column):
                raise ValueError(f"{word + sentence.size} words need as many values")
            for i in range(sentence.size):
                size += len(of_column[word + i]) - (cuts[CUTS * i + places[k] + 1] - cuts[CUTS * i + places[k]] - 1)
        word += sentence.size
    result = new_bytes(size)
    out = result
    word = at = 0
    for sentence in sentences:
        old = sentence.source
        cuts = sentence.cuts
        done = 0
        for i in range(sentence.size):
            for k in range(count):
                copy(out, at, old, done, cuts[CUTS * i + places[k]])
                at += cuts[CUTS * i + places[k]] - done
                value = values[k][word]
                new = value
                copy(out, at, new, 0, len(value))
                at += len(value)
                done = cuts[CUTS * i + places[k] + 1] - 1
            word += 1
        at = put_rest(out, at, old, done, len(sentence.source))
    return bytes(result)


def put_rest(out: Any, at: int, source: Any, done: int, size: int) -> int:
    """Writes what is left of a sentence and a blank line, and returns where they end; a sentence without rows is nothing."""
    if size == 0:
        return at
    copy(out, at, source, done, size)
    at += size - done
    out[at] = 10
    return at + 1


def digits_of(head: int) -> int:
    """How many bytes a head takes, 1 for the `_` of an unknown one."""
    digits = 1
    while head >= 10:
        head = head // 10
        digits += 1
    return digits


def put_head(out: Any, at: int, head: int) -> int:
    """Writes a head and returns how many bytes it took."""
    if head < 0:
        out[at] = 95
        return 1
    i = digits_of(head)
    at += i
    while True:
        at -= 1
        out[at] = 48 + head % 10
        head = head // 10
        if head == 0:
            return i
