"""Each model and each input is opened once, whatever looks at it before it is read."""

import gzip
import subprocess
import sys

import pytest
from small_treebank import environment

TRAINED = ("--preset", "fast", "--epochs", "1", "-q")
STAGES = ("--pipeline", "--tokenizer.epochs", "1", "--tagger.epochs", "1", "--tagger.folds", "0", "--lemmatizer.epochs", "0")
COUNTING = """
import os, sys

def note(event, arguments):
    name = os.path.basename(arguments[0]) if event == "open" and isinstance(arguments[0], str) else ""
    if name.startswith("looked-at") or name == "english":
        print("opened", name, file=sys.stderr)

sys.addaudithook(note)
from treewright.command_line.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def opens(run, treebank, tmp_path):
    """Runs `parse` and gives what was looked at in the order in which they were opened."""
    assert run("train", treebank, "-o", "parser.tw", *TRAINED).code == 0
    assert run("train", treebank, "-o", "whole.tw", *TRAINED, *STAGES).code == 0
    text = b"Dogs bark. Cats sleep.\n\nDogs sleep.\n"
    (tmp_path / "looked-at.txt").write_bytes(text)
    (tmp_path / "looked-at2.txt").write_bytes(text)
    (tmp_path / "looked-at.gz").write_bytes(gzip.compress(text))
    (tmp_path / "looked-at.conllu").write_bytes(treebank.read_bytes())

    def opens(*arguments, code=0):
        command = [sys.executable, "-c", COUNTING, "parse", *arguments, "-q", "-o", "out.conllu"]
        done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True)
        assert done.returncode == code, done.stderr
        return [line.split()[1] for line in done.stderr.splitlines() if line.startswith("opened ")]

    return opens


def test_inputs_are_opened_once(opens):
    assert opens("parser.tw", "looked-at.conllu") == ["looked-at.conllu"]
    assert opens("-m", "parser.tw", "looked-at.conllu") == ["looked-at.conllu"]
    assert opens("parser.tw", "looked-at.conllu", "--on-error", "skip") == ["looked-at.conllu"]
    assert opens("parser.tw", "looked-at.txt", code=2) == ["looked-at.txt"]
    for name in ("looked-at.conllu", "looked-at.txt", "looked-at.gz"):
        assert opens("whole.tw", name) == [name]
        assert opens("whole.tw", name, "--threads", "2") == [name]
    several = ["looked-at.txt", "looked-at2.txt", "looked-at.conllu"]
    assert opens("whole.tw", *several) == several
    assert opens("whole.tw", "looked-at.txt", "--input", "lines") == ["looked-at.txt"]
    assert opens("whole.tw", "looked-at.txt", "--input", "horizontal") == ["looked-at.txt"]
    assert opens("looked-at.txt") == ["looked-at.txt"]  # by the model in the box
    assert opens("looked-at.conllu", code=2) == ["looked-at.conllu"]  # a treebank without a model


def test_more_inputs_than_files_may_be_open(opens, tmp_path):
    names = [f"looked-at{number}.conllu" for number in range(100)]
    for name in names:
        (tmp_path / name).write_bytes((tmp_path / "looked-at.conllu").read_bytes())
    assert sorted(opens("parser.tw", *names)) == sorted(names)


def test_models_are_opened_once(opens, tmp_path):
    (tmp_path / "looked-at.tw").write_bytes((tmp_path / "parser.tw").read_bytes())
    (tmp_path / "english").write_bytes((tmp_path / "parser.tw").read_bytes())  # goes before the model in the box
    for model in ("looked-at.tw", "english"):
        assert opens(model, "good.conllu") == [model]
        assert opens("-m", model, "good.conllu") == [model]
        assert opens(model, "good.conllu", "--threads", "2", "--beam", "2") == [model]
        assert opens(model, "good.conllu", "--system", "my:System", code=2) == [model]
        assert opens(model, "missing.conllu", code=2) == [model]
    assert opens("looked-at.tw", "english", "good.conllu", "--combine", "vote") == ["looked-at.tw", "english"]
    (tmp_path / "looked-at2.tw").write_bytes((tmp_path / "whole.tw").read_bytes())
    assert opens("looked-at2.tw", "looked-at.txt") == ["looked-at2.tw", "looked-at.txt"]


def test_a_model_that_is_named_twice_is_opened_twice(opens, tmp_path):
    (tmp_path / "looked-at.tw").write_bytes((tmp_path / "parser.tw").read_bytes())
    assert opens("-m", "looked-at.tw", "-m", "looked-at.tw", "good.conllu", "--combine", "vote") == ["looked-at.tw"] * 2
