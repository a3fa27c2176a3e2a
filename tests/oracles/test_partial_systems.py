"""The systems that leave words without a head against brute force: every configuration, every gold tree of a few words."""

import random

import pytest

from tools.oracles.brute_force import partial_settings
from tools.oracles.comparison import Comparison, comparison_of
from tools.oracles.gold_trees import partial_trees, random_tree, several_roots, trees, with_heads_removed
from treewright.oracles import StaticOracle

SETTINGS = pytest.mark.parametrize("plain", partial_settings(), ids=str, scope="module")


def whole_trees(n, plain):
    return trees(n) + ([] if plain.single_root or n > 4 else several_roots(n, plain.root))


@SETTINGS
def test_no_dead_ends_and_exactly_the_right_trees(plain):
    """What comes out: projective trees from which any heads are missing, whatever their root; of short arcs if asked for."""
    for n in range(1, 5):
        ends = [state for state in plain.reachable(n, all_heads=True) if not plain.valid(state)]
        assert all(plain.final(state) for state in ends)
        wanted = with_heads_removed(whole_trees(n, plain))
        assert {state.heads for state in ends} == {tree for tree in wanted if plain.seen_gold(tree) == tree}


@SETTINGS
def test_every_gold_tree_is_within_reach(plain):
    for n in (4, 5):
        space = comparison_of(plain, n, all_heads=n <= 3).space
        seen = [plain.seen_gold(gold) for gold in trees(n)]
        within = space.best([space.gains(gold) for gold in seen])[0].tolist()
        assert within == [sum(head >= 0 for head in gold) for gold in seen]


@SETTINGS
def test_systems_agree_in_every_configuration(plain):
    for n in range(1, 4):
        comparison = comparison_of(plain, n, all_heads=n <= 3)
        assert len(comparison.places) == sum(bool(plain.valid(s)) for s in plain.reachable(n, all_heads=True))
        assert comparison.problems == []
    assert Comparison(plain, 4, all_heads=True).problems == comparison_of(plain, 5, all_heads=False).problems == []


@SETTINGS
def test_costs_of_all_trees(plain):
    """Up to five words; whether empty heads cost anything matters where long arcs leave words without one."""
    for n in range(1, 6):
        for ignore_empty in (False, True) if plain.short else (False,):
            counts = comparison_of(plain, n, all_heads=n <= 3).compare(whole_trees(n, plain), ignore_empty=ignore_empty)
            assert counts.compared > 0 and counts.examples == []


@SETTINGS
@pytest.mark.parametrize("ignore_empty", [False, True], ids=["empty heads cost", "empty heads ignored"])
def test_costs_of_all_partial_trees(plain, ignore_empty):
    for n in range(1, 5):
        counts = comparison_of(plain, n, all_heads=n <= 3).compare(partial_trees(n), ignore_empty=ignore_empty)
        assert counts.compared > 0 and counts.examples == []


@SETTINGS
def test_costs_of_some_longer_trees(plain):
    rng = random.Random(3)
    golds = [random_tree(7, rng) for _ in range(6)]
    golds[3:] = [tuple(-1 if rng.random() < 0.3 else head for head in gold) for gold in golds[3:]]
    assert Comparison(plain, 7, all_heads=False).compare(golds, 100, rng).examples == []


@SETTINGS
def test_following_the_cheapest_transitions_gives_the_gold_tree(plain):
    rng = random.Random(4)
    comparison = comparison_of(plain, 1, all_heads=True)
    system, oracle = comparison.system, comparison.oracle
    oracle.ignore_empty = False
    for n in (1, 2, 5, 12, 30):
        gold = tuple(-1 if rng.random() < 0.25 else head for head in random_tree(n, rng))
        oracle.prepare(list(gold), [0 if head >= 0 else -1 for head in gold])
        c = system.initial(n)
        while not system.final(c):
            costs = oracle.kind_costs(c)
            least = min(cost for cost in costs if cost is not None)
            system.step(c, rng.choice([kind for kind, cost in enumerate(costs) if cost == least]), 7)
        heads, labels = system.tree(c)
        assert tuple(heads) == plain.seen_gold(gold)
        assert [label == 7 for label in labels] == [head >= 0 for head in heads]


@SETTINGS
def test_the_static_oracle_takes_long_arcs_out_too(plain):
    dynamic = comparison_of(plain, 1, all_heads=True).oracle
    static = StaticOracle(dynamic)
    gold = (5, 3, 1, 0, 4)
    for oracle in (dynamic, static):
        oracle.prepare(list(gold), [0] * 5)
        seen = tuple(0 if head == oracle.root else head for head in list(oracle.gold)[1:6])
        assert seen == plain.seen_gold(gold)
        assert [label >= 0 for label in list(oracle.gold_label)[1:6]] == [head >= 0 for head in seen]


class Spoiled:
    """An oracle to which it makes no difference whether a word gets a head that should have none."""

    def __init__(self, oracle):
        self.oracle, self.prepare = oracle, oracle.prepare

    def kind_costs(self, c):
        self.oracle.ignore_empty = True
        return self.oracle.kind_costs(c)


@SETTINGS
def test_a_wrong_oracle_is_noticed(plain):
    comparison = Comparison(plain, 3, all_heads=False)
    comparison.oracle = Spoiled(comparison.oracle)
    counts = comparison.compare(partial_trees(3))
    assert 0 < counts.mismatches < counts.compared and counts.under and counts.examples
