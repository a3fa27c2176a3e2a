"""Dependency trees: what is written is what was predicted, and nothing else changes."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.constraints.given import KEPT
from treewright.errors import InputError
from treewright.families import DependencyTrees, Prediction
from treewright.families.family import Alphabets
from treewright.families.prediction import UNKNOWN
from treewright.treebank import Sentence

LABELS, TAGS = ["nsubj", "obl:arg", "root"], ["NOUN", "VERB"]


def sentence(size, comment=""):
    rows = [f"{i}\tw{i}\tl{i}\tX\tx\t_\t_\told:{i}\t_\tSpaceAfter=No\n" for i in range(1, size + 1)]
    return Sentence("".join([comment, *rows]).encode())


def ints(numbers):
    return numpy.array(numbers, numpy.int32)


def written(family, sentences, prediction, alphabets):
    """The rows of what is written, without comments, as lists of fields."""
    block = family.write(sentences, prediction, alphabets).decode()
    return [line.split("\t") for line in block.split("\n") if line and not line.startswith("#")]


@given(st.data())
def test_heads_and_labels_are_written_and_all_else_stays(data):
    sizes = data.draw(st.lists(st.integers(1, 12), min_size=1, max_size=4))
    treebank = [sentence(size, f"# sent_id = {n}\n") for n, size in enumerate(sizes)]
    heads = [data.draw(st.integers(UNKNOWN, size)) for size in sizes for _ in range(size)]
    labels = [data.draw(st.integers(KEPT, len(LABELS) - 1)) for _ in heads]
    family, alphabets = DependencyTrees(), Alphabets(LABELS, [])
    rows = written(family, treebank, Prediction(ints(heads), ints(labels)), alphabets)
    before = [row.split("\t") for s in treebank for row in s.source.decode().split("\n")[1:-1]]
    for row, old, head, label in zip(rows, before, heads, labels, strict=True):
        name = {KEPT: old[7], UNKNOWN: "_"}.get(label) or LABELS[label]
        assert row == [*old[:6], "_" if head < 0 else str(head), name, *old[8:]]


def test_comments_and_blank_lines_stay_where_they_are():
    treebank = [sentence(1, "# sent_id = a\n# text = w1\n"), sentence(2)]
    block = DependencyTrees().write(treebank, Prediction(ints([0, 2, 0]), ints([2, 0, 2])), Alphabets(LABELS, []))
    assert block.startswith(b"# sent_id = a\n# text = w1\n1\tw1\t") and block.count(b"\n\n") == 2 and block.endswith(b"\n\n")


def test_without_labels_deprel_becomes_empty():
    rows = written(DependencyTrees(labelled=False), [sentence(2)], Prediction(ints([2, 0]), ints([0, 0])), Alphabets([], []))
    assert [row[6:8] for row in rows] == [["2", "_"], ["0", "_"]]


def test_tags_are_written_where_they_are_predicted():
    prediction = Prediction(ints([2, 0]), ints([0, 2]), ints([1, 0]))
    rows = written(DependencyTrees(tagged=True), [sentence(2)], prediction, Alphabets(LABELS, TAGS))
    assert [row[3] for row in rows] == ["VERB", "NOUN"] and [row[7] for row in rows] == ["nsubj", "root"]


def test_what_is_written_scores_full_marks():
    family = DependencyTrees(tagged=True)
    words = [{"form": f, "upos": t, "head": h, "deprel": d} for f, t, h, d in (("a", "X", 2, "det"), ("b", "Y", 0, "root"))]
    treebank = [Sentence.from_words(words)]
    alphabets = family.alphabets(treebank)
    gold = family.gold(treebank, alphabets)
    found = family.score(treebank, gold, alphabets)
    assert found.figures == {"dev_uas": 100.0, "dev_las": 100.0, "dev_upos": 100.0} and found.quality == 100
    assert family.write(treebank, gold, alphabets) == treebank[0].source + b"\n"
    assert family.score(treebank, Prediction(gold.heads, gold.labels, ints([-1, -1])), alphabets).figures["dev_upos"] == 0


def test_data_without_labels_or_heads_is_refused():
    bare = [Sentence.from_words(["a", "b"])]
    with pytest.raises(InputError, match="dev data: seen no known heads"):
        DependencyTrees().check(bare, "dev")
    with pytest.raises(InputError, match="training data: seen no labels"):
        DependencyTrees().alphabets(bare)
    with pytest.raises(InputError, match="training data: seen no tags"):
        DependencyTrees(labelled=False, tagged=True).alphabets(bare)
