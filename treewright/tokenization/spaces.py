"""Spaces of a text in CoNLL-U: how they are written in MISC, and how the text is restored from it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from treewright.treebank.sentence import Sentence
from treewright.treebank.word import items

ESCAPE = re.compile(r"\\(?:u([0-9A-F]{4})|(.))", re.DOTALL)
NAMED = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "p": "|", "\\": "\\"}
PARAGRAPH = re.compile(r"#\s*(?:newpar|newdoc)(?:\s|$)")


@dataclass(frozen=True)
class Token:
    """A token with its words (none if it is a word itself) and the text around it; `after` is None where nobody says."""

    form: str
    words: tuple[str, ...] = ()
    before: str = ""
    text: str = ""
    after: str | None = None


def unescaped(text: str) -> str:
    """What an escaped text means; what is no escape stays as it is."""
    return ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else NAMED.get(found[2], found[0]), text)


def begins_paragraph(sentence: Sentence) -> bool:
    """Whether a comment says that a paragraph or document begins here."""
    return any(PARAGRAPH.match(comment) for comment in sentence.comments)


def tokens_of(sentence: Sentence) -> list[Token]:
    """The tokens of a sentence; what MISC does not say of spaces is looked up in `# text`."""
    rows = [row.split("\t") for row in sentence.rows if row and not row.startswith("#")]
    tokens = []
    last = 0  # word of the last range
    for columns in rows:
        name, form, misc = columns[0], columns[1], columns[9]
        first, hyphen, stop = name.partition("-")
        if "." in name or (not hyphen and int(name) <= last):
            continue
        words: tuple[str, ...] = ()
        if hyphen:
            last = int(stop)
            words = tuple(sentence.column(i, 1) for i in range(int(first) - 1, last))
        tokens.append(_token(form, words, items(misc)))
    return _with_text(tokens, sentence.text or "")


def _token(form: str, words: tuple[str, ...], misc: dict[str, str | None]) -> Token:
    after = misc.get("SpacesAfter")
    known = "" if misc.get("SpaceAfter") == "No" else None if after is None else unescaped(after)
    before, text = (unescaped(misc.get(key) or "") for key in ("SpacesBefore", "SpacesInToken"))
    return Token(form, words, before, text or form, known)


def _with_text(tokens: list[Token], text: str) -> list[Token]:
    """Tokens that have no space after them in the text say so."""
    found = []
    at = 0
    for token in tokens:
        while text[at : at + 1].isspace():
            at += 1
        if not text.startswith(token.form, at):
            return tokens
        at += len(token.form)
        beside = at < len(text) and not text[at].isspace()
        found.append(Token(token.form, token.words, token.before, token.text, "") if beside else token)
    return found


def restored_text(sentences: Iterable[Sentence]) -> str:
    """The text that sentences were made of: byte for byte for a tokenizer's output, as well as may be for a treebank.

    Where nobody says otherwise, one space stands after a token, and a blank line before a paragraph.
    """
    return "".join(pieces(sentences))


def pieces(sentences: Iterable[Sentence]) -> Iterator[str]:
    """The text of one sentence after another, with the spaces after it."""
    held: list[Token] = []
    for sentence in sentences:
        if held:
            yield _text(held, begins_paragraph(sentence))
        held = tokens_of(sentence) or held
    if held:
        yield _text(held, False)


def _text(tokens: list[Token], ends_paragraph: bool) -> str:
    parts = [part for token in tokens for part in (token.before, token.text, " " if token.after is None else token.after)]
    if ends_paragraph and not tokens[-1].after:
        parts[-1] = "\n\n"
    return "".join(parts)
