"""Describes the errors in the rows of a sentence and repairs those whose cause can be guessed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from treewright.treebank.renumber import check_numbers
from treewright.treebank.report import Problem

ID = re.compile(rb"[0-9]{1,9}|[0-9]{1,9}[-.][0-9]{1,9}")
NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
SPACES = re.compile(rb"[ \t]+")
HEAD = re.compile(rb"[0-9]+|_")


@dataclass
class Row:
    """A line of a sentence: a comment (no columns) or the fields of a word, range or empty node."""

    line: int
    text: bytes
    columns: list[bytes] | None = None


def examine(source: bytes, line: int) -> tuple[list[Problem], list[tuple[int, bytes]]]:
    """All problems of a sentence, and the repaired sentences: first line and text of each."""
    rows = [Row(line + i, text) for i, text in enumerate(source.removesuffix(b"\n").split(b"\n"))]
    problems: list[Problem] = []
    for row in rows:
        _check_encoding(row, problems)
        if not row.text.startswith(b"#"):
            _check_columns(row, problems)
    if any(problem.repair is None for problem in problems):
        return problems, []
    parts = check_numbers(rows, problems)
    problems.sort(key=lambda problem: problem.line)
    return problems, [(part[0].line, b"".join(_text(row) + b"\n" for row in part)) for part in parts if part]


def _text(row: Row) -> bytes:
    return row.text if row.columns is None else b"\t".join(row.columns)


def _check_encoding(row: Row, problems: list[Problem]) -> None:
    try:
        row.text.decode()
    except UnicodeDecodeError as error:
        byte = row.text[error.start]
        seen = f"text that is not UTF-8 at line {row.line}, byte 0x{byte:02X} (byte {error.start + 1} of the line)"
        row.text = row.text.decode("latin-1").encode()
        problems.append(Problem(row.line, seen, "UTF-8; is the file Latin-1?", "line read as Latin-1"))


def _check_columns(row: Row, problems: list[Problem]) -> None:
    """Ten fields, none empty, the first an id."""
    columns = row.text.split(b"\t")
    if len(columns) != 10:
        columns = _ten(row, columns, problems)
        if len(columns) != 10:
            return
    else:
        empty = [NAMES[k] for k, field in enumerate(columns) if not field]
        if empty:
            seen = f"an empty field ({', '.join(empty)})"
            problems.append(Problem(row.line, seen, "a value or _", "empty fields read as _"))
    columns = [field or b"_" for field in columns]
    if not ID.fullmatch(columns[0]):
        seen = f"{_shown(columns[0])} as ID"
        problems.append(Problem(row.line, seen, "a number, a range such as 1-2 or an empty node such as 1.1"))
    row.columns = columns


def _ten(row: Row, columns: list[bytes], problems: list[Problem]) -> list[bytes]:
    """Ten columns made from fewer or more, with the problem: the count and the likely cause."""
    count = f"{len(columns)} column{'s' if len(columns) > 1 else ''}"
    words = SPACES.split(row.text.strip(b" \t"))
    if len(columns) < len(words) == 10 and ID.fullmatch(words[0]):
        expected = "10 separated by tabs; here spaces seem to stand for tabs"
        problems.append(Problem(row.line, count, expected, "spaces read as tabs"))
        return words
    if len(columns) == 1:
        expected = f"10 separated by tabs; the line is {_shown(row.text)}"
        problems.append(Problem(row.line, count, expected))
        return columns
    elif len(columns) > 10:
        expected = "10; " + (
            "tabs at the end of the line?" if not any(columns[10:]) else "a tab within a field, or CoNLL-U Plus?"
        )
        repair = "columns after the tenth left out"
        columns = columns[:10]
    else:
        place = _missing(columns)
        name = NAMES[place] if place < len(columns) else " ".join(NAMES[len(columns) :])
        expected = f"10; {name} missing?"
        missing = 10 - len(columns)
        if place < len(columns):
            repair = f"{name} read as _"
            columns = [*columns[:place], b"_", *columns[place:]]
        else:
            repair = f"the last {missing} read as _" if missing > 1 else "the last read as _"
        columns = columns + [b"_"] * (10 - len(columns))
    problems.append(Problem(row.line, count, expected, repair))
    return columns


def _missing(columns: list[bytes]) -> int:
    """Which column a short row lacks: one before HEAD if HEAD seems to come too early, else the last ones."""
    if len(columns) == 9 and not HEAD.fullmatch(columns[6]) and HEAD.fullmatch(columns[5]) and columns[5] != b"_":
        return 4 if b"=" in columns[4] else 5
    return len(columns)


def _shown(field: bytes) -> str:
    text = field.decode("utf-8", "replace")
    return repr(text if len(text) <= 40 else text[:37] + "...")
