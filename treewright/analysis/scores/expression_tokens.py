"""Cuts an expression into words, signs, brackets and texts in quotes."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from treewright.errors import SettingsError

TOKEN = re.compile(
    r"\s*(?:(?P<sign>!=|<=|>=|!~|[=<>~])|(?P<bracket>[(),])"
    r"|\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<word>[^\s=<>!~(),\"']+))"
)


class Token(NamedTuple):
    """A piece of an expression."""

    kind: str  # sign, bracket (or comma), word, text or end
    text: str
    place: int  # of its first character, from 1 on


def tokens_of(text: str, where: str) -> list[Token]:
    """The pieces, and one for the end."""
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            start = at + len(text[at:]) - len(text[at:].lstrip())
            seen = "a text whose quotes are never closed" if text[start] in "\"'" else repr(text[start])
            refuse(
                where, text, seen, "a criterion, a sign, a bracket or a value, in quotes if it has such characters", start + 1
            )
        kind = str(match.lastgroup)
        found.append(Token("text" if kind in ("double", "single") else kind, match[kind], match.start(kind) + 1))
        at = match.end()
    return [*found, Token("end", "", len(text) + 1)]


def unclosed(pattern: str) -> bool:
    """Whether a pattern has a [ that nothing closes; fnmatch would take it for itself."""
    at = pattern.find("[")
    while at >= 0:
        first = at + 2 if pattern.startswith("!", at + 1) else at + 1
        end = pattern.find("]", first + 1)  # a ] in the first place stands for itself
        if end < 0:
            return True
        at = pattern.find("[", end)
    return False


def refuse(where: str, text: str, seen: str, expected: str, place: int) -> NoReturn:
    """The error for what is wrong at one place of an expression."""
    raise SettingsError(f"{where}: column {place} of {text!r:.200}: seen {seen}, expected {expected}")


def criteria_named(text: str, where: str) -> list[str]:
    """The words of an expression that are not values: criteria, functions, and the language's own words."""
    tokens = tokens_of(text, where)
    before = [None, *tokens]
    return [
        token.text
        for token, last in zip(tokens, before, strict=False)
        if token.kind == "word" and not (last and (last.kind == "sign" or last.text in ("in", ",")))
    ]
