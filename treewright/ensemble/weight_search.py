"""The weights of parsers that vote: those whose votes make the best trees of held-out sentences."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from treewright.arrays import ints
from treewright.ensemble.combination import labels_of
from treewright.ensemble.reparsing import Tree, heard, trees_of, voted
from treewright.ensemble.voting import Voting
from treewright.errors import SettingsWarning
from treewright.families import DependencyTrees
from treewright.families.family import Alphabets
from treewright.families.prediction import UNKNOWN, Prediction
from treewright.parser.parser import Parser
from treewright.treebank.sentence import Sentence

GRID = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
ROUNDS = 5  # of changing one weight after another, at most
POOR = 0.5  # share of the best parser's score below which a parser has to earn its weight: it has learnt next to nothing


class WeightSearch:
    """Changes one weight after another, as long as the votes become better; a subclass knows how they are counted."""

    def __init__(self, parsers: Sequence[Parser], dev: list[Sentence]) -> None:
        self.parsers, self.dev = list(parsers), dev
        self.family, self.alphabets = DependencyTrees(), Alphabets(labels_of(parsers), [])
        self.known: dict[tuple[float, ...], float] = {}

    def prediction(self, weights: Sequence[float]) -> Prediction:
        """The trees that the votes with these weights make; with a weight of 0 a parser has no say at all."""
        raise NotImplementedError

    def score(self, weights: Sequence[float]) -> float:
        """LAS of the votes with these weights (UAS, if dev has no labels)."""
        key = tuple(weights)
        if key not in self.known:
            self.known[key] = self.family.score(self.dev, self.prediction(weights), self.alphabets).quality
        return self.known[key]

    def best(self) -> list[float]:
        """The best weights that were found; on these sentences never worse than the same for all, or than one parser alone."""
        places = range(len(self.parsers))
        first = max(places, key=lambda place: self.score(self._alone(place)))
        weights = self._improved([1.0] * len(self.parsers))
        if self.score(weights) < self.score(self._alone(first)):  # votes of many that have learnt next to nothing
            weights = self._improved(self._alone(first))
        return self._without_poor(weights)

    def _alone(self, place: int) -> list[float]:
        """The weights with which one parser has all the say."""
        return [float(other == place) for other in range(len(self.parsers))]

    def _improved(self, weights: list[float]) -> list[float]:
        """These weights, changed one after another as long as that helps."""
        for _ in range(ROUNDS):
            before = list(weights)
            for place in range(len(weights)):
                tried = [[*weights[:place], weight, *weights[place + 1 :]] for weight in GRID]
                found = max((other for other in tried if any(other)), key=self.score)
                if self.score(found) > self.score(weights):
                    weights = found
            if weights == before:
                break
        return weights

    def _without_poor(self, weights: list[float]) -> list[float]:
        """The weights without parsers that are far worse than the best one, where the votes are as good without them.

        In other ties a parser keeps its weight: what does no good here may do so elsewhere, if it is a good one.
        """
        places = range(len(weights))
        alone = [self.score(self._alone(place)) for place in places]
        for place in places:
            without = [*weights[:place], 0.0, *weights[place + 1 :]]
            if alone[place] < POOR * max(alone) and any(without) and self.score(without) >= self.score(weights):
                weights = without
        return weights


class TreeWeights(WeightSearch):
    """For reparsing: each parser parses only once."""

    def __init__(self, parsers: Sequence[Parser], dev: list[Sentence]) -> None:
        super().__init__(parsers, dev)
        self.single_root = all(parser.single_root for parser in parsers)
        numbers = {label: number for number, label in enumerate(self.alphabets.labels)}
        self.trees = [trees_of(parser, dev, None, numbers) for parser in parsers]
        # where all give the same whole tree, no weights change it
        places = range(len(dev))
        self.disputed = [len({_key(own[at]) for own in self.trees}) > 1 or -1 in self.trees[0][at][0] for at in places]

    def prediction(self, weights: Sequence[float]) -> Prediction:
        """The trees that the votes with these weights make."""
        own_trees, own_weights = heard(self.trees, weights)
        heads: list[int] = []
        labels: list[int] = []
        for at, sentence in enumerate(self.dev):
            trees = [own[at] for own in own_trees]
            if self.disputed[at]:
                trees = [voted(len(sentence), trees, own_weights, self.single_root)]
            heads += [UNKNOWN if head is None else head for head in trees[0][0]]
            labels += [UNKNOWN if label is None else label for label in trees[0][1]]
        return Prediction(ints(heads)[: len(heads)], ints(labels)[: len(labels)])


class VoteWeights(WeightSearch):
    """For votes within one search: all parse anew with other weights."""

    def prediction(self, weights: Sequence[float]) -> Prediction:
        """The trees that the votes with these weights make."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SettingsWarning)  # the same one, for all weights that are tried
            voting = Voting(*heard(self.parsers, weights))
        found = voting.predict(self.dev)
        place = {label: number for number, label in enumerate(self.alphabets.labels)}
        numbers = [place[label] for label in voting.labels]
        labels = [numbers[label] if label >= 0 else int(label) for label in found.labels]
        return Prediction(found.heads, ints(labels)[: len(labels)])


def _key(tree: Tree) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    return tuple(tree[0]), tuple(tree[1])
