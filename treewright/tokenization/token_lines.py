"""Text that is cut into tokens already: a sentence on each line (horizontal), or a token on each line (vertical)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from treewright.tokenization.text_source import Text, TextSource
from treewright.treebank.sentence import Sentence

EMPTY = "\t_" * 8
LINE_END = re.compile(r"\r\n|\r|\n")
Lines = Iterator[tuple[int, str]]
Tokens = Iterator[tuple[int, list[str]]]


def horizontal(text: Text) -> Iterator[Sentence]:
    """A sentence of each line that has tokens; spaces stand between them."""
    return _sentences(text, _tokens_of_lines)


def vertical(text: Text) -> Iterator[Sentence]:
    """A token of each line, up to a tab; it may have spaces in it.  An empty line ends a sentence."""
    return _sentences(text, _lines_of_tokens)


def _tokens_of_lines(lines: Lines) -> Tokens:
    for number, line in lines:
        if tokens := line.split():
            yield number, tokens


def _lines_of_tokens(lines: Lines) -> Tokens:
    tokens: list[str] = []
    first = 0
    for number, line in lines:
        if token := " ".join(line.lstrip().partition("\t")[0].split()):
            first = first if tokens else number
            tokens.append(token)
        elif tokens:
            yield first, tokens
            tokens = []
    if tokens:
        yield first, tokens


def _sentences(text: Text, cut: Callable[[Lines], Tokens]) -> Iterator[Sentence]:
    """Sentences with a number and a text each."""
    number = 0
    for source in TextSource.all(text):
        for line, tokens in cut(_lines(source)):
            number += 1
            rows = [f"# sent_id = {number}", f"# text = {' '.join(tokens)}"]
            rows += [f"{i}\t{token}{EMPTY}" for i, token in enumerate(tokens, 1)]
            yield Sentence("".join(f"{row}\n" for row in rows).encode(), path=source.path, line=line)


def _lines(source: TextSource) -> Lines:
    """The lines without their ends (LF, CRLF or CR), numbered; a byte-order mark at the beginning is left out."""
    held: list[str] = []
    number = 0
    for chunk, final in source.chunks():
        held.append(chunk.decode())
        if not final and (held[-1].endswith("\r") or not LINE_END.search(held[-1])):  # half a line end, or of a line
            continue
        *lines, last = LINE_END.split("".join(held))
        held = [last]
        for line in [*lines, *([last] if final and last else [])]:
            number += 1
            yield number, line.removeprefix("\ufeff") if number == 1 else line
