"""Reads a long line of JSON value by value, so that anything but a sentence is refused before it fills the memory.

`json.loads` makes all objects before they can be checked, which takes twenty bytes of memory and more for each byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from treewright.errors import InputError

SPACES = re.compile(r"[ \t\n\r]*")
NUMBER = re.compile(r"-?[0-9]{1,18}(?![0-9.eE])")
NUMBERS = {"id", "head"}  # the fields of a word that may be numbers
Value = Callable[[str, int], int]  # takes a key and the position of its value, returns the position after the value


class Fault(InputError):
    """What is wrong with the data of a sentence."""

    def __init__(self, seen: str, expected: str) -> None:
        super().__init__(f"seen {seen}, expected {expected}")
        self.seen, self.expected = seen, expected


def shown(value: Any) -> str:
    """The beginning of a value, for a message."""
    text = repr(value[:60] if isinstance(value, str) else value)
    return text if len(text) <= 60 and not (isinstance(value, str) and len(value) > 60) else text[:57] + "..."


class LongLine:
    """The values of a sentence in JSON; `word` is called with each word as it comes, and the rest is kept in `data`."""

    def __init__(self, line: str, word: Callable[[Any], None]) -> None:
        self.line, self.word = line, word
        self.data: dict[str, Any] = {}
        self._decode = json.JSONDecoder().raw_decode
        at = self._skip(0)
        if line[at : at + 1] != "{":
            raise Fault(shown(line[at:]), "a JSON object")
        at = self._skip(self._object(at, self._part))
        if at < len(line):
            raise json.JSONDecodeError("Extra data", line, at)

    def _part(self, key: str, at: int) -> int:
        """One of the sentence's own keys."""
        if key in self.data:
            raise Fault(f"the key {shown(key)} twice", "each once")
        self.data[key] = None
        if key in ("sent_id", "text"):
            self.data[key], at = self._plain(key, at, "a string")
        elif key in ("comments", "comment_rows", "words"):
            if self.line.startswith("null", at):
                return at + 4
            if self.line[at : at + 1] != "[":
                raise Fault(f"{shown(self.line[at : at + 80])} as {key}", "a list")
            kept: list[Any] = []
            self.data[key] = kept
            at = self._list(at, lambda place: self._word(place) if key == "words" else self._item(key, place, kept))
        else:
            raise Fault(f"the key {shown(key)}", "one of sent_id, text, comments, comment_rows, words")
        return at

    def _item(self, key: str, at: int, kept: list[Any]) -> int:
        """A comment, or the number of rows above one."""
        if self.line[at : at + 1] in ("[", "{"):
            what, kind = ("a comment", "a string") if key == "comments" else ("comment_rows", "numbers")
            raise Fault(f"{shown(self.line[at : at + 80])} as {what}", kind)
        item, at = self._decode(self.line, at)
        kept.append(item)
        return at

    def _word(self, at: int) -> int:
        """Check a word, and pass it on if it has nothing but the fields of a word."""
        if self.line[at : at + 1] == "{":
            self._object(at, self._field)
        elif self.line[at : at + 1] == "[":
            raise Fault(f"{shown(self.line[at : at + 80])} as a word", "an object or a form")
        word, at = self._decode(self.line, at)
        self.word(word)
        return at

    def _field(self, key: str, at: int) -> int:
        if key == "feats" and self.line[at : at + 1] == "{":
            return self._object(at, lambda name, place: self._plain(f"feats {shown(name)}", place, "a string")[1])
        return self._plain(key, at, "a number" if key in NUMBERS else "a string")[1]

    def _plain(self, key: str, at: int, kind: str) -> tuple[str | None, int]:
        """A string, null or, where allowed, a number: its value (None for a number) and the position after it."""
        if self.line[at : at + 1] == '"':
            return self._decode(self.line, at)
        if self.line.startswith("null", at):
            return None, at + 4
        if kind == "a number" and (number := NUMBER.match(self.line, at)):
            return None, number.end()
        raise Fault(f"{shown(self.line[at : at + 80])} as {key}", f"{kind} or null")

    def _object(self, at: int, value: Value) -> int:
        """The position after the object that begins here; each of its values is passed on."""
        at = self._skip(at + 1)
        if self.line[at : at + 1] == "}":
            return at + 1
        while True:
            if self.line[at : at + 1] != '"':
                raise json.JSONDecodeError("Expecting property name enclosed in double quotes", self.line, at)
            key, at = self._decode(self.line, at)
            at = self._skip(self._behind(":", at))
            at = self._skip(value(key, at))
            if self.line[at : at + 1] == "}":
                return at + 1
            at = self._skip(self._behind(",", at))

    def _list(self, at: int, value: Callable[[int], int]) -> int:
        at = self._skip(at + 1)
        if self.line[at : at + 1] == "]":
            return at + 1
        while True:
            at = self._skip(value(at))
            if self.line[at : at + 1] == "]":
                return at + 1
            at = self._skip(self._behind(",", at))

    def _behind(self, mark: str, at: int) -> int:
        at = self._skip(at)
        if self.line[at : at + 1] != mark:
            raise json.JSONDecodeError(f"Expecting '{mark}' delimiter", self.line, at)
        return at + 1

    def _skip(self, at: int) -> int:
        found = SPACES.match(self.line, at)
        return at if found is None else found.end()
