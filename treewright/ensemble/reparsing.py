"""Reparsing (Sagae and Lavie 2006): parsers vote on arcs, and the best tree of their votes is taken.

An arc weighs as much as the parsers that propose it.  The tree whose arcs weigh the most is a maximum spanning arborescence,
with exactly one root if that is wanted.  Among trees of the same weight, arcs of earlier parsers count a little more; where
nobody proposes anything, short arcs are preferred.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

import numpy

from treewright.arrays import ints
from treewright.constraints.arc_check import ArcCheck
from treewright.constraints.given import KEPT, Given
from treewright.constraints.preparation import kept
from treewright.decoding.arc_graph import MOST_WORDS
from treewright.ensemble.combination import TreeCombination, checked_weights
from treewright.errors import InputError, SettingsWarning
from treewright.families.prediction import UNKNOWN, Prediction
from treewright.parser.parsing import Parsing
from treewright.storage.pickling import Reduced
from treewright.treebank.dependency_tree import problems
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence
from treewright.trees import best_tree
from treewright.trees.projective_tree import LONGEST

# The weights of all parsers sum up to 1.  These decide between trees of the same weight, and are too small for anything else.
EARLIER = 1e-9  # for an arc that the first parser proposes; the later the first that proposes it, the less
SHORTER = 1e-12  # for an arc that nobody proposes, between neighbours

Heads: TypeAlias = Sequence[int | None]
Labels: TypeAlias = Sequence[Any]  # names or numbers, None where there is none
Tree: TypeAlias = tuple[Heads, Labels]
T = TypeVar("T")


class Reparsing(TreeCombination):
    """Parses with several parsers and puts their trees together."""

    name = "reparsing"
    projective = False

    def __init__(self, parsers: Iterable[Parsing], weights: Iterable[float] | None = None) -> None:
        super().__init__(parsers)
        self.parsers, self.weights = heard(self.parsers, checked_weights(weights, len(self.parsers)))

    def __reduce__(self) -> Reduced:
        """Pickled as its parsers are."""
        return Reparsing, (self.parsers, self.weights)

    def decode(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> Prediction:
        """The best tree of the votes of all parsers, for each sentence."""
        numbers = {label: number for number, label in enumerate(self.labels)}
        predicted = [trees_of(parser, sentences, givens, numbers) for parser in self.parsers]
        heads: list[int] = []
        labels: list[int] = []
        for number, sentence in enumerate(sentences):
            trees = [of_parser[number] for of_parser in predicted]
            given = None if givens is None else givens[number]
            known = () if given is None else given.heads
            tree, chosen = voted(len(sentence), trees, self.weights, self.single_root, known)
            heads += tree
            labels += [UNKNOWN if label is None else label for label in chosen]
        prediction = Prediction(ints(heads)[: len(heads)], ints(labels)[: len(labels)])
        start = 0
        for sentence, given in zip(sentences, givens or [], strict=False):
            if given is not None:
                given.keep_labels(prediction, start)
            start += len(sentence)
        return prediction


def heard(items: Sequence[T], weights: Sequence[float]) -> tuple[list[T], list[float]]:
    """Those that have a weight, and their weights: the others must not even decide ties."""
    places = [place for place, weight in enumerate(weights) if weight > 0]
    return [items[place] for place in places], [weights[place] for place in places]


def trees_of(
    parser: Parsing, sentences: list[Sentence], givens: Sequence[Given | None] | None, numbers: Mapping[str, int]
) -> list[Tree]:
    """The trees of one parser, labels in the numbers of all.

    Each parser prepares for itself what is given, and leaves out what it cannot keep (in a long sentence, all of it): the
    tree of the votes keeps all of it.
    It abstains from sentences that are too long for it.
    """
    most = parser.most_words
    if most is not None and any(len(sentence) > most for sentence in sentences):
        places = [place for place, sentence in enumerate(sentences) if len(sentence) <= most]
        some = None if givens is None else [givens[place] for place in places]
        found_trees = dict(zip(places, trees_of(parser, [sentences[place] for place in places], some, numbers), strict=True))
        nothing = [([-1] * len(sentence), [None] * len(sentence)) for sentence in sentences]
        return [found_trees.get(place, nothing[place]) for place in range(len(sentences))]
    if givens is None or not parser.keeps_heads:
        found = parser.predict(sentences)
    else:
        check, written = ArcCheck(), []
        for sentence, given in zip(sentences, givens, strict=True):
            size = len(sentence)
            keeps = given is None or size <= LONGEST or check.fits(given.heads, size, parser.single_root)
            written.append(kept(sentence, given if keeps else None))
        found = parser.predict(*next(parser.prepared([written], "all", on_conflict="relax", report=Report())))
    names: dict[int, int | None] = {own: numbers[label] for own, label in enumerate(parser.labels)}
    names |= {UNKNOWN: None, KEPT: KEPT}
    labels = [names.get(int(number)) for number in found.labels]
    trees: list[Tree] = []
    start = 0
    for sentence in sentences:
        stop = start + len(sentence)
        trees.append(([int(head) for head in found.heads[start:stop]], labels[start:stop]))
        start = stop
    return trees


def voted(
    size: int, trees: Sequence[Tree], weights: Sequence[float], single_root: bool, given: Sequence[int] = ()
) -> tuple[list[int], list[Any]]:
    """The heads and labels of the tree that the votes for a sentence of this size make; given heads (-1: none) are kept."""
    heads = _best_tree(size, [heads for heads, _ in trees], weights, single_root, given)
    return heads, _best_labels(heads, trees, weights)


def combine(
    sentence: Sentence,
    predictions: Sequence[Sentence | Tree],
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
    return sentence.with_tree(*voted(len(sentence), *heard(pairs, given), single_root))


def _pair(prediction: Sentence | Tree) -> Tree:
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
            votes[word] = {head: 3.0 * (size + 1)}  # more than all else together
    found = [max(proposed, key=proposed.__getitem__, default=-1) for proposed in votes]
    if -1 not in found and not problems(found, several_roots=not single_root):
        return found  # the best arc of every word: no tree can be better
    if size > MOST_WORDS:
        return _heaviest_tree(size, proposals, weights, single_root, given)
    return _spanning_tree(size, votes, single_root)


def _heaviest_tree(
    size: int, proposals: Sequence[Heads], weights: Sequence[float], single_root: bool, given: Sequence[int]
) -> list[int]:
    """The tree of one parser, for a sentence with too many words for a matrix of votes."""
    why = f"seen a sentence of {size:,} words on which the parsers disagree, expected {MOST_WORDS:,} at the most"
    for number in sorted(range(len(weights)), key=lambda number: -weights[number]):
        heads = [-1 if head is None else head for head in proposals[number]]
        if any(known not in (-1, head) for known, head in zip(given, heads, strict=False)):
            continue  # it could not keep what is given
        if -1 not in heads and not problems(heads, several_roots=not single_root):
            warnings.warn(f"reparsing: {why}; it gets the tree of parser {number + 1}", SettingsWarning, stacklevel=2)
            return heads
    if any(known >= 0 for known in given):
        why = f"seen a sentence of {size:,} words whose given heads no parser keeps, expected {MOST_WORDS:,} at the most"
    raise InputError(f"reparsing: {why}, or a tree from one of them")


def _spanning_tree(size: int, votes: Sequence[dict[int, float]], single_root: bool) -> list[int]:
    places = numpy.arange(size + 1)
    score = SHORTER * (1 - abs(places[:, None] - places[None, :]) / (size + 1.0))  # of the arc to a word (row) from a head
    score[:, 0] = 0.0
    for word, proposed in enumerate(votes, 1):
        for head, value in proposed.items():
            score[word, head] = value
    return best_tree(score.T, single_root=single_root)


def _best_labels(tree: Sequence[int], pairs: Sequence[Tree], weights: Sequence[float]) -> list[Any]:
    """Labels by the votes of the parsers that propose the arc, or of all where these give none; ties to the earlier parser."""
    chosen: list[Any] = []
    for word, head in enumerate(tree):
        own: dict[Any, float] = {}
        everyone: dict[Any, float] = {}
        for (heads, labels), weight in zip(pairs, weights, strict=True):
            label = labels[word]
            if label is not None:
                everyone[label] = everyone.get(label, 0.0) + weight
                if heads[word] == head:
                    own[label] = own.get(label, 0.0) + weight
        chosen.append(_most(own or everyone))
    return chosen


def _most(votes: dict[Any, float]) -> Any:
    """The first of those that weigh the most, but for what a float loses."""
    top = max(votes.values(), default=0.0)
    return next((label for label, weight in votes.items() if weight >= top * (1 - EARLIER)), None)
