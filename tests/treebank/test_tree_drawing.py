"""Drawn trees can be read back, whatever the tree and the script."""

import re

import pytest
from bytecodes import bytecodes
from drawn_trees import sentence, trees
from hypothesis import given
from hypothesis import strategies as st

from treewright.treebank import draw
from treewright.treebank.shown_text import text_width


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


@pytest.mark.parametrize(
    ("text", "cells"),
    [("木", 2), ("co\u00adop", 5), ("\u1112\u1161\u11ab", 2), ("n\u0303", 1), ("a\u200db", 2), ("ｱ", 1), ("", 0), ("한", 2)],
)
def test_text_width(text, cells):
    assert text_width(text) == cells


@pytest.mark.parametrize("heads", [[2, 1], [None, 1], [None, None], [9, 1], [1, 1], [2, 3, 1, 0], [0, 0, 2], [3, 0, 1]])
def test_what_is_not_a_tree_is_drawn_all_the_same(heads):
    tree = sentence(heads, labels=["x"] * len(heads))
    assert len(draw(tree).splitlines()) == len(heads)


def test_the_head_of_a_word_in_a_cycle_is_named():
    assert draw(sentence([2, 1])).splitlines()[0].endswith("dep ← 2")


def test_control_characters_do_not_reach_the_terminal():
    assert "\x1b" not in draw(sentence([0], ["a\x1b[31m"]))


@pytest.mark.parametrize("ascii", [False, True])
def test_characters_that_move_the_cursor_or_turn_the_line_are_replaced(ascii):
    form = "a\x1b[31m\x9b\x00\u2028\u202e\u2069b"
    shown = draw(sentence([0], [form]), ascii=ascii).split()[1]
    assert shown == ("a?[31m?????b" if ascii else "a�[31m�����b")


def test_words_from_right_to_left_are_isolated():
    lines = draw(sentence([0, 1, 1], ["שלום", "(12)", "في"])).splitlines()
    assert lines[0].startswith("─┬── \u2068שלום\u2069  X  root")
    assert lines[1].startswith(" ├── (12)  X  dep")
    assert draw(sentence([0], ["שלום"]), ascii=True) == "---- שלום  X  root\n"


text = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), min_size=1, max_size=30)


@given(trees(), st.data(), st.integers(40, 100))
def test_lines_fit_into_the_width(heads, data, width):
    many = st.lists(text, min_size=len(heads), max_size=len(heads))
    tree = sentence(heads, data.draw(many), data.draw(many))
    lines = draw(tree, width=width).split("\n")[:-1]
    assert len(lines) == len(heads)
    assert max(map(text_width, lines)) <= width
    assert draw(tree, width=10_000) == draw(tree)


def test_what_does_not_fit_is_cut_or_named():
    chain = sentence(list(range(30)), ["abcdefghijklmnopqrstuvwxyz"] * 30)
    drawing = draw(chain, width=40)
    assert max(map(len, drawing.splitlines())) <= 40
    assert "…" in drawing and re.search(r"  dep ← \d+\n", drawing)
    assert "~" in draw(chain, width=40, ascii=True)


@given(trees())
def test_colours_change_nothing_but_colours(heads):
    tree = sentence(heads)
    coloured = draw(tree, colour=True)
    assert "\x1b[36m" in coloured and "\x1b[1m" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == draw(tree)


def test_no_words_no_lines():
    assert draw(sentence([])) == ""


@pytest.mark.parametrize("shape", ["chain", "star"])
def test_very_long_sentences_take_linear_time_and_space(shape):
    def tree(size):
        return sentence([i if shape == "chain" else min(i, 1) for i in range(size)])

    assert bytecodes(draw, tree(1000)) < 2.2 * bytecodes(draw, tree(500))
    drawing = draw(tree(10_000))
    assert len(drawing) < 10_000 * 200
    if shape == "chain":  # heads too deep to draw are named
        assert "← 1" in drawing
