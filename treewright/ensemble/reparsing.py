"""Reparsing (Sagae and Lavie 2006): parsers vote on arcs, and the best tree of their votes is taken.

An arc weighs as much as the parsers that propose it.  The tree whose arcs weigh the most is a maximum spanning arborescence,
with exactly one root if that is wanted.  Of trees of the same weight the one with more arcs of the first parser wins, then
of the second, and so on; where nobody proposes anything, short arcs are preferred.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy

from treewright.arrays import int_array
from treewright.ensemble.ensemble import Ensemble, checked_weights
from treewright.errors import InputError, SettingsError
from treewright.treebank.dependency_tree import problems
from treewright.treebank.sentence import Sentence
from treewright.treebank.splicer import Splicer

# The weights of all parsers sum up to 1.  These decide between trees of the same weight, and are too small for anything else.
EARLIER = 1e-9  # for an arc that the first parser proposes, less for one that only later ones propose
SHORTER = 1e-12  # for an arc that nobody proposes, between neighbours

Heads: TypeAlias = Sequence[int | None]
Labels: TypeAlias = Sequence[str | None]
Prediction: TypeAlias = Sentence | tuple[Heads, Labels]


class Reparsing(Ensemble):
    """Parses with several parsers and puts their trees together."""

    def __init__(self, parsers: Iterable[Any], weights: Iterable[float] | None = None) -> None:
        super().__init__(parsers)
        self.weights = checked_weights(weights, len(self.parsers))
        _library()

    def _parse_batch(self, batch: list[Sentence], keep: bool) -> bytes:
        outputs = [list(parser.pipe(batch, keep="all" if keep else "")) for parser in self.parsers]
        numbers: dict[str, int] = {}
        heads: list[int] = []
        labels: list[int] = []
        for sentence, *predicted in zip(batch, *outputs, strict=True):
            pairs = [_pair(one) for one in predicted]
            given = sentence.heads if keep else ()
            tree = _best_tree(len(sentence), [pair[0] for pair in pairs], self.weights, self.single_root, given)
            heads += tree
            for label in _best_labels(tree, pairs, self.weights):
                labels.append(-1 if label is None else numbers.setdefault(label, len(numbers)))
        splicer = Splicer([label.encode() for label in numbers] or [b"_"])
        return splicer.splice(batch, _array(heads), _array(labels))


def combine(
    sentence: Sentence,
    predictions: Sequence[Prediction],
    weights: Iterable[float] | None = None,
    *,
    single_root: bool = True,
) -> Sentence:
    """The sentence with the best tree of several predicted ones: sentences, or pairs of heads and labels, from any parser."""
    given = checked_weights(weights, len(predictions))
    pairs = []
    for number, prediction in enumerate(predictions, 1):
        heads, labels = pair = _pair(prediction)
        if len(heads) != len(sentence) or len(labels) != len(sentence):
            raise InputError(f"prediction {number}: seen {len(heads)} words, expected the {len(sentence)} of {sentence!r}")
        if isinstance(prediction, Sentence) and prediction.forms != sentence.forms:
            raise InputError(f"prediction {number}: seen other words ({prediction!r}), expected those of {sentence!r}")
        if wrong := [head for head in heads if head is not None and head > len(sentence)]:
            raise InputError(f"prediction {number}: seen head {wrong[0]}, expected at most {len(sentence)}")
        pairs.append(pair)
    tree = _best_tree(len(sentence), [pair[0] for pair in pairs], given, single_root)
    return sentence.with_tree(tree, _best_labels(tree, pairs, given))


def _pair(prediction: Prediction) -> tuple[Heads, Labels]:
    if isinstance(prediction, Sentence):
        return [int(head) for head in prediction.heads], prediction.labels
    return prediction


def _best_tree(
    size: int, proposals: Sequence[Heads], weights: Sequence[float], single_root: bool, given: Sequence[int] = ()
) -> list[int]:
    """The heads of the tree whose arcs weigh the most; given heads (-1: none) are kept."""
    scale = sum(weights)
    votes: list[dict[int, float]] = [{} for _ in range(size)]
    for number, (heads, weight) in enumerate(zip(proposals, weights, strict=True)):
        bonus = EARLIER * (1 - number / len(proposals))
        for word, head in enumerate(heads):
            if head is not None and head >= 0 and head != word + 1:
                votes[word][head] = votes[word].get(head, bonus) + weight / scale
    for word, head in enumerate(given):
        if head >= 0:
            votes[word] = {head: 3.0 * (size + 1)}  # more than all else together, and than what a root costs
    found = [max(proposed, key=proposed.__getitem__, default=-1) for proposed in votes]
    if -1 not in found and not problems(found, several_roots=not single_root):
        return found  # the best arc of every word: no tree can be better
    return _spanning_tree(size, votes, single_root)


def _spanning_tree(size: int, votes: Sequence[dict[int, float]], single_root: bool) -> list[int]:
    places = numpy.arange(size + 1)
    score = SHORTER * (1 - abs(places[:, None] - places[None, :]) / (size + 1.0))  # of the arc to a word (row) from a head
    score[:, 0] = 0.0
    for word, proposed in enumerate(votes, 1):
        for head, value in proposed.items():
            score[word, head] = value
    if single_root:
        score[1:, 0] -= size + 1.0  # more than a tree weighs, so a second root is never worth it
    numpy.fill_diagonal(score, numpy.nan)  # no arc
    score[0, :] = numpy.nan
    heads, _ = _library().chu_liu_edmonds(score)
    return [int(head) for head in heads[1:]]


def _best_labels(tree: Sequence[int], pairs: Sequence[tuple[Heads, Labels]], weights: Sequence[float]) -> list[str | None]:
    """Labels by the votes of the parsers that propose the arc, or of all where these give none; ties to the earlier parser."""
    chosen: list[str | None] = []
    for word, head in enumerate(tree):
        own: dict[str, float] = {}
        everyone: dict[str, float] = {}
        for (heads, labels), weight in zip(pairs, weights, strict=True):
            label = labels[word]
            if label is not None:
                everyone[label] = everyone.get(label, 0.0) + weight
                if heads[word] == head:
                    own[label] = own.get(label, 0.0) + weight
        chosen.append(_most(own or everyone))
    return chosen


def _most(votes: dict[str, float]) -> str | None:
    """The first of those that weigh the most, but for what a float loses."""
    top = max(votes.values(), default=0.0)
    return next((label for label, weight in votes.items() if weight >= top * (1 - EARLIER)), None)


def _array(numbers: list[int]) -> Any:
    array = int_array(len(numbers))
    for i, number in enumerate(numbers):
        array[i] = number
    return array


def _library() -> Any:
    """The algorithm of Chu, Liu and Edmonds; its licence is the GPL, so it is not installed unless it is asked for."""
    try:
        from ufal import chu_liu_edmonds
    except ImportError:
        raise SettingsError(
            "reparsing needs the package ufal.chu-liu-edmonds; install it with pip install 'treewright[ensemble]'"
        ) from None
    return chu_liu_edmonds
