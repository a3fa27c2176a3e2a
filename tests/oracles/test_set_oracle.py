"""The oracles of the set-based system: brute force, random trees, wrong turns, and that asking changes nothing."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.oracles.set_comparison import COUNTS, SetComparison, gold_trees
from tools.oracles.set_derivations import derive_all, derived
from tools.oracles.set_space import SetSpace
from treewright.conformance.constituent_trees import columns_from, constituents_of, random_columns
from treewright.oracles.set_based import SetOracle
from treewright.transitions.set_based import SetBased

SHIFT, COMBINE, NO_LABEL, LABEL, ROOT = range(5)
SYSTEM = SetBased()
DATA = Path(__file__).parents[2].parent / "shared" / "data" / "disco"
BOTH = pytest.mark.parametrize("canonical", [True, False], ids=["static", "dynamic"])


def free(oracle, c):
    """The transitions that cost nothing, without their costs."""
    return [(kind, site, label) for kind, site, cost, label in oracle.transition_costs(c) if cost == 0]


@pytest.mark.parametrize("n, states", [(1, 3), (2, 7), (3, 17), (4, 47), (5, 151)])
def test_numbers_of_configurations(n, states):
    """Twice as many as the ways to divide 1 to n tokens into a focus, which has the last, and other items; and the first."""
    assert len(SetSpace(n).states) == states


@pytest.mark.parametrize("n, trees", [(1, 3), (2, 27), (3, 567)])
def test_numbers_of_gold_trees(n, trees):
    golds = gold_trees(n, True, random.Random(1))
    assert len(golds) == len({tuple(sorted(gold.items())) for gold in golds}) == trees


@pytest.mark.parametrize(
    "n, every_label, histories, count", [(1, True, 0, 0), (2, True, 0, 0), (3, True, 1, 0), (4, False, 1, 150)]
)
def test_what_costs_nothing_loses_nothing(n, every_label, histories, count):
    """Against brute force; `make verify` has all trees up to 5 tokens."""
    comparison = SetComparison(n, histories)
    counts = comparison.compare(gold_trees(n, every_label, random.Random(1), count))
    assert comparison.differences == [] and counts.configurations > 0
    assert (counts.mismatches, counts.paper_mismatches, counts.static_mismatches, counts.examples) == (0, 0, 0, [])
    assert counts.as_good * 20 < counts.wrong


@pytest.mark.parametrize("n, count", [(1, 0), (2, 0), (3, 0), (4, 60)])
def test_every_number_of_made_and_right_constituents(n, count):
    """All that F1 knows of what was made before a configuration."""
    comparison = SetComparison(n, COUNTS)
    counts = comparison.compare(gold_trees(n, False, random.Random(1), count, one_label=True))
    assert comparison.differences == [] and counts.configurations == counts.pairs > 0
    assert (counts.mismatches, counts.paper_mismatches, counts.static_mismatches, counts.examples) == (0, 0, 0, [])


@pytest.mark.parametrize("careless", [SHIFT, COMBINE])
def test_brute_force_finds_what_is_wrong(careless):
    class Careless(SetOracle):
        def transition_costs(self, c):
            costs = super().transition_costs(c)
            return [(kind, site, 0 if kind == careless else cost, label) for kind, site, cost, label in costs]

    comparison = SetComparison(4, 1)
    comparison.oracles = (Careless(SYSTEM), Careless(SYSTEM, rule="paper"), Careless(SYSTEM, canonical=True))
    counts = comparison.compare(gold_trees(4, False, random.Random(1), 50))
    assert min(counts.mismatches, counts.paper_mismatches, counts.static_mismatches) > 20 and len(counts.examples) == 3


@BOTH
@given(size=st.integers(1, 40), seed=st.integers(0, 10**6), gaps=st.sampled_from([0.0, 0.2, 0.8]))
def test_random_trees_are_rebuilt(canonical, size, seed, gaps):
    rng = random.Random(seed)
    gold = random_columns(size, rng, 4, gaps)
    oracle = SetOracle(SYSTEM, canonical=canonical)
    oracle.prepare(*gold)
    tree, steps = derived(SYSTEM, oracle, size, rng)
    assert steps == 4 * size - 2
    assert constituents_of(size, *tree) == constituents_of(size, *gold)


@BOTH
@pytest.mark.parametrize("size", [63, 64, 65, 128, 129, 200])
def test_trees_of_several_machine_words(canonical, size):
    rng = random.Random(size)
    gold = random_columns(size, rng, 4, 0.3)
    oracle = SetOracle(SYSTEM, canonical=canonical)
    oracle.prepare(*random_columns(7, rng))  # what is left of another sentence must not show
    oracle.prepare(*gold)
    tree, steps = derived(SYSTEM, oracle, size, rng)
    assert steps == 4 * size - 2 and constituents_of(size, *tree) == constituents_of(size, *gold)


def test_the_static_oracle_keeps_the_set_small():
    """Flat and left-branching trees never wait; a right-branching one has to."""
    size = 30
    trees = {
        "flat": ({frozenset(range(size)): 0}, 1),
        "left": ({frozenset(range(end)): 0 for end in range(2, size + 1)}, 1),
        "right": ({frozenset(range(start, size)): 0 for start in range(size - 1)}, size - 1),
        "none": ({}, 1),
    }
    for name, (constituents, most) in trees.items():
        oracle = SetOracle(SYSTEM, canonical=True)
        oracle.prepare(*columns_from(size, constituents))
        c, sizes = SYSTEM.initial(size), []
        while not SYSTEM.final(c):
            [(kind, site, label)] = free(oracle, c)
            SYSTEM.step(c, kind, label, site)
            sizes.append(c.set_size())
        assert max(sizes) == most, name


@BOTH
def test_asking_changes_nothing_and_order_does_not_matter(canonical):
    rng = random.Random(5)
    for _ in range(20):
        size = rng.randint(2, 12)
        gold = random_columns(size, rng)
        c = SYSTEM.initial(size)
        records = [c.state]
        while not SYSTEM.final(c):  # a random path, mostly wrong
            kind, site = rng.choice(SYSTEM.transitions(c))
            SYSTEM.step(c, kind, rng.randrange(3), site)
            records.append(c.state)
        records.pop()
        asked, once = SetOracle(SYSTEM, canonical=canonical), {}
        asked.prepare(*gold)
        for record in records:
            c.restore(record)
            shown = repr(c), c.state, c.path()
            fresh = SetOracle(SYSTEM, canonical=canonical)
            fresh.prepare(*gold)
            once[record] = fresh.transition_costs(c)
            assert asked.transition_costs(c) == once[record]
            assert (repr(c), c.state, c.path()) == shown
        for record in rng.choices(records, k=40):
            c.restore(record)
            assert asked.transition_costs(c) == once[record]


def test_two_sentences_in_turn_are_not_confused():
    """The oracle remembers what comes next by the number of a configuration, which two sentences share."""
    oracle = SetOracle(SYSTEM)
    c = SYSTEM.initial(2)
    SYSTEM.step(c, SHIFT)
    SYSTEM.step(c, NO_LABEL)
    oracle.prepare(*columns_from(3, {frozenset([0, 1]): 0}))
    c.start(3)
    for _ in range(2):
        SYSTEM.step(c, SHIFT)
        SYSTEM.step(c, NO_LABEL)
    assert free(oracle, c) == [(COMBINE, 1, -1)]
    oracle.prepare(*columns_from(3, {frozenset([0, 2]): 0}))
    assert free(oracle, c) == [(SHIFT, 0, -1)]


def path(size, *steps):
    c = SYSTEM.initial(size)
    for kind, site in steps:
        SYSTEM.step(c, kind, 0, site)
        SYSTEM.step(c, NO_LABEL)
    return c


def test_the_next_constituent_is_the_smallest_that_can_still_be_made():
    oracle = SetOracle(SYSTEM)
    oracle.prepare(*columns_from(4, {frozenset([0, 2]): 0, frozenset([1, 3]): 1, frozenset(range(4)): 2}))
    shift = (SHIFT, 0)
    assert free(oracle, path(4, shift, shift)) == [(SHIFT, 0, -1)]
    assert free(oracle, path(4, shift, shift, shift)) == [(COMBINE, 2, -1)]
    # {0, 2} is lost, {1, 3} is not
    assert free(oracle, path(4, shift, shift, shift, shift)) == [(COMBINE, 2, -1)]
    # {0, 1} crosses both: only the whole is left, and every way to it will do
    assert free(oracle, path(4, shift, shift, (COMBINE, 1))) == [(SHIFT, 0, -1)]
    assert free(oracle, path(4, shift, shift, (COMBINE, 1), shift)) == [(SHIFT, 0, -1), (COMBINE, 1, -1)]


def test_labelling_steps():
    oracle = SetOracle(SYSTEM)
    oracle.prepare(*columns_from(2, {frozenset([1]): 4}))
    c = SYSTEM.initial(2)
    SYSTEM.step(c, SHIFT)
    assert oracle.transition_costs(c) == [(NO_LABEL, 0, 0, -1), (LABEL, 0, 1, -1)]
    SYSTEM.step(c, NO_LABEL)
    SYSTEM.step(c, SHIFT)
    assert oracle.transition_costs(c) == [(NO_LABEL, 0, 1, -1), (LABEL, 0, 0, 4)]
    SYSTEM.step(c, NO_LABEL)
    SYSTEM.step(c, COMBINE, -1, 1)
    assert oracle.transition_costs(c) == [(LABEL, 0, 1, -1), (ROOT, 0, 0, -1)]  # the root of the treebank branches


@pytest.mark.parametrize("treebank", ["alpino-sample", "wsj-sample"])
def test_trees_of_treebanks_are_rebuilt(treebank):
    """A sample; `make verify` derives all."""
    files = sorted((DATA / treebank).glob("*.export"))
    if not files:
        pytest.skip(f"no {treebank} in ../shared/data/disco")
    for file in files:
        found = derive_all(file, every=25)
        assert found.trees and not found.static and not found.dynamic
