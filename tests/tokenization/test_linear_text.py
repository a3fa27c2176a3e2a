"""Time is linear in any text: each byte is looked at a few times, however the text goes on."""

import pytest

from treewright import Pipeline
from treewright.storage import box
from treewright.tagging import target
from treewright.tokenization import windows as module
from treewright.tokenization.windows import Windows

UNITS = (" ", "\n", "\r\n", "'", '"', ".", "(", "-", "7", "a", "\u0301", "漢", "😀", "don't ", "A. ", "..?")
SIZE = 600_000  # bytes: some chunks of a file


class Looks:
    """Counts the bytes that are cut into units and the units that are tagged."""

    def __init__(self, monkeypatch):
        self.cut = self.tagged = self.at = 0
        step, tag, start = Windows.step, Windows.tag, module.character_start

        def counted_step(made, text, at, *rest):
            self.at = at
            return step(made, text, at, *rest)

        def counted_tag(made, text):
            self.tagged += made.units.size
            return tag(made, text)

        def counted_start(text, at):
            self.cut += min(at, len(text)) - self.at
            return start(text, at)

        monkeypatch.setattr(Windows, "step", counted_step)
        monkeypatch.setattr(Windows, "tag", counted_tag)
        monkeypatch.setattr(module, "character_start", counted_start)


@pytest.fixture(scope="module")
def english():
    return Pipeline.load(box.in_the_box()).tokenizer


@pytest.mark.parametrize("unit", UNITS)
def test_each_byte_is_looked_at_a_few_times(english, monkeypatch, unit):
    looks = Looks(monkeypatch)
    text = (unit * (SIZE // len(unit.encode()))).encode()
    assert b"".join(english.tokenize_bytes(text)) or not text.strip()
    assert looks.cut < 5 * SIZE and looks.tagged < 5 * SIZE


def test_spaces_between_two_words_are_looked_at_a_few_times(tokenizer, monkeypatch):
    looks = Looks(monkeypatch)
    text = "one" + " " * 4_000_000 + "two"
    (sentence,) = tokenizer(text)
    assert sentence.forms == ["one", "two"] and looks.cut < 5 * len(text)


def test_pieces_of_a_long_paragraph_are_the_same_from_memory_and_from_a_slow_pipe(english):
    text = ("One two (three) four, " * 3000 + "five. ").encode() * 2

    class Pipe:
        def __init__(self):
            self.at = 0

        def read(self, size):
            self.at += 5000
            return text[self.at - 5000 : self.at]

    assert b"".join(english.tokenize_bytes(Pipe())) == b"".join(english.tokenize_bytes(text))


def test_lemmas_of_very_long_forms_are_not_remembered():
    target._lemma.cache_clear()
    made = target._lemma.__wrapped__("a" * 1000, "kept\t0\t\t0\t")
    assert made == b"a" * 1000
    sentence = type("Row", (), {"forms": ["b" * 1000, "c"]})()
    assert target.Target("lemma").values([sentence], ["=x", "=y"]) == [[b"x", b"y"]]
    assert target._lemma.cache_info().currsize == 1
