"""Easy-first: costs are exact for all projective trees of up to five words, whole or partial; the sentence of the paper."""

import pytest

from tools.oracles.brute_force import settings
from tools.oracles.comparison import comparison_of
from tools.oracles.gold_trees import partial_trees, trees
from treewright.oracles import ORACLES
from treewright.transitions import TRANSITION_SYSTEMS

SETTINGS = pytest.mark.parametrize("plain", [s for s in settings() if s.name == "easy-first"], ids=str, scope="module")


@SETTINGS
def test_costs_of_all_trees_of_five_words(plain):
    counts = comparison_of(plain, 5, all_heads=False).compare(trees(5))
    assert counts.compared > 10_000 and counts.examples == []


@SETTINGS
def test_costs_of_all_partial_trees_of_four_words(plain):
    counts = comparison_of(plain, 4, all_heads=False).compare(partial_trees(4))
    assert counts.compared > 5_000 and counts.examples == []


@SETTINGS
def test_costs_of_trees_that_are_not_projective_are_mostly_right(plain):
    counts = comparison_of(plain, 4, all_heads=False).compare(trees(4, projective=False))
    assert 0 < counts.under < 0.03 * counts.compared and counts.over < 0.06 * counts.compared


def test_the_sentence_of_the_paper():
    """"a brown fox jumped with joy" (Goldberg and Elhadad 2010): the order of its figure costs nothing, others do."""
    system = TRANSITION_SYSTEMS["easy-first"](root="last")
    oracle = ORACLES["easy-first"](system)
    gold = [3, 3, 4, 0, 4, 5]
    oracle.prepare(gold, [0] * 6)
    c = system.initial(6)
    names = ("forward forward left-arc forward left-arc forward left-arc forward forward right-arc forward right-arc "
             "forward left-arc")  # fmt: skip
    for name in names.split():
        kind = system.kinds.index(name)
        assert oracle.kind_costs(c)[kind] == 0
        system.step(c, kind)
    assert system.final(c) and system.tree(c)[0] == gold
    c = system.initial(6)
    for name, cost in (("left-arc", 1), ("right-arc", 1), ("forward", 0)):  # between "a" and "brown"
        if name == "left-arc":
            system.step(c, system.kinds.index("forward"))
        assert oracle.kind_costs(c)[system.kinds.index(name)] == cost
    for _ in range(4):
        system.step(c, system.kinds.index("forward"))
    assert oracle.kind_costs(c)[system.kinds.index("right-arc")] == 0  # "with" -> "joy"
