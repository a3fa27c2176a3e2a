"""Formats of the results of `convert` and `parse`: by flag, by name, for the terminal."""

import json
import os
import pty
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from small_treebank import SENTENCES, conllu, environment

from treewright.treebank import read
from treewright.treebank.formats import encoded


def test_json_there_and_back(run, treebank, tmp_path):
    done = run("convert", treebank, "-o", "x.jsonl")
    assert (done.code, done.out) == (0, "") and "converted 4 sentences" in done.err
    lines = (tmp_path / "x.jsonl").read_text().splitlines()
    assert [json.loads(line)["sent_id"] for line in lines] == ["s1", "s2", "s3", "s4"]
    for arguments in (["x.jsonl"], ["x.jsonl", "--format", "json"]):
        assert run("convert", *arguments, "--to", "conllu").out == treebank.read_text()
    assert run("check", "x.jsonl").code == 0
    assert run("convert", treebank, "-o", "{}.jsonl", "-q").code == 0
    assert (tmp_path / "good.jsonl").read_text() == (tmp_path / "x.jsonl").read_text()


def test_the_flag_wins_over_the_name(run, treebank, tmp_path):
    assert run("convert", treebank, "--to", "tree", "-o", "x.svg").code == 0
    assert (tmp_path / "x.svg").read_text().startswith("# sent_id = s1\n   ╭── the     DET    det\n ╭─┴── cat ")
    refused = run("convert", treebank, "-o", "x.out")
    assert refused.refused("--to: seen no format, and none in the name x.out, expected one of conllu, conllx, json")
    assert run("convert", treebank, "--to", "xml").refused("xml")


def test_all_sentences_are_in_one_picture(run, treebank, tmp_path):
    assert run("convert", treebank, "-o", "x.svg").code == 0
    picture = ET.fromstring((tmp_path / "x.svg").read_text())
    assert picture.find("{http://www.w3.org/2000/svg}title").text == "4 dependency trees"


def test_a_fault_leaves_nothing_behind(run, tmp_path):
    (tmp_path / "bad.jsonl").write_text('{"words": ["a"]}\n{"words": [{}]}\n')
    for name in ("x.svg", "x.jsonl", "x.conllu"):
        assert run("convert", "bad.jsonl", "-o", name, "-q").refused("bad.jsonl:2: seen no form in row 1, expected one")
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


def test_trees_in_other_encodings():
    command = [sys.executable, "-m", "treewright", "convert", "--to", "tree", "-q"]
    text = conllu([[("木", "X", 0, "root"), ("é", "X", 1, "x")]]).encode()
    settings = {**environment(), "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, input=text, capture_output=True, env=settings, check=True)
    assert done.stdout.decode("latin-1") == "# sent_id = s1\n-+-- ?  X  root\n `-- é  X  x\n\n"


@pytest.mark.parametrize("plain", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_and_widths_are_for_terminals(treebank, plain):
    long = treebank.with_name("long.conllu")
    long.write_text(conllu([[("x" * 300, "X", 0, "root")], SENTENCES[0]]))
    ours, theirs = pty.openpty()
    settings = {**environment(), "TERM": "xterm", "COLUMNS": "50", **plain}
    settings = {key: value for key, value in settings.items() if key != "NO_COLOR" or plain}
    command = [sys.executable, "-m", "treewright", "convert", str(long), "--to", "tree", "-q"]
    with subprocess.Popen(command, stdout=theirs, env=settings) as process:
        os.close(theirs)
        shown = b""
        try:
            while more := os.read(ours, 4096):
                shown += more
        except OSError:  # the other end is closed
            pass
        os.close(ours)
    assert process.returncode == 0
    assert (b"\x1b[" in shown) == (not plain)
    assert "x…" in shown.decode() and "x" * 50 not in shown.decode()


def test_parsing_into_every_format(run, treebank, tmp_path):
    assert run("train", treebank, "-o", "m.tw", "--preset", "fast", "--epochs", "2", "-q").code == 0
    rows = run("parse", "m.tw", treebank, "-q").out
    for format in ("conllu", "json", "tree"):
        done = run("parse", "m.tw", treebank, "--to", format, "-q")
        assert done.code == 0, done.err
        assert done.out.encode() == b"".join(encoded(read(rows.encode()), format))
    assert run("parse", "m.tw", treebank, "-q", "-o", "x.conllx").code == 0
    assert (tmp_path / "x.conllx").read_text() == rows  # only the other endings tell a format
    lines = b"".join(encoded(read(treebank), "json"))
    assert run("parse", "m.tw", "-q", stdin=lines).out == rows
    best = run("parse", "m.tw", treebank, "--nbest", "2", "-o", "best.jsonl", "-q")
    assert best.code == 0
    found = [json.loads(line) for line in (tmp_path / "best.jsonl").read_text().splitlines()]
    assert "# nbest = 1" in found[0]["comments"]
    assert "comments left out" in run("parse", "m.tw", treebank, "--to", "conllx").err
    assert run("parse", "m.tw", treebank, "good.conllu", "-o", "x.svg").code == 0
    assert "<title>8 dependency trees</title>" in (tmp_path / "x.svg").read_text()
