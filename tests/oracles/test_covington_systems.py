"""Covington's algorithm: against a plain one that finds what is valid by search, and exact costs against brute force."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_covington import covington_settings

from tools.oracles.comparison import Comparison, comparison_of
from tools.oracles.gold_trees import is_projective, is_tree, random_tree, trees, with_heads_removed
from treewright.oracles import ORACLES
from treewright.transitions import TRANSITION_SYSTEMS

SYSTEMS = covington_settings("covington"), covington_settings("covington-projective")
ALL, PROJECTIVE, EVERY = (
    pytest.mark.parametrize("plain", systems, ids=str, scope="module") for systems in (*SYSTEMS, SYSTEMS[0] + SYSTEMS[1])
)


def all_heads(n):
    """Any choice of heads that is a tree, with one root or several."""
    return [heads for heads in itertools.product(range(n + 1), repeat=n) if is_tree(heads)]


@EVERY
def test_conditions_are_what_a_complete_tree_demands(plain):
    """In every configuration of up to four words: valid is what leads to a tree, and all trees of the class come out."""
    for n in range(1, 5):
        assert comparison_of(plain, n, all_heads=True).problems == []
        found = {state.heads for state in plain.reachable(n) if plain.final(state)}
        expected = {heads for heads in all_heads(n) if heads.count(0) == 1 or not plain.single_root}
        assert found == {heads for heads in expected if not plain.projective or is_projective(heads, plain.root)}


@ALL
def test_costs_for_every_tree(plain):
    """Also for trees with several roots, for unknown heads and for heads that make no tree."""
    for n in range(1, 4):
        anything = [h for h in itertools.product(range(-1, n + 1), repeat=n) if all(head != d for d, head in enumerate(h, 1))]
        counts = comparison_of(plain, n, all_heads=True).compare(anything)
        assert counts.mismatches == 0, counts.examples
    comparison, rng = comparison_of(plain, 4, all_heads=True), random.Random(1)
    partial = sorted(with_heads_removed(trees(4, projective=False)))
    for golds in (all_heads(4), partial):
        counts = comparison.compare(rng.sample(golds, 25), 100, rng)
        assert counts.mismatches == 0 and counts.compared > 1000, counts.examples


@PROJECTIVE
def test_costs_for_projective_trees(plain):
    rng = random.Random(1)
    for n in range(1, 5):
        comparison = comparison_of(plain, n, all_heads=True)
        several = [h for h in all_heads(n) if is_projective(h, plain.root)] if not plain.single_root else []
        counts = comparison.compare([*sorted(with_heads_removed(trees(n))), *several])
        assert counts.mismatches == 0, counts.examples
    counts = Comparison(plain, 6, all_heads=False).compare([random_tree(6, rng) for _ in range(20)], 100, rng)
    assert counts.mismatches == 0, counts.examples


def follow(oracle, gold, rng):
    """A path of transitions without cost, any of them; it must give the tree."""
    system, n = oracle.system, len(gold)
    oracle.prepare(list(gold), list(range(n)))
    c = system.initial(n)
    while not system.final(c):
        costs = oracle.kind_costs(c)
        kind = rng.choice([kind for kind, cost in enumerate(costs) if cost == 0])
        word = c.top() if system.kinds[kind] == "left-arc" else c.next()
        system.step(c, kind, word - 1 if system.kinds[kind] in system.labelled else 0)
    assert system.tree(c) == (list(gold), list(range(n)))
    return [system.kinds[kind] for kind, _ in c.path()]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("root", ["first", "last"])
def test_random_trees_of_up_to_15_words(root, data):
    n = data.draw(st.integers(1, 15))
    order = data.draw(st.permutations(range(1, n + 1)))
    gold = [0] * n
    for place in range(1, n):
        gold[order[place] - 1] = order[data.draw(st.integers(0, place - 1))]
    follow(ORACLES["covington"](TRANSITION_SYSTEMS["covington"](root=root)), gold, random.Random(1))


@pytest.mark.parametrize("root", ["first", "last"])
def test_the_gold_path_leads_to_every_tree_of_five_words(root):
    for name in ("covington", "covington-projective"):
        oracle, rng = ORACLES[name](TRANSITION_SYSTEMS[name](root=root)), random.Random(2)
        for gold in trees(5) + (trees(5, projective=False) if name == "covington" else []):
            follow(oracle, gold, rng)


@pytest.mark.parametrize("root", ["first", "last"])
def test_heads_of_a_beam(root):
    """Configurations that share their past are asked in any order: a cycle is seen in its own one only."""
    system, rng = TRANSITION_SYSTEMS["covington"](root=root), random.Random(5)
    c = system.initial(12)
    places = [(c.snapshot(), [])]
    for _ in range(600):
        here, path = places[rng.randrange(max(0, len(places) - 40), len(places))]
        c.restore(here)
        if not system.final(c):
            kind = rng.choice(system.valid(c))
            system.step(c, kind)
            places.append((c.snapshot(), [*path, kind]))
    for here, path in rng.sample(places, 150):
        c.restore(here)
        alone = system.initial(12)
        for kind in path:
            system.step(alone, kind)
        assert system.valid(alone) == system.valid(c) and alone.heads == c.heads and alone.tokens_aside == c.tokens_aside


def test_the_path_of_the_static_oracle():
    """Of transitions without cost it takes the last kind: b is shifted as soon as it has nobody left to meet."""
    system = TRANSITION_SYSTEMS["covington"](root="last")
    oracle = ORACLES["covington"](system)
    gold = [3, 4, 0, 3]  # the arcs 3 -> 1 and 4 -> 2 cross
    oracle.prepare(gold, [0] * 4)
    c, names = system.initial(4), []
    while not system.final(c):
        kind = max(kind for kind, cost in enumerate(oracle.kind_costs(c)) if cost == 0)
        system.step(c, kind)
        names.append(system.kinds[kind])
    assert system.tree(c)[0] == gold
    expected = "shift shift no-arc left-arc shift right-arc left-arc shift no-arc left-arc"
    assert " ".join(names) == expected


def test_long_random_trees():
    rng = random.Random(3)
    for root, single_root in itertools.product(("first", "last"), (True, False)):
        oracle = ORACLES["covington"](TRANSITION_SYSTEMS["covington"](root=root, single_root=single_root))
        for n in (70, 130):  # more than an oracle has room for at first
            order = rng.sample(range(1, n + 1), n)
            gold = [0 if w == order[0] else rng.choice(order[: order.index(w)]) for w in range(1, n + 1)]
            follow(oracle, gold, rng)
