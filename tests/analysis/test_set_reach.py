"""How many items must be candidates, against derivations of the static oracle."""

import random

import pytest

from treewright.analysis.treebanks.set_reach import SetReach, candidates_of
from treewright.conformance.constituent_trees import random_columns
from treewright.families.constituent_columns import brackets_of
from treewright.oracles.set_based import SetOracle
from treewright.transitions.set_based import SetBased
from treewright.treebank.constituency_tree import ConstituencyTree, Token


def farthest(size, parents, labels):
    """The oldest item that the static derivation combines, counted from the latest."""
    system = SetBased()
    oracle, c = SetOracle(system, canonical=True), system.initial(size)
    oracle.prepare(parents, labels)
    most = 0
    while not system.final(c):
        kind, site, _, label = next(one for one in oracle.transition_costs(c) if one[2] == 0)
        most = max(most, site if system.kinds[kind] == "combine" else 0)
        system.step(c, kind, label, site)
    return most


@pytest.mark.parametrize("size", range(1, 13))
def test_as_the_oracle_derives(size):
    rng = random.Random(size)
    reach = SetReach()
    for _ in range(25):
        parents, labels = random_columns(size, rng)
        assert candidates_of(parents) == farthest(size, parents, labels)
        reach.add(ConstituencyTree.from_brackets([Token("w")] * size, brackets_of(parents, labels, "ABC")))
    assert reach.reached(0) == 25 and reach.reached(size) == 25
    assert "25 (100.00 %) of the trees" in reach.lines()[1] or reach.reached(4) < 25
