"""Reading and writing gives the same bytes, whatever is in the fields; no input raises more than an InputError."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from treebank_rows import GOOD, row, take, written

from treewright.errors import InputError
from treewright.treebank import Sentence, read, write
from treewright.treebank.scan import is_utf8

DATA = Path(__file__).parents[2].parent / "shared" / "data"
field = st.text(st.characters(exclude_characters="\t\n\r", exclude_categories=["Cs"]), min_size=1, max_size=6)
comment = field.map(lambda text: "#" + text + "\n")


@st.composite
def sentences(draw: st.DrawFn) -> str:
    size = draw(st.integers(1, 6))
    lines = draw(st.lists(comment, max_size=2))
    end = 0
    if draw(st.booleans()):
        lines.append(row("0.1"))
    for i in range(1, size + 1):
        if i > end and draw(st.booleans()):
            end = draw(st.integers(i, size))
            lines.append(row(f"{i}-{end}", draw(field)))
        head = draw(st.integers(0, size).filter(lambda head, i=i: head != i) | st.just("_"))
        names = ("form", "lemma", "upos", "xpos", "feats", "deprel", "deps", "misc")
        lines.append(row(i, head=head, **{name: draw(field) for name in names}))
        if draw(st.booleans()):
            lines.append(row(f"{i}.1") + draw(comment))
    return "".join(lines) + "\n"


@given(st.lists(sentences(), max_size=4))
def test_any_clean_treebank_is_written_as_it_was_read(texts: list[str]) -> None:
    text = "".join(texts)
    assert written(text, format="conllu") == text
    for line_end in ("\r\n", "\r"):
        assert written(text.replace("\n", line_end), format="conllu") == text


@given(sentences(), st.data())
def test_a_new_tree_changes_head_and_deprel_only(text: str, data: st.DataObject) -> None:
    (sentence,) = read(text.encode(), format="conllu")
    size = len(sentence)
    heads = data.draw(st.lists(st.integers(-1, size), min_size=size, max_size=size))
    labels = data.draw(st.lists(st.none() | field, min_size=size, max_size=size))
    changed = sentence.with_tree(heads, labels)
    assert list(changed.heads) == heads
    assert changed.labels == [None if label == "_" else label for label in labels]
    expected = []
    word = 0
    for line in text[:-1].split("\n")[:-1]:
        columns = line.split("\t")
        if not line.startswith("#") and columns[0].isdigit():
            head, label = heads[word], labels[word]
            columns[6:8] = ["_" if head < 0 else str(head), "_" if label is None else label]
            word += 1
        expected.append("\t".join(columns) + "\n")
    assert changed.source.decode() == "".join(expected)
    assert changed.with_tree(list(sentence.heads), sentence.labels) == sentence


@given(sentences())
def test_the_words_of_a_sentence_are_its_columns(text: str) -> None:
    (sentence,) = read(text.encode(), format="conllu")
    rows = [line.split("\t") for line in text[:-1].split("\n") if line and not line.startswith("#")]
    words = [columns for columns in rows if columns[0].isdigit()]
    assert [[sentence.column(i, k) for k in range(10)] for i in range(len(sentence))] == words
    assert [word.form for word in sentence] == [columns[1] for columns in words]
    assert len(sentence.ranges) + len(sentence.empty_nodes) + len(words) == len(rows)


damage = st.sampled_from(["\t", "\n", " ", "\n\n", "1", "0", "-", ".", "_", "#", "\r", "\ufeff", "1-2\t", "1.1\t", "x"])


@settings(max_examples=150)
@given(st.lists(sentences(), min_size=1, max_size=3), st.data())
def test_a_damaged_treebank_raises_nothing_but_input_errors(texts: list[str], data: st.DataObject) -> None:
    text = "".join(texts)
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(begin, min(len(text), begin + 3)))
        text = text[:begin] + data.draw(damage) + text[end:]
    for trees in ("ignored", "required"):
        skipped, report = take(text, on_error="skip", trees=trees)
        repaired = take(text, on_error="repair", trees=trees)[0]
        assert len(repaired) >= len(skipped)
        try:
            assert take(text, trees=trees)[0] == skipped
            assert report.error_count == 0
        except InputError:
            assert report.error_count > 0 or (trees == "required" and report.words == 0)
        again, second = take(b"".join(source + b"\n" for source in repaired), trees=trees, on_error="skip")
        assert again == repaired and second.error_count == 0  # what was repaired needs no repair


@settings(max_examples=400)
@given(st.binary(max_size=60))
def test_any_bytes_raise_nothing_but_input_errors(content: bytes) -> None:
    for on_error in ("skip", "repair"):
        try:
            take(content, on_error=on_error)
        except InputError:
            assert not is_utf8(content) or b"\0" in content or content.startswith((b"\x1f\x8b", b"PK\x03\x04"))


@settings(max_examples=400)
@given(
    st.binary(max_size=8)
    | st.lists(
        st.sampled_from(
            [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5]
        ),
        max_size=6,
    ).map(bytes),
    st.text("a\u03b1\u4e2d", max_size=40),
    st.text("a\u03b1\u4e2d", max_size=40),
)
def test_utf_8_is_what_python_says_it_is(content: bytes, before: str, after: str) -> None:
    content = before.encode() + content + after.encode()
    try:
        content.decode()
        assert is_utf8(content)
    except UnicodeDecodeError:
        assert not is_utf8(content)


def test_blocks_of_any_size_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# c\n" + row(1, "\u03b1" * 40) + "\n" + GOOD * 20 + row(1) + "   \n" + GOOD
    whole = written(text)
    for chunk in (1, 2, 3, 7, 64, 100, 1000):
        monkeypatch.setattr("treewright.treebank.byte_source.CHUNK", chunk)
        assert written(text) == whole
        assert written(text.replace("\n", "\r\n")) == whole
        assert [s.line for s in read(text.encode())] == [1, *range(4, 63, 3), 64, 66]


@pytest.mark.parametrize("tail", ["", "# a comment of more than sixty-four bytes, so that nothing is near the end\n\n"])
def test_rows_are_cut_the_same_wherever_they_stand(tail: str) -> None:
    fields = "\t".join("x" * (1 + 7 * k % 30) for k in range(9))
    for length in range(140):
        (source, *_), report = take(f"1\t{'y' * length}{fields}\n\n" + tail)
        sentence = Sentence(source)
        assert [sentence.column(0, k) for k in range(10)] == ["1", *("y" * length + fields).split("\t")]
        for wrong in (fields + "\tz", fields[: fields.rfind("\t")], fields.replace("x\tx", "x\t\tx", 1), fields + "\t"):
            found, report = take(f"1\t{'y' * length}{wrong}\n\n" + tail, on_error="skip")
            assert len(found) == bool(tail) and report.error_count == 1


def test_a_sentence_longer_than_a_block() -> None:
    text = "".join(row(i, "form" * 20, head=i - 1) for i in range(1, 10001)) + "\n"
    assert written(text * 2, trees="required") == text * 2


FILES = sorted(path for folder in ("ud-2.0", "ud-2.16") for path in (DATA / folder).glob("*/*.conllu"))


@pytest.mark.skipif(not FILES, reason="no treebanks in ../shared/data")
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_real_treebanks_are_written_as_they_were_read(path: Path, tmp_path: Path) -> None:
    reader = read(path)
    write(reader, tmp_path / "copy.conllu")
    assert (tmp_path / "copy.conllu").read_bytes() == path.read_bytes()
    assert str(reader.report) == "" and reader.format == "conllu" and reader.report.sentences > 0
    sentence = next(read(path))
    data = sentence.to_dict()
    assert Sentence.from_words(data["words"], comments=data["comments"]) == sentence
