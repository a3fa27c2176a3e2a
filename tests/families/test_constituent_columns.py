"""Trees become columns and come back without loss."""

import pytest

from treewright.errors import InputError
from treewright.families.constituent_columns import brackets_of, columns_of, entries_of, productions_of
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token


def tree_of(size, brackets):
    return ConstituencyTree.from_brackets([Token(f"w{i}") for i in range(size)], brackets)


def there_and_back(tree):
    names = sorted({name for name in entries_of(tree)[1] if name is not None})
    parents, labels = columns_of(tree, {name: number for number, name in enumerate(names)})
    return brackets_of(parents, labels, names)


def test_gap_and_chains():
    tree = tree_of(4, [("VP", (0, 2)), ("INF", (0, 2)), ("NP", (1,)), ("S", (0, 1, 2))])
    parents, names = entries_of(tree)
    assert names == [None, "NP", None, None, "S", "INF@VP", None]
    assert parents == [5, 4, 5, -1, -1, 4, -1]
    assert there_and_back(tree) == tree.brackets()


@pytest.mark.parametrize(
    ("size", "brackets"),
    [
        (1, []),
        (1, [("X", (0,)), ("Y", (0,))]),
        (3, []),  # the root itself branches
        (3, [("S", (0, 1, 2)), ("TOP", (0, 1, 2))]),
        (70, [("S", tuple(range(70))), ("VP", (0, 2, 4, 69)), ("NP", (69,)), ("A@B", (0, 4)), ("A", (2,)), ("B", (2,))]),
    ],
)
def test_there_and_back(size, brackets):
    tree = tree_of(size, brackets)
    assert there_and_back(tree) == tree.brackets()
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


def test_each_constituent_with_the_categories_of_its_children():
    tree = ConstituencyTree.from_brackets(
        [Token(form, tag) for form, tag in (("what", "W"), ("did", "V"), ("you", "P"), ("eat", "V"), ("?", "."))],
        [("VP", (0, 3)), ("NP", (2,)), ("S", (0, 1, 2, 3))],
    )
    assert productions_of(tree) == [
        ("VP", [("tag", "W"), ("tag", "V")]),
        ("S", [("tag", "V"), ("label", "NP"), ("label", "VP")]),
        (None, [("tag", "."), ("label", "S")]),
    ]
