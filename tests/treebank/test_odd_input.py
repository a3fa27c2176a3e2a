"""Every row of the table "Odd CoNLL-U that real people feed" (USERS.md), answered as it says."""

from __future__ import annotations

import gzip
import io

import pytest
from treebank_rows import GOOD, row, take, written

from treewright.errors import InputError
from treewright.treebank import Report, read
from treewright.treebank.dependency_tree import problem_of


def error_of(data: str | bytes, **settings: str) -> str:
    with pytest.raises(InputError) as caught:
        take(data, **settings)
    return str(caught.value)


# --- byte-order mark, CRLF, lone CR, no final newline, several blank lines, blank lines with spaces


@pytest.mark.parametrize(
    ("odd", "note"),
    [
        ("\ufeff" + GOOD + GOOD, "byte-order mark, left out"),
        (GOOD + "\ufeff" + GOOD, "byte-order mark within the file"),
        ((GOOD + GOOD).replace("\n", "\r\n"), "CRLF line ends"),
        ((GOOD + GOOD).replace("\n", "\r\r\n"), "CRLF line ends"),
        ((GOOD + GOOD).replace("\n", "\r"), "CR line ends"),
        ((GOOD + GOOD).rstrip("\n"), "no line feed at the end"),
        ((GOOD + GOOD)[:-1], "no blank line after the last sentence"),
        ("\n\n" + GOOD + "\n\n" + GOOD + "\n", "blank lines beyond the one after a sentence, left out (5 times)"),
        (GOOD.replace("\n\n", "\n \t \n") + GOOD, "blank lines with spaces"),
    ],
)
@pytest.mark.parametrize("on_error", ["stop", "skip", "repair"])
def test_accepted_noted_once_and_written_with_line_feeds(odd: str, note: str, on_error: str) -> None:
    assert written(odd, on_error=on_error) == GOOD + GOOD
    report = take(odd, on_error=on_error)[1]
    assert sum(note in line for line in report.notes) == 1
    assert report.error_count == report.skipped == report.repaired == 0


def test_a_line_with_nothing_but_a_byte_order_mark_is_blank() -> None:
    assert written(GOOD + "\ufeff\n") == GOOD
    assert written(GOOD[:-1] + "\ufeff\n" + GOOD) == GOOD + GOOD


def test_line_ends_that_fall_between_two_reads() -> None:
    class OneByteAtATime(io.RawIOBase):
        def __init__(self, data: bytes) -> None:
            self.data = io.BytesIO(data)

        def read(self, size: int = -1) -> bytes:
            return self.data.read(1)

    for odd in ("\ufeff" + GOOD.replace("\n", "\r\n") + GOOD, GOOD.replace("\n\n", "\n   \n") * 2, GOOD + GOOD[:-2]):
        sources = [sentence.source.decode() + "\n" for sentence in read(OneByteAtATime(odd.encode()))]
        assert sources == [GOOD, GOOD]


def test_line_numbers_count_every_line() -> None:
    odd = "\r\n\r\n" + GOOD.replace("\n", "\r\n") + " \r\n" + row("x").replace("\n", "\r\n")
    assert error_of(odd).startswith("(memory):7:")


# --- comment in mid-sentence; comments without words


def test_comments_are_kept_wherever_they_are() -> None:
    text = (
        "# a\n" + row(1) + "# in the middle\n#\n" + row(2, head=1) + "# at the end\n\n# alone\n# still alone\n\n" + GOOD
    )
    assert written(text) == text
    sentences = list(read(text.encode(), trees="required"))
    assert [len(sentence) for sentence in sentences] == [2, 0, 2]
    assert sentences[0].comments == ["# a", "# in the middle", "#", "# at the end"]
    assert sentences[1].words == [] and sentences[1].comments == ["# alone", "# still alone"]


# --- 9 or 11 columns, spaces for tabs, empty field


@pytest.mark.parametrize(
    ("odd", "seen", "repaired"),
    [
        ("1\tw\tl\tNOUN\t_\t_\t0\tdep\t_\n", "9 columns, expected 10; MISC missing?", row(1)),
        ("1\tw\tl\tNOUN\tA=b\t0\tdep\t_\t_\n", "9 columns, expected 10; XPOS missing?", row(1, feats="A=b")),
        ("1\tw\tl\tNOUN\tx\t0\tdep\t_\t_\n", "9 columns, expected 10; FEATS missing?", row(1, xpos="x")),
        ("1\tw\tl\tNOUN\t_\t_\t0\tdep\n", "8 columns, expected 10; DEPS MISC missing?", row(1)),
        (row(1).replace("\n", "\tmore\n"), "11 columns, expected 10; a tab within a field", row(1)),
        (row(1).replace("\n", "\t\n"), "11 columns, expected 10; tabs at the end", row(1)),
        (row(1).replace("\t", "  "), "1 column, expected 10 separated by tabs; here spaces", row(1)),
        (row(1).replace("\tl\t", " l\t"), "9 columns, expected 10 separated by tabs; here spaces", row(1)),
        (row(1, lemma="", xpos=""), "an empty field (LEMMA, XPOS), expected a value or _", row(1, lemma="_")),
        (row(1, misc=""), "an empty field (MISC)", row(1)),
    ],
)
def test_columns_are_counted_guessed_and_mended(odd: str, seen: str, repaired: str) -> None:
    text = GOOD + "# sent_id = bad\n" + odd + "\n" + GOOD
    message = error_of(text)
    assert message.startswith("(memory):5 (sent_id bad): seen ") and seen in message
    sources, report = take(text, on_error="skip")
    assert len(sources) == 2 and report.skipped == 1 and seen in report.errors[0]
    sources, report = take(text, on_error="repair")
    assert sources[1].decode() == "# sent_id = bad\n" + repaired
    assert report.repaired == 1 and "repaired: " in report.errors[0] and "1 sentence repaired" in report.notes


def test_plain_text_is_no_treebank_and_beyond_repair() -> None:
    assert "1 column, expected 10 separated by tabs; the line is 'Just some text.'" in error_of("Just some text.\n")
    sources, report = take("Just some text.\n\n" + GOOD, on_error="repair")
    assert len(sources) == 1 and report.skipped == 1 and report.repaired == 0
    assert "seen 'x' as ID, expected a number" in error_of(row("x"))
    assert "as ID" in error_of(row("12345678901234567890"))


# --- binary files


@pytest.mark.parametrize("content", [b"PK\x03\x04 and more", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\xff\t\n"])
def test_binary_files_are_refused_in_one_sentence(content: bytes) -> None:
    with pytest.raises(InputError, match=r"seen a (binary file|model or another zip archive), expected a treebank"):
        list(read(content))


# --- space, NBSP, U+2028, NUL, zero-width, NFD in a form; form `#` or `_`


FORMS = [
    "a b",
    " ",
    "\xa0",
    "a\u2028b",
    "\u2029",
    "\x85",
    "\x0b",
    "\x0c",
    "\x1c",
    "a\0b",
    "\u200b",
    "\ufeff",
    "e\u0301",
]


@pytest.mark.parametrize("form", [*FORMS, "#", "_"])
def test_forms_are_kept_byte_for_byte(form: str) -> None:
    text = "# text = " + form + "\n" + row(1, form) + row(2, form, head=1, misc=form) + "\n"
    assert written(text) == text
    (sentence,) = read(text.encode())
    assert sentence.forms == [form, form]
    assert sentence.words[0].form == form
    assert sentence.with_tree([2, 0], ["x", "y"]).forms == [form, form]


def test_the_lemma_of_an_underscore_is_an_underscore() -> None:
    (sentence,) = read((row(1, "_", lemma="_") + row(2, "a", lemma="_")).encode())
    assert [word.lemma for word in sentence] == ["_", None]


# --- ranges 1-2, 1-1, empty nodes 8.1, 0.1, inside a range; overlapping or unfinished ranges


def test_ranges_and_empty_nodes_are_kept_and_no_words() -> None:
    rows = ["0.1", "1-2", "1", "1.1", "2", "2.1", "2.2", "3-3", "3"]
    text = "".join(row(number, head="_" if not number.isdigit() else 0) for number in rows) + "\n"
    assert written(text) == text
    (sentence,) = read(text.encode())
    assert len(sentence) == 3 and [word.id for word in sentence] == [1, 2, 3]
    assert [word.id for word in sentence.ranges] == ["1-2", "3-3"]
    assert [word.id for word in sentence.empty_nodes] == ["0.1", "1.1", "2.1", "2.2"]


@pytest.mark.parametrize(
    ("numbers", "message", "repaired"),
    [
        (["1-2", 1, "2-3", 2, 3], "range 2-3, expected ranges that do not overlap, after 1-2", ["1-2", 1, 2, 3]),
        (["1-2", "1-3", 1, 2, 3], "range 1-3, expected ranges that do not overlap, after 1-2", ["1-2", 1, 2, 3]),
        ([1, "2-4", 2], "range 2-4, expected words up to 4, but the last is 2: the range is unfinished", [1, 2]),
        (["2-1", 1, 2], "range 2-1, expected the smaller number first", [1, 2]),
        ([1, 2, "1-2", 3], "range 1-2, expected a range that begins at the next word, 3", [1, 2, 3]),
        (["0-1", 1], "range 0-1, expected a range that begins at the next word, 1", [1]),
    ],
)
def test_ranges_that_cannot_be(numbers: list[object], message: str, repaired: list[object]) -> None:
    text = "".join(map(row, numbers))
    assert message in error_of(text)
    assert take(text, on_error="repair")[0] == ["".join(map(row, repaired)).encode()]


# --- cycle, self-loop, no root, two roots, head out of range, negative, not a number, 20 digits; head `_`

HEADS = [
    ([2, 3, 1, 0], "the cycle 1 <- 2 <- 3 <- 1", "___0"),
    ([0, 2], "word 2 as its own head", "0_"),
    ([2, 1], "no root", "__"),
    ([0, 0, 1], "2 roots (words 1, 2)", "0_1"),
    ([0, 9], "head 9 of word 2", "0_"),
    ([0, -1], "head -1 of word 2", "0_"),
    ([0, "one"], "head one of word 2", "0_"),
    ([0, "1" * 20], "head 11111111111111111111 of word 2", "0_"),
    ([0, "1.5"], "head 1.5 of word 2", "0_"),
]


@pytest.mark.parametrize(("heads", "seen", "repaired"), HEADS)
def test_heads_that_are_no_tree(heads: list[object], seen: str, repaired: str) -> None:
    def text(heads: list[object] | str) -> str:
        return "# sent_id = t\n" + "".join(row(i + 1, head=head) for i, head in enumerate(heads)) + "\n"

    assert written(text(heads)) == text(heads)  # parsing does not look at them
    assert all(-1 <= head <= len(heads) for sentence in read(text(heads).encode()) for head in sentence.heads)
    message = error_of(text(heads), trees="required")
    assert "(sent_id t)" in message
    sources, report = take(text(heads) + GOOD, trees="required", on_error="skip")
    assert len(sources) == 1 and report.skipped == 1 and any(seen in error for error in report.errors)
    assert written(text(heads), trees="required", on_error="repair") == text(repaired)


def test_an_unknown_head_is_unknown_and_not_the_root() -> None:
    text = row(1, head="_") + row(2, head=1) + "\n"
    (sentence,) = read(text.encode(), trees="required")
    assert list(sentence.heads) == [-1, 1]
    assert [word.head for word in sentence] == [None, 1]
    assert problem_of([-1, 1]) is None


def test_several_roots_where_they_are_wanted() -> None:
    assert len(take(row(1) + row(2), trees="forest")[0]) == 1
    assert "cycle" in error_of(row(1, head=2) + row(2, head=1), trees="forest")


# --- ids with a gap, from 2, doubled, `01`


@pytest.mark.parametrize(
    ("words", "message", "repaired"),
    [
        ([(1, 0), (3, 1), (4, 3)], "ID 3 after 1: a gap, expected 2", [0, 1, 2]),
        ([(2, 0), (3, 2)], "ID 2 at the beginning of the sentence, expected 1", [0, 1]),
        ([(1, 0), (2, 1), (2, 1), (3, 2)], "ID 2 for the second time, expected 3", [0, 1, 1, 2]),
        ([("01", 0), ("02", 1)], "ID 01 with a zero in front, expected 1", [0, 1]),
        ([(0, -1), (1, 0), (2, 1)], "ID 0 at the beginning of the sentence, expected 1", [0, 1, 2]),
        ([(1, 0), (3, 2)], "ID 3 after 1: a gap", [0, "_"]),
        ([(2, 3), (1, 2), (3, 0)], "ID 2 at the beginning", [3, 1, 0]),
    ],
)
def test_ids_that_do_not_count(words: list[tuple[object, object]], message: str, repaired: list[object]) -> None:
    text = "".join(row(number, head=head) for number, head in words) + "\n"
    assert message in error_of(text)
    sources, report = take(text, on_error="repair")
    assert sources == ["".join(row(i + 1, head=head) for i, head in enumerate(repaired)).encode()]
    assert report.repaired == 1 and "renumbered" in report.errors[0]


def test_renumbering_takes_ranges_empty_nodes_and_deps_along() -> None:
    text = row("2-3") + row(2, deps="0:root") + row("2.1") + row(3, head=2, deps="2:a|2.1:b")
    repaired = row("1-2") + row(1, deps="0:root") + row("1.1") + row(2, head=1, deps="1:a|1.1:b")
    assert take(text, on_error="repair")[0] == [repaired.encode()]


def test_a_missing_blank_line_is_guessed() -> None:
    text = "# sent_id = a\n" + row(1) + row(2, head=1) + "# sent_id = b\n" + row(1) + row(2, head=1) + "\n"
    assert "(memory):5" in error_of(text) and "is a blank line missing before the new sentence?" in error_of(text)
    (first, second) = read(text.encode(), on_error="repair")
    assert (first.sent_id, first.line, len(first)) == ("a", 1, 2)
    assert (second.sent_id, second.line, len(second)) == ("b", 4, 2)


# --- CoNLL-X in disguise: see test_conllx.py.  Latin-1, UTF-16, gzip


def test_latin_1_is_told_by_line_and_byte() -> None:
    text = GOOD.encode() + b"# sent_id = l\n" + row(1, "caf\xe9").encode("latin-1") + b"\n" + GOOD.encode()
    message = error_of(text)
    assert message.startswith("(memory):5 (sent_id l)") and "not UTF-8 at line 5, byte 0xE9" in message
    assert len(take(text, on_error="skip")[0]) == 2
    assert take(text, on_error="repair")[0][1].decode() == "# sent_id = l\n" + row(1, "caf\xe9")


@pytest.mark.parametrize("bad", [b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\x80", b"\xff"])
def test_bytes_that_no_utf_8_has(bad: bytes) -> None:
    assert "not UTF-8 at line 1" in error_of(row(1, "@").encode().replace(b"@", bad))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_told(encoding: str) -> None:
    message = error_of(GOOD.encode(encoding))
    assert "not UTF-8 at line 1, byte 0x" in message and "UTF-16" in message
    assert written(GOOD.encode(encoding), on_error="repair") == GOOD


def test_gzip_is_read(tmp_path) -> None:
    path = tmp_path / "a.conllu.gz"
    path.write_bytes(gzip.compress(GOOD.encode() * 3))
    assert len(list(read(path))) == 3
    assert written(gzip.compress(GOOD.encode())) == GOOD
    assert "damaged gzip" in error_of(gzip.compress(GOOD.encode() * 100)[:-12])


# --- empty file; 3,000-word chain; 100 GB


def test_an_empty_file_can_be_parsed_but_not_learnt_from() -> None:
    for empty in ("", "\n", "\n\n  \n", "\ufeff"):
        assert take(empty)[0] == []
        assert "no sentence, expected at least one" in error_of(empty, trees="required")


def test_a_long_chain_needs_no_recursion() -> None:
    text = "".join(row(i, head=i - 1) for i in range(1, 3001)) + "\n"
    assert written(text, trees="required") == text
    cycle = "".join(row(i, head=i % 3000 + 1) for i in range(1, 3001)) + "\n"
    assert "1 <- 2 <- 3" in error_of(cycle, trees="required") and len(error_of(cycle, trees="required")) < 300


class Endless(io.RawIOBase):
    """A treebank without end, which counts what was read of it."""

    def __init__(self, piece: bytes) -> None:
        self.piece, self.taken = piece * 1000, 0

    def read(self, size: int = -1) -> bytes:
        self.taken += len(self.piece)
        return self.piece


def test_a_treebank_is_streamed() -> None:
    endless = Endless(GOOD.encode())
    reader = read(endless)
    for _ in range(10):
        next(reader)
    assert endless.taken < 1 << 22


def test_a_stream_stops_at_its_first_bad_block() -> None:
    endless = Endless(row("x").encode() + b"\n")
    with pytest.raises(InputError, match=r"and \d[\d,]* more errors in the next \d+ MB"):
        list(read(endless))
    assert endless.taken < 1 << 22


def test_a_file_without_blank_lines_does_not_fill_the_memory() -> None:
    with pytest.raises(InputError, match=r"no blank line in [67]\d MB"):
        list(read(Endless(row(1).encode() * 1000)))


# --- all errors of a file, not only the first


def test_stopping_tells_the_first_error_and_how_many_more(tmp_path) -> None:
    path = tmp_path / "bad.conllu"
    path.write_text(GOOD + (row("x") + "\n") * 30 + GOOD, encoding="utf-8")
    report = Report()
    read_before = []
    with pytest.raises(InputError) as caught:
        for sentence in read(path, report=report):
            read_before.append(sentence)
    assert len(read_before) == 1
    assert str(caught.value).startswith(f"{path}:4: seen 'x' as ID") and str(caught.value).endswith(
        "; and 29 more errors"
    )
    assert report.error_count == 30 and len(report.errors) == 30
    lines = str(report).split("\n")
    assert lines[0].startswith(f"{path}:6: ") and lines[-1] == "and 9 more errors"


def test_a_path_that_cannot_be_read(tmp_path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read(tmp_path / "nowhere.conllu")
    with pytest.raises(InputError, match="seen a folder, expected a file"):
        list(read(tmp_path))
