"""Trees become columns and come back; chains of labels are joined and parted without loss."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.errors import InputError
from treewright.families.chain import joined, parted
from treewright.families.constituent_columns import brackets_of, columns_of, entries_of
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token


def tree_of(size, brackets):
    return ConstituencyTree.from_brackets([Token(f"w{i}") for i in range(size)], brackets)


def there_and_back(tree):
    names = sorted({name for name in entries_of(tree)[1] if name is not None})
    parents, labels = columns_of(tree, {name: number for number, name in enumerate(names)})
    return brackets_of(parents, labels, names)


def in_order(tree):
    return sorted(tree.brackets(), key=lambda bracket: (len(bracket[1]), bracket[1]))


@given(st.lists(st.text(st.sampled_from("AB+\\"), max_size=4), min_size=1, max_size=4))
def test_chains_come_back(labels):
    assert parted(joined(labels)) == labels


@given(*[st.lists(st.text(st.sampled_from("A+\\"), min_size=1, max_size=3), min_size=1, max_size=3)] * 2)
def test_different_chains_have_different_names(one, other):
    assert (joined(one) == joined(other)) == (one == other)


def test_an_ordinary_chain_is_readable():
    assert joined(["SBAR", "S", "VP"]) == "SBAR+S+VP"
    assert joined(["NP"]) == "NP"


def test_gap_and_chains():
    tree = tree_of(4, [("VP", (0, 2)), ("INF", (0, 2)), ("NP", (1,)), ("S", (0, 1, 2))])
    parents, names = entries_of(tree)
    assert names == [None, "NP", None, None, "S", "INF+VP", None]
    assert parents == [5, 4, 5, -1, -1, 4, -1]
    assert there_and_back(tree) == in_order(tree)


@pytest.mark.parametrize(
    ("size", "brackets"),
    [
        (1, []),
        (1, [("X", (0,)), ("Y", (0,))]),
        (3, []),  # the root itself branches
        (3, [("S", (0, 1, 2)), ("TOP", (0, 1, 2))]),
        (70, [("S", tuple(range(70))), ("VP", (0, 2, 4, 69)), ("NP", (69,)), ("A+B", (0, 4)), ("A", (2,)), ("B", (2,))]),
    ],
)
def test_there_and_back(size, brackets):
    tree = tree_of(size, brackets)
    assert there_and_back(tree) == in_order(tree)
    assert len(entries_of(tree)[0]) == 2 * size - 1


def test_a_sentence_without_tokens_has_no_entries():
    assert entries_of(ConstituencyTree([])) == ([], [])
    assert brackets_of([], [], []) == []


def test_unknown_labels_and_empty_constituents_are_refused():
    tree = tree_of(2, [("NP", (0, 1))])
    with pytest.raises(InputError, match="seen 'NP', expected one of 1 known labels"):
        columns_of(tree, {"VP": 0})
    tree.constituents.append(Constituent("PP"))
    with pytest.raises(InputError, match="seen a PP without tokens"):
        entries_of(tree)
