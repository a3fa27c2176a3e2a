"""The package's transition systems and oracles against brute force (`make verify`: the same for longer sentences)."""

import random

import pytest

from tools.oracles.brute_force import settings
from tools.oracles.comparison import Comparison, comparison_of
from tools.oracles.gold_trees import partial_trees, random_tree, several_roots, trees

SETTINGS = pytest.mark.parametrize("plain", settings(), ids=str, scope="module")


@SETTINGS
def test_systems_agree_in_every_configuration(plain):
    for n in range(1, 5):
        comparison = comparison_of(plain, n, all_heads=True)
        assert len(comparison.places) == sum(bool(plain.valid(s)) for s in plain.reachable(n, all_heads=True))
        assert comparison.problems == []


@SETTINGS
def test_costs_of_all_trees(plain):
    for n in range(1, 5):
        counts = comparison_of(plain, n, all_heads=True).compare(trees(n))
        assert counts.compared > 0 and counts.examples == []


@pytest.mark.parametrize("plain", [s for s in settings() if s.name == "arc-standard"], ids=str, scope="module")
def test_costs_of_arc_standard_are_arcs_lost(plain):
    """With the best transition none: differences are compared above, and what people see should mean something too."""
    for n in range(1, 5):
        comparison = comparison_of(plain, n, all_heads=True)
        for gold in trees(n):
            comparison.oracle.prepare(list(gold), [0] * n)
            for here, _, _ in comparison.places:
                comparison.configuration.restore(here)
                costs = comparison.oracle.kind_costs(comparison.configuration)
                assert min(cost for cost in costs if cost is not None) == 0


@SETTINGS
def test_costs_of_all_partial_trees(plain):
    """A missing gold head costs nothing, whatever is done."""
    for n in range(1, 4):
        assert comparison_of(plain, n, all_heads=False).compare(partial_trees(n)).examples == []


@SETTINGS
def test_costs_of_some_longer_trees(plain):
    rng = random.Random(3)
    counts = Comparison(plain, 7, all_heads=False).compare([random_tree(7, rng) for _ in range(5)], 100, rng)
    assert counts.examples == []


@pytest.mark.parametrize("plain", [s for s in settings() if not s.single_root], ids=str, scope="module")
def test_costs_of_trees_with_several_roots(plain):
    for n in (2, 3, 4):
        assert comparison_of(plain, n, all_heads=False).compare(several_roots(n, plain.root)).examples == []


@SETTINGS
def test_nonprojective_gold_trees_get_costs(plain):
    """Their costs are estimates, but every valid transition has one, and no other."""
    counts = comparison_of(plain, 4, all_heads=False).compare(trees(4, projective=False))
    assert counts.compared > 0 and counts.missing == 0


@SETTINGS
def test_following_the_cheapest_transitions_gives_the_gold_tree(plain):
    rng = random.Random(4)
    comparison = comparison_of(plain, 1, all_heads=False)
    for n in (1, 2, 5, 12, 30):
        gold = random_tree(n, rng)
        comparison.oracle.prepare(list(gold), [0] * n)
        c = comparison.system.initial(n)
        while not comparison.system.final(c):
            costs = comparison.oracle.kind_costs(c)
            cheapest = min(cost for cost in costs if cost is not None)
            comparison.system.step(c, rng.choice([kind for kind, cost in enumerate(costs) if cost == cheapest]))
        assert tuple(comparison.system.tree(c)[0]) == gold


class Spoiled:
    """An oracle that charges one too many for shift wherever that is one of several choices."""

    def __init__(self, oracle):
        self.oracle, self.prepare = oracle, oracle.prepare

    def kind_costs(self, c):
        costs = self.oracle.kind_costs(c)
        return [cost + 1 if kind == 0 and cost is not None else cost for kind, cost in enumerate(costs)]


@SETTINGS
def test_a_wrong_oracle_is_noticed(plain):
    comparison = Comparison(plain, 3, all_heads=False)
    comparison.oracle = Spoiled(comparison.oracle)
    counts = comparison.compare(trees(3))
    assert 0 < counts.mismatches < counts.compared and counts.examples
