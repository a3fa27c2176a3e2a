"""What `parse` takes its inputs for: treebanks, or raw text."""

import gzip
import io
import subprocess
import sys

import pytest
from small_treebank import SENTENCES, conllu, environment

from treewright.command_line.main import main
from treewright.command_line.sources import FIRST_LINE_OF_TEXT, is_treebank

QUICK = ("--epochs", "2", "-q")
ROW = b"1\tDogs\tdog\tNOUN\t_\t_\t0\troot\t_\t_\n"


@pytest.mark.parametrize(
    "start",
    [b"", b"\n\n", b"# a\n# b\n\n", b"# a",
     b"# a\n \n" + ROW, b"\r\n" + ROW, ROW[:1], ROW[:4], ROW.replace(b"\t", b" "), b" " + ROW,
     b"1-2\tx", b"0.1 x", b'{"words": []}', b"Dogs\tdog\n", b"#\n" * 30_000 + ROW, ROW.decode().encode("utf-16-le")],
)  # fmt: skip
def test_what_may_be_a_treebank_is_not_called_text(start):
    assert not FIRST_LINE_OF_TEXT.match(start)


@pytest.mark.parametrize(
    "start",
    [b"Dogs bark.\n", b"Dogs", b"\n" * 30_000 + b" Dogs bark", b"# A title\n\nDogs.\n", b"2nd\n", b"\xe9t\xe9"],
)
def test_lines_of_text(start):
    assert FIRST_LINE_OF_TEXT.match(start) and not is_treebank(start)


def test_many_blank_lines_take_no_time():
    assert is_treebank(b"\n" * 30_000 + ROW) and is_treebank(b" \n# a\n" * 5_000 + ROW)


@pytest.mark.parametrize(
    ("flags", "why"),
    [
        ((), "this model is a parser alone, expected CoNLL-U, CoNLL-X or JSON lines"),
        (
            ("--pipeline", "--tokenizer.epochs", "0", "--tagger.epochs", "2", "--tagger.folds", "0"),
            "this pipeline has no tokenizer, expected CoNLL-U or --input horizontal|vertical",
        ),
    ],
)
def test_text_for_a_model_without_a_tokenizer(treebank, tmp_path, monkeypatch, capfd, flags, why):
    monkeypatch.chdir(tmp_path)
    assert main(["train", str(treebank), "-o", "m.tw", "--preset", "fast", *QUICK, *flags]) == 0
    (tmp_path / "text.txt").write_text("Dogs bark.\nCats sleep.\n")
    (tmp_path / "text.gz").write_bytes(gzip.compress(b"Dogs bark.\n"))

    def said(*arguments, code=2, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin))))
        assert main(["parse", "m.tw", "-q", *arguments]) == code
        out, err = capfd.readouterr()
        return out if code == 0 else err

    assert said("text.txt", "-o", "out.conllu") .startswith(f"treewright: error: text.txt: seen raw text, but {why}")
    assert f"text.gz: seen raw text, but {why}" in said("text.gz")
    assert f"(stdin): seen raw text, but {why}" in said(stdin=b"Dogs bark.")
    assert f"--input text: {why}" in said("text.txt", "--input", "text")
    assert not (tmp_path / "out.conllu").exists()

    wanted = said(str(treebank), code=0)
    before = b"\xef\xbb\xbf\n\n# a comment\n\n"
    (tmp_path / "odd.conllu").write_bytes(before + treebank.read_bytes())
    for odd in (said("odd.conllu", code=0), said(code=0, stdin=before + treebank.read_bytes())):
        assert odd.endswith(wanted)
    assert said(code=0) == ""
    assert "(stdin):1: seen 1 column" in said(stdin=ROW.replace(b"\t", b" "))


def test_a_treebank_that_comes_piece_by_piece(run, treebank, tmp_path):
    assert run("train", treebank, "-o", "m.tw", "--preset", "fast", *QUICK).code == 0
    command = [sys.executable, "-m", "treewright", "parse", "m.tw", "-q"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=tmp_path, env=environment()) as process:
        for piece in (b"# sent", b"_id = s1\n", b"1\tDo", b"gs\tdog\tNOUN\t_\t_\t_\t_\t_\t_\n\n"):
            process.stdin.write(piece)
            process.stdin.flush()
        assert process.stdout.readline() == b"# sent_id = s1\n"  # while the pipe is still open
        assert process.stdout.readline().startswith(b"1\tDogs\t")
        process.stdin.write(conllu(SENTENCES).encode())
        process.stdin.close()
        assert process.stdout.read().count(b"\n\n") == 4
