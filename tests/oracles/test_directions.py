"""Costs where only the direction of a head is known, against brute force."""

import pytest

import treewright as tw
from tools.oracles.brute_force import settings
from tools.oracles.comparison import Comparison, comparison_of
from tools.oracles.gold_trees import directions_and_heads, directions_only
from treewright.oracles import ORACLES, StaticOracle
from treewright.transitions import TRANSITION_SYSTEMS

NAMES = ("arc-eager", "non-monotonic-arc-eager")
SETTINGS = pytest.mark.parametrize("plain", [s for s in settings() if s.name in NAMES], ids=str, scope="module")


@SETTINGS
def test_costs_of_directions_alone(plain):
    for n in range(1, 5):
        counts = comparison_of(plain, n, all_heads=n < 4).compare_directions(directions_only(n))
        assert counts.compared > 0 and counts.examples == []


@SETTINGS
def test_costs_of_directions_beside_known_heads(plain):
    for n in (2, 3):
        counts = comparison_of(plain, n, all_heads=True).compare_directions(directions_and_heads(n, plain.root))
        assert counts.compared > 0 and counts.examples == []


@SETTINGS
def test_four_words_are_enough_for_some_overestimates(plain):
    """Where a direction and a known head exclude each other already, losing one of them may be charged (see the docs)."""
    counts = comparison_of(plain, 4, all_heads=False).compare_directions(directions_and_heads(4, plain.root))
    assert counts.under == 0 and counts.over == counts.mismatches <= 0.004 * counts.compared


@SETTINGS
def test_a_wrong_direction_is_noticed(plain):
    comparison = Comparison(plain, 3, all_heads=False)
    prepare = comparison.oracle.prepare

    class Mirrored:
        kind_costs = comparison.oracle.kind_costs

        def prepare(self, heads, labels, directions):
            prepare(heads, labels, [-direction for direction in directions])

    comparison.oracle = Mirrored()
    counts = comparison.compare_directions(directions_only(3))
    assert 0 < counts.mismatches < counts.compared


def kind_costs(name, root, path, *gold):
    system = TRANSITION_SYSTEMS[name](root=root, single_root=False)
    oracle = ORACLES[name](system)
    oracle.prepare(*gold)
    c = system.initial(len(gold[0]))
    for kind in path.split():
        system.step(c, system.kinds.index(kind))
    return dict(zip(system.kinds, oracle.kind_costs(c), strict=True))


UNKNOWN = ([-1, -1, -1], [-1, -1, -1])


def test_the_second_tables_of_the_paper():
    left, right = [*UNKNOWN, [0, -1, 0]], [*UNKNOWN, [0, 1, 0]]
    assert kind_costs("arc-eager", "last", "shift", *left) == {"shift": 1, "left-arc": 1, "right-arc": 0, "reduce": None}
    assert kind_costs("arc-eager", "last", "shift", *right) == {"shift": 0, "left-arc": 0, "right-arc": 1, "reduce": None}
    name = "non-monotonic-arc-eager"
    assert kind_costs(name, "last", "shift", *left) == {"shift": 0, "left-arc": 1, "right-arc": 0, "reduce": None}
    assert kind_costs(name, "last", "shift shift", *left) == {"shift": 0, "left-arc": 1, "right-arc": 0, "reduce": 0}
    assert kind_costs(name, "last", "shift shift", *right) == {"shift": 0, "left-arc": 0, "right-arc": 0, "reduce": 1}


def test_root_is_a_token_at_its_place():
    """With the root last the last word may have its head on the right; with the root first it may not."""
    right = [*UNKNOWN, [0, 0, 1]]
    last = kind_costs("arc-eager", "last", "shift left-arc shift", *right)
    assert (last["shift"], last["right-arc"]) == (0, 1)
    first = kind_costs("arc-eager", "first", "shift left-arc right-arc", *right)
    assert first["right-arc"] == 0


def test_a_known_head_says_more_than_a_direction():
    gold = ([2, 0, 2], [0, 0, 0])
    for path in ("", "shift", "shift left-arc", "shift shift"):
        costs = kind_costs("arc-eager", "last", path, *gold)
        assert costs == kind_costs("arc-eager", "last", path, *gold, [-1, 1, 1])


def test_directions_are_of_one_sentence_only():
    system = TRANSITION_SYSTEMS["arc-eager"]()
    for oracle in (ORACLES["arc-eager"](system), StaticOracle(ORACLES["arc-eager"](system))):
        assert oracle.takes_directions
        oracle.prepare(*UNKNOWN, [1, -1, 0])
        oracle.prepare(*UNKNOWN)
        c = system.initial(3)
        system.step(c, 0)
        if oracle.dynamic:
            assert oracle.kind_costs(c) == [0, 0, 0, None]


@pytest.mark.parametrize("name", [name for name in ORACLES if name not in NAMES])
def test_other_oracles_refuse_directions(name):
    oracle = ORACLES[name](TRANSITION_SYSTEMS[name]())
    for refusing in (oracle,) if oracle.static_itself else (oracle, StaticOracle(oracle)):
        assert not refusing.takes_directions
        with pytest.raises(tw.SettingsError, match="does not know what the direction of a head costs; the oracles of arc-ea"):
            refusing.prepare(*UNKNOWN, [0, -1, 0])


@pytest.mark.parametrize("directions", [[0, 1], [0, 1, 2], [0, 0, 0, 0]])
def test_what_directions_look_like(directions):
    oracle = ORACLES["arc-eager"](TRANSITION_SYSTEMS["arc-eager"]())
    with pytest.raises(tw.SettingsError, match="expected -1, 0 or 1 for each of the 3 words"):
        oracle.prepare(*UNKNOWN, directions)
