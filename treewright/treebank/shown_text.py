"""Text for display: its width, and without characters that would break its line."""

from __future__ import annotations

import unicodedata

from treewright.escaped_text import OBEYED

RIGHT_TO_LEFT = ("R", "AL", "AN")
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
NOT_SHOWN = dict.fromkeys(OBEYED, "\ufffd")  # no terminal, no XML


def printable(text: str) -> str:
    """The text with a replacement character for each character that is not safe to show."""
    return text if text.isascii() and text.isprintable() else text.translate(NOT_SHOWN)


def text_width(text: str) -> int:
    """The number of terminal cells a text takes: wide characters two, combining and invisible ones none."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    # by hand: wcwidth would be one more dependency, and the widths of rich differ between versions
    if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff":
        return 0  # Hangul vowels and finals, which join the consonant before them
    if unicodedata.category(character) in ("Mn", "Me", "Cf") and character != "\u00ad":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int, end: str = "…") -> str:
    """The text, cut to this many cells, including the mark of the cut."""
    if text_width(text) <= width:
        return text
    room = width - len(end)
    for i, character in enumerate(text):
        room -= _cells(character)
        if room < 0:
            return text[:i] + end
    return text


def isolated(text: str) -> str:
    """The text, isolated if it runs from right to left, so that its neighbours on the line keep their places."""
    return f"{ISOLATE}{text}{END_OF_ISOLATE}" if runs_right_to_left(text) else text


def runs_right_to_left(text: str) -> bool:
    """Whether it has a letter or digit that is written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in text)


def right_to_left(forms: list[str]) -> bool:
    """Whether most words of a sentence are written from right to left."""
    return 2 * sum(map(runs_right_to_left, forms)) > sum(any(map(str.isalpha, form)) for form in forms)
