"""2-planar: against the plain system, what comes out of it, and its oracle."""

import itertools
import random

import pytest
from gold_paths import ends
from hypothesis import given, settings
from hypothesis import strategies as st
from two_planar_plain import KINDS, Space, TwoPlanar, is_two_planar

import treewright as tw
from tools.oracles.gold_trees import is_projective, is_tree, trees
from treewright.conformance.configurations import random_tree
from treewright.oracles import ORACLES, StaticOracle
from treewright.transitions import TRANSITION_SYSTEMS

CHOICES = [*itertools.product(("first", "last"), (True, False))]
SETTINGS = pytest.mark.parametrize(("root", "single_root"), CHOICES)


def made(root, single_root):
    """The system of the package, and its oracle."""
    system = TRANSITION_SYSTEMS["two-planar"](root=root, single_root=single_root)
    return system, ORACLES["two-planar"](system)


def all_trees(n, single_root):
    every = (heads for heads in itertools.product(range(n + 1), repeat=n) if is_tree(heads))
    return {heads for heads in every if heads.count(0) == 1 or not single_root}


def in_package(plain, n):
    """The configuration of the package that goes with each plain one, after comparing the two: snapshots."""
    system, _ = made(plain.root, plain.single_root)
    c = system.initial(n)
    snapshots, todo = {}, [(c.snapshot(), plain.initial(n))]
    while todo:
        here, state = todo.pop()
        if state in snapshots:
            continue
        snapshots[state] = here
        c.restore(here)
        assert (tuple(c.stack), tuple(c.buffer), tuple(c.heads)) == (state.stack, state.buffer, state.heads)
        assert tuple(c.tokens_aside) == state.aside or state.buffer[0] == 1
        assert system.final(c) == plain.final(state)
        if plain.final(state):
            assert tuple(system.tree(c)[0]) == state.heads
            continue
        valid = system.valid(c)
        assert [KINDS[kind] for kind in valid] == plain.valid(state)
        for kind in valid:
            c.restore(here)
            system.step(c, kind)
            todo.append((c.snapshot(), plain.step(state, KINDS[kind])))
    return c, snapshots


@SETTINGS
def test_systems_agree_in_every_configuration(root, single_root):
    plain = TwoPlanar(root, single_root)
    assert tuple(TRANSITION_SYSTEMS["two-planar"].kinds) == KINDS
    for n in range(1, 5 if single_root else 4):
        assert len(in_package(plain, n)[1]) >= len(plain.reachable(n)) - 2  # those before the first shift


@SETTINGS
def test_what_comes_out_is_every_two_planar_tree_and_nothing_else(root, single_root):
    """Every path ends, and there are no dead ends; `python -m tests.oracles.two_planar_plain` tries five words."""
    plain = TwoPlanar(root, single_root)
    for n in range(1, 5):
        states = plain.reachable(n)  # fails if a path comes back to where it was
        assert all(plain.valid(state) or plain.final(state) for state in states)
        found = {state.heads for state in states if plain.final(state)}
        assert found == {heads for heads in all_trees(n, single_root) if is_two_planar(heads, root)}


@SETTINGS
def test_every_path_without_cost_leads_to_every_two_planar_tree_of_up_to_five_words(root, single_root):
    _, oracle = made(root, single_root)
    left_out = 0
    for n in range(1, 6):
        for gold in all_trees(n, single_root=False):
            oracle.prepare(list(gold), [0] * n)
            assert oracle.derivable == (is_two_planar(gold, root) and (gold.count(0) == 1 or not single_root))
            if oracle.derivable:
                assert ends(oracle, gold, lambda c: c.last_kind() == KINDS.index("switch")) == {gold}
            left_out += gold.count(0) == 1 and not oracle.derivable
    assert left_out == 22  # of 625 trees of five words with one root


def test_two_planar_needs_whole_trees():
    _, oracle = made("last", True)
    for gold, right in (([2, 0, 2], True), ([2, 0, -1], False), ([0, 0, 2], False), ([2, 1, 0], False), ([3, 3, 0], True)):
        oracle.prepare(gold, [0] * 3)
        assert oracle.derivable is right
        static = StaticOracle(oracle)
        static.prepare(gold, [0] * 3)
        assert static.derivable is right


def follow(oracle, gold, rng):
    """The path of cheapest transitions, any of them; it must cost nothing and give the tree."""
    system = oracle.system
    oracle.prepare(list(gold), list(range(len(gold))))
    assert oracle.derivable
    c = system.initial(len(gold))
    while not system.final(c):
        costs = oracle.kind_costs(c)
        kind = rng.choice([kind for kind, cost in enumerate(costs) if cost == 0])
        word = {"left-arc": c.top(), "right-arc": c.next()}.get(KINDS[kind], 1)
        system.step(c, kind, word - 1)
    assert system.tree(c) == (list(gold), list(range(len(gold))))
    return [KINDS[kind] for kind, _ in c.path()]


@SETTINGS
@settings(max_examples=60, deadline=None)
@given(n=st.integers(1, 20), seed=st.integers(0, 10**6))
def test_random_trees_of_up_to_20_words(root, single_root, n, seed):
    rng = random.Random(seed)
    _, oracle = made(root, single_root)
    gold = random_tree(n, rng, "2-planar")
    path = follow(oracle, gold, rng)
    assert ("switch" in path) <= (not is_projective(tuple(gold)))
    assert "switch switch" not in " ".join(path)


@pytest.mark.parametrize("root", ["first", "last"])
def test_estimates_are_mostly_right(root):
    """In all configurations of up to four words, also after errors: cheapest transitions really lose least."""
    plain = TwoPlanar(root, True)
    _, oracle = made(root, True)
    right = every = total = 0
    for n in range(2, 5):
        space = Space(plain, n)
        c, snapshots = in_package(plain, n)
        for gold in (trees(n) + trees(n, projective=False))[:: 8 if n == 4 else 1]:
            value = space.best(gold)
            oracle.prepare(list(gold), [0] * n)
            for state, edges in zip(space.states, space.edges, strict=True):
                if not edges or state not in snapshots:
                    continue
                c.restore(snapshots[state])
                costs = oracle.kind_costs(c)
                best = max(value[after] for _, after in edges)
                lossless = [best == value[after] for kind, after in edges if costs[kind] == 0]
                right += any(lossless)
                every += all(lossless)
                total += 1
    assert total > 10_000 and right / total > 0.99 and every / total > 0.97, (right, every, total)


# Word 3 is under the arc from 1 to 4 and depends on 5: one of the two arcs is made on the other stack.
CROSSING = [0, 4, 5, 1, 4]


def test_a_path_with_a_switch():
    _, oracle = made("last", True)
    assert is_two_planar(tuple(CROSSING), "last") and not is_projective(tuple(CROSSING))
    for seed in range(20):
        assert follow(oracle, CROSSING, random.Random(seed)).count("switch") == 1


def test_settings():
    for more, message in (
        ({"training.drop_arcs": "0.5"}, "finds a path to whole trees only"),
        ({"training.given_heads": 0.5}, "cannot tell which transitions keep given heads"),
        ({"training.pseudo_projective": "head"}, "makes non-projective arcs itself"),
    ):
        with pytest.raises(tw.SettingsError, match=message):
            tw.Parser({"system.name": "two-planar", **more})
    for preset in ("accurate", "fast"):
        parser = tw.Parser(system="two-planar", preset=preset)
        assert parser.settings["oracle"]["name"] == "dynamic"
        assert parser.settings["training"]["exploration"] == "after-first"
