"""Shift-reduce parsing with gap and with swap: a worked example of each, their conditions, and how long paths are."""

import random

import pytest

from treewright.conformance.constituent_trees import constituents_of
from treewright.transitions.merge_gap import MergeGap
from treewright.transitions.merge_swap import MergeSwap

GAP, SWAP = MergeGap(), MergeSwap()
BOTH = pytest.mark.parametrize("system", [GAP, SWAP], ids=["gap", "swap"])

# "Whom did they see": VP = {Whom, see}, with a gap; S = all.  What is done, items behind the focus, the focus, what is more.
BY_GAP = [
    ("shift", [], [0], 0),
    ("no-label", [], [0], 0),
    ("shift", [[0]], [1], 0),
    ("no-label", [[0]], [1], 0),
    ("shift", [[0], [1]], [2], 0),
    ("label 2", [[0], [1]], [2], 0),
    ("merge", [[0]], [1, 2], 0),
    ("no-label", [[0]], [1, 2], 0),
    ("shift", [[0], [1, 2]], [3], 0),
    ("no-label", [[0], [1, 2]], [3], 0),
    ("gap", [[0], [1, 2]], [3], 1),
    ("merge", [[1, 2]], [0, 3], 0),
    ("label 1", [[1, 2]], [0, 3], 0),
    ("merge", [], [0, 1, 2, 3], 0),
    ("label 0", [], [0, 1, 2, 3], 0),
]
BY_SWAP = [
    *[(*row[:3], []) for row in BY_GAP[:8]],
    ("swap", [], [1, 2], [[0]]),
    ("shift", [[1, 2]], [0], []),
    ("shift", [[1, 2], [0]], [3], []),
    ("no-label", [[1, 2], [0]], [3], []),
    ("merge", [[1, 2]], [0, 3], []),
    ("label 1", [[1, 2]], [0, 3], []),
    ("merge", [], [0, 1, 2, 3], []),
    ("label 0", [], [0, 1, 2, 3], []),
]


def valid(system, c):
    """The names of the valid transitions."""
    return {system.kinds[kind] for kind in system.valid(c)}


def take(system, c, *names):
    """Take transitions, by their names."""
    for name in names:
        kind, _, label = name.partition(" ")
        system.step(c, system.kinds.index(kind), int(label or -1))
    return c


@pytest.mark.parametrize(("system", "rows"), [(GAP, BY_GAP), (SWAP, BY_SWAP)], ids=["gap", "swap"])
def test_step_by_step(system, rows):
    c = system.initial(4)
    for name, items, focus, more in rows:
        assert not system.final(c)
        take(system, c, name)
        assert (c.items, c.focus) == (items, focus)
        assert (c.skipped if system is GAP else c.waiting) == more
    assert system.final(c) and len(c.path()) == c.steps() == len(rows)
    assert c.constituents == [(2, [2]), (1, [0, 3]), (0, [0, 1, 2, 3])]
    assert constituents_of(4, *system.tree(c)) == {frozenset(tokens): label for label, tokens in c.constituents}


def test_conditions_of_gap():
    c = GAP.initial(4)
    assert valid(GAP, c) == {"shift"}
    assert valid(GAP, take(GAP, c, "shift")) == {"label", "no-label"}
    assert valid(GAP, take(GAP, c, "no-label", "shift", "no-label")) == {"shift", "merge"}
    assert valid(GAP, take(GAP, c, "shift", "no-label")) == {"shift", "merge", "gap"}
    assert valid(GAP, take(GAP, c, "gap")) == {"merge"}  # there is nothing to skip any more, and shift would undo it
    take(GAP, c, "merge")
    assert (c.items, c.focus, c.skipped) == ([[1]], [0, 2], 0)
    take(GAP, c, "no-label", "shift", "no-label")
    assert valid(GAP, c) == {"merge", "gap"}
    take(GAP, c, "merge", "no-label", "merge")
    assert valid(GAP, c) == {"label", "root"}
    assert GAP.final(take(GAP, c, "root")) and c.constituents == []
    with pytest.raises(ValueError, match="gap is not valid in SetConfiguration"):
        take(GAP, GAP.initial(2), "gap")


def test_conditions_of_swap():
    c = SWAP.initial(3)
    assert valid(SWAP, c) == {"shift"}
    assert valid(SWAP, take(SWAP, c, "shift", "no-label", "shift")) == {"label", "no-label"}
    assert valid(SWAP, take(SWAP, c, "no-label")) == {"shift", "merge", "swap"}
    assert valid(SWAP, take(SWAP, c, "swap")) == {"shift"}
    assert valid(SWAP, take(SWAP, c, "shift")) == {"shift", "merge"}  # no label again, and not back again
    assert (c.items, c.focus, c.waiting, c.next) == ([[1]], [0], [], 2)
    assert valid(SWAP, take(SWAP, c, "shift", "no-label", "swap")) == {"shift", "merge", "swap"}
    assert (c.items, c.focus, c.waiting) == ([[1]], [2], [[0]])
    assert repr(c) == "SetConfiguration(set=[[1]], focus=[2], waiting=[[0]], next=3, made=[])"
    take(SWAP, c, "merge")
    assert valid(SWAP, c) == {"label", "no-label"}  # not all tokens: one was put back
    take(SWAP, c, "label 3", "shift")
    assert valid(SWAP, c) == {"merge"}
    assert valid(SWAP, take(SWAP, c, "merge")) == {"label", "root"}
    assert c.constituents == [(3, [1, 2])]


def test_last_tokens_after_swap():
    """The focus need not have the last token of what it is merged from."""
    c = take(SWAP, SWAP.initial(3), "shift", "label 1", "shift", "no-label", "shift", "label 2", "swap", "swap")
    assert (c.items, c.focus, c.waiting) == ([], [2], [[0], [1]])
    take(SWAP, c, "shift", "merge")
    assert c.focus == [0, 2]
    take(SWAP, c, "no-label")
    assert "swap" not in valid(SWAP, take(SWAP, c, "shift"))


@BOTH
def test_what_was_committed_can_be_restored(system):
    rng = random.Random(3)
    for size in (1, 2, 7, 70):
        c = system.initial(size)
        seen = []
        while not system.final(c):
            seen.append((c.state, repr(c), c.labelling, c.skipped, c.waiting, system.transitions(c)))
            kind, site = rng.choice(system.transitions(c))
            system.step(c, kind, rng.randrange(3), site)
        for state, *then in rng.sample(seen, len(seen)):
            c.restore(state)
            assert [repr(c), c.labelling, c.skipped, c.waiting, system.transitions(c)] == then


def test_each_pair_is_swapped_once_at_most():
    """As many swaps as can be: no path is endless."""
    for size in (2, 3, 6, 12):
        c = SWAP.initial(size)
        steps = 0
        while not SWAP.final(c):
            able = valid(SWAP, c)
            take(SWAP, c, next(name for name in ("swap", "shift", "no-label", "merge", "root") if name in able))
            steps += 1
        assert steps == 4 * size - 2 + size * (size - 1)


@BOTH
@pytest.mark.parametrize("size", [0, 1])
def test_hardly_any_tokens(system, size):
    c = system.initial(size)
    if size:
        assert valid(system, take(system, c, "shift")) == {"label", "root"}
        take(system, c, "label 4")
    assert system.final(c) and c.constituents == [(4, [0])] * size
    assert system.tree(c) == ([-1] * size, [4] * size)
