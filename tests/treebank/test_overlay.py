"""Gold and predicted arcs in one picture: every arc is drawn once, and in the way that tells what it is."""

import random
import xml.etree.ElementTree as ET

from drawn_trees import sentence, trees
from hypothesis import given
from hypothesis import strategies as st

from treewright.treebank.overlay import ELSEWHERE, Overlay
from treewright.treebank.picture import stacked

NAME = "{http://www.w3.org/2000/svg}"


def drawn(gold, heads, labels=None, right=None, scored=None, found=None):
    size = len(gold)
    labels = labels or [word.deprel for word in gold.words]
    if right is None:
        right = [(a, b) == (c, d) for a, b, c, d in zip(gold.heads, gold.labels, heads, labels, strict=True)]
    overlay = Overlay(gold, heads, labels, gold.tags, right, scored or [True] * size, found or [True] * size)
    return ET.fromstring(stacked([(None, overlay.picture())], ""))


def groups(picture, name):
    return [group for group in picture.iter(f"{NAME}g") if group.get("class") == name]


@given(trees(), st.integers(0, 1000))
def test_arcs_by_their_kinds(heads, seed):
    rng = random.Random(seed)
    other = [rng.choice([head, rng.choice([h for h in range(len(heads) + 1) if h != i])]) for i, head in enumerate(heads, 1)]
    picture = drawn(sentence(heads), other)
    wrong = [i for i, (one, two) in enumerate(zip(heads, other, strict=True), 1) if one != two]
    assert [int(group.get("data-word")) for group in groups(picture, "missed")] == wrong
    assert [int(group.get("data-word")) for group in groups(picture, "wrong")] == wrong
    (right,) = groups(picture, "right")
    lines, arrows = (path.get("d") for path in right.iter(f"{NAME}path"))
    assert lines.count("M") == arrows.count("M") == len(heads) - len(wrong)
    words = next(group for group in picture.iter(f"{NAME}g") if group.get("class") == "words")
    row = float(words[0].get("y"))
    for name, above in (("missed", True), ("wrong", False)):
        for group in groups(picture, name):
            label = next(group.iter(f"{NAME}text"))
            assert (float(label.get("y")) < row) == above
            assert 0 < float(label.get("y")) < float(picture.get("height"))


def test_wrong_labels_and_lost_words():
    gold = sentence([2, 0, 2, 2], ["a", "b", "c", "d"], ["det", "root", "obj", "obl"])
    picture = drawn(gold, [2, 0, ELSEWHERE, -1], ["nsubj", "root", "obj", "-"], found=[True, True, True, False])
    (both,) = groups(picture, "mislabelled")
    assert "".join(both.itertext()) == "det× nsubj"
    (elsewhere,) = groups(picture, "wrong")
    assert "".join(elsewhere.itertext()) == "× obj …" and elsewhere.get("data-word") == "3"
    assert [group.get("data-word") for group in groups(picture, "missed")] == ["3", "4"]
    lost = [text for text in picture.iter(f"{NAME}text") if text.get("class") == "error lost"]
    assert [text.get("text-decoration") for text in lost] == ["line-through"]
    told = next(picture.iter(f"{NAME}desc")).text
    assert told == "det(b-2, a-1) became nsubj(b-2); obj(b-2, c-3) became obj(elsewhere); obl(b-2, d-4) became -(none)"


def test_a_word_that_is_its_own_head():
    picture = drawn(sentence([2, 0]), [1, 2])
    assert ["".join(group.itertext()) for group in groups(picture, "wrong")] == ["× dep (of itself)", "× root (of itself)"]


def test_what_does_not_count_is_no_error():
    picture = drawn(sentence([0, 1, 2]), [0, 3, 1], right=[True, False, False], scored=[True, False, True])
    assert [group.get("data-word") for group in groups(picture, "missed")] == ["3"]


def test_doubts():
    """The annotated arc is above, the preferred one below; nothing is called wrong."""
    annotated = sentence([2, 0, 2], ["a", "b", "c"], ["det", "root", "obj"])
    for word, head, label, classes, told in (
        (3, 1, "nmod", ("missed", "wrong"), "obj(b-2, c-3) rather nmod(a-1)"),
        (1, 0, "root", ("missed", "wrong"), "det(b-2, a-1) rather root(ROOT-0)"),
        (1, 2, "nsubj", ("mislabelled",), "det(b-2, a-1) rather nsubj(b-2)"),
    ):
        picture = ET.fromstring(stacked([(None, Overlay.of_doubt(annotated, word, head, label).picture())], ""))
        drawn = [(group.get("class"), group.get("data-word")) for group in picture.iter(f"{NAME}g") if group.get("data-word")]
        assert drawn == [(name, str(word)) for name in classes]
        assert next(picture.iter(f"{NAME}desc")).text == told and "×" not in "".join(picture.itertext())
        colours = {element.get("stroke") or element.get("fill") for element in picture.iter()}
        assert {"#c22", "#0a7a3c"} <= colours
