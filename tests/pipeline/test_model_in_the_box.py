"""The English pipeline that comes with the package."""

import gzip
import io
import pickle
import sys
from pathlib import Path

import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.storage import box, model_file
from treewright.tokenization import restored_text

MODEL = Path(box.in_the_box())
TINY = MODEL.parent / "tiny"


def test_it_is_small_and_names_its_licence_and_source():
    header = model_file.read_header(MODEL)
    assert MODEL.stat().st_size <= 20_000_000
    licence = header["licence"]
    assert "CC BY-SA 4.0" in licence and "English-EWT" in licence and "678 sentences of our own" in licence


def test_it_is_loaded_when_no_other_is_named():
    assert [len(sentence) for sentence in tw.load()("Dogs bark. Cats sleep.")] == [3, 3]


def test_it_has_no_sentence_of_a_treebank_but_our_own():
    header = model_file.read_header(MODEL)
    own = {sentence.text for sentence in tw.read(TINY / "test.conllu")}
    assert header["examples"] and all(next(iter(tw.read(text.encode()))).text in own for text in header["examples"])
    assert not any(stage.get("examples") for stage in header["stages"])
    assert main(["info", str(MODEL), "--verify"]) == 0


def test_info_tells_each_stage_in_a_line(capsys):
    assert main(["info", str(MODEL)]) == 0
    shown = capsys.readouterr().out.split("\n")
    stages = [line for line in shown if line.startswith("stage ")]
    assert len(stages) == 5 and max(map(len, shown)) < 200
    assert "tokenizer" in stages[0] and "tagger of upos, 17 labels" in stages[1] and "13,222 sentences" in stages[4]


def test_typed_english_is_parsed_without_naming_a_model(monkeypatch, capfdbinary):
    text = "The old carpenter planed the board. Don't touch Mr. Smith's glue!\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["parse"]) == 0
    sentences = list(tw.read(capfdbinary.readouterr().out))
    assert [len(sentence) for sentence in sentences] == [7, 8]
    assert restored_text(sentences) == text
    first = sentences[0]
    assert [word.upos for word in first] == ["DET", "ADJ", "NOUN", "VERB", "DET", "NOUN", "PUNCT"]
    assert list(first.heads) == [3, 3, 4, 0, 6, 4, 4]
    assert [word.lemma for word in first][:3] == ["the", "old", "carpenter"]
    assert sentences[1].forms[:2] == ["Do", "n't"]


def test_a_file_of_text_needs_no_model_either(tmp_path, capfdbinary):
    path = tmp_path / "text.txt"
    path.write_text("Dogs bark.\n")
    assert main(["parse", str(path), "--to", "tree"]) == 0
    assert b"bark" in capfdbinary.readouterr().out
    text = "A lone CR\rhere. NUL \0 here. Tab\there.\r\n\r\nEnd"
    path.write_text(text, newline="")
    assert main(["parse", str(path)]) == 2  # it might be a damaged model
    assert b"seen NUL bytes, expected a model file" in capfdbinary.readouterr().err
    assert main(["parse", str(path), "--input", "text"]) == 0
    assert restored_text(list(tw.read(capfdbinary.readouterr().out))) == text


def test_an_empty_or_packed_file_of_text_is_text(tmp_path, capfdbinary):
    (tmp_path / "empty.txt").write_bytes(b"")
    assert main(["parse", str(tmp_path / "empty.txt")]) == 0
    assert capfdbinary.readouterr().out == b""
    (tmp_path / "packed.gz").write_bytes(gzip.compress(b"\n" * 100 + b"Dogs bark.\n"))
    assert main(["parse", str(tmp_path / "packed.gz")]) == 0
    assert b"\tbark\t" in capfdbinary.readouterr().out


@pytest.mark.parametrize(
    ("name", "content", "seen"),
    [
        ("in.conllu", (TINY / "dev.conllu").read_bytes(), "a treebank, expected a model file before it, as in"),
        ("in.conllu.gz", gzip.compress((TINY / "dev.conllu").read_bytes()), "a treebank, expected a model file before it"),
        ("in.json", b'{"words": []}\n', "JSON, expected a model file before it"),
        ("latin.txt", b"One\ntwo, caf\xe9\n", "byte 0xE9 in line 2, which is not UTF-8, expected a model file"),
        ("nul.txt", b"a \0 b\n", "NUL bytes, expected a model file"),
        ("damaged.gz", b"\x1f\x8b damaged \xff", "a damaged gzip file, expected a model file"),
        ("other.pkl", pickle.dumps({1: 2}), "a Python pickle"),
    ],
)
def test_what_is_neither_text_nor_a_model_is_named(tmp_path, capsys, name, content, seen):
    path = tmp_path / name
    path.write_bytes(content)
    assert main(["parse", str(path)]) == 2
    said = capsys.readouterr().err
    assert f"{path}: seen {seen}" in said and said.count("\n") == 1
    assert "raw text in UTF-8" in said and "the English pipeline in the box" in said
    assert main(["parse", str(tmp_path)]) == 2
    assert "seen a folder, expected a model file" in capsys.readouterr().err
    damaged = tmp_path / "m.tw"
    damaged.write_bytes(content)
    assert main(["parse", str(damaged)]) == 2
    assert "m.tw: not a Treewright model" in capsys.readouterr().err
