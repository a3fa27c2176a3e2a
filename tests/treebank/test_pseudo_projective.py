"""Lifting non-projective arcs and undoing it, by example, for all small trees, and for any labels at all."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.treebank.dependency_tree import is_tree, problems, roots
from treewright.treebank.projectivity import crossed_arcs, is_projective, nonprojective_arcs
from treewright.treebank.pseudo_projective import ENCODINGS, MarkedLabel, decode, encode, projectivise

# The sentence of Nivre and Nilsson (2005), "Z nich je jen jedna na kvalitu.": the arc from jedna (5) to Z (1) passes over
# its root je (3); the full stop hangs on je here, so that there is one root.
CZECH = [5, 1, 0, 5, 3, 3, 6, 3]
CZECH_LABELS = ["AuxP", "Atr", "Pred", "AuxZ", "Sb", "AuxP", "Adv", "AuxK"]


def slowly_projectivised(heads: list[int]) -> list[int]:
    """The definition: lift the shortest non-projective arc, the leftmost of several, until there is none."""
    heads = list(heads)
    while arcs := nonprojective_arcs(heads):
        head, word = min(arcs, key=lambda arc: (abs(arc[0] - arc[1]), arc[1]))
        heads[word - 1] = heads[head - 1]
    return heads


def all_trees(size: int) -> list[list[int]]:
    return [list(heads) for heads in product(range(size + 1), repeat=size) if is_tree(heads)]


@st.composite
def trees(draw: st.DrawFn, most: int = 14, unknown: bool = False) -> list[int]:
    """Any tree with one root, non-projective as a rule; words in random order hang on words before them."""
    order = draw(st.permutations(range(1, draw(st.integers(1, most)) + 1)))
    heads = [0] * len(order)
    for at, word in enumerate(order[1:], 1):
        heads[word - 1] = order[draw(st.integers(0, at - 1))]
    if unknown:
        heads = [-1 if draw(st.integers(0, 4)) == 0 else head for head in heads]
    return heads


def test_the_example_of_the_paper() -> None:
    assert nonprojective_arcs(CZECH) == [(5, 1)]
    lifted = projectivise(CZECH)
    assert lifted.heads == [3, 1, 0, 5, 3, 3, 6, 3] and lifted.words == {1} and lifted.path == {5}
    changed = {
        "head": {1: MarkedLabel("AuxP", True, "Sb")},
        "path": {1: MarkedLabel("AuxP", True), 5: MarkedLabel("Sb", down=True)},
        "head+path": {1: MarkedLabel("AuxP", True, "Sb"), 5: MarkedLabel("Sb", down=True)},
    }
    for encoding in ENCODINGS:
        heads, labels = encode(encoding, CZECH, CZECH_LABELS)
        assert heads == lifted.heads
        assert {word: label for word, label in enumerate(labels, 1) if label and not label.plain} == changed[encoding]
        assert [label and label.label for label in labels] == CZECH_LABELS
        assert decode(encoding, heads, labels) == CZECH


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_all_small_trees(size: int) -> None:
    """Projectivised trees are projective, single-rooted and what the definition gives; only lifted arcs may get lost."""
    recovered = dict.fromkeys(ENCODINGS, 0)
    count = 0
    for heads in all_trees(size):
        lifted = projectivise(heads)
        assert is_projective(lifted.heads) and is_tree(lifted.heads)
        assert lifted.heads == slowly_projectivised(heads)
        assert lifted.words == {w for w, (a, b) in enumerate(zip(heads, lifted.heads, strict=True), 1) if a != b}
        assert bool(lifted.words) == (not is_projective(heads))
        count += bool(lifted.words)
        names = [f"l{word}" for word in range(1, size + 1)]  # every label once: the label of a head says which word it is
        for encoding in ENCODINGS:
            found = decode(encoding, *encode(encoding, heads, names))
            assert is_tree(found)
            recovered[encoding] += bool(lifted.words) and found == heads
    assert count == {1: 0, 2: 0, 3: 2, 4: 34, 5: 482}[size]
    assert recovered == {"head": count, "path": {4: 33, 5: 399}.get(size, count), "head+path": count}


@given(trees())
def test_what_is_exact(heads: list[int]) -> None:
    """With the label of the head if that occurs once, with a path if one word was lifted."""
    names = [f"l{word}" for word in range(len(heads))]
    assert decode("head", *encode("head", heads, names)) == heads
    assert decode("head+path", *encode("head+path", heads, names)) == heads
    if len(projectivise(heads).words) == 1:
        assert decode("path", *encode("path", heads, ["same"] * len(heads))) == heads


@given(trees(), st.data())
def test_decoding_any_labels_gives_a_tree(heads: list[int], data: st.DataObject) -> None:
    """A parser may put marks on any label."""
    start = projectivise(heads).heads if data.draw(st.booleans()) else heads
    label = st.builds(
        MarkedLabel, st.integers(0, 2), up=st.booleans(), head=st.sampled_from([None, 0, 1, 2]), down=st.booleans()
    )
    labels = data.draw(st.lists(st.one_of(st.none(), label), min_size=len(heads), max_size=len(heads)))
    for encoding in ENCODINGS:
        found = decode(encoding, start, labels)
        assert is_tree(found) and roots(found) == roots(start)
        moved = [word for word, (a, b) in enumerate(zip(start, found, strict=True), 1) if a != b]
        assert all((own := labels[word - 1]) is not None and own.up for word in moved)
        fixed = data.draw(st.sets(st.integers(1, len(heads))))
        kept = decode(encoding, start, labels, lambda word, old, new, fixed=fixed: word not in fixed)
        assert is_tree(kept) and all(kept[word - 1] == start[word - 1] for word in fixed)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_decoding_all_marks_on_all_small_trees(size: int) -> None:
    choices = [None, *(MarkedLabel(0, up, head, down) for up, head, down in product((0, 1), (None, 0), (0, 1)))]
    for heads in all_trees(size):
        for labels in product(choices, repeat=size):
            for encoding in ENCODINGS:
                assert is_tree(decode(encoding, heads, labels))


@given(trees(unknown=True), st.data())
def test_partial_trees_are_lifted_where_that_is_possible(heads: list[int], data: st.DataObject) -> None:
    """An arc below a word without a head has nowhere to go; an unknown label stays unknown."""
    lifted = projectivise(heads)
    assert [head < 0 for head in lifted.heads] == [head < 0 for head in heads] and not problems(lifted.heads)
    assert all(lifted.heads[head - 1] < 0 for head, _ in nonprojective_arcs(lifted.heads))
    names = data.draw(st.lists(st.sampled_from([None, "a", "b"]), min_size=len(heads), max_size=len(heads)))
    for encoding in ENCODINGS:
        changed, labels = encode(encoding, heads, names)
        assert changed == lifted.heads
        assert all(own is not None or label is None for label, own in zip(labels, names, strict=True))
        assert not problems(decode(encoding, changed, labels))


def test_several_roots() -> None:
    heads = [3, 0, 0, 3]  # the arc from 3 to 1 over a root
    lifted = projectivise(heads)
    assert lifted.heads == [0, 0, 0, 3]
    for encoding in ENCODINGS:
        assert decode(encoding, *encode(encoding, heads, ["a", "b", "c", "d"])) == heads


def test_a_long_sentence_takes_no_long_time() -> None:
    size = 3000
    heads = [0, *(word - 1 if word % 50 else max(1, word - 90) for word in range(2, size + 1))]
    assert is_tree(heads) and crossed_arcs(heads)
    assert is_projective(projectivise(heads).heads)
