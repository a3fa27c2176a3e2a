"""Text that is tokenized already: `horizontal`, a sentence a line, or `vertical`, a token a line and blank lines between."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from treewright.errors import SettingsError
from treewright.tokenization.text_source import Text, TextSource
from treewright.treebank.sentence import Sentence

SPACES = re.compile(rb"[ \t\v\f]+")
EMPTY = b"\t_" * 8
LINE_END = re.compile(rb"\r\n|\r|\n")


def read_tokens(text: Text, layout: str) -> Iterator[Sentence]:
    """The sentences of a path, a file, bytes or several texts, in one of the two layouts; read as they are needed."""
    if layout not in LAYOUTS:
        raise SettingsError(f"layout: seen {layout!r}, expected one of {', '.join(LAYOUTS)}")
    number = 0
    for source in TextSource.all(text):
        for line, tokens in LAYOUTS[layout](_lines(source)):
            number += 1
            yield Sentence(_rows(number, tokens), path=source.path, line=line)


def _lines(source: TextSource) -> Iterator[tuple[int, bytes]]:
    """The lines without their ends, numbered; a byte-order mark at the beginning is left out."""
    held = b""
    number = 0
    for chunk, final in source.chunks():
        chunk = held + chunk
        if chunk.endswith(b"\r") and not final:  # the other half of the line end may follow
            held = chunk
            continue
        *lines, held = LINE_END.split(chunk)
        for line in [*lines, *([held] if final and held else [])]:
            number += 1
            yield number, line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line


def _horizontal(lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, list[bytes]]]:
    for number, line in lines:
        if tokens := [token for token in SPACES.split(line) if token]:
            yield number, tokens


def _vertical(lines: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, list[bytes]]]:
    """What stands after a tab is left out; a token may have spaces in it."""
    tokens: list[bytes] = []
    first = 0
    for number, line in lines:
        token = b" ".join(SPACES.split(line.partition(b"\t")[0].strip(b" \t\v\f")))
        if token:
            first = first if tokens else number
            tokens.append(token)
        elif tokens:
            yield first, tokens
            tokens = []
    if tokens:
        yield first, tokens


def _rows(number: int, tokens: list[bytes]) -> bytes:
    rows = [b"%d\t%s%s\n" % (i, token, EMPTY) for i, token in enumerate(tokens, 1)]
    return b"# sent_id = %d\n# text = %s\n" % (number, b" ".join(tokens)) + b"".join(rows)


LAYOUTS: dict[str, Callable[[Iterator[tuple[int, bytes]]], Iterator[tuple[int, list[bytes]]]]] = {
    "horizontal": _horizontal,
    "vertical": _vertical,
}
