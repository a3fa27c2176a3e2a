"""What systems reach of a treebank: against all trees they can give, and what is recommended for it."""

import itertools

import pytest

from treewright.analysis.treebanks import reach
from treewright.analysis.treebanks.reach import Reach
from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.projectivity import is_projective

CROSSING = [2, 0, 5, 2, 2]  # the arc from 5 to 3 is over 4
PROJECTIVE = [2, 0, 2, 3, 2]
NAMES = ["a", "b", "c", "d", "e"]


def row(found, name, encoding="none"):
    return next(row for row in found.rows() if name in row["systems"] and row["pseudo_projective"] == encoding)


def test_all_small_trees():
    """A tree is reached by projective systems if it is projective, by the label of the head if all labels differ."""
    found = Reach()
    trees = [heads for heads in itertools.product(range(5), repeat=4) if is_tree(heads)]
    for heads in trees:
        found.add(heads, NAMES[:4])
    count, arcs = len(trees), 4 * len(trees)
    assert row(found, "arc-eager")["trees"] == sum(map(is_projective, trees)) == 30
    assert (row(found, "arc-eager", "head")["trees"], row(found, "arc-eager", "head")["arcs"]) == (count, arcs)
    assert row(found, "arc-eager", "path")["trees"] == count - 1
    assert row(found, "arc-eager")["arcs"] < row(found, "arc-eager", "path")["arcs"] < arcs
    assert row(found, "arc-eager-span")["trees"] == 0  # they make no root


def test_derivations_of_desr():
    """All trees of five words; of one without a derivation, the arcs of the best projective tree are counted."""
    found = Reach()
    for heads in itertools.product(range(5), repeat=4):
        if is_tree(heads) and heads.count(0) == 1:
            found.add(heads, NAMES[:4])
    assert row(found, "attardi")["trees"] == found.trees == 64
    found.add([-1, 4, 1, 0, 2], [None] * 5)  # not a whole tree, and arcs that cross: no derivation is looked for
    assert row(found, "attardi")["arcs"] - 4 * 64 == row(found, "arc-eager")["arcs"] - plain_arcs(64) < 4
    assert "attardi (at least; of a tree without a derivation, the arcs of the best projective tree)" in "".join(found.lines())


def plain_arcs(trees):
    """What projective systems reach of all trees of four words with one root."""
    found = Reach()
    for heads in itertools.product(range(5), repeat=4):
        if is_tree(heads) and heads.count(0) == 1:
            found.add(heads, NAMES[:4])
    assert found.trees == trees
    return row(found, "arc-eager")["arcs"]


def test_every_system_has_a_row():
    named = [name for row in Reach().rows() if row["pseudo_projective"] == "none" for name in row["systems"]]
    assert sorted(named) == sorted(name for name, system in TRANSITION_SYSTEMS.items() if system.reaches in reach.REACHES)
    assert Reach().recommended() is None and Reach().lines()[-1].startswith("  ")


def test_short_arcs():
    found = Reach()
    found.add([2, 0, 7, 3, 4, 5, 2], ["a"] * 7)
    assert row(found, "arc-hybrid-span")["arcs"] == 4  # not the root, not 7 to 3, not 2 to 7
    found.add([3, 4, 0, 3], ["a"] * 4)  # two short arcs that cross, and one more
    assert row(found, "arc-hybrid-span")["arcs"] == 4 + 2
    assert row(found, "arc-hybrid-span")["trees"] == 0


@pytest.mark.parametrize(("crossing", "encoding"), [(0, "none"), (5, "none"), (60, "head")])
def test_what_is_worth_it_is_recommended(crossing, encoding):
    found = Reach()
    for number in range(400):  # 2,000 arcs: one that is lost is 0.05 % of them
        found.add(CROSSING if number < crossing else PROJECTIVE, NAMES)
    way = found.recommended()
    assert way["settings"] == {"system.name": "arc-eager", "training.pseudo_projective": encoding}
    expected = {0: "reaches every tree", 5: "nothing else reaches 2.5 % more", 60: "projective systems alone 1,940 (97.00 %)"}
    assert expected[crossing] in way["why"]
    assert found.lines()[-1] == f"recommended: {way['why']}"


def test_an_encoding_that_loses_too_much_is_not_recommended():
    found = Reach()
    for _ in range(10):  # the label of the head leads to word 1, the label of the head on a marked path to word 4
        found.add([3, 4, 0, 3, 2], ["dep", "dep", "root", "dep", "x"])
    assert [row(found, "arc-eager", way)["arcs"] for way in ("none", "head", "path", "head+path")] == [30, 30, 50, 40]
    assert found.recommended()["settings"]["training.pseudo_projective"] == "path"


def test_partial_trees():
    found = Reach()
    found.add([2, 0, 5, -1, -1], ["a", None, "c", None, None])
    plain = row(found, "arc-eager")
    assert (plain["trees"], plain["arcs"], found.all_arcs) == (1, 3, 3)
    found.add(CROSSING, [None] * 5)  # without labels there is no way back
    assert row(found, "arc-eager", "head+path")["arcs"] == 3 + 4


def test_a_system_that_reaches_all_is_recommended_where_it_helps(monkeypatch):
    class Odd(TransitionSystem):
        reaches = "something else"

    monkeypatch.setattr(reach, "TRANSITION_SYSTEMS", {**TRANSITION_SYSTEMS, "odd": Odd})
    found = Reach()
    for _ in range(10):
        found.add(CROSSING, [None] * 5)  # without labels no encoding helps
    assert row(found, "swap")["trees"] == 10 and not any("odd" in r["systems"] for r in found.rows())
    assert found.recommended()["settings"] == {"system.name": "swap", "training.pseudo_projective": "none"}
    shown = "\n".join(found.lines())
    assert "swap, arc-hybrid-swap, covington: 10 (100.00 %) of the trees, 50 (100.00 %) of the arcs" in shown
