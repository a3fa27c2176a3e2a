"""Files appear when they are complete, and what a killed run left is removed by the next one that writes the same file."""

import errno
import os
import signal
import subprocess
import sys

import numpy
import pytest

from treewright.errors import InputError, ModelError
from treewright.storage import model_file
from treewright.storage.atomic_file import replacing
from treewright.treebank import Sentence, write

ENV = {**os.environ, "PYTHONPATH": os.getcwd()}
KILLED = """
import os, signal
from treewright.storage.atomic_file import replacing
with replacing("x.tw") as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


AGAIN = """
from treewright.storage.atomic_file import replacing
for _ in range(600):
    with replacing("x") as file:
        file.write(b"whole")
"""


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def writers():
    sentence = Sentence.from_words(["a"])
    return {
        "model": lambda path: model_file.write(path, {}, {"a": numpy.zeros(3)}),
        "treebank": lambda path: write([sentence], path),
    }


@pytest.mark.parametrize("kind", ["model", "treebank"])
def test_the_temporary_file_of_a_killed_run_is_removed(tmp_path, kind):
    done = subprocess.run([sys.executable, "-c", KILLED],
                          cwd=tmp_path, env={**os.environ, "PYTHONPATH": os.getcwd()})  # fmt: skip
    assert done.returncode == -signal.SIGKILL and len(names(tmp_path)) == 1
    (tmp_path / ".x.tw.notes").write_text("mine")
    (tmp_path / ".y.tw.0123abcd").write_text("of another file")
    writers()[kind](tmp_path / "x.tw")
    assert names(tmp_path) == [".x.tw.notes", ".y.tw.0123abcd", "x.tw"]


def test_that_of_a_run_that_still_writes_is_left_alone(tmp_path):
    with replacing(tmp_path / "x.tw") as first:
        first.write(b"first")
        with replacing(tmp_path / "x.tw") as second:
            second.write(b"second")
        assert (tmp_path / "x.tw").read_bytes() == b"second"
    assert (tmp_path / "x.tw").read_bytes() == b"first" and names(tmp_path) == ["x.tw"]


def test_nothing_is_left_of_what_failed(tmp_path):
    (tmp_path / "x").write_bytes(b"before")
    with pytest.raises(KeyboardInterrupt), replacing(tmp_path / "x"):
        raise KeyboardInterrupt
    assert names(tmp_path) == ["x"] and (tmp_path / "x").read_bytes() == b"before"


def test_errors_name_the_file_that_was_wanted(tmp_path, monkeypatch):
    with pytest.raises(OSError) as caught, replacing(tmp_path / "none" / "x"):
        pass
    assert caught.value.filename == str(tmp_path / "none" / "x")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    for kind, error in (("model", ModelError), ("treebank", InputError)):
        with pytest.raises(error, match=r"x\.tw: cannot be written: No space left"):
            writers()[kind](tmp_path / "x.tw")
    assert names(tmp_path) == []
    with pytest.raises(InputError, match="/dev/full: cannot be written: No space left"):
        write([Sentence.from_words(["a"])], "/dev/full")


def test_two_runs_that_write_one_file_do_not_remove_what_the_other_begins(tmp_path):
    runs = [subprocess.Popen([sys.executable, "-c", AGAIN], cwd=tmp_path, stderr=subprocess.PIPE, env=ENV) for _ in range(3)]
    assert [run.communicate()[1] for run in runs] == [b""] * 3
    assert names(tmp_path) == ["x"] and (tmp_path / "x").read_bytes() == b"whole"
