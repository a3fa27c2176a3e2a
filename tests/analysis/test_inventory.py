import pytest

from tests.analysis.small_trees import sentence_of, treebank, with_arc
from treewright.analysis.doctor.inventory import Inventory


def with_label(label):
    sentences = treebank(40)
    return [with_arc(sentences[0], 1, label=label), *sentences[1:]]


def test_a_clean_treebank():
    assert Inventory(treebank(40)).findings() == []


@pytest.mark.parametrize(("slip", "meant"), [("nsbuj", "nsubj"), ("nsub", "nsubj"), ("NSUBJ", "nsubj"), ("puncts", "punct")])
def test_a_slip(slip, meant):
    (found,) = Inventory(with_label(slip)).findings()
    assert (found.kind, found.line, found.word, found.label) == ("inventory", 2, 1, meant)
    assert found.text.startswith(f"label {slip} occurs once, {meant} ")


@pytest.mark.parametrize("rare", ["csubj", "nsubj:outer", "iobj", "orphan", "csubj:pass"])
def test_a_rare_label_is_no_slip(rare):
    assert Inventory(with_label(rare)).findings() == []


def test_a_tag_in_small_letters():
    rows = [("a", "Det", 2, "det"), ("dog", "NOUN", 0, "root")]
    found = Inventory([*treebank(40), sentence_of(rows, "b.conllu", 7)]).findings()
    assert [str(f)[:50] for f in found] == ["b.conllu:7: word 1 (a): tag Det occurs once, DET 8"]


def test_features_in_the_place_of_tags():
    rows = [[("x", f"N{number}", 0, "root")] for number in range(60)]
    found = Inventory([sentence_of(row, "c.conllu", 3 * number + 1) for number, row in enumerate(rows)]).findings()
    assert "there are 60 tags in all, 60 of them occur 3 times at the most" in found[0].text
