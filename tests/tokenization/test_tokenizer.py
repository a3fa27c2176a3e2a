"""What a tokenizer learns from a treebank, what it writes, and what it does with odd input."""

import io
import random
import subprocess
import sys

import pytest
from invented_sentences import sentence, sentences

import treewright as tw
from treewright.errors import InputError, ModelError, SettingsError
from treewright.storage import model_file
from treewright.tokenization import Tokenizer, restored_text
from treewright.tokenization.spaces import tokens_of
from treewright.tokenization.windows import WINDOW


def test_it_finds_tokens_sentences_and_words(tokenizer):
    found = tokenizer("Bob sees Mr. Emil, don't calls. Dora meets Fritz.\nEmil calls Ann.\n\nAnn isn't.")
    assert [s.text for s in found] == ["Bob sees Mr. Emil, don't calls.", "Dora meets Fritz.", "Emil calls Ann.", "Ann isn't."]
    assert found[0].forms == ["Bob", "sees", "Mr.", "Emil", ",", "do", "n't", "calls", "."]
    assert [s.sent_id for s in found] == ["1", "2", "3", "4"]
    assert [word.id for word in found[0].ranges] == ["6-7"]
    assert found[0].comments[:2] == ["# newdoc", "# newpar"] and found[3].comments[0] == "# newpar"
    assert found[1][2].misc == "SpaceAfter=No" and found[1][3].misc == "SpacesAfter=\\n"
    assert found[3].ranges[0].misc == "SpaceAfter=No"


def test_rows_as_they_are_written(tokenizer):
    assert b"".join(tokenizer.tokenize_bytes(b"  Ann  sees Bob.")).decode() == (
        "# newdoc\n# newpar\n# sent_id = 1\n# text = Ann sees Bob.\n"
        "1\tAnn\t_\t_\t_\t_\t_\t_\t_\tSpacesBefore=\\s\\s|SpacesAfter=\\s\\s\n"
        "2\tsees\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "3\tBob\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
        "4\t.\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n\n"
    )


def test_a_script_keeps_case(tokenizer):
    forms = {form: list(tokenizer(f"Ann sees {form} Bob.")[0].forms[2:-2]) for form in ("Isn't", "ISN'T", "It's", "Cannot")}
    assert forms == {"Isn't": ["Is", "n't"], "ISN'T": ["IS", "N'T"], "It's": ["It", "'s"], "Cannot": ["Can", "not"]}


def test_tokens_with_spaces_and_borders_within_words(spaced_tokenizer):
    (found,) = spaced_tokenizer("Ann New\n York unBob!")
    assert found.forms == ["Ann", "New York", "un", "Bob", "!"]
    assert found[1].misc == "SpacesInToken=New\\n\\sYork"


def test_units_can_be_chosen():
    made = Tokenizer(units="characters", epochs=3)
    made.train(sentences(40))
    assert made.characters and made("Ann sees Bob.")[0].forms == ["Ann", "sees", "Bob", "."]
    with pytest.raises(SettingsError, match="units: seen 'bytes'"):
        Tokenizer(units="bytes")


def test_training_needs_tokens_and_says_what_it_cannot_learn():
    with pytest.raises(InputError, match="seen no tokens"):
        Tokenizer().train([])
    with pytest.warns(UserWarning, match="no SpaceAfter=No"):
        Tokenizer(epochs=1).train([sentence([("a", "", True), ("b", "", True)])] * 3)
    with pytest.raises(ModelError, match="no weights yet"):
        Tokenizer()("a")


def test_text_tells_what_misc_does_not():
    rows = "# text = Ann, Bob\n1\tAnn\t_\t_\t_\t_\t_\t_\t_\t_\n2\t,\t_\t_\t_\t_\t_\t_\t_\t_\n3\tBob\t_\t_\t_\t_\t_\t_\t_\t_\n"
    assert [token.after for token in tokens_of(tw.Sentence(rows.encode()))] == ["", None, None]


def test_treebank_text_has_its_paragraphs():
    made = [sentence([("a", "", True)]), sentence([("b", "", False)], ["# newpar id = 2"]), sentence([("c", "", True)])]
    assert restored_text(made) == "a\n\nbc "


def test_the_model_is_the_same_each_time_and_after_saving(tokenizer, tmp_path):
    again = Tokenizer(epochs=5)
    again.train(sentences(120))
    for number, one in enumerate((tokenizer, again)):
        model_file.write(tmp_path / f"{number}.tw", *one.contents())
    assert (tmp_path / "0.tw").read_bytes() == (tmp_path / "1.tw").read_bytes()
    loaded = Tokenizer.from_contents(*model_file.read(tmp_path / "0.tw"))
    text = "Ann sees Mr. Bob, isn't it. Emil DON'T."
    assert [s.source for s in loaded(text)] == [s.source for s in tokenizer(text)]
    assert b"Carol" not in (tmp_path / "0.tw").read_bytes().replace(b'"Carol"', b"")  # forms, but no text


@pytest.mark.parametrize(
    ("data", "message"),
    [(b"a\nb\xff c", r"\(memory\):2: seen byte 0xFF at offset 3, expected text in UTF-8"),
     (b"\x89PNG\r\n\x1a\n\0\0", "seen byte 0x89 at offset 0"),
     ("é".encode("utf-16"), "seen byte 0xFF at offset 0"),
     (b"abc\xe2\x82", "seen byte 0xE2 at offset 3"),
     (b"\xed\xa0\x80", "seen byte 0xED at offset 0")],
)  # fmt: skip
def test_what_is_not_utf8_is_refused(tokenizer, data, message):
    with pytest.raises(InputError, match=message):
        list(tokenizer.pipe(data))
    with pytest.raises(InputError, match="seen byte 0xED at offset 1"):
        tokenizer("a\ud800")


def test_files_paths_and_documents(tokenizer, tmp_path):
    (tmp_path / "a.txt").write_text("Ann sees Bob.\n", encoding="utf-8")
    paths = (tmp_path / "a.txt", str(tmp_path / "a.txt"))
    for source in (*paths, io.StringIO("Ann sees Bob.\n"), io.BytesIO(b"Ann sees Bob.\n")):
        assert [s.text for s in tokenizer.pipe(source)] == ["Ann sees Bob."]
    several = list(tokenizer.pipe(["Ann sees Bob.\n", "Emil calls.\n"]))
    assert [("# newdoc" in s.comments, s.sent_id) for s in several] == [(True, "1"), (True, "2")]
    with pytest.raises(InputError, match="no such file"):
        list(tokenizer.pipe("missing.txt"))


def test_long_lines_are_linear_and_lose_nothing(tokenizer):
    chance = random.Random(1)
    words = ["Ann", "sees", "Mr.", "Bob", "don't", "calls"]
    long_sentence = " ".join(chance.choices(words, k=10_000)).replace("Mr. ", "")
    many_sentences = " ".join(chance.choices([*words, "Emil.", "Dora."], k=20_000))
    for text in (long_sentence, many_sentences, "a" * 50_000, "?" * 20_000, " \n" + " " * (2 * WINDOW) + "a" + "\t" * WINDOW):
        found = list(tokenizer.pipe([text]))
        assert restored_text(found) == text
        assert sum(comment == "# newpar" for s in found for comment in s.comments) == 1
    assert len(tokenizer.pipe([many_sentences]).__next__()) < 1000


def test_a_text_without_any_end_is_cut(tokenizer, monkeypatch):
    monkeypatch.setattr("treewright.tokenization.windows.LONGEST", 2 * WINDOW)
    found = tokenizer("sees " * WINDOW)
    assert len(found) > 1 and restored_text(found) == "sees " * WINDOW and sum(map(len, found)) == WINDOW


def test_the_validator_accepts_what_is_written(tokenizer, spaced_tokenizer, tmp_path):
    pytest.importorskip("udtools", reason="the official validator is not installed")
    text = "\ufeff Ann\xa0sees \u2003 Mr. Bob, isn't\tit.\r\n\r\nEmil | Dora\\s\x00\x01 \u2028 don't.\x0c\n\n_ # _\u200b a|b\n"
    for number, one in enumerate((tokenizer, spaced_tokenizer)):
        path = tmp_path / f"{number}.conllu"
        flat = [s.with_tree([0] + [1] * (len(s) - 1), ["root"] + ["dep"] * (len(s) - 1)) for s in one(text)]
        rows = [row.split("\t") for s in flat for row in [*s.rows, ""]]
        lines = ["\t".join([*r[:3], "X", *r[4:]]) if len(r) == 10 and "-" not in r[0] else "\t".join(r) for r in rows]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
        command = [sys.executable, "-c", "from udtools.cli import main; main()", "--lang", "en", "--level", "2", str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
