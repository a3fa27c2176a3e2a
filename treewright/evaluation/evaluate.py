"""Scores of a predicted treebank against the gold one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import chain
from typing import Any, overload

from treewright.errors import InputError, SettingsError
from treewright.evaluation.block import Block
from treewright.evaluation.bracket_parameters import BracketParameters
from treewright.evaluation.bracket_scores import BracketScores
from treewright.evaluation.brackets import bracket_scores
from treewright.evaluation.passages import passages
from treewright.evaluation.scores import Scores
from treewright.treebank.expected import expected_sentences
from treewright.treebank.reader import Reader
from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_sentence import TreeSentence

BLOCK = 20_000  # words counted at once: memory stays flat however long the files are
PROPER = "proper"


@overload
def evaluate(  # type: ignore[overload-overlap]  # a TreeSentence is a Sentence, too
    gold: Iterable[TreeSentence],
    predicted: Iterable[TreeSentence],
    *,
    parameters: BracketParameters | str | os.PathLike[str] = ...,
    functions: bool | None = ...,
) -> BracketScores: ...


@overload
def evaluate(
    gold: Iterable[Sentence], predicted: Iterable[Sentence], *, punctuation: bool = ..., subtypes: bool = ...
) -> Scores: ...


def evaluate(
    gold: Iterable[Any],
    predicted: Iterable[Any],
    *,
    punctuation: bool = True,
    subtypes: bool = False,
    parameters: BracketParameters | str | os.PathLike[str] = PROPER,
    functions: bool | None = None,
) -> Scores | BracketScores:
    """All scores of the CoNLL 2018 shared task, over all words or without those whose gold UPOS is PUNCT.

    Words and sentences may be split differently, as long as the characters other than spaces are the same. As in the shared
    task, only the universal part of labels counts unless `subtypes` is true. Punctuation counts there; PanParser and
    many papers leave it out. Words without a gold head or label are left out of the scores that need it. It is not checked
    that the predicted arcs form a tree.

    For sentences with constituency trees: the scores of their constituents, see `bracket_scores`, whose `parameters`
    and `functions` these are; functions are cut by default, unless both are read from discbracket.
    """
    given = (gold, predicted)
    gold, first = _looked_at(expected_sentences(gold, place="gold"))
    predicted, other = _looked_at(expected_sentences(predicted, place="predicted"))
    kinds = [sentence.tree is not None for sentence in (first, other) if sentence is not None]
    if len(set(kinds)) > 1:
        names = ("gold", "predicted") if kinds[0] else ("predicted", "gold")
        raise InputError(
            f"seen constituency trees in {names[0]} and none in {names[1]}, expected the same kind of trees in both"
        )
    if not kinds:  # no sentence tells, but the format may
        kinds = [isinstance(source, Reader) and source.has_trees for source in given]
    if any(kinds):
        if not punctuation or subtypes:
            name = "subtypes" if subtypes else "punctuation"
            raise SettingsError(f"{name}: seen with constituency trees, expected only with heads; parameters say what counts")
        if functions is None:
            functions = all(isinstance(source, Reader) and source.format == "discbracket" for source in given)
        return bracket_scores(gold, predicted, parameters, functions=functions)
    if parameters != PROPER or functions is not None:
        name = "parameters" if functions is None else "functions"
        raise SettingsError(f"{name}: seen with trees of heads, expected only with constituency trees")
    total = Scores(punctuation=punctuation, subtypes=subtypes)
    block = Block(punctuation=punctuation, subtypes=subtypes)
    for passage in passages(gold, predicted):
        block.add(passage)
        if len(block) >= BLOCK:
            total += block.scores()
            block = Block(punctuation=punctuation, subtypes=subtypes)
    return total + block.scores()


def _looked_at(sentences: Iterable[Sentence]) -> tuple[Iterable[Any], Sentence | None]:
    """The sentences, and the first of them."""
    each = iter(sentences)
    first = next(each, None)
    return (each if first is None else chain([first], each)), first
