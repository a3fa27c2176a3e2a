"""Training data of a tokenizer: the text of a treebank, cut into units, each with what ends behind it."""

from __future__ import annotations

import random
from collections.abc import Sequence

from treewright.tokenization.spaces import Token, begins_paragraph, tokens_of
from treewright.tokenization.units import FRONT, KINDS, Units
from treewright.treebank.columns import CUTS, FEATS, FORM, MISC, UPOS
from treewright.treebank.sentence import Sentence

LONGEST = 40  # sentences of a sequence at the most
WITHIN = 0.002  # share of tokens that may end within a run; if there are more, units are characters

Paragraph = list[list[Token]]


def paragraphs(sentences: Sequence[Sentence], seed: int) -> list[Paragraph]:
    """The sentences' tokens by paragraphs; where marks are far apart or missing, of as many sentences as chance says."""
    chance = random.Random(seed)
    found: list[Paragraph] = []
    left = 0
    for sentence in sentences:
        tokens = tokens_of(sentence)
        if not tokens:
            continue
        if not found or left == 0 or begins_paragraph(sentence):
            found.append([])
            left = chance.randint(1, LONGEST)
        found[-1].append(tokens)
        left -= 1
    return found


def cuts_within_runs(given: Sequence[Paragraph]) -> float:
    """The share of tokens that end within a run of letters or digits."""
    units = Units()
    count = within = 0
    for paragraph in given:
        text, ends = _text(paragraph)
        at = len(FRONT)
        found: set[int] = set()
        while at < len(text):
            at = units.cut(text, at, len(text))
            found.update(units.end[i] for i in range(units.size))
        count += len(ends)
        within += len(ends.keys() - found)
    return within / max(1, count)


def unit_sentences(given: Sequence[Paragraph], units: Units) -> list[Sentence]:
    """Paragraphs as sentences of units; DEPREL says what ends behind each."""
    return [sentence for paragraph in given for sentence in _unit_sentences(paragraph, units)]


def _unit_sentences(paragraph: Paragraph, units: Units) -> list[Sentence]:
    text, ends = _text(paragraph)
    sentences = []
    at = len(FRONT)
    while at < len(text):
        at = units.cut(text, at, len(text))
        if units.size:
            units.look()
            labels = [KINDS[ends.get(units.end[i], 0)] for i in range(units.size)]
            if units.ended:
                labels[-1] = KINDS[2]  # as in every text, even if a sentence of the treebank goes on after a blank line
            sentences.append(Sentence(rows_of(text, units.cuts, units.size, labels)))
    return sentences


def rows_of(text: bytes, cuts: Sequence[int], size: int, labels: Sequence[str]) -> bytes:
    """Words whose columns are pieces of a text, as the rows of a flat tree."""
    rows = []
    for i in range(size):
        form, flag, feats, misc = (text[cuts[CUTS * i + k] : cuts[CUTS * i + k + 1] - 1] for k in (FORM, UPOS, FEATS, MISC))
        number, label = b"%d" % (i + 1), labels[i].encode()
        rows.append(b"\t".join((number, form, b"_", flag, b"_", feats, b"0", label, b"_", misc)) + b"\n")
    return b"".join(rows)


def joined(tokens: list[Token]) -> tuple[bytes, Units]:
    """A sentence's text, and units that were joined to its tokens."""
    parts = [token.form.encode() for token in tokens]
    units = Units(spaced=any(" " in token.form for token in tokens))
    units.take_tokens([len(part) for part in parts], len(FRONT))
    return FRONT + b" ".join(parts), units


def _text(paragraph: Paragraph) -> tuple[bytes, dict[int, int]]:
    """The text of a paragraph after what stands in front of it; where tokens (1) and sentences (2) end."""
    parts = [FRONT]
    ends = {}
    at = len(FRONT)
    for tokens in paragraph:
        for number, token in enumerate(tokens):
            parts.append((token.before + token.text).encode())
            at += len(parts[-1])
            ends[at] = 2 if number == len(tokens) - 1 else 1
            parts.append((" " if token.after is None else token.after).encode())
            at += len(parts[-1])
    return b"".join(parts), ends
