"""Texts for sentences of treebanks that do not say where spaces were."""

import pytest

import treewright as tw
from treewright.tokenization.guessed_text import guessed_text, with_text
from treewright.treebank.constituency_tree import ConstituencyTree, Token


@pytest.mark.parametrize(
    "text",
    ["We laughed.", 'She said "no" twice.', "A pilot (of ours) isn't here: why?", "It costs $5, or 10%.", "“Oh!”", ""],
)
def test_as_people_write(text):
    tokens = text.replace('"', ' " ').replace("isn't", "is n't")
    for mark in ".,:?!()%$“”":
        tokens = tokens.replace(mark, f" {mark} ")
    assert guessed_text(tokens.split()) == text


def test_sentences():
    plain = tw.Sentence.from_words(["A", "dog", "."])
    assert with_text(plain) is plain
    tree = tw.TreeSentence(ConstituencyTree([Token("Why", "WRB"), Token("?", ".")]))
    assert with_text(tree).text == "Why?" and type(with_text(tree)) is tw.Sentence
    told = tw.TreeSentence(ConstituencyTree([Token("Why"), Token("?")], comments=["text = Why ?"]))
    assert with_text(told).source == told.source
