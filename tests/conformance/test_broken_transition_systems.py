"""For each rule of transition systems, one that breaks it is caught."""

import sys
from pathlib import Path

import pytest
from broken_parts import broken, only_compiled

from treewright.conformance import check_transition_system
from treewright.transitions import TRANSITION_SYSTEMS

sys.path.insert(0, str(Path(__file__).parents[1] / "own_parts"))
from arc_hybrid_in_python import LEFT_ARC, RIGHT_ARC, SHIFT, PlainArcHybrid


class Stuck(PlainArcHybrid):
    def is_valid(self, c, kind):
        return super().is_valid(c, kind) and not (kind == LEFT_ARC and c.stack_size() == 1 and c.words_in_buffer() == 0)


class Endless(PlainArcHybrid):
    kinds = ("shift", "left-arc", "right-arc", "wait")

    def is_valid(self, c, kind):
        return kind == 3 or super().is_valid(c, kind)

    def apply(self, c, kind, label):
        if kind < 3:
            super().apply(c, kind, label)


class TellsOfOtherArcs(PlainArcHybrid):
    def makes(self, word, head):
        return abs(word - head) < 5


class ManyRoots(PlainArcHybrid):
    def is_valid(self, c, kind):
        if kind == LEFT_ARC:
            return c.is_word(c.top()) and c.buffer_size() > 0
        return c.stack_size() >= 2 if kind == RIGHT_ARC else super().is_valid(c, kind)


class ManyPartialRoots(ManyRoots):
    """Words may be left without a head, so the root may be missing; but two are still too many."""

    kinds = ("shift", "left-arc", "right-arc", "reduce")
    partial = True

    def is_valid(self, c, kind):
        return c.is_word(c.top()) if kind == 3 else super().is_valid(c, kind)

    def apply(self, c, kind, label):
        if kind == 3:
            c.pop()
        else:
            super().apply(c, kind, label)


class Headless(PlainArcHybrid):
    def apply(self, c, kind, label):
        if kind == RIGHT_ARC:
            c.pop()
        else:
            super().apply(c, kind, label)


class TwoArcs(PlainArcHybrid):
    """Only the last arc of a transition counts."""

    kinds = ("shift", "left-arc", "right-arc", "two-left-arcs")
    labelled = ("left-arc", "right-arc", "two-left-arcs")

    def is_valid(self, c, kind):
        if kind == 3:
            return c.words_in_buffer() > 0 and c.is_word(c.top()) and c.is_word(c.second())
        return super().is_valid(c, kind)

    def apply(self, c, kind, label):
        super().apply(c, LEFT_ARC if kind == 3 else kind, label)
        if kind == 3:
            super().apply(c, LEFT_ARC, label)


class Meddling(PlainArcHybrid):
    def is_valid(self, c, kind):
        valid = super().is_valid(c, kind)
        if kind == RIGHT_ARC and c.stack_size() == 3:
            c.pop()
        return valid


class MeddlingAtTheEnd(PlainArcHybrid):
    def is_final(self, c):
        if c.words_in_buffer() == 2 and c.stack_size() > 0:
            c.shift()
        return super().is_final(c)


class Moody(PlainArcHybrid):
    asked = 0

    def is_valid(self, c, kind):
        Moody.asked += 1
        return super().is_valid(c, kind) and not (Moody.asked % 50 == 0 and kind == SHIFT and c.stack_size() > 1)


class Forgetful(PlainArcHybrid):
    """Keeps something to itself that a configuration does not know."""

    steps = 0

    def apply(self, c, kind, label):
        self.steps += 1
        if kind == LEFT_ARC and c.is_word(c.second()) and self.steps % 100 == 0:
            dependent = c.pop()
            c.add_arc(c.top(), dependent, label)
        else:
            super().apply(c, kind, label)


class RightOnly(PlainArcHybrid):
    def is_valid(self, c, kind):
        return super().is_valid(c, kind) and (kind != LEFT_ARC or c.next() == c.root)


class Unlabelled(PlainArcHybrid):
    labelled = ("left-arc",)


class Twins(PlainArcHybrid):
    kinds = ("shift", "left-arc", "left-arc")


class Strangers(PlainArcHybrid):
    labelled = ("left-arc", "swap")


class Boastful(PlainArcHybrid):
    reaches = "everything"


class Liar(PlainArcHybrid):
    reaches = "all"


class Fixed(PlainArcHybrid):
    def __init__(self):
        super().__init__(root="last")


@pytest.mark.parametrize(
    "cls, rule",
    [
        (int, "is a subclass of TransitionSystem"),
        (Stuck, "a configuration that is not final has a valid transition"),
        (Endless, "every path comes to an end"),
        (ManyRoots, "a final configuration holds a tree with exactly one root; seen: seen 2 roots"),
        (ManyPartialRoots, "a final configuration holds a tree with at most one root; seen: seen 2 roots"),
        (Headless, "a final configuration holds a tree with exactly one root; seen: no head of word 1"),
        (TwoArcs, "a final configuration holds a tree with exactly one root; seen: no head of word 2"),
        (Meddling, "is_valid does not change the configuration"),
        (MeddlingAtTheEnd, "is_final does not change the configuration"),
        (Moody, "is_valid says the same when asked twice"),
        (Forgetful, "the same transitions lead to the same configuration"),
        (RightOnly, "reaches every tree of the class it claims (projective); seen: no path"),
        (Liar, "reaches every tree of the class it claims (all); seen: no path"),
        (Unlabelled, "every kind that makes an arc is in `labelled`; seen: right-arc"),
        (TellsOfOtherArcs, "an arc is one that `makes` tells of; seen: "),
        (Twins, "kinds: 1 to 30 different names"),
        (Strangers, "labelled: some of the kinds"),
        (Boastful, "reaches: one of projective, 2-planar, many, all"),
        (Fixed, "is made with root= and single_root="),
    ],
)
def test_a_broken_transition_system_is_caught(cls, rule):
    if cls is int:
        cls = type("Unrelated", (), {"kinds": ("shift",), "labelled": (), "reaches": "projective"})
    small = 2 if cls in (Meddling, MeddlingAtTheEnd, Moody, Forgetful) else 4  # so that random paths are what finds it
    message = broken(check_transition_system, cls, small=small)
    assert message.startswith(rule), message


def test_the_configuration_is_shown():
    message = broken(check_transition_system, Stuck)
    assert "in Configuration(stack=[1], buffer=[2], heads=[-1]) of Stuck(root='last'" in message
    assert message.endswith("reached by shift")


@only_compiled
def test_an_override_of_a_compiled_system_is_caught():
    class Mine(TRANSITION_SYSTEMS["arc-hybrid"]):
        def apply(self, c, kind, label):
            c.shift()

    assert "would be ignored" in broken(check_transition_system, Mine)
