"""Pictures of trees: well-formed whatever the text, arcs that do not run over each other, the same bytes every time."""

import re
import xml.etree.ElementTree as ET

import pytest
from bytecodes import bytecodes
from drawn_trees import sentence, trees
from hypothesis import given
from hypothesis import strategies as st

from treewright.treebank import Sentence, to_svg
from treewright.treebank.arc_layout import HIGHEST, Skyline, arc_levels
from treewright.treebank.svg import document

NAME = "{http://www.w3.org/2000/svg}"
text = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), min_size=1, max_size=8)


def texts(picture):
    return [element.text for element in picture.iter(f"{NAME}text")]


def places(picture):
    """The middle of each word."""
    words = next(group for group in picture.iter(f"{NAME}g") if group.get("font-size") == "15")
    return [float(element.get("x")) for element in words]


@given(trees())
def test_one_arc_one_arrow_and_one_label_for_each_word(heads):
    picture = ET.fromstring(to_svg(sentence(heads)))
    lines, arrows = (path.get("d") for path in picture.iter(f"{NAME}path"))
    assert lines.count("M") == arrows.count("M") == len(heads)
    assert texts(picture).count("dep") == len(heads) - 1 and texts(picture).count("root") == 1
    middles = places(picture)
    assert [float(x) for x in re.findall(r"M(\S+) ", arrows)] == middles
    for head, line in zip(heads, lines.split("M")[1:], strict=True):
        start = float(line.split()[0])
        assert abs(start - (middles[head - 1] if head else start)) < 5.1


@given(st.lists(text, max_size=8), st.data())
def test_any_text_gives_the_same_well_formed_document(forms, data):
    heads = data.draw(st.lists(st.integers(0, len(forms)) | st.none(), min_size=len(forms), max_size=len(forms)))
    labels = data.draw(st.lists(text, min_size=len(forms), max_size=len(forms)))
    tree = sentence(heads, forms, labels)
    picture = to_svg(tree)
    root = ET.fromstring(picture)
    assert root.get("role") == "img" and [child.tag for child in root][:2] == [f"{NAME}title", f"{NAME}desc"]
    assert not {"script", "style", "image", "font"} & {element.tag.removeprefix(NAME) for element in root.iter()}
    assert picture == to_svg(tree) == tree._repr_svg_()
    assert places(root) == sorted(places(root)) or places(root) == sorted(places(root), reverse=True)


def test_text_is_escaped_and_what_xml_forbids_is_replaced():
    tree = sentence([0, 1], ["<b>&\"", "\x07\ufffe\x85x"], ["root", "a<b"])
    picture = to_svg(tree)
    assert "<b>&\"" in texts(ET.fromstring(picture)) and "���x" in texts(ET.fromstring(picture))
    assert "root(ROOT-0, &lt;b&gt;&amp;&quot;-1); a&lt;b(" in picture


def test_words_stand_from_right_to_left_where_they_are_read_so():
    arabic = ET.fromstring(to_svg(sentence([0, 1, 2, 1], ["يحب", "الأطفال", "الكتب", "."])))
    assert places(arabic) == sorted(places(arabic), reverse=True)
    mixed = ET.fromstring(to_svg(sentence([0, 1, 1, 1], ["He", "said", "שלום", "."])))
    assert places(mixed) == sorted(places(mixed))
    assert 'direction="rtl"' in to_svg(sentence([0], ["שלום"])) and "direction" not in to_svg(sentence([0], ["x"]))


def test_long_forms_are_cut_and_whole_in_the_tooltip():
    picture = ET.fromstring(to_svg(sentence([0], ["x" * 1000])))
    assert float(picture.get("width")) < 500
    assert "x" * 1000 in [title.text for title in picture.iter(f"{NAME}title")]


@given(trees())
def test_arcs_of_one_level_have_no_place_in_common(heads):
    levels = arc_levels(heads)
    arcs = [(min(i, h), max(i, h), levels[i - 1]) for i, h in enumerate(heads, 1) if h]
    for a, b, level in arcs:
        for c, d, other in arcs:
            if (a, b) != (c, d) and max(a, c) < min(b, d):
                assert level != other
                assert not (a <= c and d <= b) or level > other  # what is inside is lower
    assert all(level >= 1 for level in levels)


@given(st.integers(1, 20), st.data())
def test_the_skyline_is_that_of_a_plain_list(size, data):
    skyline, plain = Skyline(size), [0] * size
    for _ in range(data.draw(st.integers(1, 12))):
        first = data.draw(st.integers(0, size - 1))
        stop = data.draw(st.integers(first + 1, size))
        assert skyline.highest(first, stop) == max(plain[first:stop])
        height = data.draw(st.integers(1, 9))
        skyline.lift(first, stop, height)
        plain[first:stop] = [max(old, height) for old in plain[first:stop]]


def test_several_sentences_are_stacked():
    named = Sentence(b"# sent_id = b<1\n" + sentence([0]).source)
    picture = ET.fromstring(document([sentence([0, 1]), named, Sentence(b"# only a comment\n")]))
    groups = [element for element in picture if element.tag == f"{NAME}g"]
    assert len(groups) == 3 and {"1", "b<1", "3"} <= set(texts(picture))
    tops = [int(group.get("transform").split()[1][:-1]) for group in groups]
    assert tops == sorted(set(tops)) and tops[-1] < int(picture.get("height"))
    assert ET.fromstring(document([])).find(f"{NAME}title").text == "0 dependency trees"


@pytest.mark.parametrize("shape", ["chain", "star"])
def test_very_long_sentences(shape):
    def tree(size):
        return sentence([i if shape == "chain" else min(i, 1) for i in range(size)])

    assert bytecodes(to_svg, tree(1000)) < 2.5 * bytecodes(to_svg, tree(500))
    picture = to_svg(tree(5000))
    assert len(picture) < 5000 * 500
    assert int(re.search(r'height="(\d+)"', picture)[1]) < HIGHEST + 200
