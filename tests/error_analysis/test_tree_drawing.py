"""Drawn trees can be read back, whatever the tree and the script."""

import time
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treewright.error_analysis import draw, to_svg
from treewright.error_analysis.tree_drawing import text_width
from treewright.treebank import Sentence, Word


def sentence(heads, forms=None, labels=None):
    n = len(heads)
    forms = forms or [f"w{i}" for i in range(1, n + 1)]
    labels = labels or ["root" if h == 0 else "dep" for h in heads]
    columns = zip(forms, heads, labels, strict=True)
    return Sentence.from_words([Word(form=f, upos="X", head=h, deprel=label) for f, h, label in columns])


@st.composite
def trees(draw):
    """Any tree with one root, projective or not: words are attached in a random order to one that is there."""
    order = draw(st.permutations(range(1, draw(st.integers(1, 14)) + 1)))
    heads = [0] * len(order)
    for i in range(1, len(order)):
        heads[order[i] - 1] = order[draw(st.integers(0, i - 1))]
    return heads


def read_back(drawing, n):
    """The heads that a reader sees who follows the lines from each word to the left."""
    rows = [line[: line.index(" w")] for line in drawing.splitlines()]
    heads = []
    for row in range(n):
        at = next((c for c in range(len(rows[row]) - 1, 0, -1) if rows[row][c] in "╭╰├"), 0)
        if not at:
            heads.append(0)
            continue
        found = []
        for step, ends in ((-1, "╭"), (1, "╰")):
            other = row
            while rows[other][at] != ends:
                other += step
                if not 0 <= other < n or rows[other][at] not in "│├╭╰┼┬┴":
                    break
                if rows[other][at] in "┼┬┴":
                    found.append(other + 1)
                    break
        heads.append(found[0] if len(found) == 1 else None)
    return heads


def test_draws_the_example_of_the_manual():
    words = ["The", "carpenter", "planed", "the", "board"]
    tree = sentence([2, 3, 0, 5, 3], words, ["det", "nsubj", "root", "det", "obj"])
    assert draw(tree) == (
        "   ╭── The        X  det\n"
        " ╭─┴── carpenter  X  nsubj\n"
        "─┼──── planed     X  root\n"
        " │ ╭── the        X  det\n"
        " ╰─┴── board      X  obj\n"
    )


def test_a_line_of_another_head_is_passed_not_joined():
    tree = sentence([2, 3, 0, 3, 2], ["A", "man", "came", "in", "singing"])
    assert draw(tree) == (
        "   ╭── A        X  dep\n"
        " ╭─┼── man      X  dep\n"
        "─┼─│── came     X  root\n"
        " ╰─│── in       X  dep\n"
        "   ╰── singing  X  dep\n"
    )


@given(trees())
def test_every_tree_can_be_read_back(heads):
    assert read_back(draw(sentence(heads)), len(heads)) == heads


@given(trees())
def test_ascii_is_ascii_and_has_the_same_shape(heads):
    plain, boxes = draw(sentence(heads), ascii=True), draw(sentence(heads))
    assert plain.isascii()
    assert [len(line) for line in plain.splitlines()] == [len(line) for line in boxes.splitlines()]


def test_columns_are_aligned_in_every_script():
    words = ["木", "n\u0303a\u0301", "한국", "ｗ", "שלום", "👍\ufe0f", "cafe\u0301"]
    lines = draw(sentence([0, 1, 1, 1, 1, 1, 1], words)).splitlines()
    assert len({text_width(line[: line.rindex("X")]) for line in lines}) == 1


@pytest.mark.parametrize(("text", "cells"), [("木", 2), ("n\u0303", 1), ("a\u200db", 2), ("ｱ", 1), ("", 0), ("한", 2)])
def test_text_width(text, cells):
    assert text_width(text) == cells


@pytest.mark.parametrize("heads", [[2, 1], [None, 1], [None, None], [9, 1], [1, 1], [2, 3, 1, 0], [0, 0, 2], [3, 0, 1]])
def test_what_is_not_a_tree_is_drawn_all_the_same(heads):
    tree = sentence(heads, labels=["x"] * len(heads))
    assert len(draw(tree).splitlines()) == len(heads)
    ET.fromstring(to_svg(tree))


def test_the_head_of_a_word_in_a_cycle_is_named():
    assert draw(sentence([2, 1])).splitlines()[0].endswith("dep ← 2")


def test_control_characters_do_not_reach_the_terminal():
    assert "\x1b" not in draw(sentence([0], ["a\x1b[31m"]))


@pytest.mark.parametrize("shape", ["chain", "star"])
def test_very_long_sentences_take_linear_time_and_space(shape):
    n = 10_000
    tree = sentence([i if shape == "chain" else min(i, 1) for i in range(n)])
    start = time.process_time()
    drawing, picture = draw(tree), to_svg(tree)
    assert time.process_time() - start < 20  # generous: about one second on a slow machine
    assert len(drawing) < n * 200
    assert len(picture) < n * 800
    if shape == "chain":  # heads too deep to draw are named
        assert "← 1" in drawing


@given(trees())
def test_svg_has_one_arc_per_dependent(heads):
    root = ET.fromstring(to_svg(sentence(heads)))
    name = "{http://www.w3.org/2000/svg}"
    assert len([p for p in root.iter(f"{name}path") if p.get("class") is None]) == len(heads)
    assert len([t for t in root.iter(f"{name}text") if t.get("class") == "label"]) == len(heads)


def test_svg_escapes_what_it_shows():
    root = ET.fromstring(to_svg(sentence([0, 1], ["<b>&", "\x07\u0600"], ["root", "a<b"])))
    assert "<b>&" in [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
