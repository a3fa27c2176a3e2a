"""What a terminal would obey is shown escaped, wherever text of files reaches it."""

import json

import numpy
import pytest

from treewright.errors import InputError
from treewright.escaped_text import escaped, escaped_json
from treewright.storage import model_file
from treewright.treebank import Sentence

EVIL = "\x1b]0;owned\x07\x9b31m\u202e"


def test_what_is_escaped():
    assert escaped("plain, schön, 漢字 😀") == "plain, schön, 漢字 😀"
    assert escaped("\x1b[1m\r\x9b\u202e\ud800\n") == r"\x1b[1m\r\x9b\u202e\ud800\n"
    assert escaped("a\nb\x07", keep="\n") == "a\nb\\x07"
    assert json.loads(escaped_json(json.dumps({"a": EVIL}, ensure_ascii=False, indent=1))) == {"a": EVIL}


@pytest.mark.parametrize("flags", [(), ("--json",), ("--settings",)])
def test_info_shows_no_escapes(run, tmp_path, flags):
    header = {"kind": "parser", "licence": EVIL + "\nfake: line", EVIL: ["x"], "labels": [EVIL]}
    header["settings"] = {"search": {"beam": EVIL}}
    model_file.write(tmp_path / "m.tw", header, {"a": numpy.zeros(1)})
    done = run("info", "m.tw", *flags)
    assert done.code == 0 and not set(done.out) & set(EVIL[0] + "\x07\x9b\u202e\r")
    assert "\nfake: line" not in done.out


def test_messages_show_no_escapes(run, tmp_path):
    row = "1\ta\t_\t_\t_\t_\t{}\t_\t_\t_\n"
    (tmp_path / "bad.conllu").write_text(f"# sent_id = {EVIL}\n" + row.format(EVIL[:-1]) + "1\tb\n\n", "utf-8")
    for line in ("check bad.conllu", "convert bad.conllu --to conllu", f"check {EVIL}", f"convert --{EVIL}"):
        done = run(*line.split(" "))
        assert done.code == 2 and not set(done.out + done.err) & set("\x1b\x07\x9b\u202e")
        assert "\\x1b]0;owned\\x07" in done.out + done.err


def test_half_characters_and_line_ends_are_refused():
    with pytest.raises(InputError, match="half a character"):
        Sentence.from_words(["a", "\ud800b"])
    with pytest.raises(InputError, match="half a character"):
        Sentence.from_words(["a"], comments=["\udfff"])
    for label in ("a\rb", "\ud800", "", "a\nb", b"\xff"):
        with pytest.raises(ValueError, match="word 1: seen the label"):
            Sentence.from_words(["a"]).with_tree([0], [label])
