"""Cuts a text into pieces that can be tokenized apart from each other; the result is that of the whole text.

A piece ends where a paragraph does (with `lines`, where a line does).  The end of a paragraph that is longer than a window is
not waited for: where the next window begins depends on the sentences that were found, so its rows are made here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from treewright.errors import InputError
from treewright.tokenization.character_kinds import SPACE, character_kinds
from treewright.tokenization.text_source import TextSource
from treewright.tokenization.units import FRONT
from treewright.tokenization.windows import WINDOW, Windows

PIECE = WINDOW  # bytes of a piece, at least, where nobody waits
LINE_START = re.compile(rb"\n[ \t]*(?=[!-~\x80-\xFF])")
END_OF = {False: re.compile(rb"\n[ \t]*\n[ \t]*\Z"), True: re.compile(rb"\n[ \t]*\Z")}  # of what is typed: a paragraph, a line
UNSEEN = "\u200b\u2060"  # among spaces they are spaces


class Piece(NamedTuple):
    """A piece of a text, or the rows that were made of one; one with neither says that reading may block."""

    path: str = ""
    text: bytes = b""  # after FRONT, and with the character that follows the piece, which tells that a paragraph ended
    stop: int = 0  # where the piece ends
    final: bool = False  # nothing follows
    document: bool = False  # whether it begins one
    paragraph: bool = False
    rows: bytes = b""

    def __bool__(self) -> bool:
        return bool(self.text or self.rows)


class TextCutter:
    """Cuts one document."""

    def __init__(self, source: TextSource, windows: Windows) -> None:
        self.source, self.windows, self.lines = source, windows, windows.units.lines
        self._waiting: list[bytes] = []
        self._held = self._enough = 0  # bytes that wait, and those that must be there before they are looked at again
        windows.begin(True, True)

    def pieces(self) -> Iterator[Piece]:
        """The pieces as the text comes; an error of reading comes after what can be told of the text before it."""
        try:
            for chunk, final in self.source.chunks():
                self._waiting.append(chunk)
                self._held += len(chunk)
                awaited = not final and self.source.must_wait()
                if final or self.source.typed or self._held >= self._enough:
                    yield from self._cut(final, awaited)
                if awaited:
                    yield Piece()
        except InputError:
            yield from self._cut(False, True)
            raise

    def _cut(self, final: bool, awaited: bool) -> Iterator[Piece]:
        """The pieces of what is there; if somebody waits, small ones, too."""
        text = b"".join([FRONT, *self._waiting])
        at = len(FRONT)
        ended = self.source.typed and END_OF[self.lines].search(text) is not None
        while end := self._end(text, at, awaited):
            paragraph = not self.lines or _after_blank_line(text, at, text.rindex(b"\n", at, end))
            yield self._piece(text, at, end, paragraph)
            at = end
        if final or ended:
            if at < len(text):
                yield self._piece(text, at, len(text), ended and not self.lines)
            at = len(text)
        elif awaited or len(text) - at > WINDOW:
            while (next := self.windows.walk(text, at, len(text), False)) > at:
                yield Piece(self.source.path, rows=self.windows.rows.take())
                at = next
        self._waiting, self._held = [text[at:]], len(text) - at
        self._enough = 2 * self._held if self._held > WINDOW else 0  # each byte is looked at a few times, not once a chunk

    def _piece(self, text: bytes, at: int, end: int, paragraph: bool) -> Piece:
        """The text between two places; `paragraph` is whether a paragraph begins after it."""
        final = end == len(text)
        after = b"" if final else _character(text, end).encode()
        stop = len(FRONT) + end - at
        begins = self.windows.document, self.windows.paragraph
        self.windows.begin(False, paragraph)  # there it goes on
        return Piece(self.source.path, FRONT + text[at:end] + after, stop, final, *begins)

    def _end(self, text: bytes, at: int, awaited: bool) -> int:
        """Where the next piece ends, 0 if that cannot be told: the first end after PIECE bytes, or the last one before."""
        if len(text) - at > PIECE:
            for match in LINE_START.finditer(text, at + PIECE):
                if self._is_end(text, at, match):
                    return match.end()
        elif not awaited:
            return 0
        before = min(len(text), at + PIECE)
        while (before := text.rfind(b"\n", at, before)) >= 0:
            if (line := LINE_START.match(text, before)) is not None and self._is_end(text, at, line):
                return line.end()
        return 0

    def _is_end(self, text: bytes, at: int, match: re.Match[bytes]) -> bool:
        """Whether tokenizers end a paragraph (or a line) of a piece here, whatever else the text has."""
        if not _is_seen(_character(text, match.end())):
            return False
        if not _after_blank_line(text, at, match.start()):
            line = text[max(at, text.rfind(b"\n", at, match.start())) : match.start()].removesuffix(b"\r").rstrip(b" \t")
            if not self.lines or not line or not _is_seen(_character(line, len(line) - 1)):
                return False  # with `lines`, there must be one line end in all
        return any(map(_is_seen, text[at : match.start()].decode()))


def _after_blank_line(text: bytes, at: int, line_feed: int) -> bool:
    """Whether this line feed ends a blank line; a line of other spaces than these does not count."""
    before = text.rfind(b"\n", at, line_feed)
    return before >= 0 and not text[before + 1 : line_feed].strip(b" \t\r")


def _is_seen(character: str) -> bool:
    """Whether a character is no space wherever it stands."""
    return ord(character) > 0xFFFF or (character_kinds()[ord(character)] != SPACE and character not in UNSEEN)


def _character(text: bytes, at: int) -> str:
    """The character at a place, which may be in the middle of it."""
    while text[at] & 0xC0 == 0x80:
        at -= 1
    width = 1 if text[at] < 0x80 else 2 if text[at] < 0xE0 else 3 if text[at] < 0xF0 else 4
    return text[at : at + width].decode()
