"""Pieces of a text that are tokenized apart give what the whole text gives, wherever it is cut."""

import io

import pytest

from treewright import InputError, Pipeline
from treewright.storage import box
from treewright.tokenization import text_cutter
from treewright.tokenization.text_cutter import TextCutter
from treewright.tokenization.text_source import TextSource
from treewright.tokenization.units import FRONT
from treewright.tokenization.windows import WINDOW

PARAGRAPH = "Ann sees Mr. Bob, isn't it? Carol can't. He said (it was 7 p.m.) no. "
LINE_ENDS = ["\n", "\r\n", "\n\n", "\r\n\r\n", "\n \t\n", "\n\n\n   "]
LINE_ENDS += ["\n\xa0\n", "\n\n\u200b", "\x85\n", "\r\r\n", "\u2029", "\r\r", "\f\n"]
LONG = PARAGRAPH * 30
TEXTS = {
    "empty": "",
    "spaces": " \n\n\t\n" * 5000,
    "spaces first": "\ufeff\n\n" * 9000 + LONG + "\n\n" + LONG,
    "no line end": PARAGRAPH.strip(),
    "huge paragraph": PARAGRAPH * 3000,
    "huge paragraph, small ones": PARAGRAPH * 1000 + "\n\n" + f"{PARAGRAPH}\n\n" * 1000,
    "lines": f"{PARAGRAPH}\n" * 1000,
    "lines and blank lines": (f"{PARAGRAPH}\n" * 7 + "\n") * 100 + "end",
    "other letters": "漢字かな。\u3000まじり文。\n\nπ β γ. é\n" * 2000,
    **{f"between {end!r}": (LONG + end) * 20 for end in LINE_ENDS},
    **{f"between all, {end!r} last": "".join(PARAGRAPH * 5 + one for one in LINE_ENDS) * 10 + end for end in LINE_ENDS[:4]},
    **{f"window and {more} bytes": ("a " * WINDOW)[: WINDOW + more].strip() + "\n\nb c.\n\nd e." for more in range(-5, 6)},
}


@pytest.fixture(scope="module")
def english():
    return Pipeline.load(box.in_the_box()).tokenizer


def at_once(tokenizer, text, lines):
    """What comes out if one walks over the whole text, with no pieces."""
    windows = tokenizer.windows(lines)
    at, blocks = len(FRONT), []
    while at < len(FRONT + text):
        at = windows.walk(FRONT + text, at, len(FRONT + text), True)
        blocks.append(windows.rows.take())
    return b"".join(blocks)


class Slow:
    """A file that gives a few bytes at a time."""

    def __init__(self, text, size):
        self.file, self.size = io.BytesIO(text), size

    def read(self, size):
        return self.file.read(self.size)


@pytest.mark.parametrize("lines", [False, True], ids=["text", "lines"])
@pytest.mark.parametrize("name", TEXTS)
def test_pieces_give_what_the_whole_text_gives(english, name, lines, monkeypatch):
    text = TEXTS[name].encode()
    expected = at_once(english, text, lines)
    assert b"".join(english.tokenize_bytes(text, lines=lines)) == expected
    assert b"".join(english.tokenize_bytes(Slow(text, 5000), lines=lines)) == expected
    monkeypatch.setattr(TextSource, "must_wait", lambda source: True)
    assert b"".join(english.tokenize_bytes(Slow(text, 5000), lines=lines)) == expected


def pieces(tokenizer, text, lines=False):
    return [piece for piece in tokenizer.pieces(text, lines=lines) if piece]


@pytest.mark.parametrize("end", ["\n\n", "\r\n\r\n", "\n \n", "\n\n  "])
def test_paragraphs_are_left_to_workers(english, end):
    found = pieces(english, ("漢é" + PARAGRAPH + end).encode() * 1000)
    assert len(found) > 2 and not any(piece.rows for piece in found)
    assert max(len(piece.text) for piece in found) < 2 * text_cutter.PIECE


def test_lines_are_left_to_workers(english):
    found = pieces(english, f"{PARAGRAPH}\n".encode() * 1000, lines=True)
    assert len(found) > 2 and not any(piece.rows or piece.paragraph for piece in found[1:])


def test_a_huge_paragraph_does_not_fill_the_memory(english):
    found = pieces(english, Slow(PARAGRAPH.encode() * 20_000, 1 << 16))
    assert max(len(piece.text) + len(piece.rows) for piece in found) < 1 << 18


def test_what_was_read_is_given_before_reading_may_block(english, monkeypatch):
    monkeypatch.setattr(TextSource, "must_wait", lambda source: True)
    given = [f"{PARAGRAPH}\n\n".encode()] * 3

    class Typed:
        def read(self, size):
            return given.pop() if given else b""

    left = []
    for piece in english.pieces(Typed()):
        left.append((len(given), bool(piece)))
    # a paragraph is known to end when the next one begins
    assert left == [(2, False), (1, True), (1, False), (0, True), (0, False), (0, True)]


def test_an_error_comes_after_what_was_before_it(english):
    text = f"{PARAGRAPH}\n\n".encode()

    given = [b"\xff", text, text]

    class Broken:
        def read(self, size):
            return given.pop() if given else b""

    rows = english.tokenize_bytes(Broken())
    assert next(rows).count(b"# newpar") == 1  # the second paragraph may go on
    with pytest.raises(InputError, match="0xFF"):
        next(rows)


def test_a_cutter_says_where_it_is(english):
    cutter = TextCutter(TextSource(b"One.\n\nTwo."), english.windows(False))
    (piece,) = cutter.pieces()
    assert piece.final and piece.document and piece.paragraph and piece.text == FRONT + b"One.\n\nTwo."
