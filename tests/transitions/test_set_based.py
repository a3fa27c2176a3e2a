"""The set-based system: the paper's worked example and table, how long derivations are, and what goes wrong."""

import random

import pytest

import treewright as tw
from treewright.conformance.constituent_trees import columns_from, constituents_of, problem_of
from treewright.oracles.set_based import SetOracle
from treewright.transitions.set_based import SetBased

SHIFT, COMBINE, NO_LABEL, LABEL, ROOT = range(5)
SYSTEM = SetBased()

# Coavoux and Cohen (2019), Table 2: structural action, set, focus, labelling action
WORDS = ["So", "what", "'s", "a", "parent", "to", "do", "?"]
TABLE_2 = [
    ("shift", [], "So", "no-label"),
    ("shift", ["So"], "what", "WHNP"),
    ("shift", ["So", "what"], "'s", "no-label"),
    ("shift", ["So", "what", "'s"], "a", "no-label"),
    ("shift", ["So", "what", "'s", "a"], "parent", "no-label"),
    ("combine-3", ["So", "what", "'s"], "a parent", "NP"),
    ("combine-2", ["So", "what"], "'s a parent", "no-label"),
    ("shift", ["So", "what", "'s a parent"], "to", "no-label"),
    ("shift", ["So", "what", "'s a parent", "to"], "do", "no-label"),
    ("combine-1", ["So", "'s a parent", "to"], "what do", "VP"),
    ("combine-5", ["So", "'s a parent"], "what to do", "VP"),
    ("combine-2", ["So"], "what 's a parent to do", "SQ"),
    ("combine-0", [], "So what 's a parent to do", "no-label"),
    ("shift", ["So what 's a parent to do"], "?", "no-label"),
    ("combine-0", [], "So what 's a parent to do ?", "SBARQ"),
]
LABELS = ["WHNP", "NP", "VP", "SQ", "SBARQ"]
FIGURE_1 = {  # label and tokens of each constituent
    (1,): "WHNP", (3, 4): "NP", (1, 6): "VP", (1, 5, 6): "VP", (1, 2, 3, 4, 5, 6): "SQ", (0, 1, 2, 3, 4, 5, 6, 7): "SBARQ",
}  # fmt: skip
GOLD = columns_from(8, {frozenset(tokens): LABELS.index(label) for tokens, label in FIGURE_1.items()})


def words(tokens):
    return " ".join(WORDS[token] for token in tokens)


def site_of(c, action):
    """The site of a structural action of the paper, which names an item by its first token."""
    if action == "shift":
        return SHIFT, 0
    firsts = [item[0] for item in reversed(c.items)]
    return COMBINE, 1 + firsts.index(int(action.removeprefix("combine-")))


def require_table_row(c, row, j):
    _, items, focus, _ = row
    assert [words(item) for item in c.items] == items
    assert words(c.focus) == focus
    assert c.steps() == j and c.labelling == (j % 2 == 1) and c.set_size() == len(items)


def test_table_2_step_by_step():
    c = SYSTEM.initial(8)
    assert (c.items, c.focus, c.next, c.constituents, c.steps()) == ([], None, 0, [], 0)
    for number, row in enumerate(TABLE_2):
        kind, site = site_of(c, row[0])
        SYSTEM.step(c, kind, -1, site)
        require_table_row(c, row, 2 * number + 1)
        assert max(c.focus) == c.next - 1
        if row[3] == "no-label":
            SYSTEM.step(c, NO_LABEL)
        else:
            SYSTEM.step(c, LABEL, LABELS.index(row[3]))
        require_table_row(c, row, 2 * number + 2)
    assert SYSTEM.final(c) and c.steps() == 4 * 8 - 2
    assert {tuple(tokens): LABELS[label] for label, tokens in c.constituents} == FIGURE_1
    assert constituents_of(8, *SYSTEM.tree(c)) == constituents_of(8, *GOLD)


def test_table_2_is_what_the_static_oracle_says():
    oracle = SetOracle(SYSTEM, canonical=True)
    oracle.prepare(*GOLD)
    c = SYSTEM.initial(8)
    for row in TABLE_2:
        kind, site = site_of(c, row[0])
        assert [one[:2] for one in oracle.transition_costs(c) if one[2] == 0] == [(kind, site)]
        SYSTEM.step(c, kind, -1, site)
        expected = (NO_LABEL, 0, 0, -1) if row[3] == "no-label" else (LABEL, 0, 0, LABELS.index(row[3]))
        assert [one for one in oracle.transition_costs(c) if one[2] == 0] == [expected]
        SYSTEM.step(c, expected[0], expected[3])
    assert SYSTEM.final(c)


def after(size, *steps):
    """The configuration after these transitions: kinds, with sites or labels."""
    c = SYSTEM.initial(size)
    for step in steps:
        kind, more = step if isinstance(step, tuple) else (step, 0)
        SYSTEM.step(c, kind, more if kind == LABEL else -1, 0 if kind == LABEL else more)
    return c


@pytest.mark.parametrize(
    "size, steps, expected",
    [
        (2, (), [(SHIFT, 0)]),  # no item yet
        (2, (SHIFT,), [(NO_LABEL, 0), (LABEL, 0)]),  # an odd step
        (2, (SHIFT, NO_LABEL), [(SHIFT, 0)]),  # the set is empty
        (3, (SHIFT, NO_LABEL, SHIFT, (LABEL, 1)), [(SHIFT, 0), (COMBINE, 1)]),
        (2, (SHIFT, NO_LABEL, SHIFT, NO_LABEL), [(COMBINE, 1)]),  # no token left
        (2, (SHIFT, NO_LABEL, SHIFT), [(NO_LABEL, 0), (LABEL, 0)]),  # no token left, but the set is not empty
        (3, (SHIFT, NO_LABEL, SHIFT, NO_LABEL, SHIFT, NO_LABEL), [(COMBINE, 1), (COMBINE, 2)]),
        (3, (SHIFT, NO_LABEL, SHIFT, NO_LABEL, (COMBINE, 1)), [(NO_LABEL, 0), (LABEL, 0)]),  # the set is empty, a token left
        (2, (SHIFT, NO_LABEL, SHIFT, NO_LABEL, (COMBINE, 1)), [(LABEL, 0), (ROOT, 0)]),  # the last step
        (1, (SHIFT,), [(LABEL, 0), (ROOT, 0)]),
        (1, (SHIFT, ROOT), []),
    ],
)
def test_conditions_of_table_1(size, steps, expected):
    c = after(size, *steps)
    assert (SYSTEM.transitions(c) if not SYSTEM.final(c) else []) == expected
    for kind in range(len(SYSTEM.kinds)):
        for site in range(size + 1):
            if (kind, site) not in expected and expected:
                with pytest.raises(ValueError, match="is not valid"):
                    SYSTEM.step(c, kind, 0, site)


def test_effects_of_table_1():
    c = after(4, SHIFT, NO_LABEL, SHIFT, (LABEL, 5), SHIFT, NO_LABEL)
    assert (c.items, c.focus, c.next, c.constituents) == ([[0], [1]], [2], 3, [(5, [1])])
    start = c.state
    SYSTEM.step(c, COMBINE, -1, 2)
    assert (c.items, c.focus, c.next, c.constituents) == ([[1]], [0, 2], 3, [(5, [1])])
    SYSTEM.step(c, LABEL, 7)
    assert (c.items, c.focus, c.constituents) == ([[1]], [0, 2], [(5, [1]), (7, [0, 2])])
    c.restore(start)
    SYSTEM.step(c, SHIFT)
    assert (c.items, c.focus, c.next, c.constituents) == ([[0], [1], [2]], [3], 4, [(5, [1])])


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 30, 63, 64, 65, 130])
def test_every_path_has_4n_minus_2_steps_and_ends_in_a_tree(size):
    rng = random.Random(size)
    for labelled in (0.0, 0.3, 1.0):
        c = SYSTEM.initial(size)
        while not SYSTEM.final(c):
            offered = SYSTEM.transitions(c)
            kind, site = rng.choice(offered)
            if kind in (LABEL, NO_LABEL, ROOT):
                kind = LABEL if rng.random() < labelled else next(k for k, _ in offered if k != LABEL)
            SYSTEM.step(c, kind, rng.randrange(9), site)
        assert c.steps() == len(c.path()) == 4 * size - 2
        parents, labels = SYSTEM.tree(c)
        assert problem_of(size, parents, labels) == ""
        made = constituents_of(size, parents, labels)
        assert made == {frozenset(tokens): label for label, tokens in c.constituents}
        assert len(made) == (0 if labelled == 0 else 2 * size - 1) or labelled == 0.3


def test_a_configuration_serves_one_sentence_after_another():
    c = SYSTEM.initial(3)
    for size in (3, 200, 1, 70):
        c.start(size)
        assert (c.items, c.focus, c.next, c.steps()) == ([], None, 0, 0)
        while not SYSTEM.final(c):
            kind, site = SYSTEM.transitions(c)[-1]
            SYSTEM.step(c, kind, 2, site)
        assert c.focus == list(range(size)) and c.steps() == 4 * size - 2


def test_candidates_are_the_latest_items():
    few, c = SetBased(candidates=2), SYSTEM.initial(5)
    for _ in range(4):
        SYSTEM.step(c, SHIFT)
        SYSTEM.step(c, NO_LABEL)
    assert few.transitions(c) == [(SHIFT, 0), (COMBINE, 1), (COMBINE, 2)]
    assert SYSTEM.transitions(c) == [*few.transitions(c), (COMBINE, 3)]
    for wrong in (-1, 1.5, True, "2", 10**7):
        with pytest.raises(tw.SettingsError, match=r"system.candidates: seen .*, expected a whole number, 0 for all items"):
            SetBased(candidates=wrong)


def test_what_a_configuration_shows():
    c = after(3, SHIFT, (LABEL, 2), SHIFT, NO_LABEL)
    assert repr(c) == "SetConfiguration(set=[[0]], focus=[1], next=2, made=[(2, [0])])"
    with pytest.raises(ValueError, match=r"label is not valid in SetConfiguration.*; valid: \['shift', 'combine at site 1'\]"):
        SYSTEM.step(c, LABEL)
    with pytest.raises(ValueError, match="kind: seen 5, expected 0 to 4: shift, combine, no-label, label, root"):
        SYSTEM.step(c, 5)
