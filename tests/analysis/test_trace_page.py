"""The page of a derivation: it is whole, it has all steps, and text cannot break out of it."""

import json
import random
import re
from html.parser import HTMLParser

import pytest
from own_trees import ten_trees
from test_trace import projective, tabby

import treewright as tw
from treewright.analysis.trace.trace_page import page


class Page(HTMLParser):
    """What a browser would see."""

    def __init__(self, text):
        super().__init__()
        self.found, self.data, self.inside = [], [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        self.inside = dict(attributes).get("type") if tag == "script" else None

    def handle_data(self, data):
        if self.inside == "application/json" and data.strip():
            self.data.append(json.loads(data))
            self.inside = None


def test_nothing_comes_from_elsewhere():
    text = tw.trace("arc-standard", tabby()).to_html()
    assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)


def test_arcs_appear_when_they_were_made():
    found = tw.trace("arc-standard", tabby())
    (steps,) = Page(found.to_html()).data
    assert len(steps) == len(found)
    assert [step["parts"] for step in steps] == [[], [], [], [], [2], [1], [], [3], [], [], [5], [6], [4]]
    assert steps[3]["options"] == [["shift", None, 2, 0], ["left-arc amod", None, 0, 1], ["right-arc", None, 3, 0]]
    drawn = {attributes["data-part"] for _, attributes in Page(found.to_html()).found if "data-part" in attributes}
    assert drawn == {str(word) for word in range(1, 7)}


@pytest.mark.parametrize("name", ["set-based", "merge-gap", "merge-swap"])
def test_constituents_appear_when_they_were_made(name):
    for sentence in ten_trees():
        (steps,) = Page(tw.trace(name, sentence).to_html()).data
        parts = [part for step in steps for part in step["parts"]]
        assert sorted(parts) == list(range(len(sentence.tree.constituents)))


def test_several_sentences_have_a_menu():
    rng = random.Random(1)
    found = Page(page([tw.trace("arc-eager", projective(rng, 4)) for _ in range(3)]))
    assert sum(tag == "option" for tag, _ in found.found) == 3
    assert len(found.data) == 3
    assert not any(tag == "option" for tag, _ in Page(page([tw.trace("arc-eager", tabby())])).found)


def test_text_stays_text():
    words = [{"form": "</script><b>", "head": 2, "deprel": "<x>"}, {"form": "&amp;\"'", "head": 0, "deprel": "root"}]
    found = Page(tw.trace("arc-eager", tw.Sentence.from_words(words)).to_html())
    assert not any(tag == "b" or tag == "x" for tag, _ in found.found)
    assert len(found.data) == 1


def test_right_to_left():
    words = [{"form": "שלום", "head": 2, "deprel": "a"}, {"form": "עולם", "head": 0, "deprel": "root"}]
    text = tw.trace("arc-eager", tw.Sentence.from_words(words)).to_html()
    found = Page(text)
    assert any(tag == "td" and attributes.get("dir") == "rtl" for tag, attributes in found.found)
    assert "a(<bdi>עולם</bdi>, <bdi>שלום</bdi>)" in text and "\ufffd" not in text


def test_in_notebooks():
    shown = tw.trace("arc-eager", tabby())._repr_html_()
    assert shown.startswith("<iframe") and "&lt;!DOCTYPE html&gt;" in shown and "<script" not in shown
