"""The oracles of shift-reduce parsing with gap and with swap: all small trees, random ones, brute force, wrong turns."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.oracles.set_derivations import derive_all, derived
from treewright.conformance.constituent_trees import all_shapes, columns_from, constituents_of, random_columns
from treewright.oracles.merge_gap import GapOracle
from treewright.oracles.merge_swap import MergeSwapOracle
from treewright.oracles.set_based import SetOracle
from treewright.transitions.merge_gap import MergeGap
from treewright.transitions.merge_swap import MergeSwap
from treewright.transitions.set_based import SetBased

GAP, SWAP = MergeGap(), MergeSwap()
DATA = Path(__file__).parents[2].parent / "shared" / "data" / "disco"
WAYS = {
    "gap, static": (GAP, GapOracle(GAP, canonical=True)),
    "gap, dynamic": (GAP, GapOracle(GAP)),
    "swap": (SWAP, MergeSwapOracle(SWAP)),
}
ALL = pytest.mark.parametrize("way", WAYS)


def small_trees(n):
    """All trees of n tokens, with and without a constituent of all tokens; half of the tokens are constituents."""
    for shape in all_shapes(frozenset(range(n))):
        for kept in (shape, shape - {frozenset(range(n))}):
            yield columns_from(n, {tokens: 0 for tokens in [*kept, *(frozenset([token]) for token in range(0, n, 2))]})


def require_rebuilt(way, size, gold, rng):
    system, oracle = WAYS[way]
    oracle.prepare(*gold)
    tree, steps = derived(system, oracle, size, rng)
    assert constituents_of(size, *tree) == constituents_of(size, *gold)
    return steps


@ALL
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_all_small_trees_are_rebuilt(way, n):
    for gold in small_trees(n):
        require_rebuilt(way, n, gold, random.Random(n))


@ALL
@given(size=st.integers(1, 40), seed=st.integers(0, 10**6), gaps=st.sampled_from([0.0, 0.2, 0.8]))
def test_random_trees_are_rebuilt(way, size, seed, gaps):
    rng = random.Random(seed)
    steps = require_rebuilt(way, size, random_columns(size, rng, 4, gaps), rng)
    assert steps == 4 * size - 2 if gaps == 0.0 and way != "gap, dynamic" else steps >= 4 * size - 2


@ALL
@pytest.mark.parametrize("size", [63, 64, 65, 128, 129])
def test_trees_of_several_machine_words(way, size):
    rng = random.Random(size)
    require_rebuilt(way, 7, random_columns(7, rng), rng)  # what is left of another sentence must not show
    require_rebuilt(way, size, random_columns(size, rng, 4, 0.3), rng)


def test_gap_derives_as_set_based_does():
    """The static oracles make the same items in the same order: to combine with the third item is to skip two."""
    rng, plain = random.Random(7), SetBased()
    static = SetOracle(plain, canonical=True)
    for _ in range(30):
        size = rng.randint(1, 20)
        gold = random_columns(size, rng, 3, 0.4)
        found = []
        for system, oracle in ((plain, static), WAYS["gap, static"]):
            oracle.prepare(*gold)
            c = system.initial(size)
            items = []
            while not system.final(c):
                kind, site, _, label = next(one for one in oracle.transition_costs(c) if one[2] == 0)
                system.step(c, kind, label, site)
                items += [(c.focus, c.items)] if c.labelling else []
            found.append((items, c.constituents))
        assert found[0] == found[1]


class GapSpace:
    """How many gold constituents can still be made, from every configuration of gap: by brute force."""

    def __init__(self, size, gold, oracle):
        self.c, self.oracle = GAP.initial(size), oracle
        self.wanted = {tuple(sorted(tokens)) for tokens in constituents_of(size, *gold)}
        self.best, self.checked = {}, 0
        self.value()

    def key(self):
        c = self.c
        return tuple(map(tuple, c.items)), tuple(c.focus or ()), c.skipped, c.labelling

    def after(self, kind, then):
        """What a transition gains, with what can be made after it."""
        gain = int(GAP.kinds[kind] == "label" and tuple(self.c.focus) in self.wanted)
        state = self.c.state
        GAP.step(self.c, kind, 0)
        found = gain + then()
        self.c.restore(state)
        return found

    def value(self):
        key = self.key()
        if key not in self.best:
            kinds = [] if GAP.final(self.c) else GAP.valid(self.c)
            self.best[key] = max([self.after(kind, self.value) for kind in kinds], default=0)
            self.require(kinds)
        return self.best[key]

    def require(self, kinds):
        """Costs are what is lost; the cost of a label that is wrong is that of precision."""
        costs = {kind: (cost, label) for kind, _, cost, label in self.oracle.transition_costs(self.c)} if kinds else {}
        assert sorted(costs) == sorted(kinds)
        for kind, (cost, label) in costs.items():
            if GAP.kinds[kind] == "label" and label < 0:
                assert cost == 1 and tuple(self.c.focus) not in self.wanted
            else:
                assert self.best[self.key()] - self.after(kind, lambda: self.best[self.key()]) == cost, repr(self.c)
            self.checked += 1


@pytest.mark.parametrize(("n", "most"), [(1, 9), (2, 9), (3, 9), (4, 40), (5, 10)])
def test_costs_of_gap_are_exact(n, most):
    oracle = GapOracle(GAP)
    golds = list(small_trees(n))
    for gold in random.Random(n).sample(golds, min(most, len(golds))):
        oracle.prepare(*gold)
        assert GapSpace(n, gold, oracle).checked > n


def free(oracle, c):
    """The names of the transitions that cost nothing."""
    return [oracle.system.kinds[kind] for kind, _, cost, _ in oracle.transition_costs(c) if cost == 0]


def test_gap_after_a_wrong_turn():
    oracle = GapOracle(GAP)
    oracle.prepare(*columns_from(4, {frozenset([1, 2]): 0, frozenset([0, 3]): 0}))
    c = GAP.initial(4)
    for kind in (0, 2, 0, 2, 0, 2):  # shift, no-label
        GAP.step(c, kind)
    assert free(oracle, c) == ["merge"]
    GAP.step(c, GAP.kinds.index("gap"))
    assert free(oracle, c) == ["merge"]  # there is nothing else to do
    c.restore(c.state - 1)
    for kind in (0, 2):  # {1, 2} is lost, {0, 3} is not
        GAP.step(c, kind)
    assert free(oracle, c) == ["gap"]
    GAP.step(c, GAP.kinds.index("gap"))
    assert free(oracle, c) == ["gap"]


def test_swaps_are_lazy_and_few():
    """An item that belongs behind several others waits until these are one."""
    oracle = MergeSwapOracle(SWAP)
    oracle.prepare(*columns_from(6, {frozenset([1, 2, 3, 4]): 0, frozenset([0, 5]): 1}))
    c, names = SWAP.initial(6), []
    while not SWAP.final(c):
        [(kind, label)] = [(kind, label) for kind, _, cost, label in oracle.transition_costs(c) if cost == 0]
        names.append(SWAP.kinds[kind])
        SWAP.step(c, kind, label)
    assert names.count("swap") == 1 and len(names) == 4 * 6 - 2 + 2


def test_swap_says_something_everywhere():
    """Away from its path it is no use, but what it names is valid."""
    rng, oracle = random.Random(2), MergeSwapOracle(SWAP)
    assert not MergeSwapOracle.dynamic
    for _ in range(40):
        size = rng.randint(1, 12)
        oracle.prepare(*random_columns(size, rng))
        c = SWAP.initial(size)
        while not SWAP.final(c):
            assert len(free(oracle, c)) == 1
            kind, site = rng.choice(SWAP.transitions(c))
            SWAP.step(c, kind, rng.randrange(3), site)


@pytest.mark.parametrize("name", ["merge-gap", "merge-swap"])
@pytest.mark.parametrize("treebank", ["alpino-sample", "wsj-sample"])
def test_trees_of_treebanks_are_rebuilt(treebank, name):
    """A sample; `make verify` derives all."""
    files = sorted((DATA / treebank).glob("*.export"))
    if not files:
        pytest.skip(f"no {treebank} in ../shared/data/disco")
    for file in files:
        found = derive_all(file, every=25, name=name)
        assert found.trees and not found.static and not found.dynamic
