"""The weights of an ensemble: never worse than one for all, and those of what parses."""

import random

import pytest
from tiny_ensemble import sentences

import treewright as tw
from treewright.ensemble import Reparsing, Voting
from treewright.ensemble.weight_search import TreeWeights, VoteWeights, WeightSearch


def test_weights_are_never_worse_than_the_same_for_all(trained):
    rng = random.Random(3)
    dev = list(sentences("dev"))
    parsers = trained[0].parsers
    search = TreeWeights(parsers, dev)
    own = list(search.trees)
    for _ in range(6):
        # parsers of any quality: some trees of one are those of another
        search.trees = [[rng.choice(own)[at] for at in range(len(dev))] for _ in range(4)]
        search.parsers, search.disputed, search.known = parsers[:1] * 4, [True] * len(dev), {}
        best = search.best()
        assert search.score(best) >= search.score([1.0] * 4)
        assert search.score(best) >= max(search.score([float(other == place) for other in range(4)]) for place in range(4))
        assert search.score(best) >= max(search.score([*best[:place], 1.0, *best[place + 1 :]]) for place in range(4))


@pytest.mark.parametrize(("poor", "best"), [(1.5, [1.0, 0.0, 1.0]), (39, [1.0, 0.0, 1.0]), (41, [1.0, 1.0, 1.0])])
def test_a_poor_member_that_makes_no_difference_is_left_out(poor, best):
    class Search(WeightSearch):
        def __init__(self):
            self.parsers = [None] * 3

        def score(self, weights):
            alone = {(1, 0, 0): 80, (0, 1, 0): poor, (0, 0, 1): 78}
            return alone.get(tuple(weights), 81 if weights[0] and weights[2] else 80)

    assert Search().best() == best


def test_the_best_member_begins_where_the_others_together_are_worse():
    class Search(WeightSearch):
        def __init__(self):
            self.parsers = [None] * 4

        def score(self, weights):  # the poor ones outvote the others, whatever the weight of one of them is
            good = 60 * (weights[0] > 0) + (weights[1] > 0)
            return good if not any(weights[2:]) else 55 if all(weights) else 50

    assert Search().best() == [1.0, 0.25, 0.0, 0.0]


def test_a_poor_member_that_helps_keeps_its_weight():
    class Search(WeightSearch):
        def __init__(self):
            self.parsers = [None] * 2

        def score(self, weights):
            return {(1, 0): 80, (0, 1): 2}.get(tuple(weights), 80.5)

    assert Search().best() == [1.0, 1.0]


def test_the_search_parses_as_reparsing_does(trained):
    dev = list(sentences("dev"))
    parsers = trained[0].parsers
    search = TreeWeights(parsers, dev)
    for weights in ([1.0] * len(parsers), [0.5, *[2.0] * (len(parsers) - 1)]):
        assert search.score(weights) == pytest.approx(Reparsing(parsers, weights).evaluate(dev).las)
    alone = [1.0, *[0.0] * (len(parsers) - 1)]
    assert search.score(alone) == pytest.approx(parsers[0].evaluate(dev).las)


def test_the_weights_of_votes_are_those_of_what_parses(trained):
    parsers = [tw.Parser(preset="fast", seed=seed, epochs=1) for seed in (1, 2, 3)]
    for parser in parsers:
        parser.train(sentences("train")[:40])
    dev = list(sentences("dev")[:20])
    search = VoteWeights(parsers, dev)
    best = search.best()
    heard = [(parser, weight) for parser, weight in zip(parsers, best, strict=True) if weight]
    voting = Voting([parser for parser, _ in heard], [weight for _, weight in heard])
    assert search.score(best) == pytest.approx(voting.evaluate(dev).las) and search.score(best) >= search.score([1, 1, 1])
