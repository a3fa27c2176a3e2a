"""A blank line ends a sentence, whatever it is made of and whatever the classifier thinks."""

import pytest

import treewright as tw
from treewright.tokenization import restored_text
from treewright.tokenization.training_text import paragraphs, unit_sentences
from treewright.tokenization.units import Units

BLANK = ["\n\n", "\r\n\r\n", "\r\r", "\n \t\n", "\n\u00a0\n", "\n\ufeff\n", "\n\n\n\n", "\u2029"]
BLANK += ["\n\u200b\n", "\n\u2060 \u200b\n", "\u2028\u2028", "\x85\x85", "\n\f", "\f\n", "\n\u2028", "\r\n\u200b\r\n"]


@pytest.mark.parametrize("blank", BLANK, ids=ascii)
def test_a_blank_line_ends_a_sentence(tokenizer, blank):
    for left, right in (("Ann sees Bob,", "who calls"), ("Ann", "sees"), ("Mr.", "Emil calls.")):
        text = left + blank + right
        found = tokenizer(text)
        assert [sentence.text for sentence in found] == [left, right] and restored_text(found) == text
        assert found[1].comments[0] == "# newpar"


@pytest.mark.parametrize("space", ["\n", "\r\n", " \u200b ", "\u2028", "\f", "\v\v", " \n "], ids=ascii)
def test_one_line_end_does_not(tokenizer, space):
    text = f"Ann{space}sees Bob."
    found = tokenizer(text)
    assert [sentence.text for sentence in found] == ["Ann sees Bob."] and restored_text(found) == text


def test_nor_does_a_character_that_nobody_sees(tokenizer):
    assert tokenizer("Ann\u200b sees Bob.")[0].forms == ["Ann\u200b", "sees", "Bob", "."], "it belongs to what is before it"
    assert tokenizer("\u200b\n\u2060") == []


def test_training_says_the_same():
    """Where a sentence of a treebank goes on after a blank line, what is learnt is that the line ends it."""
    rows = [{"form": "Ann"}, {"form": "sees", "misc": "SpacesAfter=\\n\\n"}, {"form": "Bob"}]
    given = paragraphs([tw.Sentence.from_words(rows)], seed=1)
    first, second = unit_sentences(given, Units())
    assert first.forms == ["Ann", "sees"] and first.labels == ["token", "sentence"]
    assert second.forms == ["Bob"] and second.labels == ["sentence"]
