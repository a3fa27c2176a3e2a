"""Drawn constituency trees can be read back, upright and sideways, whatever crosses what."""

import re

import pytest
from bytecodes import bytecodes
from drawn_constituents import GAP, chain, constituency_trees, ladder, star
from hypothesis import given
from hypothesis import strategies as st

from treewright.errors import SettingsError
from treewright.treebank.constituency_drawing import draw_constituents
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token
from treewright.treebank.shown_text import text_width

LINES = "─│╭╮┬┴┼├┤╰ "


def parents(tree):
    """The label of the parent of each word and of each label."""
    labels = [node.label for node in tree.constituents]
    found = {node.label: labels[node.parent] for node in tree.constituents if node.parent >= 0}
    return found | {token.form: labels[token.parent] for token in tree.tokens}


class Grid:
    """What a reader sees who follows the lines of a drawing."""

    def __init__(self, drawing):
        lines = drawing.splitlines()
        self.rows = [line.ljust(max(map(len, lines))) for line in lines]
        self.texts = {}  # by row and column, and where they start
        for row, line in enumerate(self.rows):
            for text in re.finditer(f"[^{LINES}]+", line):
                for column in range(*text.span()):
                    self.texts[row, column] = text.group(), text.start()

    def upright(self):
        found = {}
        for (row, column), (text, start) in self.texts.items():
            middle = start + len(text) // 2
            if row == len(self.rows) - 1 and column == start:
                found[text] = self.up(row - 2, middle)  # the tag is between
            elif 0 < row < len(self.rows) - 2 and column == start:
                found[text] = self.up(row - 1, middle)
        return found

    def up(self, row, column):
        while self.rows[row][column] == "│":
            row -= 1
        if (row, column) in self.texts:
            return self.texts[row, column][0]  # the only child
        for step, last in ((1, "╮┤"), (-1, "╭├")):
            at = column
            while self.rows[row][at] not in "┴┼├┤" and self.rows[row][at] not in last:
                at += step
            if self.rows[row][at] in "┴┼├┤":
                return self.texts[row - 1, at][0]

    def sideways(self):
        found = {}
        for (row, column), (text, start) in self.texts.items():
            if column == start and text != "X" and start:
                at = start - 2 if self.rows[row][start - 1] == " " else start - 1
                while self.rows[row][at] in "─│":
                    at -= 1
                found[text] = self.texts[row, at][0] if (row, at) in self.texts else self.top(row, at)
        return found

    def top(self, row, column):
        while self.rows[row][column] in "│├╰":
            row -= 1
        if self.rows[row][column] == "┬":
            column -= 2
        return self.texts[row, column][0]


def test_upright():
    assert draw_constituents(GAP) == (
        "                ROOT\n"
        "          ╭───────┴───────╮\n"
        "          S               │\n"
        "       ╭──┴─┬─╮           │\n"
        "       │   VP │           │\n"
        "  ╭────│────┴─│───────╮   │\n"
        "  │    │     NP       │   │\n"
        "  │    │      │       │   │\n"
        " WP   VBD    NNS     VB   .\n"
        "What  did  coopers  mend  ?\n"
    )


def test_sideways_with_labels_in_the_lines_of_words():
    assert draw_constituents(GAP, layout="sideways") == (
        "ROOT─┬─S─┬─VP─┬────── What     WP\n"
        "     │   ├────│────── did      VBD\n"
        "     │   ╰────│─NP─── coopers  NNS\n"
        "     │        ╰────── mend     VB\n"
        "     ╰─────────────── ?        .\n"
    )


def test_sideways_with_labels_in_lines_of_their_own():
    tree = ConstituencyTree([Token(token.form * 3, token.tag, parent=token.parent) for token in GAP.tokens], GAP.constituents)
    assert draw_constituents(tree, width=40, ascii=True) == (
        "ROOT\n"
        "+-S\n"
        "| +-VP\n"
        "| | +---- WhatWhatWhat           WP\n"
        "| +-|---- diddiddid              VBD\n"
        "| `-|-NP\n"
        "|   | `-- cooperscooperscoopers  NNS\n"
        "|   `---- mendmendmend           VB\n"
        "`-------- ???                    .\n"
    )


@given(constituency_trees())
def test_every_tree_can_be_read_back(tree):
    assert Grid(draw_constituents(tree, layout="upright")).upright() == parents(tree)
    assert Grid(draw_constituents(tree, layout="sideways")).sideways() == parents(tree)
    narrow = draw_constituents(tree, layout="sideways", width=44)
    if "#" not in narrow:
        assert Grid(narrow).sideways() == parents(tree)


@given(constituency_trees(label=st.just("NP"), edge=st.sampled_from(["", "su"])), st.integers(40, 80))
def test_lines_of_usual_texts_fit_into_the_width(tree, width):
    assert max(map(len, draw_constituents(tree, width=width, layout="sideways").splitlines())) <= width


@given(constituency_trees(), st.sampled_from(["upright", "sideways"]))
def test_each_label_once_and_the_words_in_order(tree, layout):
    drawing = draw_constituents(tree, layout=layout)
    assert re.findall(r"w\d+", drawing) == [token.form for token in tree.tokens]
    assert sorted(re.findall(r"n+\d+", drawing)) == sorted(node.label for node in tree.constituents)


@given(constituency_trees(), st.sampled_from(["upright", "sideways"]))
def test_ascii_is_ascii_and_has_the_same_shape(tree, layout):
    plain, boxes = (draw_constituents(tree, layout=layout, ascii=ascii) for ascii in (True, False))
    assert plain.isascii()
    assert [len(line) for line in plain.splitlines()] == [len(line) for line in boxes.splitlines()]


@given(constituency_trees(), st.sampled_from(["upright", "sideways"]))
def test_colours_change_nothing_but_colours(tree, layout):
    coloured = draw_constituents(tree, layout=layout, colour=True)
    assert re.sub(r"\x1b\[\d*m", "", coloured) == draw_constituents(tree, layout=layout)
    assert ("\x1b[33m" in coloured) == tree.discontinuous


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(constituency_trees(label=text, form=text, edge=text), st.integers(40, 100), st.booleans())
def test_lines_fit_into_the_width(tree, width, ascii):
    for layout in ("auto", "sideways"):
        lines = draw_constituents(tree, width=width, layout=layout, ascii=ascii).split("\n")[:-1]
        assert max(map(text_width, lines)) <= width
        assert len(lines) >= min(len(tree.tokens), 2)


def test_columns_are_aligned_in_every_script():
    words = ["木", "n\u0303a\u0301", "한국", "ｗ", "👍\ufe0f", "cafe\u0301"]
    nodes = [Constituent("句子", -1), Constituent("n\u0303", 0)]
    tree = ConstituencyTree([Token(word, "X", parent=1) for word in words], nodes)
    lines = draw_constituents(tree, layout="sideways").splitlines()
    assert len({text_width(line[: line.rindex("X")]) for line in lines}) == 1
    *_, tags, forms = draw_constituents(tree, layout="upright").splitlines()
    middles = [at for at, character in enumerate(tags) if character == "X"]
    starts = [text_width(forms[: forms.index(word)]) for word in words]
    assert middles == [start + text_width(word) // 2 for start, word in zip(starts, words, strict=True)]


def test_right_to_left_words_are_isolated_and_stand_from_right_to_left_if_upright():
    tree = ConstituencyTree([Token("שלום", "X"), Token("עולם", "X"), Token(".", "Y")])
    assert draw_constituents(tree).startswith("ROOT─┬── \u2068שלום\u2069  X\n")
    assert draw_constituents(tree, layout="upright").splitlines()[-1] == ".  \u2068עולם\u2069  \u2068שלום\u2069"


def test_functions_are_shown_beside_labels_and_tags():
    tree = ConstituencyTree([Token("Birds", "NN", edge="HD", parent=1), Token("sing", "VV", edge="--")])
    tree.constituents.append(Constituent("NP", 0, edge="SB"))
    assert "NP-SB" in draw_constituents(tree) and "NN-HD" in draw_constituents(tree) and "--" not in draw_constituents(tree)
    assert draw_constituents(tree, layout="sideways") == "ROOT─┬─NP-SB─── Birds  NN  HD\n     ╰───────── sing   VV\n"


def test_what_moves_the_cursor_is_replaced():
    tree = ConstituencyTree([Token("a\x1b[31mb", "\n")], [Constituent("\u202e", -1)])
    for layout in ("upright", "sideways"):
        for ascii in (False, True):
            drawing = draw_constituents(tree, layout=layout, ascii=ascii)
            assert ("a?[31mb" if ascii else "a\ufffd[31mb") in drawing and "\u202e" not in drawing


def test_odd_trees():
    assert draw_constituents(ConstituencyTree([])) == ""
    assert draw_constituents(ConstituencyTree([Token("a")])) == "ROOT\n  │\n  a\n"
    childless = ConstituencyTree([Token("a", "X")], [Constituent("", -1), Constituent("NP", 0)])
    assert "NP" in draw_constituents(childless) and "NP" in draw_constituents(childless, layout="sideways")
    with pytest.raises(SettingsError, match="layout: seen 'round', expected one of auto, upright, sideways"):
        draw_constituents(GAP, layout="round")


def test_too_deep_trees_are_given_by_number():
    drawing = draw_constituents(chain(60), width=60)
    assert max(map(len, drawing.splitlines())) <= 60
    assert "S #58 ← #57" in drawing and "w58  X  ← #58" in drawing
    assert "S #58 <- #57" in draw_constituents(chain(60), width=60, ascii=True)


@pytest.mark.parametrize("shape", [chain, star, ladder])
def test_very_long_sentences_take_linear_time_and_space(shape):
    assert bytecodes(draw_constituents, shape(1000)) < 2.2 * bytecodes(draw_constituents, shape(500))
    assert len(draw_constituents(shape(5000))) < 5000 * 250


def test_long_trees_are_drawn_upright_if_that_is_wanted():
    for shape in (chain, star, ladder):
        assert draw_constituents(shape(200), layout="upright").count("w") == 200
