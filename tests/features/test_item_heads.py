"""Templates see the head of an item, and the category of its head child while it has no label."""

import pytest

from treewright.features import FeatureModel, extraction_of
from treewright.features.extraction import keys_of
from treewright.transitions.set_configuration import SetConfiguration
from treewright.treebank.constituency_tree import ConstituencyTree, Token
from treewright.treebank.head_ranks import HeadRanks
from treewright.treebank.tree_sentence import TreeSentence

WORDS = ("the A", "fox N", "has V", "slept V")


def keys(template, words, steps, ranks):
    """What a template of the view `label` sees after some steps: s shifts, c combines, a number is a label."""
    model = FeatureModel.from_text(["view shift", "1", "view combine", "1", "view word", "1", "view label", template])
    model.heads = ranks
    extraction = extraction_of(model)
    tokens = [Token(*word.split()) for word in words]
    extraction.encode(TreeSentence(ConstituencyTree(tokens)))
    c = SetConfiguration(len(tokens))
    for step in steps:
        if step in "sc":
            c.shift() if step == "s" else c.combine(1)
        else:
            c.give_label(int(step))
        c.commit(0, -1)
    return keys_of(extraction.with_views()[3], c)


@pytest.mark.parametrize("ranks", [HeadRanks([0, 2], {"A": 1, "N": 3, "V": 4}), HeadRanks([0, 2], {"A": 4, "N": 3, "V": 1})])
def test_the_head_is_the_child_of_the_highest_rank(ranks):
    first = ranks.tags["A"] > ranks.tags["N"]
    same = keys("Fm.w", ("the A", "dog N") if first else ("a A", "fox N"), "ssc", ranks)
    other = keys("Fm.w", ("a A", "fox N") if first else ("the A", "dog N"), "ssc", ranks)
    assert keys("Fm.w", WORDS, "ssc", ranks) == same != other


def test_the_label_of_a_child_decides_over_its_own_head():
    verb = HeadRanks([0, 2], {"A": 1, "N": 3, "V": 4})
    phrase = HeadRanks([0, 5], {"A": 1, "N": 3, "V": 4})
    assert keys("Fm.w", WORDS, "ssc1sc", verb) == keys("Fm.w", ("a A", "dog N", "has V"), "ssc1sc", verb)
    assert keys("Fm.w", WORDS, "ssc1sc", phrase) == keys("Fm.w", ("a A", "fox N", "had V"), "ssc1sc", phrase)
    assert keys("F.c", WORDS, "ssc1sc", verb) != keys("F.c", WORDS, "ssc1sc", phrase)


def test_an_item_without_label_shows_its_head_child_in_another_role():
    ranks = HeadRanks([0, 2], {"A": 1, "N": 3})
    alone = keys("F.c", ("fox N",), "s", ranks)
    assert keys("F.c", WORDS, "ssc", ranks) == keys("F.c", ("old A", "dog N"), "ssc", ranks) != alone
    assert keys("F.c", WORDS, "ssc", ranks) != keys("F.c", ("old A", "new A"), "ssc", ranks)


def test_a_bag_of_children_has_no_order():
    ranks = HeadRanks([0, 2], {"A": 1, "N": 3})
    assert keys("F.b", WORDS, "ssc", ranks) == keys("F.b", ("dog N", "old A"), "ssc", ranks)
    assert keys("F.b", WORDS, "ssc", ranks) != keys("F.b", ("dog N", "fox N"), "ssc", ranks)
    assert keys("F.b", WORDS, "ssc1sc", ranks) == keys("F.b", ("dog N", "fox N", "has V"), "ssc1sc", ranks)


def test_one_extraction_looks_at_several_configurations():
    model = FeatureModel.from_text(["view shift", "F.c", "view combine", "1", "view word", "1", "view label", "1"])
    extraction = extraction_of(model)
    extraction.encode(TreeSentence(ConstituencyTree([Token(*word.split()) for word in WORDS])))
    seen = []
    for label in (1, 0):
        c = SetConfiguration(len(WORDS))
        c.shift()
        c.give_label(label)
        c.commit(0, -1)
        seen.append(keys_of(extraction, c))
    assert seen[0] != seen[1]


def test_no_memory_is_an_error_and_nothing_is_written(monkeypatch):
    def full(array, size):
        raise MemoryError

    ranks = HeadRanks([0, 2], {"A": 1, "N": 3, "V": 4})
    monkeypatch.setattr("treewright.features.item_heads.grown", full)
    with pytest.raises(MemoryError):
        keys("Fm.w", WORDS, "ssc", ranks)
