"""The page of a derivation in a real browser: keys, buttons, the slider and the menu step through it."""

import random

import pytest
from browser import chromium, opened  # noqa: F401 - fixtures
from test_trace import projective, tabby

import treewright as tw
from treewright.analysis.trace.trace_page import page as page_of


@pytest.fixture(scope="module")
def text():
    return tw.trace("arc-standard", tabby()).to_html()  # 12 transitions


def told(page):
    """What the page says of the step, which its table, slider and card must agree with."""
    said = page.locator("nav output").text_content()
    step = int(said.split()[0])
    rows = page.locator("section.trace:visible .rows tbody tr")
    assert rows.nth(step).get_attribute("aria-current") == "step"
    assert page.locator("section.trace:visible tr.now[aria-current]").count() == 1
    assert page.locator("nav input").input_value() == str(step)
    return said


def arcs(page):
    """The words whose arcs are drawn."""
    drawn = page.locator("section.trace:visible svg text[data-part]:visible")
    return sorted(int(label.get_attribute("data-part")) for label in drawn.all())


def test_keys(opened, text):  # noqa: F811
    page = opened(text)
    assert told(page) == "0 of 12" and arcs(page) == []
    for key, expected in (
        ("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowDown", 2), ("ArrowRight", 3), ("ArrowUp", 2), ("ArrowLeft", 1),
        ("End", 12), ("ArrowRight", 12), ("ArrowLeft", 11), ("Home", 0), ("x", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert told(page) == f"{expected} of 12", key
    for key in ("Control+End", "Alt+ArrowRight", "Meta+ArrowRight"):  # the browser's own
        page.keyboard.press(key)
        assert told(page) == "0 of 12", key


def test_arcs_come_and_go(opened, text):  # noqa: F811
    page = opened(text)
    grown = []
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        grown.append(arcs(page))
    assert grown[2:7] == [[], [2], [1, 2], [1, 2], [1, 2, 3]] and grown[-1] == [1, 2, 3, 4, 5, 6]
    assert page.locator("svg .new").count() > 0 and page.locator(".card dl dt").count() > 0
    page.keyboard.press("Home")
    assert arcs(page) == []


def test_buttons_slider_and_rows(opened, text):  # noqa: F811
    page = opened(text)
    button = {name: page.locator(f'button[data-go="{name}"]') for name in ("first", "back", "next", "last")}
    assert button["first"].is_disabled() and button["back"].is_disabled()
    button["next"].click()
    assert told(page) == "1 of 12" and not button["back"].is_disabled()
    button["last"].click()
    assert told(page) == "12 of 12" and button["next"].is_disabled() and button["last"].is_disabled()
    page.locator("nav input").fill("5")
    assert told(page) == "5 of 12"
    page.locator(".rows tbody tr").nth(3).click()
    assert told(page) == "3 of 12"
    page.locator("nav input").focus()
    page.keyboard.press("End")  # the slider's own key, which must not count twice
    assert told(page) == "12 of 12"


def test_each_sentence_keeps_its_step(opened):  # noqa: F811
    rng = random.Random(1)
    page = opened(page_of([tw.trace("arc-eager", projective(rng, size)) for size in (3, 5)]))
    page.keyboard.press("ArrowRight")
    first = told(page)
    page.select_option("nav select", index=1)
    assert told(page).startswith("0 of ") and told(page) != first
    page.keyboard.press("End")
    last = told(page)
    assert not last.startswith("0 of ")
    page.locator("nav select").focus()
    page.keyboard.press("Home")  # in the menu it chooses the first sentence, which stays where it was
    assert told(page) == first
    page.select_option("nav select", index=1)
    assert told(page) == last
