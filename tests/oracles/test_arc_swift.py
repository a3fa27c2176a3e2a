"""Arc-swift: arcs that skip tokens of the stack, small depths, and what its oracle knows of trees that are too deep for them.

The brute force of test_costs.py has it too, with a depth that is enough for all trees.
"""

import random

import pytest

import treewright as tw
from tools.oracles.brute_force import System, settings
from tools.oracles.comparison import Comparison, Counts
from tools.oracles.gold_trees import partial_trees, random_tree, several_roots, trees
from treewright.conformance import check_oracle, check_transition_system
from treewright.conformance.own_sentences import own_sentences
from treewright.constraints import Constraints
from treewright.oracles import ORACLES
from treewright.transitions import TRANSITION_SYSTEMS

SETTINGS = pytest.mark.parametrize("plain", [s for s in settings() if s.name == "arc-swift"], ids=str)


def with_depth(plain, depth):
    return System("arc-swift", plain.root, plain.single_root, depth=depth)


def follow(system, size, path):
    c = system.initial(size)
    for name in path.split():
        system.step(c, system.kinds.index(name))
    return c


def test_arcs_skip_tokens_that_have_their_heads():
    system = TRANSITION_SYSTEMS["arc-swift"](root="last")
    path = "shift right-arc-1 right-arc-1 right-arc-1 right-arc-3"
    c = follow(system, 6, path)
    assert c.stack == [1, 2, 5] and c.heads == [-1, 1, 2, 3, 2, -1]
    valid = [system.kinds[kind] for kind in system.valid(c)]
    assert valid == ["left-arc", "right-arc-1", "right-arc-2", "right-arc-3"]  # 6 is the last word: no shift
    c = follow(system, 6, f"{path} left-arc shift left-arc")  # the left-arc takes 1, and 2 and 5 with it
    assert system.final(c) and c.heads == [6, 1, 2, 3, 2, 0] and c.stack == []


def test_a_word_without_a_head_cannot_be_skipped():
    system = TRANSITION_SYSTEMS["arc-swift"](root="first", single_root=False)
    c = follow(system, 4, "right-arc-1 shift right-arc-1")
    assert c.stack == [0, 1, 2, 3]
    assert [system.kinds[kind] for kind in system.valid(c)] == ["left-arc"]  # the last word, and 2 still needs a head
    c = follow(system, 5, "right-arc-1 shift right-arc-1")
    assert [system.kinds[kind] for kind in system.valid(c)] == ["shift", "left-arc", "right-arc-1", "right-arc-2"]


def test_the_depth_is_the_number_of_right_arcs():
    cls = TRANSITION_SYSTEMS["arc-swift"]
    assert cls().depth == 10 and cls().kinds == cls.kinds and len(cls.kinds) == 12
    small = cls(depth=2)
    assert small.kinds == ("shift", "left-arc", "right-arc-1", "right-arc-2") and small.labelled == small.kinds[1:]
    assert len(cls(depth=28).kinds) == 30
    for wrong in (0, -1, 1.5, True, "3", 29):
        with pytest.raises(tw.SettingsError, match=r"system.depth: seen .*, expected a whole number from 1 to 28"):
            cls(depth=wrong)


@SETTINGS
def test_costs_of_all_trees_of_five_words_and_of_all_partial_ones_of_four(plain):
    assert Comparison(plain, 5, all_heads=False).compare(trees(5)).examples == []
    whole = [] if plain.single_root else several_roots(4, plain.root)
    assert Comparison(plain, 4, all_heads=False).compare(partial_trees(4) + whole).examples == []


@SETTINGS
def test_costs_are_exact_as_long_as_the_depth_is_enough(plain):
    """With n words and a ROOT on the stack no right-arc needs to be deeper than n."""
    for n in (2, 3, 4):
        assert Comparison(with_depth(plain, n), n, all_heads=True).compare(trees(n)).examples == []


@SETTINGS
@pytest.mark.parametrize(("depth", "most"), [(1, 0.057), (2, 0.04), (3, 0.021)])
def test_small_depths_have_no_dead_ends_and_costs_that_are_mostly_right(plain, depth, most):
    small = with_depth(plain, depth)
    counts = Counts()
    for n in range(1, 6):
        states = small.reachable(n, all_heads=n < 5)
        assert all(small.valid(state) or small.final(state) for state in states)
        comparison = Comparison(small, n, all_heads=n < 5)
        assert comparison.problems == []
        counts.add(comparison.compare(trees(n)))
    assert 0 < counts.mismatches < most * counts.compared


@SETTINGS
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_every_tree_that_is_not_too_deep_is_reached(plain, depth):
    rng = random.Random(depth)
    system = TRANSITION_SYSTEMS["arc-swift"](root=plain.root, single_root=plain.single_root, depth=depth)
    oracle = ORACLES["arc-swift"](system)
    reached = 0
    for _ in range(200):
        n = rng.randint(1, 12)
        gold = random_tree(n, rng)
        oracle.prepare(list(gold), [0] * n)
        c = system.initial(n)
        while not system.final(c):
            costs = oracle.kind_costs(c)
            cheapest = min(cost for cost in costs if cost is not None)
            system.step(c, max(kind for kind, cost in enumerate(costs) if cost == cheapest))
        assert (tuple(system.tree(c)[0]) == gold) == (depth_of(gold) <= depth)
        reached += depth_of(gold) <= depth
    assert 10 < reached < 200


def depth_of(gold):
    """The deepest right-arc on the gold path: over the last right dependents of the right dependent before."""
    deepest = 1
    for word, head in enumerate(gold, 1):
        depth, under = 1, head if head < word else 0
        while under:
            before = [w for w in range(under + 1, word) if gold[w - 1] == under]
            under, depth = (before[-1], depth + 1) if before else (0, depth)
        deepest = max(deepest, depth)
    return deepest


def test_conformance_of_a_small_depth():
    class Swift(TRANSITION_SYSTEMS["arc-swift"]):
        def __init__(self, *, root="last", single_root=True):
            super().__init__(root=root, single_root=single_root, depth=4)

    assert check_transition_system(Swift).total > 10_000
    assert check_oracle(ORACLES["arc-swift"], Swift, longest=5).total > 10_000


def test_constraints_are_refused():
    parser = tw.Parser(system="arc-swift", beam=1, epochs=1)
    parser.train(own_sentences(2))
    with pytest.raises(tw.SettingsError, match="the costs of arc-swift are not exact in every configuration"):
        parser(["a", "b"], constraints=Constraints().head(1, 2))
    with pytest.raises(tw.SettingsError, match="cannot tell which transitions keep given heads"):
        tw.Parser(system="arc-swift", given_heads=0.5)
