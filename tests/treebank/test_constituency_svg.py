"""Pictures of constituency trees: no text over another text or on a line, each crossing marked, whatever the tree."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from drawn_constituents import GAP, chain, constituency_trees, ladder, star
from hypothesis import given
from hypothesis import strategies as st

from treewright.treebank.constituency_svg import constituents_document, constituents_to_svg
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token
from treewright.treebank.picture import length

NAME = "{http://www.w3.org/2000/svg}"
WHITE = "#fff"


def texts(picture, size=None):
    """The texts of one size, or all."""
    groups = [group for group in picture.iter(f"{NAME}g") if group.get("font-size") and size in (None, group.get("font-size"))]
    return ["".join(_shown(text)) for group in groups for text in group.iter(f"{NAME}text")]


def _shown(text):
    yield text.text or ""
    for inner in text:
        yield "" if inner.tag == f"{NAME}title" else inner.text or ""
        yield inner.tail or ""


def _own(text):
    """The text without what is inside of other elements."""
    return (text.text or "") + "".join(inner.tail or "" for inner in text)


def boxes(picture):
    """The boxes of all texts: left, top, right and bottom."""
    for group in picture.iter(f"{NAME}g"):
        for element in group:
            if element.tag == f"{NAME}rect":
                x, y, width, height = (int(element.get(name)) for name in ("x", "y", "width", "height"))
                yield x, y, x + width, y + height
            elif element.tag == f"{NAME}text" and group.get("font-size") != "13":  # those of labels have a rect
                size = int(group.get("font-size"))
                x, y, width = int(element.get("x")), int(element.get("y")), 0
                for part in (element, *element.iter(f"{NAME}tspan")):
                    width += length(_own(part)) * int(part.get("font-size") or size) + int(part.get("dx") or 0)
                yield x - width / 2, y - 0.8 * size, x + width / 2, y + 0.2 * size


def falls(picture):
    """The vertical lines: column, upper and lower end."""
    paths = (path.get("d") for path in picture.iter(f"{NAME}path") if path.get("stroke") != WHITE)
    return sorted(tuple(map(int, line)) for path in paths for line in re.findall(r"M(\d+) (\d+)V(\d+)", path))


def check(tree):
    """Nothing lies on anything else."""
    picture = ET.fromstring(constituents_to_svg(tree))
    width, height = int(picture.get("width")), int(picture.get("height"))
    placed = sorted(boxes(picture))
    for at, (left, top, right, bottom) in enumerate(placed):
        assert left >= 0 and top >= 0 and right <= width and bottom <= height
        for other in placed[at + 1 :]:
            assert other[0] >= right or other[1] >= bottom or other[3] <= top
        for x, start, end in falls(picture):
            assert not left < x < right or end <= top + 1 or start >= bottom - 9  # it starts at a bar, behind its label
    lines = falls(picture)
    assert len(lines) == len(tree.tokens) + len(tree.constituents) - 1
    for one, other in pairwise(lines):
        assert one[0] != other[0] or other[1] >= one[2]
    return picture


@given(constituency_trees())
def test_every_text_once_and_nothing_overlaps(tree):
    picture = check(tree)
    assert sorted(texts(picture, "13")) == sorted(node.label for node in tree.constituents)
    assert texts(picture, "15") == [token.form for token in tree.tokens]
    assert texts(picture, "11") == ["X"] * len(tree.tokens)
    assert any(path.get("stroke-width") == "1.8" for path in picture.iter(f"{NAME}path")) == tree.discontinuous
    gaps = [path for path in picture.iter(f"{NAME}path") if path.get("stroke") == WHITE]
    assert not tree.discontinuous or gaps


text = st.text(st.characters(exclude_categories=["Cs"]), max_size=50)


@given(constituency_trees(label=text, form=text, edge=text))
def test_any_text_gives_the_same_well_formed_document(tree):
    picture = constituents_to_svg(tree)
    root = ET.fromstring(picture)
    assert root.get("role") == "img" and [child.tag for child in root][:2] == [f"{NAME}title", f"{NAME}desc"]
    assert picture == constituents_to_svg(tree)
    check(tree)


def test_a_crossed_bar_is_interrupted_where_the_lines_cross():
    picture = ET.fromstring(constituents_to_svg(GAP))
    (white,) = (path for path in picture.iter(f"{NAME}path") if path.get("stroke") == WHITE)
    words = dict(zip(texts(picture, "15"), [e.get("x") for e in list(picture.iter(f"{NAME}g"))[-1]], strict=True))
    assert [x for x, _ in re.findall(r"M(\d+) (\d+)v8", white.get("d"))] == [words["did"], words["coopers"]]
    assert "VP: What … mend" in [title.text for title in picture.iter(f"{NAME}title")]


def test_title_and_description_tell_the_tree():
    picture = ET.fromstring(constituents_to_svg(GAP))
    assert picture.find(f"{NAME}title").text == "What did coopers mend ?"
    assert picture.find(f"{NAME}desc").text == "(ROOT (S (VP What-1 mend-4) did-2 (NP coopers-3)) ?-5)"


def test_text_is_escaped_and_functions_are_shown():
    tree = ConstituencyTree([Token("<b>&\"\x07", "T", edge="HD")], [Constituent("A<B", -1, edge="--")])
    picture = constituents_to_svg(tree)
    assert texts(ET.fromstring(picture)) == ["A<B", "THD", '<b>&"\ufffd'] and "<b>" not in picture


def test_words_stand_from_right_to_left_where_they_are_read_so():
    tree = ConstituencyTree([Token("שלום", parent=1), Token("עולם"), Token("שלום", parent=1)], [*GAP.constituents[:2]])
    picture = check(tree)
    places = [int(text.get("x")) for group in picture.iter(f"{NAME}g") if group.get("direction") == "rtl" for text in group]
    assert len(places) == 3 and places == sorted(places, reverse=True)


def test_long_forms_are_cut_and_whole_in_the_tooltip():
    picture = ET.fromstring(constituents_to_svg(ConstituencyTree([Token("x" * 1000)])))
    assert int(picture.get("width")) < 500 and "x" * 1000 in [title.text for title in picture.iter(f"{NAME}title")]


def test_odd_trees():
    assert texts(ET.fromstring(constituents_to_svg(ConstituencyTree([])))) == []
    childless = ConstituencyTree([Token("a")], [Constituent("", -1), Constituent("NP", 0)])
    assert texts(ET.fromstring(constituents_to_svg(childless))) == ["_", "NP", "a"]


def test_several_trees_are_stacked():
    named = ConstituencyTree([Token("a", "X")], name="t<1")
    picture = ET.fromstring(constituents_document([named, GAP, ConstituencyTree([])]))
    assert picture.find(f"{NAME}title").text == "3 constituency trees"
    assert [text.text for text in picture.findall(f"{NAME}text")] == ["t<1", "2", "3"]


@pytest.mark.parametrize("shape", [chain, star, ladder])
def test_long_sentences(shape):
    check(shape(120))
    assert len(constituents_to_svg(shape(1000))) < 1000 * 600
