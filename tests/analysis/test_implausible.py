import pytest

import treewright as tw
from tests.analysis.small_trees import treebank, with_arc
from treewright.analysis.doctor.arc_candidates import ArcCandidates
from treewright.analysis.doctor.forest import Forest
from treewright.analysis.doctor.implausible import Implausible
from treewright.analysis.doctor.jury import Jury, mirrored

PLANTED = {(5, 1): ("amod", None), (17, 4): (None, 1), (30, 2): ("obj", None)}  # sentence, word: label, head


def planted():
    sentences = treebank(150)
    for (at, word), (label, head) in PLANTED.items():
        sentences[at] = with_arc(sentences[at], word, head, label)
    return sentences


@pytest.fixture(scope="module")
def found():
    return Implausible(planted(), threads=1)


def test_planted_errors_come_first(found):
    first = found.doubts(most=3)
    assert {(doubt.sentence, doubt.word) for doubt in first} == set(PLANTED)
    original = treebank(150)
    for doubt in first:
        sentence = original[doubt.sentence]
        right = sentence.heads[doubt.word - 1], sentence.labels[doubt.word - 1]
        assert (doubt.better_head, doubt.better_label) == right and doubt.confidence > 0.5 and doubt.votes >= 3


def test_nothing_is_doubted_in_clean_data():
    doubts = Implausible(treebank(120, seed=3), threads=1).doubts()
    assert [doubt for doubt in doubts if doubt.confidence >= 0.5] == []


def test_twice_the_same_and_in_processes():
    sentences = planted()[:60]
    once, again, apart = (Implausible(sentences, threads=threads).doubts(least=-9) for threads in (1, 1, 2))
    assert once == again == apart


def test_candidates_do_not_tell_which_arc_is_annotated(found):
    """What is proposed for a word is the same whatever its annotated arc is; it is only added."""
    table = found.table
    candidates = ArcCandidates(table, found.jury)
    word = int(table.start[5]) + 1
    rows = candidates.word == word
    before = set(zip(candidates.head[rows & ~candidates.added], candidates.label[rows & ~candidates.added], strict=True))
    table.label[word] = table.names["label"]["root"]  # nobody proposes that
    changed = ArcCandidates(table, found.jury)
    rows = changed.word == word
    after = set(zip(changed.head[rows & ~changed.added], changed.label[rows & ~changed.added], strict=True))
    table.label[word] = table.names["label"]["amod"]
    assert before == after and changed.added[rows].sum() == 1


def test_unknown_heads_are_not_doubted():
    sentences = treebank(60)
    partial = [s.with_tree([None] * len(s), [None] * len(s)) if i % 3 == 0 else s for i, s in enumerate(sentences)]
    assert all(doubt.sentence % 3 for doubt in Implausible(partial, threads=1).doubts(least=-99))


def test_a_mirrored_sentence():
    sentence = treebank(1)[0]
    turned = mirrored(sentence)
    assert turned.forms == sentence.forms[::-1] and turned.labels == sentence.labels[::-1]
    back = mirrored(turned)
    assert list(back.heads) == list(sentence.heads) and back.forms == sentence.forms


def test_too_few_sentences():
    with pytest.raises(tw.SettingsError, match="seen 3 sentences, expected at least 20"):
        Jury(Forest(treebank(3)))


def test_edges_and_ancestors():
    #            1 the  2 old  3 dog  4 sees  5 cats
    rows = [("the", 3), ("old", 3), ("dog", 4), ("sees", 0), ("cats", 4)]
    text = "".join(f"{i}\t{form}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n" for i, (form, head) in enumerate(rows, 1))
    table = Forest([tw.Sentence(text.encode())])
    assert (table.first[3], table.latest[3]) == (1, 3) and (table.first[4], table.latest[4]) == (1, 5)
    assert table.dominates(4, 1) and table.dominates(3, 3) and not table.dominates(3, 5) and table.dominates(0, 4)
    assert [int(x) for x in table.beside(3)] == [0, 4] and [int(x) for x in table.beside(5)] == [4, 0]
    assert table.place(4) == (0, 4)
