"""A web page of trees: whole, safe, and readable for long sentences and those from right to left."""

import io
from html.parser import HTMLParser

import treewright as tw

ARABIC = [("ذهب", 0, "root"), ("الولد", 1, "nsubj")]


def page(*sentences):
    file = io.BytesIO()
    assert tw.write(sentences, file, format="html") == len(sentences)
    return file.getvalue().decode()


class Checker(HTMLParser):
    """Collects tags, and what they refer to."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.links = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.links += [value for name, value in attributes if name in ("src", "href", "url")]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def sentence(*forms, comments=()):
    return tw.Sentence.from_words([{"form": form} for form in forms], comments=comments)


def test_all_trees_are_on_the_page():
    text = page(sentence("A", "dog", comments=["sent_id = one", "text = A dog", "score = 3"]), sentence("Who", "<b>&?"))
    found = Checker(text)
    assert found.open == [] and [tag for tag, _ in found.tags].count("svg") == 2
    assert text.startswith("<!DOCTYPE html>") and '<meta charset="utf-8">' in text
    assert 'href="#tree-1">one</a>' in text and '<p dir="auto">A dog</p>' in text and "score = 3</p>" in text
    assert "Who &lt;b&gt;&amp;?" in text and "<b>" not in text


def test_nothing_comes_from_elsewhere():
    found = Checker(page(sentence("A")))
    assert found.links == ["#tree-1"] and "script" not in [tag for tag, _ in found.tags]


def test_sentences_from_right_to_left():
    words = [{"form": form, "head": head, "deprel": label} for form, head, label in ARABIC]
    (box,) = (attributes for tag, attributes in Checker(page(tw.Sentence.from_words(words))).tags if tag == "div")
    assert box["dir"] == "rtl" and box["class"] == "tree"
    assert "overflow-x: auto" in page(sentence("A"))


def test_a_page_without_trees_and_the_ending(tmp_path):
    assert Checker(page()).open == []
    assert "<svg " not in page(tw.Sentence(b"# only a comment\n"))
    for name in ("a.html", "a.htm"):
        tw.write([sentence("A")], tmp_path / name)
        assert (tmp_path / name).read_text().startswith("<!DOCTYPE html>")
