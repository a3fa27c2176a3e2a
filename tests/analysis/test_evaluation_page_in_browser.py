"""The evaluation page in a real browser: filters, sorting, sentences, keys; at the widths of a desktop and of a phone."""

import random

import pytest
from browser import chromium, opened  # noqa: F401 - fixtures
from page_treebanks import three_treebanks, with_errors, words_of

import treewright as tw
from treewright.analysis import ScoredWords, evaluation_page


@pytest.fixture(scope="module")
def text():
    return evaluation_page(ScoredWords(*three_treebanks(), names=["one", "other"]))


def shown(page):
    """The numbers of the sentences that are shown, in order."""
    sections = page.locator("section.sentence:visible")
    return [int(section.get_attribute("id").split("-")[1]) for section in sections.all()]


def test_next_sentence_and_keys(opened, text):  # noqa: F811
    page = opened(text)
    told = page.locator("#told")
    assert told.text_content() == "1 of 4" and shown(page) == [1]
    assert page.locator("#back").is_disabled()
    page.click("#next")
    assert told.text_content() == "2 of 4" and shown(page) == [2]
    page.locator("body").click(position={"x": 2, "y": 400})
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert told.text_content() == "4 of 4" and shown(page) == [4] and page.locator("#next").is_disabled()
    page.keyboard.press("ArrowLeft")
    assert shown(page) == [3]
    assert page.locator(".now").count() == 0
    page.keyboard.press("e")
    first = page.locator("text.now").first.get_attribute("data-word")
    page.keyboard.press("e")
    assert page.locator("text.now").count() == 1
    assert first is not None and page.locator(".tree .now").count() >= 2
    page.check("#together")
    assert shown(page) == [1, 2, 3, 4]


def test_filters(opened, text):  # noqa: F811
    page = opened(text)
    page.check("#together")
    page.fill("#longest", "9")
    assert shown(page) == [1, 2]
    page.fill("#shortest", "9")
    assert shown(page) == [1]
    page.click("#clear")
    page.check("#together")
    page.select_option("#parser", "0")
    assert page.locator('section.sentence figure[data-parser="1"]:visible').count() == 0
    page.check("#errors")
    assert shown(page) == [1, 2, 3]  # the first parser has the last sentence right
    assert float(page.locator(".tree g.right").first.evaluate("element => getComputedStyle(element).opacity")) < 0.5
    page.uncheck("#errors")
    page.select_option("#order", "n")
    assert shown(page) == [1, 2, 3, 4]
    page.select_option("#gold", "root")
    page.select_option("#tag", "DET")
    gold = three_treebanks()[0]
    expected = [n for n, one in enumerate(gold, 1) if any(word.deprel == "root" and word.upos == "DET" for word in one.words)]
    assert shown(page) == expected
    page.select_option("#tag", "")
    assert page.locator(".words text.hit:visible").count() == 4
    page.select_option("#predicted", "nsubj")
    assert page.locator("#none").is_visible() == (shown(page) == [])


def test_confusions_lead_to_sentences(opened, text):  # noqa: F811
    page = opened(text)
    page.select_option("#confused-parser", "1")
    button = page.locator("#confused > [data-parser='1'] button.confusion").first
    gold, predicted = button.get_attribute("data-gold"), button.get_attribute("data-predicted")
    button.click()
    assert (page.input_value("#gold"), page.input_value("#predicted"), page.input_value("#parser")) == (gold, predicted, "1")
    page.check("#together")
    sentences, other = three_treebanks()[0], three_treebanks()[2]
    pairs = zip(sentences, other, strict=True)
    expected = {
        n
        for n, (one, two) in enumerate(pairs, 1)
        if any((a.deprel, b.deprel) == (gold, predicted) for a, b in zip(one.words, two.words, strict=True))
    }
    assert set(shown(page)) == expected != set()


def test_sorting(opened, text):  # noqa: F811
    page = opened(text)
    details = page.locator("#plots figure.named details").first
    details.locator("summary").click()
    table = details.locator("table")
    head = table.locator("thead th").nth(1)

    def column(k):
        return [row.locator("td").nth(k).text_content() for row in table.locator("tbody tr").all()]

    for order, direction in (("descending", -1), ("ascending", 1)):
        head.locator("button").click()
        assert head.get_attribute("aria-sort") == order
        numbers = [int(text.replace(",", "")) for text in column(1)]
        assert numbers == sorted(numbers, key=lambda number: direction * number) and len(set(numbers)) > 1
    assert table.locator("tfoot td").first.text_content() == "all"
    table.locator("thead th button").first.focus()
    page.keyboard.press("Enter")
    assert column(0) == sorted(column(0))
    assert table.locator("[aria-sort]").count() == 1


def test_plots_of_another_score(opened, text):  # noqa: F811
    page = opened(text)
    assert page.locator('.plot[data-metric="LAS"]:visible').count() > 3
    page.select_option("#metric", "UAS")
    assert page.locator('.plot[data-metric="LAS"]:visible').count() == 0
    assert page.locator('.plot[data-metric="UAS"]:visible').count() > 3


def test_text_does_nothing(opened):  # noqa: F811
    rng = random.Random(2)
    gold = words_of(rng, 6)
    for word in gold:
        word["form"] = "<script>alert(1)</script><img/src=x/onerror=alert(2)>"
        word["deprel"] = "</script><script>alert(3)</script>"
    parsed = [tw.Sentence.from_words(with_errors(rng, gold, heads=2))]
    page = opened(evaluation_page(ScoredWords([tw.Sentence.from_words(gold)], parsed, names=["<script>alert(4)</script>"])))
    assert shown(page) == [1]
    assert page.locator("figcaption bdi").first.text_content() == "<script>alert(4)</script>"


@pytest.mark.parametrize("width", [1280, 390])
def test_long_and_right_to_left_sentences_fit(opened, width):  # noqa: F811
    """Only the boxes of pictures and tables scroll sideways, and the next error comes into view."""
    rng = random.Random(3)
    gold = [words_of(rng, 600), words_of(rng, 12, "אבגדהוזח")]
    parsed = [with_errors(rng, words, heads=3) for words in gold]
    page = opened(
        evaluation_page(ScoredWords(*([tw.Sentence.from_words(words) for words in part] for part in (gold, parsed)))),
        width=width, height=800, dark=width < 500,
    )  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert shown(page) == [1]
    for _ in range(3):
        page.click("#error")
        word, box = page.locator("text.now").bounding_box(), page.locator(".tree:visible").bounding_box()
        assert box["x"] <= word["x"] <= box["x"] + box["width"] and box["y"] <= word["y"] <= box["y"] + box["height"]
    page.click("#next")
    places = [text.bounding_box()["x"] for text in page.locator("g.words:visible text").all()]
    assert places == sorted(places, reverse=True)
