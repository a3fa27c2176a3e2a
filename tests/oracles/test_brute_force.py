"""The plain systems by themselves: no dead ends, well-formed trees, every gold tree within reach."""

import functools
import random

import pytest

from tools.oracles.brute_force import Space, code_of, costs_of, partial_settings, settings, swap_settings
from tools.oracles.gold_trees import (
    is_projective,
    is_tree,
    partial_trees,
    random_nonprojective_tree,
    random_tree,
    several_roots,
    trees,
)

space_of = functools.lru_cache(maxsize=1)(Space)  # for the tests of one system, which follow each other
SYSTEMS = pytest.mark.parametrize("system", settings(), ids=str, scope="module")


@pytest.mark.parametrize("n, one_root, several", [(1, 1, 0), (2, 2, 1), (3, 7, 5), (4, 30, 25)])
def test_numbers_of_trees(n, one_root, several):
    assert len(trees(n)) == one_root
    assert len(several_roots(n, "first")) == len(several_roots(n, "last")) == several
    assert len(trees(n)) + len(trees(n, projective=False)) == n ** (n - 1)


def test_partial_trees_are_those_of_the_hand_made_list():
    assert partial_trees(1) == [(-1,)]
    assert partial_trees(2) == [(-1, -1), (-1, 0), (-1, 1), (0, -1), (2, -1)]


def test_random_trees_are_what_they_are_called():
    rng = random.Random(1)
    assert {random_tree(4, rng) for _ in range(3000)} == set(trees(4))
    for n in (5, 9):
        tree = random_nonprojective_tree(n, rng)
        assert is_tree(tree) and not is_projective(tree) and tree.count(0) == 1


@SYSTEMS
def test_no_dead_ends_and_exactly_the_right_trees(system):
    for n in range(1, 5):
        ends = [state for state in system.reachable(n, all_heads=True) if not system.valid(state)]
        assert all(system.final(state) for state in ends)
        found = {system.tree(state) for state in ends}
        assert found == set(trees(n)) | (set() if system.single_root else set(several_roots(n, system.root)))


@SYSTEMS
def test_every_gold_tree_is_within_reach(system):
    space = space_of(system, 5)
    assert (space.best([space.gains(gold) for gold in trees(5)])[0] == 5).all()


@SYSTEMS
def test_costs_are_never_negative_and_one_transition_is_free(system):
    rng = random.Random(2)
    space = space_of(system, 5)
    golds = rng.sample(trees(5) + trees(5, projective=False), 20)
    for codes in space.costs([space.gains(gold) for gold in golds]).tolist():
        for code in codes:
            known = [cost for cost in costs_of(code, len(system.kinds)) if cost is not None]
            assert not known or min(known) == 0


def test_costs_as_one_number():
    for costs in ((0, None, 2), (None, None), (1,), (3, 1, None, 30)):
        least = min((cost for cost in costs if cost is not None), default=0)
        assert costs_of(code_of(costs), len(costs)) == tuple(None if cost is None else cost - least for cost in costs)


@pytest.mark.parametrize("system", [*settings(), *partial_settings((2,)), *swap_settings()], ids=str)
def test_all_gold_trees_at_once_have_the_costs_of_plain_recursion(system):
    """The same costs by the definition: what is lost of the most that any path from here still gains."""
    space = Space(system, 3)
    gold, directions = (2, -1, 1), (0, 1, 0)
    for ignore_empty in (False, True):
        gains = space.gains(gold, directions, ignore_empty)

        @functools.cache
        def best(i, gains=gains):
            ways = [best(j) + gains[word][head] for _, j, word, head in space.edges[i]]
            return max(ways) if ways else sum(gains[word - 1][0] for word in space.left_over[i])

        codes = space.costs([gains, space.gains((0, 1, 2))])[:, 0].tolist()
        for i, edges in enumerate(space.edges):
            expected = {kind: best(i) - best(j) - gains[word][head] for kind, j, word, head in edges}
            found = dict(enumerate(costs_of(codes[i], len(system.kinds))))
            assert {kind: cost for kind, cost in found.items() if cost is not None} == expected
