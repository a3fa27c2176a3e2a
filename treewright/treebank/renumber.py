"""Checks the numbers of words, ranges and empty nodes, and renumbers rows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from treewright.treebank.report import Problem

if TYPE_CHECKING:
    from treewright.treebank.repair import Row

DEPS_HEAD = re.compile(rb"(?:(?<=\A)|(?<=\|))([0-9]+)(?=[:.])")


def check_numbers(rows: list[Row], problems: list[Problem]) -> list[list[Row]]:
    """The rows as one sentence or, if a blank line is missing, as several; each numbered 1, 2, 3 ..."""
    parts = _split(rows, problems)
    return [_check_ranges(_check_part(part, problems), problems) for part in parts]


def _is_word(row: Row) -> bool:
    return row.columns is not None and row.columns[0].isdigit()


def _split(rows: list[Row], problems: list[Problem]) -> list[list[Row]]:
    """The rows, split where 1 occurs again: a new sentence begins there, with the comments and the range just before it."""
    parts: list[list[Row]] = [[]]
    previous = 0
    for row in rows:
        if row.columns is not None and _is_word(row):
            number = int(row.columns[0])
            part = parts[-1]
            at = len(part)
            while at > 0 and not _is_word(part[at - 1]) and not _belongs_to_word_before(part[at - 1]):
                at -= 1
            between = any(other.columns is None for other in part[at:])
            if number == 1 and (previous > 1 or (previous == 1 and between)) and _has_first_word(part):
                expected = f"{previous + 1}; is a blank line missing before the new sentence?"
                seen = f"ID 1 after {previous}"
                problems.append(Problem(row.line, seen, expected, "a new sentence begins here"))
                parts.append(part[at:])
                del part[at:]
            previous = number
        parts[-1].append(row)
    return parts


def _belongs_to_word_before(row: Row) -> bool:
    """An empty node such as 8.1, or a range that does not begin at 1."""
    return row.columns is not None and not re.match(rb"0\.|1-", row.columns[0])


def _has_first_word(rows: list[Row]) -> bool:
    return any(row.columns is not None and _is_word(row) and int(row.columns[0]) == 1 for row in rows)


def _check_part(rows: list[Row], problems: list[Problem]) -> list[Row]:
    """Words numbered from 1 on, heads and DEPS with them."""
    ids = [row.columns[0] for row in rows if row.columns is not None and _is_word(row)]
    if ids == [b"%d" % (i + 1) for i in range(len(ids))]:
        return rows
    new: dict[int, int] = {}
    expected = 1
    size = 0
    for row in rows:
        if row.columns is None or not _is_word(row):
            continue
        size += 1
        text = row.columns[0]
        number = int(text)
        if number != expected or text != b"%d" % number:
            why = _why(text, number, expected, size, new)
            problems.append(Problem(row.line, f"ID {text.decode()} {why}", str(expected), "words and heads renumbered"))
        expected = number + 1
        new.setdefault(number, size)  # of two words with the same number the first is the head
    shift = ids[0] == b"0" and any(row.columns[6] == b"-1" for row in rows if row.columns)  # counted from 0, root is -1
    for row in rows:
        if row.columns is not None:
            _renumber(row.columns, new, shift)
    size = 0
    for row in rows:
        if row.columns is not None and _is_word(row):
            size += 1
            row.columns[0] = b"%d" % size
    return rows


def _why(text: bytes, number: int, expected: int, size: int, seen: dict[int, int]) -> str:
    if size == 1 and number != 1:
        return "at the beginning of the sentence"
    if number in seen:
        return "for the second time"
    if number > expected:
        return f"after {expected - 1}: a gap"
    return "with a zero in front" if text != b"%d" % number else f"after {expected - 1}"


def _renumber(columns: list[bytes], new: dict[int, int], shift: bool) -> None:
    """Puts new numbers for old ones in HEAD, DEPS and the ids of ranges and empty nodes."""
    head = columns[6]
    if shift and head == b"-1":
        columns[6] = b"0"
    elif head.isdigit() and (shift or int(head) != 0) and len(head) < 10:
        columns[6] = b"%d" % new[int(head)] if int(head) in new else b"_"
    columns[8] = DEPS_HEAD.sub(lambda match: _new(match[1], new), columns[8])
    if b"-" in columns[0] or b"." in columns[0]:
        mark = b"-" if b"-" in columns[0] else b"."
        first, last = columns[0].split(mark)
        columns[0] = _new(first, new) + mark + (_new(last, new) if mark == b"-" else last)


def _new(number: bytes, new: dict[int, int]) -> bytes:
    return number if int(number) == 0 or int(number) not in new else b"%d" % new[int(number)]


def _check_ranges(rows: list[Row], problems: list[Problem]) -> list[Row]:
    """Ranges that begin at the next word, do not overlap, and whose words all exist; others are left out."""
    size = sum(_is_word(row) for row in rows)
    kept = []
    word = last = 0
    latest = ""
    for row in rows:
        word += _is_word(row)
        if row.columns is None or b"-" not in row.columns[0]:
            kept.append(row)
            continue
        name = row.columns[0].decode()
        begin, end = map(int, name.split("-"))
        expected = ""
        if latest and begin <= last:
            expected = f"ranges that do not overlap, after {latest}"
        elif end > size:
            expected = f"words up to {end}, but the last is {size}: the range is unfinished"
        elif end < begin:
            expected = "the smaller number first"
        elif begin != word + 1 or name.startswith("0"):
            expected = f"a range that begins at the next word, {word + 1}"
        if expected:
            problems.append(Problem(row.line, f"range {name}", expected, f"range {name} left out"))
        else:
            kept.append(row)
            last, latest = end, name
    return kept
