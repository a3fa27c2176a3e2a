"""A text for sentences without one: treebanks of constituency trees have tokens, but do not say where spaces were."""

from __future__ import annotations

from collections.abc import Sequence

from treewright.treebank.sentence import Sentence

CLITICS = ("n't", "'s", "'S", "'m", "'d", "'re", "'ll", "'ve")
CLOSING = frozenset([*".,;:?!%)]}…”»", "'", "\u2019", "''", "...", *CLITICS])
OPENING = frozenset([*"([{“«¿¡$£€", "\u2018", "``", "`"])
EITHER = '"'  # opens and closes in turn


def guessed_text(forms: Sequence[str]) -> str:
    """The tokens with spaces between them as people write them: none before a comma, none after an opening bracket."""
    parts: list[str] = []
    beside, opened = True, False
    for form in forms:
        closes = form in CLOSING or (form == EITHER and opened)
        if not beside and not closes:
            parts.append(" ")
        parts.append(form)
        beside = form in OPENING or (form == EITHER and not opened)
        opened ^= form == EITHER
    return "".join(parts)


def with_text(sentence: Sentence) -> Sentence:
    """A sentence of a constituency treebank as plain rows with a text, guessed if it has none; others as they are."""
    if sentence.tree is None:
        return sentence
    source = sentence.source
    if sentence.text is None and b"SpaceAfter=No" not in source:
        source = f"# text = {guessed_text(sentence.forms)}\n".encode() + source
    return Sentence(source, path=sentence.path, line=sentence.line)
