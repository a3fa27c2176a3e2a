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


def test_a_name_that_tells_no_format(run, treebank, model):
    for verb in (("convert",), ("parse", model)):
        assert run(*verb, treebank, "-o", "trees.pdf").refused("--to: seen no format, and none in the name trees.pdf")


def test_a_binary_file_in_place_of_a_treebank_is_one_error(run, treebank, model, tmp_path):
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\xff\xfe\t\n" * 20)
    for arguments in (("train", "-o", "n.tw"), ("evaluate", treebank), ("parse", model, "--input", "conllu")):
        assert run(*arguments, "picture.png").refused("picture.png: seen a binary file, expected a treebank")


def test_text_in_place_of_a_treebank_is_one_error(run, tmp_path):
    (tmp_path / "text.txt").write_text("Some text. And more.\n")
    refused = run("train", "text.txt", "-o", "n.tw")
    assert refused.refused("text.txt:1: seen 1 column, expected 10 separated by tabs")


def test_several_trees_of_a_greedy_model(run, treebank, model):
    done = run("parse", model, treebank, "--nbest", "2")
    assert done.code == 0 and "# nbest = 2" not in done.out
    assert "--nbest 2: the search has no beam (greedy), so it finds one tree of each sentence" in done.err
    assert "collapses" not in done.err and "collapses" in run("parse", model, treebank, "--beam", "2").err


def test_a_beam_for_a_network_that_was_trained_greedily(run, treebank):
    pytest.importorskip("torch")
    small = ("--classifier", "feed-forward", "--epochs", "1", "--network.hidden", "16", "-q")
    assert run("train", treebank, *small, "-o", "greedy.tw").code == 0
    told = run("parse", "greedy.tw", treebank, "--beam", "4").err
    assert "this network was trained greedily" in told and "train with --beam 4 to use a beam\n" in told
    assert run("train", treebank, *small, "--beam", "2", "-o", "beam.tw").code == 0
    assert "trained greedily" not in run("parse", "beam.tw", treebank, "--beam", "4").err


def test_what_is_in_a_model_fits_on_a_screen(run, model):
    header = run("info", model).out.split("[system]")[0]
    assert "facts: what " in header and "root label: root\n" in header and max(map(len, header.splitlines())) < 300


def test_values_of_flags(run, treebank, model):
    assert run("parse", model, treebank, "--threads", "x").refused("--threads: seen 'x', expected a whole number")
    assert run("parse", model, treebank, "--to", "htm").refused(
        "--to: seen 'htm', expected one of conllu, conllx, json, tree, svg, html, "
        "export, export3, discbracket, bracket; did you mean html?"
    )
    assert run("parse", model, treebank, "--to").refused("--to: expected one argument")
    assert run("train", treebank, "-o", "n.tw", "--classifier", "svm").refused("--classifier): seen 'svm'")
    assert run("train", treebank, "-o", "n.tw", "--foo").refused("--foo: no such flag; see treewright train --help")
    assert run("train", treebank, "-o", "n.tw", "--features", "absent.features", "-q").refused("absent.features: no such file")


def test_a_beam_of_zero_is_one_without_limit(run, tmp_path):
    words = "".join(f"{i}\tw\t_\tX\t_\t_\t{i - 1}\tdep\t_\t_\n" for i in range(1, 20)) + "\n"
    (tmp_path / "long.conllu").write_text(words.replace("0\tdep", "0\troot", 1))
    refused = run("train", "long.conllu", "-o", "n.tw", "--beam", "0", "-q")
    assert refused.refused("search.beam (--beam): seen 0", "expected a size")


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


def test_settings_that_cannot_work_are_refused_before_a_treebank_is_read(run):
    for flags, told in (
        (("--system", "swap", "--pseudo-projective", "head"), "training.pseudo_projective = head cannot work"),
        (("--features", "absent.features"), "features.templates: absent.features: no such file"),
        (("--classifier.name", "decimal:Decimal"), "classifier.name: 'decimal:Decimal' is not a subclass of Classifier"),
    ):
        assert run("train", "absent.conllu", *flags, "-o", "n.tw").refused(told)


def test_a_model_cannot_be_a_device(run, treebank):
    assert run("train", treebank, "-o", "/dev/null").refused("-o /dev/null: seen a device or a pipe, expected")


def test_a_checkpoint_is_no_model(run, treebank, model, tmp_path):
    flags = ("--epochs", "1", "--preset", "fast", "-q", "--checkpoint", "c.tw")
    assert run("train", treebank, "-o", "n.tw", *flags).code == 0
    assert run("parse", "c.tw", treebank).refused("c.tw: this is a checkpoint of a training, expected a model")
