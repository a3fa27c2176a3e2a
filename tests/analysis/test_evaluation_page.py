"""The evaluation page: its figures are those of the tables, it is whole, and text cannot break out of it."""

import json
import random
import re
from html.parser import HTMLParser

import pytest
from own_trees import random_tree
from page_treebanks import three_treebanks, with_errors, words_of

import treewright as tw
from treewright.analysis import ScoredConstituents, ScoredWords, evaluation_page
from treewright.analysis.blame.blame import Blame
from treewright.analysis.page.page_plots import Plot, Point
from treewright.errors import SettingsError

VOID = {"meta", "input", "br"}


class Page(HTMLParser):
    """What a browser would see: tags with their attributes, texts, and whether all is closed."""

    def __init__(self, text):
        super().__init__()
        self.found, self.texts, self.open, self.data = [], [], [], None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] == ["script"] and self.found[-1][1].get("id") == "data":
            self.data = json.loads(data)
        self.texts.append(data)

    def ids(self):
        return {attributes["id"] for _, attributes in self.found if "id" in attributes}

    def classes(self, tag):
        return [attributes.get("class", "") for name, attributes in self.found if name == tag]


def scored(**settings):
    return ScoredWords(*three_treebanks(), names=["one", "other"], **settings)


def test_all_parts_are_there_and_closed():
    text = evaluation_page(scored())
    page = Page(text)
    assert page.open == []
    assert {"scores", "plots", "confusions", "comparison", "sentences"} <= page.ids()
    assert not re.search(r"""(src|href)=(?!"#)|url\(|@import|https?://(?!www\.w3\.org/2000/svg)""", text)
    assert "CoNLL 2018 definitions, punctuation counted, label subtypes cut" in text
    assert text == evaluation_page(scored())


def test_overall_scores_are_those_of_evaluate():
    gold, one, _ = three_treebanks()
    scores = tw.evaluate(gold, one)
    text = evaluation_page(ScoredWords(gold, one))
    for figure in (scores.uas, scores.las, scores.clas, scores.label_accuracy):
        assert f'data-v="{figure!r}"' in text
    assert 'id="comparison"' not in text


def test_worst_sentences_come_with_their_errors():
    page = Page(evaluation_page(scored()))
    gold, one, other = three_treebanks()
    found = {entry["n"]: entry for entry in page.data["sentences"]}
    for number, sentence in enumerate(gold, 1):
        wrong = [sum(map(_differs, sentence.words, answer[number - 1].words)) for answer in (one, other)]
        assert found[number]["wrong"] == wrong == [4 - number, 3]
        for k in range(2):
            assert sum(item[1] >> k & 1 for item in found[number]["items"]) == wrong[k]
    totals = [sum(entry["wrong"]) for entry in page.data["sentences"]]
    assert totals == sorted(totals, reverse=True)
    groups = page.classes("g")
    wrong_heads = sum(3 - k for k in range(4))
    assert groups.count("missed") == groups.count("wrong") == 2 * wrong_heads
    assert groups.count("mislabelled") == 0 + 1 + 2 + 3


def _differs(one, other):
    return (one.head, one.deprel) != (other.head, other.deprel)


def test_how_many_sentences_are_drawn():
    assert len(Page(evaluation_page(scored(), sentences=2)).data["sentences"]) == 2
    assert Page(evaluation_page(scored(), sentences=0)).data is None
    gold = three_treebanks()[0]
    assert Page(evaluation_page(ScoredWords(gold, gold))).data is None
    with pytest.raises(SettingsError, match="sentences: seen -1, expected a whole number"):
        evaluation_page(scored(), sentences=-1)


def test_frequencies_need_a_training_treebank():
    assert "There is no plot by word frequency" in evaluation_page(scored())
    assert "Word frequency in training" in evaluation_page(scored(training=three_treebanks()[0]))


def test_text_stays_text():
    odd = "<script>alert(1)</script>"
    rng = random.Random(2)
    gold = words_of(rng, 5)
    for i, word in enumerate(gold):
        word["form"], word["upos"] = f"{odd}{i}", "</svg>"
        word["deprel"] = '"><img src=x onerror=alert(2)>' if i else "</script>"
    parsed = with_errors(rng, gold, heads=3)
    words = ScoredWords([tw.Sentence.from_words(gold)], [tw.Sentence.from_words(parsed)], names=[f"{odd}.conllu"])
    page = Page(evaluation_page(words, title=f"{odd} <b>"))
    assert page.open == []
    assert [tag for tag, _ in page.found if tag in ("img",)] == []
    assert sum(tag == "script" for tag, _ in page.found) == 2  # the data, and ours
    assert "</script>" in page.data["labels"]
    assert any(odd in text for text in page.texts)


def test_other_words_than_gold():
    """A parser that splits the text differently: what it has not is struck out, and heads that are gone are marked."""
    gold = tw.Sentence.from_words([
        {"form": "ab", "upos": "NOUN", "head": 2, "deprel": "nsubj"},
        {"form": "cd", "upos": "VERB", "head": 0, "deprel": "root"},
        {"form": "ef", "upos": "NOUN", "head": 2, "deprel": "obj"},
    ])  # fmt: skip
    parsed = tw.Sentence.from_words([
        {"form": "ab", "upos": "NOUN", "head": 2, "deprel": "nsubj"},
        {"form": "cdef", "upos": "VERB", "head": 0, "deprel": "root"},
    ])  # fmt: skip
    text = evaluation_page(ScoredWords([gold], [parsed]))
    page = Page(text)
    assert page.open == [] and page.classes("text").count("error lost") == 2
    assert "2 of the words are no words of this parser" in text and "× nsubj …" in text


def test_constituents():
    rng = random.Random(4)
    gold = [random_tree(rng, 7) for _ in range(12)]
    parsed = [tw.TreeSentence(random_like(rng, one)) for one in gold]
    scores = ScoredConstituents(gold, parsed, parameters="all")
    page = Page(evaluation_page(scores))
    assert page.open == [] and {"scores", "plots", "confusions", "sentences"} <= page.ids()
    side = scores.sides[0]
    missed = side.judgements["labelled"].gold.sum() - side.right("labelled").sum()
    assert sum(sum(entry["wrong"]) for entry in page.data["sentences"]) == missed > 0
    assert {"missed", "wrong"} <= set(page.classes("text"))


def random_like(rng, sentence):
    """Another random tree over the same tokens."""
    other = random_tree(rng, len(sentence))
    return tw.ConstituencyTree.from_brackets(sentence.tree.tokens, other.tree.brackets())


def test_blame_of_a_model():
    gold = three_treebanks()[0]
    parser = tw.Parser(epochs=1)
    parser.train(gold[:1])
    text = evaluation_page(ScoredWords(gold, list(parser.pipe(gold))), blame=Blame(parser, gold))
    assert 'id="blame"' in text and "<caption>by transition</caption>" in text
    assert Page(text).open == []


def test_plots_of_nothing_and_of_much():
    assert "<svg" in Plot("t", "a", "LAS", ["p"], []).line_svg()
    points = [Point(str(k), 5 * k, [None if k == 3 else 100.0 - k] * 7) for k in range(60)]
    for picture in (
        Plot("t", "a", "LAS", list("abcdefg"), points).line_svg(),
        Plot("t", "a", "LAS", list("abcdefg"), points).row_svg(),
    ):
        assert Page(picture).open == []
        assert picture.count('class="marker') == 59 * 7
        assert 'few"' in picture
