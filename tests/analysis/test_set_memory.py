"""The sizes of the set, counted without deriving anything, are those that the static oracle's derivations have."""

import random

import pytest

from treewright.analysis.treebanks.set_memory import SetMemory, memory_of, set_sizes
from treewright.conformance.constituent_trees import columns_from, random_columns
from treewright.oracles.set_based import SetOracle
from treewright.transitions.set_based import SetBased
from treewright.treebank.constituency_tree import ConstituencyTree, Token


def derived_sizes(size, gold):
    system = SetBased()
    oracle = SetOracle(system, canonical=True)
    oracle.prepare(*gold)
    c, sizes = system.initial(size), []
    while not system.final(c):
        [(kind, site, _, label)] = [one for one in oracle.transition_costs(c) if one[2] == 0]
        system.step(c, kind, label, site)
        if c.labelling:
            sizes.append(c.set_size())
    return sizes


@pytest.mark.parametrize("gaps", [0.0, 0.3, 0.9])
def test_sizes_are_those_of_derivations(gaps):
    rng = random.Random(3)
    for _ in range(100):
        size = rng.randint(1, 25)
        gold = random_columns(size, rng, gaps=gaps)
        assert list(set_sizes(gold[0])) == derived_sizes(size, gold)


@pytest.mark.parametrize(
    "size, constituents, expected",
    [
        (1, {}, [0]),
        (3, {}, [0, 1, 0, 1, 0]),
        (3, {frozenset([0, 1, 2]): 0, frozenset([1, 2]): 0}, [0, 1, 2, 1, 0]),
        (4, {frozenset([0, 2]): 0, frozenset([1, 3]): 0}, [0, 1, 2, 1, 2, 1, 0]),
    ],
)
def test_small_trees(size, constituents, expected):
    assert list(set_sizes(columns_from(size, constituents)[0])) == expected


def test_what_is_told():
    tokens = [Token(f"w{i}") for i in range(4)]
    flat = ConstituencyTree.from_brackets(tokens, [])
    crossing = ConstituencyTree.from_brackets(tokens, [("A", (0, 2)), ("B", (1, 3)), ("C", (1,)), ("S", (0, 1, 2, 3))])
    memory = memory_of([flat, crossing])
    assert memory.histogram == {0: 4 + 2, 1: 3 + 3, 2: 2}
    assert (memory.trees, memory.configurations, memory.most, memory.mean) == (2, 14, 2, 10 / 14)
    assert (memory.size_for(), memory.size_for(80), memory.size_for(10)) == (2, 1, 0)
    assert memory.as_dict()["histogram"] == {0: 6, 1: 6, 2: 2}
    enough = "2 or fewer in 99 % of the configurations"
    assert memory.lines() == [f"items in the set of a set-based parser: 0.71 in the mean, {enough}, 2 at most"]
    assert SetMemory().lines() == [] and memory_of([]).mean == 0


def test_a_sentence_without_tokens():
    assert list(set_sizes([])) == []
