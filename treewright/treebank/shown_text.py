"""Text as it is shown: how wide it is, and without what would break the line it stands on."""

from __future__ import annotations

import unicodedata

LINE_FEED = "\n"
RIGHT_TO_LEFT = ("R", "AL", "AN")
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"
# no terminal, no XML: control characters, line and paragraph separators, marks that turn the direction of what follows
NOT_SHOWN = dict.fromkeys(
    [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFFFE, 0xFFFF],
    "\ufffd",
)


def printable(text: str) -> str:
    """The text with a replacement character for each that is not safe to show."""
    return text if text.isascii() and text.isprintable() else text.translate(NOT_SHOWN)


def escaped(text: str, keep: str = "") -> str:
    """The text with an escape such as \\x1b for each character that a terminal would obey, or that cannot be written."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c in keep or not _is_obeyed(c) else c.encode("unicode_escape").decode() for c in text)


def escaped_json(text: str) -> str:
    """JSON text with JSON's own escapes for such characters; line feeds between its values stay."""
    return "".join(c if c == LINE_FEED or not _is_obeyed(c) else f"\\u{ord(c):04x}" for c in text)


def _is_obeyed(character: str) -> bool:
    return ord(character) in NOT_SHOWN or "\ud800" <= character <= "\udfff"


def text_width(text: str) -> int:
    """The number of terminal cells a text takes: wide characters two, combining and invisible ones none."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    # by hand: wcwidth would be one more thing to install, and what rich counts differs from version to version
    if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff":
        return 0  # Hangul vowels and finals, which join the consonant before them
    if unicodedata.category(character) in ("Mn", "Me", "Cf") and character != "\u00ad":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int, end: str = "…") -> str:
    """The text, or what of it fits into so many cells together with the mark that something is left out."""
    if text_width(text) <= width:
        return text
    room = width - len(end)
    for i, character in enumerate(text):
        room -= _cells(character)
        if room < 0:
            return text[:i] + end
    return text


def isolated(text: str) -> str:
    """The text so that, if it runs right to left, what stands beside it on the line keeps its place."""
    return f"{ISOLATE}{text}{END_OF_ISOLATE}" if runs_right_to_left(text) else text


def runs_right_to_left(text: str) -> bool:
    """Whether there is a letter or digit in it that is written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(character) in RIGHT_TO_LEFT for character in text)
