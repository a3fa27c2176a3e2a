"""Sentences with constituency trees are drawn by the same calls as those with dependency trees."""

import pytest
from drawn_constituents import GAP
from drawn_trees import sentence

from treewright.errors import SettingsError
from treewright.treebank import draw, formats, to_svg
from treewright.treebank.constituency_drawing import draw_constituents
from treewright.treebank.constituency_svg import constituents_to_svg
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token
from treewright.treebank.tree_sentence import TreeSentence

QUESTION = TreeSentence(GAP)


def written(sentences, format, **options):
    return b"".join(formats.encoded(sentences, format, **options))


def test_draw_and_to_svg():
    assert draw(QUESTION) == draw_constituents(GAP)
    assert draw(QUESTION, layout="sideways", ascii=True) == draw_constituents(GAP, layout="sideways", ascii=True)
    assert to_svg(QUESTION) == QUESTION._repr_svg_() == constituents_to_svg(GAP)


def test_dependency_trees_have_one_layout():
    assert draw(sentence([0]), layout="auto") == draw(sentence([0]))
    with pytest.raises(SettingsError, match="layout: seen 'upright' for a dependency tree, expected auto"):
        draw(sentence([0]), layout="upright")


def test_formats():
    named = ConstituencyTree([Token("a", "X")], name="t1", comments=["about it"])
    drawing = written([TreeSentence(named), sentence([0])], "tree", width=80)
    assert drawing.decode().startswith("# sent_id = t1\n# about it\nROOT\n  │\n  X\n  a\n\n──── w1")
    page = written([QUESTION], "html").decode()
    assert constituents_to_svg(GAP) in page and "dependency" not in page.lower()


def test_the_title_of_a_document_says_what_it_shows():
    for sentences, title in (
        ([QUESTION] * 2, "2 constituency trees"),
        ([QUESTION, sentence([0])], "2 trees"),
        ([sentence([0])] * 2, "2 dependency trees"),
    ):
        assert f"<title>{title}</title>" in written(sentences, "svg").decode()


def test_what_an_encoding_lacks_is_replaced():
    tree = ConstituencyTree([Token("木匠", "ñ", edge="主")], [Constituent("句", -1, edge="ö")], name="木")
    drawing = written([TreeSentence(tree)], "tree", encoding="latin-1", ascii=True).decode("latin-1")
    assert drawing == "# sent_id = ?\n?-ö\n |\nñ-?\n??\n\n"
