"""Adds entries to the MISC of words, and a comment to each sentence, in rows that are written already."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

if not cython.compiled:  # in C these are names of the .pxd files
    from treewright.treebank.splicer import copy

    new_bytes = bytearray

    def shorten(result: bytearray, size: int) -> None:
        """Keeps the first bytes only."""
        del result[size:]

SHOWN = 5  # bytes of a number from 0.000 to 1.000


def with_notes(block: bytes, names: Sequence[bytes], numbers: Any, comment: bytes = b"", wholes: Any = None) -> bytes:
    """The rows with an entry for each name (`Name=0.973`) behind what MISC has, and a comment before the first row of words.

    `numbers` has thousandths, those of one word after those of another; `wholes` has them for each sentence with words, and
    `comment` is what stands before them.  Entries and comments of the same name are replaced.
    """
    starts = [name + b"=" for name in names]
    count = len(starts)
    source = block
    words = len(numbers) // count if count else 0
    sentences = len(wholes) if wholes is not None else 0
    size = len(block)
    most = size + words * sum([len(start) + SHOWN + 1 for start in starts]) + sentences * (len(comment) + SHOWN + 1)
    result = new_bytes(most)
    out = result
    shown = comment
    at = begin = word = sentence = 0
    inside = False  # the rows of a sentence
    while begin < size:
        end = line_end(source, begin, size)
        first = source[begin] if begin < end else 10
        if first == 35 and sentences and begins_with(source, begin, end, comment):
            begin = end + 1
            continue
        if 48 <= first <= 57 and not inside:
            inside = True
            if sentences:
                if sentence >= sentences:
                    raise ValueError(f"seen more than {sentences} sentences, expected as many as there are numbers")
                copy(out, at, shown, 0, len(comment))
                at += len(comment)
                at = put_number(out, at, wholes[sentence])
                out[at] = 10
                at += 1
                sentence += 1
        elif begin == end:
            inside = False
        if count and 48 <= first <= 57 and is_word(source, begin, end):
            if word >= words:
                raise ValueError(f"seen more than {words} words, expected as many as there are numbers")
            stop = end - 1 if end > begin and source[end - 1] == 13 else end
            misc = stop
            while misc > begin and source[misc - 1] != 9:
                misc -= 1
            copy(out, at, source, begin, misc)
            at += misc - begin
            at = put_old(out, at, source, misc, stop, starts)
            for k in range(count):
                start = starts[k]
                if k or out[at - 1] != 9:
                    out[at] = 124
                    at += 1
                copy(out, at, start, 0, len(starts[k]))
                at += len(starts[k])
                at = put_number(out, at, numbers[word * count + k])
            word += 1
            copy(out, at, source, stop, end)
            at += end - stop
        else:
            copy(out, at, source, begin, end)
            at += end - begin
        if end < size:
            out[at] = 10
            at += 1
        begin = end + 1
    shorten(result, at)
    return bytes(result)


def line_end(source: Any, begin: int, size: int) -> int:
    """Where the line that begins here ends."""
    while begin < size and source[begin] != 10:
        begin += 1
    return begin


def is_word(source: Any, begin: int, end: int) -> bool:
    """Whether a row has a plain number: not a range such as 1-2, nor an empty node such as 8.1."""
    while begin < end and 48 <= source[begin] <= 57:
        begin += 1
    return begin < end and source[begin] == 9


def begins_with(source: Any, begin: int, end: int, text: bytes) -> bool:
    """Whether a text stands here."""
    size = len(text)
    wanted = text
    if size > end - begin:
        return False
    for i in range(size):  # noqa: SIM110  a loop in C
        if source[begin + i] != wanted[i]:
            return False
    return True


def put_old(out: Any, at: int, source: Any, begin: int, stop: int, starts: list[bytes]) -> int:
    """Write the entries of MISC that stay, none if it is `_`; returns where they end."""
    if stop - begin == 1 and source[begin] == 95:
        return at
    first = True
    while begin < stop:
        end = begin
        while end < stop and source[end] != 124:
            end += 1
        same = False
        for start in starts:
            if begins_with(source, begin, end, start):
                same = True
        if not same:
            if not first:
                out[at] = 124
                at += 1
            copy(out, at, source, begin, end)
            at += end - begin
            first = False
        begin = end + 1
    return at


def put_number(out: Any, at: int, thousandths: int) -> int:
    """Write a number from 0.000 to 1.000; returns where it ends."""
    out[at] = 48 + thousandths // 1000
    out[at + 1] = 46
    out[at + 2] = 48 + thousandths // 100 % 10
    out[at + 3] = 48 + thousandths // 10 % 10
    out[at + 4] = 48 + thousandths % 10
    return at + 5
