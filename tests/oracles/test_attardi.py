"""DeSR: against its printed rules in every configuration, and its oracle finds the shortest path to every tree it has."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_attardi import ALL, KINDS, Rules

import treewright as tw
from tools.oracles.gold_trees import is_projective, is_tree, random_nonprojective_tree, random_tree, trees
from treewright.oracles import ORACLES, StaticOracle
from treewright.oracles.attardi import MOST, AttardiOracle
from treewright.settings import resolve, without_effect
from treewright.transitions.attardi import CROSSING, Attardi

WITHOUT_EXTRACT = "right2,left2,right3,left3"
CHOICES = (",".join(CROSSING), WITHOUT_EXTRACT, "right2,left2", "left3,extract", "none")
READINGS = pytest.mark.parametrize("as_printed", [True, False], ids=["printed", "in order"])
ROOTS = pytest.mark.parametrize("root", ["first", "last"])
SINGLE = pytest.mark.parametrize("single_root", [True, False])


def kinds_of(crossing):
    left_out = set(CROSSING) - set(crossing.split(","))
    return frozenset(ALL - left_out - ({"insert"} if "extract" in left_out else set()))


def seen(c, roots):
    return tuple(c.stack[::-1]), tuple(c.buffer), tuple(c.tokens_aside[::-1]), roots


@READINGS
@ROOTS
@SINGLE
@pytest.mark.parametrize("crossing", CHOICES)
def test_a_transition_is_valid_if_it_fits_the_rule_and_a_tree_can_follow(crossing, single_root, root, as_printed):
    """So there are no dead ends, and no derivation of the printed rules is lost; every path ends."""
    system = Attardi(root=root, single_root=single_root, as_printed=as_printed, crossing=crossing)
    for n in range(1, 6):
        rules = Rules(n, root, single_root, as_printed, kinds_of(crossing))
        c = system.initial(n)
        todo, found = [(c.snapshot(), rules.initial)], set()
        assert rules.live(rules.initial)
        while todo:
            here, state = todo.pop()
            if state in found:
                continue
            found.add(state)
            c.restore(here)
            assert seen(c, state.roots) == state and system.final(c) == rules.final(state)
            if system.final(c):
                heads = system.tree(c)[0]
                assert is_tree(heads) and heads.count(0) == state.roots and (state.roots == 1 or not single_root)
                continue
            followers = [rules.after(state, kind) for kind in KINDS]
            assert system.valid(c) == [k for k, after in enumerate(followers) if after and rules.live(after[0])]
            assert len(c.path()) < 7 * n + 2
            for kind in system.valid(c):
                c.restore(here)
                system.step(c, kind)
                after, arc = followers[kind]
                if arc:
                    word, head = arc
                    assert c.heads[word - 1] == (0 if head == c.root else head)
                todo.append((c.snapshot(), after))


def follow(oracle, gold):
    """The path of the oracle, which must give the tree; the names of its transitions."""
    system, n = oracle.system, len(gold)
    oracle.prepare(list(gold), list(range(n)))
    c = system.initial(n)
    while not system.final(c):
        costs = oracle.kind_costs(c)
        assert sorted({0, 1} & set(costs)) in ([0], [0, 1]) and costs.count(0) == 1
        kind = costs.index(0)
        name = system.kinds[kind]
        word = {"right": c.top(), "right2": c.second(), "right3": c.third()}.get(name, c.next())
        system.step(c, kind, word - 1 if name in system.labelled else 0)
    assert tuple(system.tree(c)[0]) == tuple(gold) and system.tree(c)[1] == list(range(n))
    return [system.kinds[kind] for kind, _ in c.path()]


def check(oracle, gold):
    """The oracle has a path if the printed rules have one, and it is as short as theirs."""
    system = oracle.system
    rules = Rules(len(gold), system.root, system.single_root, system.as_printed, kinds_of(system.crossing))
    expected = rules.shortest(gold)
    oracle.prepare(list(gold), [0] * len(gold))
    assert oracle.derivable == (expected is not None)
    if expected is not None:
        assert len(follow(oracle, gold)) == expected
    return expected is not None


@READINGS
@pytest.mark.parametrize(("crossing", "reached"), [(CHOICES[0], 625), (WITHOUT_EXTRACT, 568), ("none", 143)])
def test_every_tree_of_up_to_five_words(crossing, reached, as_printed):
    for root, longest in (("last", 5), ("first", 4)):
        oracle = AttardiOracle(Attardi(root=root, as_printed=as_printed, crossing=crossing))
        for n in range(1, longest + 1):
            found = [check(oracle, gold) for gold in trees(n) + trees(n, projective=False)]
        assert longest < 5 or sum(found) == reached


@ROOTS
@pytest.mark.parametrize("crossing", [CHOICES[0], "left2"])
def test_trees_with_several_roots(root, crossing):
    for n in range(2, 5):
        for gold in itertools.product(range(n + 1), repeat=n):
            if is_tree(gold) and gold.count(0) > 1:
                check(AttardiOracle(Attardi(root=root, single_root=False, crossing=crossing)), gold)
    oracle = AttardiOracle(Attardi(root=root))
    oracle.prepare([0, 0, 2], [0] * 3)
    assert not oracle.derivable


ONLY_PRINTED, ONLY_IN_ORDER = (0, 4, 6, 5, 1, 2), (0, 4, 6, 1, 2, 5)


def test_the_two_readings_reach_different_trees():
    """Neither reading reaches all that the other does; in treebanks, tokens put back in order reach more."""
    assert not Attardi().as_printed
    printed, in_order = (AttardiOracle(Attardi(as_printed=way, crossing=WITHOUT_EXTRACT)) for way in (True, False))
    both = [(check(printed, gold), check(in_order, gold)) for gold in (ONLY_PRINTED, ONLY_IN_ORDER)]
    assert both == [(True, False), (False, True)]
    assert "right3" in follow(printed, ONLY_PRINTED) and "right3" in follow(in_order, ONLY_IN_ORDER)


@ROOTS
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_random_trees_of_up_to_15_words(root, data):
    n = data.draw(st.integers(1, 15))
    order = data.draw(st.permutations(range(1, n + 1)))
    gold = [0] * n
    for place in range(1, n):
        gold[order[place] - 1] = order[data.draw(st.integers(max(0, place - 3), place - 1))]
    oracle = AttardiOracle(Attardi(root=root))
    oracle.prepare(gold, [0] * n)
    if not oracle.derivable:
        assert oracle.gave_up or n > 5
        return
    path = follow(oracle, gold)
    put_back = path.count("right2") + 2 * path.count("right3")
    shifts = n - (root == "first")  # the input shrinks to one token
    assert path.count("shift") + path.count("extract") == shifts + put_back
    assert path.count("extract") == path.count("insert")
    assert not is_projective(tuple(gold)) or set(path) <= {"shift", "left", "right"}


def test_what_no_search_can_finish_is_given_up():
    rng = random.Random(1)
    oracle = AttardiOracle(Attardi())
    for n in (80, 120, 200):
        gold = random_nonprojective_tree_of_many_words(n, rng)
        oracle.prepare(gold, [0] * n)
        assert not oracle.derivable and oracle.gave_up and oracle.search.tried <= MOST + 8 * n
        assert set(oracle.kind_costs(oracle.system.initial(n))) == {0, None}
    assert len(follow(oracle, random_tree(2_000, rng))) == 4_000  # without any search
    small = AttardiOracle(Attardi(), most=10)
    small.prepare([3, 1, 0, 3, 2], [0] * 5)
    assert small.gave_up or small.derivable


def random_nonprojective_tree_of_many_words(n, rng):
    order = rng.sample(range(1, n + 1), n)
    return [0 if word == order[0] else rng.choice(order[: order.index(word)]) for word in range(1, n + 1)]


def test_whole_trees_only():
    oracle = ORACLES["attardi"](Attardi())
    for gold, right in (([2, 0, 2], True), ([2, 0, -1], False), ([0, 0, 2], False), ([2, 1, 0], False), ([3, 3, 0], True)):
        for one in (oracle, StaticOracle(oracle)):
            one.prepare(gold, [0] * 3)
            assert one.derivable is right


def test_paths_are_remembered():
    """The second time the search is not asked, and the path is the same; also when other trees came in between."""
    rng = random.Random(2)
    oracle = AttardiOracle(Attardi())
    every = [random_nonprojective_tree(7, rng) for _ in range(20)]
    first = [follow(oracle, gold) for gold in every]
    assert len(oracle.known) == len(set(every))
    assert [follow(oracle, gold) for gold in every] == first and len(oracle.known) == len(set(every))


# "A hearing is scheduled on the issue today ." of Nivre (2009): hearing -> on and scheduled -> today cross
HEARING = [2, 3, 0, 3, 2, 7, 5, 4, 3]


@pytest.mark.parametrize(
    ("crossing", "expected"), [(CHOICES[0], {"right2", "left2", "left3"}), ("extract", {"extract", "insert"})]
)
def test_an_example(crossing, expected):
    path = follow(AttardiOracle(Attardi(crossing=crossing)), HEARING)
    assert set(path) - {"shift", "left", "right"} <= expected and set(path) & expected


def test_settings():
    for crossing in ("left4", "", "left2,", "none,left2"):
        with pytest.raises(tw.SettingsError, match=r"system.crossing: seen '.*', expected none or a comma list of right2"):
            Attardi(crossing=crossing)
    parser = tw.Parser(system="attardi", crossing="left2, right2", preset="fast")
    assert parser.settings["system"]["crossing"] == "left2,right2" == parser.system.crossing
    assert parser.settings["oracle"]["name"] == "static" and parser.settings["training"]["exploration"] == "never"
    with pytest.raises(tw.SettingsError, match=r"system.crossing: seen 'left4', expected a comma list; each one of right2"):
        tw.Parser(system="attardi", crossing="left4")
    for more, message in (
        ({"oracle": "dynamic"}, "costs away from its gold path is not known"),
        ({"drop_arcs": "0.5"}, "finds a path to whole trees only"),
        ({"pseudo_projective": "head"}, "it makes non-projective arcs itself"),
    ):
        with pytest.raises(tw.SettingsError, match=message):
            tw.Parser(system="attardi", **more)
    assert without_effect(["system.crossing"], resolve({"crossing": "none"})) == [
        "system.crossing has no effect with system.name = arc-eager: only attardi has these transitions"
    ]
