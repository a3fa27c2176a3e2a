"""Sentences and words as Python objects, and writing them."""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from treebank_rows import GOOD, row

from treewright.arrays import int_array
from treewright.errors import InputError, SettingsError
from treewright.treebank import Report, Sentence, Word, read, write
from treewright.treebank.scan import sentence_count
from treewright.treebank.sentence import Shelf
from treewright.treebank.splicer import Splicer

TEXT = (
    "# sent_id = s-1\n# text = vámonos al mar\n1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\tvamos\tir\tVERB\tV\tMood=Imp|Number=Plur\t0\troot\t0:root\tGloss=go\n"
    "2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\tA|B=c=d\n2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "3\tal\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
)


@pytest.fixture
def sentence() -> Sentence:
    return next(read(TEXT.encode()))


def test_what_a_sentence_knows(sentence: Sentence) -> None:
    assert len(sentence) == sentence.size == 3
    assert (sentence.sent_id, sentence.text, sentence.path, sentence.line) == ("s-1", "vámonos al mar", "(memory)", 1)
    assert sentence.comment("text") == "vámonos al mar" and sentence.comment("nothing") is None
    assert list(sentence.heads) == [0, 1, -1]
    assert sentence.labels == ["root", "obj", None]
    assert sentence.forms == ["vamos", "nos", "al"]
    assert [word.form for word in sentence.ranges] == ["vámonos"]
    assert sentence.to_conllu() == TEXT
    assert sentence.format == "conllu"
    assert "s-1" in repr(sentence)


def test_what_a_word_knows(sentence: Sentence) -> None:
    feats = {"Mood": "Imp", "Number": "Plur"}
    assert sentence[0] == Word("vamos", "ir", "VERB", "V", feats, 0, "root", "0:root", "Gloss=go", 1)
    assert sentence[1].misc_items() == {"A": None, "B": "c=d"}
    assert sentence[-1] == Word("al", id=3)
    assert list(sentence) == sentence.words == sentence[0:3]
    with pytest.raises(IndexError):
        sentence[3]
    with pytest.raises(IndexError):
        sentence.column(3, 0)


def test_a_sentence_does_not_change(sentence: Sentence) -> None:
    with pytest.raises(AttributeError):
        sentence[0].head = 2  # type: ignore[misc]
    sentence.words.clear()
    assert len(sentence.words) == 3


def test_cuts_are_where_the_columns_begin(sentence: Sentence) -> None:
    for i, word in enumerate(sentence):
        begin, end = sentence.cuts[11 * i + 1], sentence.cuts[11 * i + 2] - 1
        assert sentence.source[begin:end].decode() == word.form
        assert sentence.source[sentence.cuts[11 * i + 10] - 1] == 10


def test_splice(sentence: Sentence) -> None:
    heads, ids = int_array(3), int_array(3)
    for i, (head, label) in enumerate([(12, 0), (0, 1), (-1, -1)]):
        heads[i], ids[i] = head, label
    expected = TEXT.replace("\t0\troot\t0", "\t12\tx\t0").replace("\t1\tobj", "\t0\tlonger:label")
    splicer = Splicer([b"x", b"longer:label"])
    assert splicer.splice([sentence], heads, ids).decode() == expected
    ids[0] = 2
    with pytest.raises(IndexError, match="label 2 of 2"):
        splicer.splice([sentence], heads, ids)
    for few, enough in ((int_array(2), int_array(3)), (int_array(3), int_array(2))):
        with pytest.raises(ValueError, match="3 words"):
            splicer.splice([sentence], few, enough)


def test_splice_several(sentence: Sentence) -> None:
    heads, ids = int_array(6), int_array(6)
    comment = Sentence(b"# no words\n")
    for i in range(6):
        heads[i] = i
    first, second = (sentence.with_tree([i, i + 1, i + 2], ["x"] * 3).to_conllu() for i in (0, 3))
    batch = [sentence, Sentence(b""), comment, sentence]
    block = Splicer([b"x"]).splice(batch, heads, ids)
    assert block.decode() == first + "# no words\n\n" + second
    assert sentence_count(block) == 3 and sentence_count(b"") == 0
    again = Shelf().reread(block, batch)
    assert [s.source for s in again] == [first.encode()[:-1], b"", comment.source, second.encode()[:-1]]
    assert [(s.path, s.line, s.format) for s in again] == [(s.path, s.line, s.format) for s in batch]


def test_with_tree_refuses_what_would_break_the_rows(sentence: Sentence) -> None:
    for label in ("", "a\tb", "a\nb"):
        with pytest.raises(ValueError, match="label"):
            sentence.with_tree([0, 1, 1], ["root", "x", label])
    with pytest.raises(ValueError, match="3 words"):
        sentence.with_tree([0, 1], ["root", "x"])


def test_from_words() -> None:
    made = Sentence.from_words(["It", {"form": "works", "upos": "VERB", "head": 0, "feats": "A=b"}, Word(".", head=2)])
    assert made.to_conllu() == (
        "1\tIt\t_\t_\t_\t_\t_\t_\t_\t_\n2\tworks\t_\tVERB\t_\tA=b\t0\t_\t_\t_\n3\t.\t_\t_\t_\t_\t2\t_\t_\t_\n\n"
    )
    words = [replace(word, deprel="x") for word in made]
    assert Sentence.from_words(words, comments=["sent_id = 1", "# text"]).comments == ["# sent_id = 1", "# text"]
    assert len(Sentence.from_words([])) == 0


@pytest.mark.parametrize(
    "words", [[""], ["a\tb"], ["a\nb"], [{"lemma": "x"}], [{"form": "x", "tag": "N"}], [Word("a", id="1-x")]]
)
def test_from_words_refuses_what_is_no_row(words: list) -> None:
    with pytest.raises(InputError):
        Sentence.from_words(words)


def test_plain_data_and_back(sentence: Sentence) -> None:
    data = json.loads(json.dumps(sentence.to_dict()))
    assert Sentence.from_words(data["words"], comments=data["comments"]) == sentence


def test_copies_are_equal(sentence: Sentence) -> None:
    copy = pickle.loads(pickle.dumps(sentence))
    assert copy == sentence and hash(copy) == hash(sentence) and list(copy.cuts) == list(sentence.cuts)
    assert copy != sentence.with_tree([0, 1, 1], ["root", "obj", "x"]) and sentence != 1


def test_a_sentence_is_not_two() -> None:
    for text in (GOOD, GOOD + GOOD, "\n" + GOOD[:-1], row(2)):
        with pytest.raises(InputError, match="expected the rows of one sentence"):
            Sentence(text.encode())


def test_unknown_settings_are_refused() -> None:
    for settings in ({"format": "conll09"}, {"on_error": "ignore"}, {"trees": "maybe"}):
        with pytest.raises(SettingsError, match="expected one of"):
            read(b"", **settings)
    with pytest.raises(InputError, match="a path, a file or bytes"):
        read(3)  # type: ignore[arg-type]


def test_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(TEXT.encode())
    with open(path, "rb") as binary, open(path, encoding="utf-8") as text:
        for source in (path, str(path), binary, text, io.BytesIO(TEXT.encode()), io.StringIO(TEXT)):
            assert [s.to_conllu() for s in read(source)] == [TEXT]
        assert not binary.closed
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    (sentence,) = read("-")
    assert sentence.path == "(stdin)"


def test_one_report_for_several_files() -> None:
    report = Report()
    for data in (GOOD, "\ufeff" + GOOD, row("x")):
        list(read(data.encode(), on_error="skip", report=report))
    assert (report.sentences, report.words, report.skipped, report.error_count) == (2, 4, 1, 1)
    assert report and not Report()


def test_write(tmp_path: Path, sentence: Sentence, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert write([sentence, sentence.source, 2 * TEXT.encode(), b""], tmp_path / "a.conllu") == 4
    assert (tmp_path / "a.conllu").read_text(encoding="utf-8") == TEXT * 4
    write([sentence], str(tmp_path / "a.conllu.gz"))
    assert gzip.decompress((tmp_path / "a.conllu.gz").read_bytes()).decode() == TEXT
    write([sentence], "-")
    assert capsysbinary.readouterr().out.decode() == TEXT
    memory = io.BytesIO()
    write([sentence], memory)
    assert memory.getvalue().decode() == TEXT
    write([sentence], os.devnull)
    assert not os.path.isfile(os.devnull)


def test_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "out.conllu"
    path.write_bytes(b"old")
    with pytest.raises(InputError):
        write(read((GOOD * 3 + row("x")).encode()), path)
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["out.conllu"]
    with pytest.raises(InputError, match="cannot be written"):
        write([], tmp_path / "nowhere" / "out.conllu")
    with pytest.raises(InputError, match="cannot be written"):
        write([], tmp_path)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(read(GOOD.encode()), tmp_path / "link")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == GOOD
