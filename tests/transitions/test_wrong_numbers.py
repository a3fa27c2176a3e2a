"""Numbers that no sentence and no derivation has: configurations refuse them before they touch memory."""

import sys
from pathlib import Path

import pytest

import treewright as tw
from treewright.arrays import int_array
from treewright.conformance.own_sentences import own_sentences
from treewright.transitions import TRANSITION_SYSTEMS

sys.path.insert(0, str(Path(__file__).parents[1] / "own_parts"))
from arc_hybrid_in_python import SHIFT, PlainArcHybrid

FAR = (10**8, -(10**8))


@pytest.mark.parametrize("number", [*FAR, 7, -1])
@pytest.mark.parametrize("asked", ["head_of", "topmost", "was_popped"])
def test_tokens(asked, number):
    c = TRANSITION_SYSTEMS["arc-hybrid"]().initial(5)
    with pytest.raises(tw.SettingsError, match=rf"word: seen {number}, expected a token of the sentence, 0 to 6"):
        getattr(c, asked)(number)
    for token in range(7):
        getattr(c, asked)(token)


@pytest.mark.parametrize("name", ["arc-hybrid", "set-based", "merge-gap"])
def test_records(name):
    system = TRANSITION_SYSTEMS[name]()
    c = system.initial(5)
    system.step(c, system.valid(c)[0])
    for number in (*FAR, 2, -1):
        with pytest.raises(tw.SettingsError, match=rf"c\.restore: seen {number}, expected what c\.snapshot\(\) gave"):
            c.restore(number)
    assert c.restore(0) == c.snapshot() == 0 and c.restore(1) == c.snapshot() == 1


@pytest.mark.parametrize("root", ["first", "last"])
def test_arcs(root):
    c = TRANSITION_SYSTEMS["arc-hybrid"](root=root).initial(5)
    wrong = [(1, far) for far in FAR] + [(far, 1) for far in FAR] + [(1, c.root), (6 - c.root, 1), (1, 0), (-1, 1), (1, 6)]
    for head, dependent in wrong:
        with pytest.raises(tw.SettingsError, match=rf"seen head {head} and dependent {dependent}, expected two of the words"):
            c.add_arc(head, dependent, 0)
    c.add_arc(c.root, 5, 0)
    c.commit(0, 0)
    assert c.heads == [-1, -1, -1, -1, 0]


@pytest.mark.parametrize("label", [*FAR, 2, 1])
def test_labels(label):
    """A label with a bit of its own is looked up in a table; one that has none is not."""
    c = TRANSITION_SYSTEMS["arc-hybrid"]().initial(5)
    c.fold(int_array(2))
    c.shift()
    c.add_arc(c.next(), c.pop(), label)
    c.commit(1, label)
    assert c.heads == [2, -1, -1, -1, -1]


@pytest.mark.parametrize("far", ["head", "dependent"])
def test_a_system_that_names_a_far_token(far):
    class Far(PlainArcHybrid):
        def apply(self, c, kind, label):
            if kind == SHIFT:
                c.shift()
                return
            dependent = c.pop()
            head = 1 if dependent != 1 else 2
            c.add_arc(head + (10**7 if far == "head" else 0), dependent + (10**7 if far == "dependent" else 0), label)

    with pytest.raises(tw.SettingsError, match=r"c\.add_arc: seen head \d+ and dependent \d+, expected two of the words"):
        tw.Parser(system=Far, preset="fast", epochs=1).train(own_sentences(3))


def test_items():
    c = TRANSITION_SYSTEMS["set-based"]().initial(3)
    for depth in (*FAR, 0, 1):
        with pytest.raises(tw.SettingsError, match=rf"c\.combine: seen {depth}, expected an item of the set, 1 to 0"):
            c.combine(depth)
    for _ in range(3):
        c.shift()
    with pytest.raises(tw.SettingsError, match=r"c\.shift: seen no next token"):
        c.shift()
    c.combine(2)
    assert c.focus == [0, 2] and c.items == [[1]]


@pytest.mark.parametrize("name", ["arc-hybrid", "set-based"])
def test_no_two_sentences_have_one_number(name):
    """What is remembered of a configuration is remembered with its `starts` and `state`."""
    system = TRANSITION_SYSTEMS[name]()
    one, other = system.initial(2), system.initial(2)
    own = set()
    for _ in range(100_010):
        one.start(1, False) if name == "arc-hybrid" else one.start(1)
        own.add(one.starts)
    assert len(own) == 100_010 and other.starts not in own
