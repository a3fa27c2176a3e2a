"""Mistakes of a first hour that were met: one sentence each, which names the place."""

import os
import pty
import select
import subprocess
import sys

import pytest
from small_treebank import environment


@pytest.fixture
def model(run, treebank):
    assert run("train", treebank, "-o", "m.tw", "--epochs", "1", "--preset", "fast", "-q").code == 0
    return "m.tw"


def test_a_verb_that_was_begun(run):
    assert run("pars").refused("did you mean parse?")
    assert run("eval", "a", "b").refused("did you mean evaluate?")


def test_a_model_or_a_folder_in_place_of_a_treebank(run, treebank, model):
    for arguments in (("evaluate", treebank, model), ("train", model, "-o", "n.tw"), ("convert", model, "--to", "json")):
        assert run(*arguments).refused("m.tw: seen a model or another zip archive, expected a treebank")
    assert run("train", ".", "-o", "n.tw").refused(".: seen a folder, expected a file")


def test_a_name_that_tells_no_format(run, treebank):
    assert run("convert", treebank, "-o", "trees.pdf").refused("--to: seen no format, and none in the name trees.pdf")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_disk_that_is_full(run, treebank, model):
    assert run("parse", model, treebank, "-o", "/dev/full", "-q").refused("/dev/full: No space left on device")


def test_streams_that_are_closed(tmp_path, treebank, model):
    command = f"{sys.executable} -m treewright parse {model} {treebank}"
    for closed, code in ((">&-", 2), ("2>&-", 0), (">&- 2>&-", 2)):  # trees that are lost are an error, messages are not
        done = subprocess.run(f"{command} {closed}", shell=True, cwd=tmp_path, env=environment(), capture_output=True)
        assert done.returncode == code, (closed, done.stderr)


@pytest.mark.parametrize(("flags", "typed"), [((), b"A dog barks.\n\n"), (("--input", "lines"), b"A dog barks.\n")])
def test_who_types_is_answered(tmp_path, flags, typed):
    """After a blank line, or with --input lines after each line, not only at the end."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "treewright", "parse", "--to", "tree", "-q", *flags]
    with subprocess.Popen(command, stdin=theirs, stdout=subprocess.PIPE, cwd=tmp_path, env=environment()) as process:
        os.close(theirs)
        os.write(ours, typed)
        assert select.select([process.stdout], [], [], 60)[0], "no answer"
        assert process.stdout.readline() == b"# newdoc\n"
        os.write(ours, b"\x04")
        process.stdout.read()
        assert process.wait(60) == 0
    os.close(ours)
