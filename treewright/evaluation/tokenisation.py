"""The tokens of a sentence as pieces of text without spaces."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from treewright.evaluation.columns import Columns
from treewright.evaluation.word_alignment import SpannedWord


class Token(NamedTuple):
    """A token: its text, and its words from `first` (counted from 0) to before `after`."""

    text: str
    first: int
    after: int
    multiword: bool


class Tokenisation:
    """The tokens of one sentence, and how far its text has been compared."""

    def __init__(self, columns: Columns, number: int) -> None:
        self.columns = columns
        self.number = number  # of the sentence in its treebank, from 1 on
        self.forms = [form.decode() for form in columns.forms]
        multiword = {int(first) - 1: (int(last), form.decode()) for first, last, form in columns.ranges()}
        self.tokens: list[Token] = []
        i = 0
        while i < len(self.forms):
            after, form = multiword.get(i, (i + 1, self.forms[i]))
            self.tokens.append(Token(without_spaces(form), i, after, i in multiword))
            i = after
        self.text = "".join(token.text for token in self.tokens)
        self.compared = 0

    @property
    def rest(self) -> int:
        """How many characters have not been compared yet."""
        return len(self.text) - self.compared

    def token_at(self, character: int) -> Token:
        """The token that a character of the text is in."""
        end = 0
        for token in self.tokens:
            end += len(token.text)
            if character < end:
                return token
        raise IndexError(f"character {character} of {len(self.text)}")

    def spans(self, start: int) -> list[tuple[int, int]]:
        """The span of each token if the sentence begins at `start`."""
        found = []
        for token in self.tokens:
            found.append((start, start + len(token.text)))
            start += len(token.text)
        return found

    def words(self, spans: list[tuple[int, int]]) -> list[SpannedWord]:
        """The words with the spans of their tokens; spaces count only within multiword tokens."""
        return [
            SpannedWord(*span, token.multiword, self.forms[i] if token.multiword else token.text)
            for token, span in zip(self.tokens, spans, strict=True)
            for i in range(token.first, token.after)
        ]


def without_spaces(form: str) -> str:
    """A form without characters of the Unicode category Zs."""
    if form.isascii():
        return form.replace(" ", "")
    return "".join(c for c in form if unicodedata.category(c) != "Zs")
