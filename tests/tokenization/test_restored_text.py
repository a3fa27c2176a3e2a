"""The text is restored byte for byte from what a tokenizer makes of it, whatever it is."""

import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treewright as tw
from treewright.tokenization import restored_text

ODD = " \t\n\r\v\f\x00\x01\x1c\x1f\x7f\x85\xa0\u2003\u2028\u2029\u3000\ufeff\u200b\u200d\xad|\\_=#."
TEXT = st.text(
    st.one_of(st.sampled_from(ODD), st.sampled_from("ab A1.,'\n "), st.characters(exclude_categories=("Cs",))), max_size=60
)
PIECES = ["Ann", "Mr.", "New", "York", "don't", "isn't", ".", "\n", "\n\n", " ", "  ", "\r\n", "\t", "\xa0", "𐌾𐌰𐌷"]
PIECES += ["👩\u200d👧"]
WORDS = st.lists(st.sampled_from(PIECES)).map("".join)


def check(tokenizer, text):
    block = b"".join(tokenizer.tokenize_bytes(text.encode()))
    sentences = list(tw.read(block))
    # a text of nothing but spaces (also those that nobody sees) has no tokens that could carry them
    blank = not re.sub("[\\s\ufeff\u200b\u2060]", "", text)
    assert restored_text(sentences) == ("" if blank else text)
    assert restored_text(tokenizer(text)) == restored_text(sentences)
    for sentence in sentences:
        assert not any("\t" in form or "\n" in form or not form for form in sentence.forms)


@pytest.mark.parametrize("kind", ["tokenizer", "spaced_tokenizer", "plain_tokenizer"])
def test_any_text(kind, request):
    tokenizer = request.getfixturevalue(kind)

    @settings(max_examples=100, deadline=None, derandomize=True)
    @given(st.one_of(TEXT, WORDS))
    def holds(text):
        check(tokenizer, text)

    holds()


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\n\t", "a", "a ", " a", "\r", "a\rb", "a\r\n\r\nb", "a\r\rb", "\ufeffa b", "a\n \nb", "a\u2029b", "\x00",
     "a\x00b", "|\\", "\\s", "a \\s b\\", "a|b \\p", "_", "_ _", "# text = a", "\u200b", "e\u0301 \u0301"],
)  # fmt: skip
def test_corner_cases(text, tokenizer, spaced_tokenizer):
    for one in (tokenizer, spaced_tokenizer):
        check(one, text)


def test_chunks_do_not_matter(tokenizer):
    """A stream that comes a few bytes at a time gives what the whole text gives."""

    class Slow(io.RawIOBase):
        def __init__(self, text):
            self.file = io.BytesIO(text)

        def read(self, size=-1):
            return self.file.read(7)

    text = ("Ann sees Mr. Bob, isn't it. Carol can't. \xa0é\r\n" * 30 + "\n\n\n") * 3 + "no end 𐌾𐌰𐌷"
    whole = b"".join(tokenizer.tokenize_bytes(text.encode()))
    assert b"".join(tokenizer.tokenize_bytes(Slow(text.encode()))) == whole
    assert restored_text(tw.read(whole)) == text
