"""Scores of a predicted treebank against the gold one; both must have the same words."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy

from treewright.errors import InputError
from treewright.evaluation.attachment import attachment_counts
from treewright.evaluation.scores import Scores
from treewright.treebank.sentence import Sentence

FORM, UPOS, HEAD, DEPREL = 1, 3, 6, 7
BLOCK = 20_000  # words counted at once: memory stays flat however long the files are


def evaluate(
    gold: Iterable[Sentence], predicted: Iterable[Sentence], *, punctuation: bool = True, subtypes: bool = False
) -> Scores:
    """UAS, LAS, CLAS and label accuracy, over all words or without those whose gold UPOS is PUNCT.

    As in the CoNLL 2018 shared task, only the universal part of labels counts unless `subtypes` is true. Punctuation
    counts there; PanParser and many papers leave it out. Words without a gold head or label are not counted where
    that is needed. Whether the predicted arcs form a tree is not asked.
    """
    total = Scores(punctuation=punctuation, subtypes=subtypes)
    block: list[list[Any]] = [[], [], [], [], []]
    for number, (g, p) in enumerate(_pairs(gold, predicted), 1):
        _check_words(g, p, number)
        counted = [punctuation or tag != b"PUNCT" for tag in _column(g, UPOS)]
        columns: list[list[Any]] = [_heads(g), _column(g, DEPREL), _heads(p), _column(p, DEPREL), counted]
        for collected, column in zip(block, columns, strict=True):
            collected.extend(column)
        total = replace(total, sentences=number)
        if len(block[0]) >= BLOCK:
            total += _counts(block, punctuation, subtypes)
    return total + _counts(block, punctuation, subtypes)


def _counts(block: list[list[Any]], punctuation: bool, subtypes: bool) -> Scores:
    """Scores of a block of words, which is emptied."""
    scores = attachment_counts(*block[:4], counted=block[4], subtypes=subtypes)
    for column in block:
        column.clear()
    return replace(scores, punctuation=punctuation)


def _pairs(gold: Iterable[Sentence], predicted: Iterable[Sentence]) -> Iterator[tuple[Sentence, Sentence]]:
    """Sentences side by side; those without words (comments only) are passed over."""
    others = (sentence for sentence in predicted if len(sentence))
    last = None
    for g in gold:
        if not len(g):
            continue
        p = next(others, None)
        if p is None:
            end = f"the predicted one ends after {_place(last[1])}" if last else "the predicted one is empty"
            raise InputError(
                f"{_place(g)}: a sentence that only the gold treebank has; {end}; expected as many in both"
            )
        last = (g, p)
        yield g, p
    p = next(others, None)
    if p is not None:
        end = f"the gold one ends after {_place(last[0])}" if last else "the gold one is empty"
        raise InputError(
            f"{_place(p)}: a sentence that only the predicted treebank has; {end}; expected as many in both"
        )


def _check_words(gold: Sentence, predicted: Sentence, number: int) -> None:
    """Refuses sentences that differ in their words; spaces within a form do not count, as in the official scorer."""
    forms, others = _column(gold, FORM), _column(predicted, FORM)
    if forms == others:
        return
    for i, (form, other) in enumerate(zip(forms, others, strict=False)):
        if form != other and _without_spaces(form) != _without_spaces(other):
            seen = f"sentence {number}, word {i + 1} is {_text(other)}, but {_text(form)} in the gold treebank"
            raise InputError(f"{_place(predicted, i)}: {seen} ({_place(gold, i)}); expected the same words in both")
    if len(forms) != len(others):
        seen = f"sentence {number} has {len(others)} words, but {len(forms)} in the gold treebank ({_place(gold)})"
        raise InputError(f"{_place(predicted)}: {seen}; expected the same words in both")


def _heads(sentence: Sentence) -> list[int]:
    """The heads, -1 for `_`; anything else that is no head is an error, not an unknown one."""
    heads: list[int] = numpy.asarray(sentence.heads, numpy.int32).tolist()
    if -1 in heads:
        for i, field in enumerate(_column(sentence, HEAD)):
            if heads[i] < 0 and field != b"_":
                raise InputError(f"{_place(sentence, i)}: head {_text(field)}; expected 0 to {len(sentence)}, or _")
    return heads


def _column(sentence: Sentence, k: int) -> list[bytes]:
    """One column of all words, as bytes."""
    source = sentence.source
    cuts = numpy.asarray(sentence.cuts, numpy.int32)
    return [
        source[begin : end - 1] for begin, end in zip(cuts[k::11].tolist(), cuts[k + 1 :: 11].tolist(), strict=True)
    ]


def _place(sentence: Sentence, i: int | None = None) -> str:
    """File and line of a sentence or of its word i, and the sentence's name if it has one."""
    line = sentence.line
    if i is not None:
        line += sentence.source.count(b"\n", 0, sentence.cuts[11 * i])
    name = f" (sent_id {sentence.sent_id})" if sentence.sent_id else ""
    return f"{sentence.path or '(memory)'}:{line}{name}"


def _text(field: bytes) -> str:
    return repr(field.decode(errors="replace"))


def _without_spaces(form: bytes) -> str:
    return "".join(c for c in form.decode(errors="replace") if unicodedata.category(c) != "Zs")
