"""Text that is cut into tokens already: a sentence on each line (horizontal), or a token on each line (vertical)."""

from __future__ import annotations

from collections.abc import Iterator

from treewright.tokenization.text_source import Text, TextSource
from treewright.treebank.sentence import Sentence


def horizontal(text: Text) -> Iterator[Sentence]:
    """A sentence of each line that has tokens; spaces stand between them."""
    for line in _lines(text):
        if tokens := line.split():
            yield _sentence(tokens)


def vertical(text: Text) -> Iterator[Sentence]:
    """A token of each line, which may have spaces in it; an empty line ends a sentence."""
    tokens: list[str] = []
    for line in _lines(text):
        if token := " ".join(line.split()):
            tokens.append(token)
        elif tokens:
            yield _sentence(tokens)
            tokens = []
    if tokens:
        yield _sentence(tokens)


def _sentence(tokens: list[str]) -> Sentence:
    return Sentence.from_words(tokens, comments=[f"text = {' '.join(tokens)}"])


def _lines(text: Text) -> Iterator[str]:
    """The lines of a text as they come; LF, CRLF and CR end them."""
    for source in TextSource.all(text):
        held = ""
        for chunk, final in source.chunks():
            held += chunk.decode()
            *lines, held = held.replace("\r\n", "\n").split("\n") if final or not held.endswith("\r") else [held]
            for line in lines:
                yield from line.split("\r")
        yield from held.split("\r")
