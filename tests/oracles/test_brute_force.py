"""The plain systems by themselves: no dead ends, well-formed trees, every gold tree within reach."""

import random

import pytest
from brute_force import Space, settings
from gold_trees import (
    is_projective,
    is_tree,
    partial_trees,
    random_nonprojective_tree,
    random_tree,
    several_roots,
    trees,
)


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


@pytest.mark.parametrize("system", settings(), ids=str)
def test_no_dead_ends_and_exactly_the_right_trees(system):
    for n in range(1, 5):
        ends = [state for state in system.reachable(n, all_heads=True) if not system.valid(state)]
        assert all(system.final(state) for state in ends)
        found = {system.tree(state) for state in ends}
        assert found == set(trees(n)) | (set() if system.single_root else set(several_roots(n, system.root)))


@pytest.mark.parametrize("system", settings(), ids=str)
def test_every_gold_tree_is_within_reach(system):
    space = Space(system, 5)
    assert all(space.best(space.gains(gold))[0] == 5 for gold in trees(5))


@pytest.mark.parametrize("system", settings(), ids=str)
def test_costs_are_never_negative_and_one_transition_is_free(system):
    rng = random.Random(2)
    space = Space(system, 5)
    for gold in rng.sample(trees(5) + trees(5, projective=False), 20):
        for row in space.costs(space.gains(gold)):
            known = [cost for cost in row if cost is not None]
            assert not known or min(known) == 0
