"""JSON lines: one object for each sentence, from which its rows come back byte for byte.

    {"sent_id": "s1", "text": "Birds sing", "comments": ["# sent_id = s1", "# text = Birds sing"], "words": [...]}

`words` has all rows in order; each has `id form lemma upos xpos feats head deprel deps misc`. `_` is null, FEATS is an
object (a feature without `=` has the value null), id and head are numbers; the id of a multiword token is a string such
as "1-2", that of an empty node one such as "8.1". A field that does not fit (a repeated feature,
a head that is not a number) is kept as a string. `comment_rows` is present only if a comment follows a row: for each
comment, the number of rows above it. `tree` is a constituency tree (tree_json.py).

Only `words` is required, and in each word only `form`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from treewright.treebank import repair
from treewright.treebank.long_json import Fault, LongLine, shown
from treewright.treebank.report import Problem
from treewright.treebank.scan import Scanner
from treewright.treebank.word import items

SENTENCE_KEYS = ("sent_id", "text", "comments", "comment_rows", "words", "tree")
WORD_KEYS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
LONG = 1 << 20  # characters; longer lines are checked value by value first
LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}  # other readers may take them for line ends


def to_line(data: Mapping[str, Any]) -> str:
    """The data of a sentence as a line of JSON."""
    return json.dumps(data, ensure_ascii=False).translate(LINE_ENDS) + "\n"


def from_line(line: str) -> bytes:
    """The rows of the sentence in a line of JSON."""
    try:
        if len(line) <= LONG:
            return source_of(json.loads(line))
        rows = _Rows()
        return _encoded(_with_comments(LongLine(line, rows.add).data, rows.rows))
    except json.JSONDecodeError as error:
        raise Fault(f"{shown(line[:200].strip())} ({error.msg}, character {error.pos + 1})", "a JSON object") from None
    except (ValueError, RecursionError):  # a number of thousands of digits, a list in a list in a list ...
        raise Fault(shown(line[:200].strip()), "a JSON object") from None


def data_of(rows: Sequence[str]) -> dict[str, Any]:
    """The rows of a sentence as plain data."""
    comments = [row for row in rows if row.startswith("#")]
    data: dict[str, Any] = {key: comment_value(comments, key) for key in ("sent_id", "text")}
    data["comments"] = comments
    words: list[dict[str, Any]] = []
    above = []
    for row in rows:
        if row.startswith("#"):
            above.append(len(words))
        elif row:
            words.append(_word(row.split("\t")))
    if any(above):
        data["comment_rows"] = above
    return {**data, "words": words}


def rows_of(data: Any) -> list[str]:
    """The rows of a sentence given as plain data."""
    if not isinstance(data, Mapping):
        raise Fault(shown(data), "a JSON object")
    for key in data:
        if key not in SENTENCE_KEYS:
            raise Fault(f"the key {shown(key)}", f"one of {', '.join(SENTENCE_KEYS)}")
    words = _Rows()
    for word in _list(data, "words"):
        words.add(word)
    return _with_comments(data, words.rows)


class _Rows:
    """Collects the rows of words, added one at a time."""

    def __init__(self) -> None:
        self.rows: list[str] = []
        self.size = 0

    def add(self, word: Any) -> None:
        columns = _columns({"form": word} if isinstance(word, str) else word, self.size + 1, len(self.rows) + 1)
        self.size += columns[0].isdigit()
        self.rows.append("\t".join(columns))


def _with_comments(data: Mapping[str, Any], words: list[str]) -> list[str]:
    """The rows of words, with the comments at their places."""
    above = _comment_rows(data, len(words))
    comments = [*_missing_comments(data), *_comments(data)]
    above = [0] * (len(comments) - len(above)) + above
    rows: list[str] = []
    done = 0
    for at, comment in zip(above, comments, strict=True):
        rows += words[done:at]
        rows.append(comment)
        done = at
    rows += words[done:]
    if broken := next((row for row in rows if "\n" in row or "\r" in row), None):
        raise Fault(f"a line break in {shown(broken)}", "none")
    return rows


def source_of(data: Any) -> bytes:
    """The bytes of a sentence given as plain data."""
    return _encoded(rows_of(data))


def _encoded(rows: list[str]) -> bytes:
    text = "".join(row + "\n" for row in rows)
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise Fault(f"half a character ({text[error.start]!r})", "whole ones") from None


def examine(source: bytes, line: int) -> tuple[list[Problem], list[tuple[int, bytes]]]:
    """All problems of a sentence in JSON, and the repaired sentence, like `examine` in repair.py for rows."""
    try:
        rows = from_line(source.decode())
    except UnicodeDecodeError as error:
        seen = f"text that is not UTF-8 at line {line}, byte 0x{source[error.start]:02X} (byte {error.start + 1} of the line)"
        return [Problem(line, seen, "UTF-8")], []
    except Fault as fault:
        return [Problem(line, fault.seen, fault.expected)], []
    if not rows:
        return [Problem(line, "a sentence without words and comments", "at least one")], []
    scanner = Scanner(rows, line)
    if scanner.scan() and not scanner.faulty:
        return [], [(line, rows)]
    problems, sources = repair.examine(rows, line)
    name = comment_value([row for row in rows.decode().split("\n") if row.startswith("#")], "sent_id")
    return [replace(problem, sent_id=name) for problem in problems], [(line, text) for _, text in sources]


def comment_value(comments: Sequence[str], key: str) -> str | None:
    """Value of the first comment `# key = value`."""
    for row in comments:
        name, equals, value = row[1:].partition("=")
        if equals and name.strip(" ") == key:
            return value.strip(" ")
    return None


def _word(columns: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {
        name: None if field == "_" else field for name, field in zip(WORD_KEYS, columns, strict=True)
    }
    data["form"] = columns[1]
    if columns[1] == "_":  # an underscore, and so is its lemma
        data["lemma"] = columns[2]
    data["id"] = _number(columns[0])
    data["head"] = None if columns[6] == "_" else _number(columns[6])
    feats = items(columns[5])
    if columns[5] in ("_", _features(feats)):
        data["feats"] = feats
    return data


def _number(field: str) -> int | str:
    """The number, if the string is its only spelling."""
    return int(field) if field.isascii() and field.isdigit() and len(field) < 10 and str(int(field)) == field else field


def _features(feats: Mapping[str, str | None]) -> str:
    return "|".join(key if value is None else f"{key}={value}" for key, value in feats.items())


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    found = data.get(key) or []
    if not isinstance(found, list):
        raise Fault(f"{shown(found)} as {key}", "a list")
    return found


def _comments(data: Mapping[str, Any]) -> list[str]:
    comments = _list(data, "comments")
    for text in comments:
        if not isinstance(text, str):
            raise Fault(f"{shown(text)} as a comment", "a string")
    return [text if text.startswith("#") else f"# {text}" for text in comments]


def _comment_rows(data: Mapping[str, Any], size: int) -> list[int]:
    """For each comment, the number of rows above it."""
    above, count = _list(data, "comment_rows"), len(_list(data, "comments"))
    if not above:
        return [0] * count
    if len(above) != count or any(type(n) is not int or not 0 <= n <= size for n in above) or above != sorted(above):
        raise Fault(f"{shown(above)} as comment_rows", "for each comment the number of rows above it")
    return above


def _missing_comments(data: Mapping[str, Any]) -> list[str]:
    """Comments for `sent_id` and `text` if missing; refuses values that contradict a comment."""
    comments = _comments(data)
    missing = []
    for key in ("sent_id", "text"):
        value, known = data.get(key), comment_value(comments, key)
        if value is not None and not isinstance(value, str):
            raise Fault(f"{shown(value)} as {key}", "a string")
        if value is not None and known is None:
            missing.append(f"# {key} = {value}")
        elif value is not None and known != value:
            raise Fault(f"the {key} {shown(value)} beside the comment {shown(f'# {key} = {known}')}", "the same in both")
    return missing


def _columns(word: Any, number: int, place: int) -> list[str]:
    """The ten fields of a word's row."""
    if not isinstance(word, Mapping):
        raise Fault(f"{shown(word)} as row {place}", "an object or a form")
    for key in word:
        if key not in WORD_KEYS:
            raise Fault(f"the key {shown(key)} in row {place}", f"one of {', '.join(WORD_KEYS)}")
    columns = []
    for key in WORD_KEYS:
        value = word.get(key)
        if key == "id" and value is None:
            value = number
        if key == "feats" and isinstance(value, Mapping):
            if any(not isinstance(item, str | None) for item in value.values()):
                raise Fault(f"{shown(value)} as feats in row {place}", "strings as values")
            value = _features(value)
        if key in ("id", "head") and type(value) is int and value >= 0:
            value = str(value)
        if value is not None and not isinstance(value, str):
            kind = {"id": "a number or a string", "head": "a number or null", "feats": "an object"}.get(key, "a string")
            raise Fault(f"{shown(value)} as {key} in row {place}", kind)
        if key == "form" and not value:
            raise Fault(f"no form in row {place}", "one")
        if key == "id" and not (value and value[0].isdigit()):
            raise Fault(f"{shown(value)} as id of row {place}", "a number, a range such as 1-2 or an empty node such as 1.1")
        if value and "\t" in value:
            raise Fault(f"a tab in {key} of row {place}", "none")
        columns.append(value or "_")
    return columns
