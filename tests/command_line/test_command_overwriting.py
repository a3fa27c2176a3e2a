"""`-o` never takes the place of a file that is not ours, unless --force says so."""

import os
import time

import pytest
from small_treebank import SENTENCES, conllu

import treewright as tw
from treewright.treebank import own_files

QUICK = ("--epochs", "2", "--preset", "fast", "-q")


@pytest.fixture
def model(run, treebank):
    assert run("train", treebank, "-o", "m.tw", *QUICK).code == 0
    return "m.tw"


def test_the_same_command_twice(run, treebank, model, tmp_path):
    for _ in range(2):
        assert run("parse", model, treebank, "-o", "out.conllu").code == 0
        assert run("convert", treebank, "-o", "out.svg").code == 0
        assert run("train", treebank, "-o", "m.tw", *QUICK).code == 0
    (tmp_path / "other.conllu").write_text(conllu(SENTENCES[:1]))
    assert run("parse", model, "other.conllu", "-o", "out.conllu").code == 0, "another input, the same name"
    tw.write(tw.read(treebank), tmp_path / "from_python.conllu")
    assert run("parse", model, treebank, "-o", "from_python.conllu").code == 0


@pytest.mark.parametrize("name", ["train.conllu", "notes.txt", "script.py", "m2.tw"])
def test_a_file_of_others_is_kept(run, treebank, model, tmp_path, name):
    content = (tmp_path / "m.tw").read_bytes() if name == "m2.tw" else conllu(SENTENCES[:2]).encode()
    (tmp_path / name).write_bytes(content)
    for verb in (("parse", model), ("convert", "--to", "conllu")):
        assert run(*verb, treebank, "-o", name).refused(f"-o {name}: seen a file that Treewright did not write", "--force")
        assert (tmp_path / name).read_bytes() == content
    if name != "m2.tw":
        assert run("train", treebank, "-o", name, *QUICK).refused(f"-o {name}: seen a file of another kind", "--force")
        assert (tmp_path / name).read_bytes() == content
        assert run("train", treebank, "-o", name, "--force", *QUICK).code == 0
    assert run("parse", model, treebank, "-o", name, "--force", "-q").code == 0
    assert (tmp_path / name).read_bytes() != content


def test_a_result_that_was_corrected_by_hand_is_kept(run, treebank, model, tmp_path):
    assert run("parse", model, treebank, "-o", "draft.conllu").code == 0
    draft = tmp_path / "draft.conllu"
    draft.write_text(draft.read_text().replace("\tpunct\t", "\tdep\t"))
    assert run("parse", model, treebank, "-o", "draft.conllu").refused("changed since")
    assert "\tdep\t" in draft.read_text()


def test_inputs_and_models_are_kept(run, treebank, model, tmp_path):
    before = treebank.read_bytes()
    assert run("parse", model, treebank, "-o", treebank).refused("seen the input itself", "--force")
    assert run("convert", treebank, "-o", treebank).refused("seen the input itself")
    assert run("parse", model, treebank, "-o", model, "--force").refused("seen the model itself")
    assert treebank.read_bytes() == before
    assert run("parse", model, treebank, "-o", treebank, "--force", "-q").code == 0


def test_empty_files_and_devices_belong_to_everybody(run, treebank, model, tmp_path):
    for name in ("empty.conllu", "empty.tw"):
        (tmp_path / name).touch()
    assert run("parse", model, treebank, "-o", "empty.conllu").code == 0
    assert run("parse", model, treebank, "-o", "/dev/null").code == 0
    assert run("train", treebank, "-o", "empty.tw", *QUICK).code == 0


def test_checkpoints_and_logs_of_others_are_kept(run, treebank, tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    flags = ("train", treebank, "-o", "m.tw", *QUICK)
    assert run(*flags, "--checkpoint", "notes.txt").refused("--checkpoint notes.txt: seen a file of another kind")
    assert run(*flags, "--log", "notes.txt").refused("--log notes.txt: seen a file that begins with b'm', expected JSON lines")
    assert (tmp_path / "notes.txt").read_text() == "mine" and not (tmp_path / "m.tw").exists()
    (tmp_path / "p.tw.checkpoint").mkdir()
    (tmp_path / "p.tw.checkpoint" / "mine").touch()
    short = ("--tokenizer.epochs", "1", "--tagger.epochs", "1", "--tagger.folds", "0", "--lemmatizer.epochs", "0")
    assert run("train", treebank, "-o", "p.tw", "--pipeline", *short, *QUICK).code == 0
    assert [path.name for path in (tmp_path / "p.tw.checkpoint").iterdir()] == ["mine"]


def test_the_stamp_of_a_file(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"one")
    before = os.stat(path).st_mtime_ns
    assert not own_files.is_ours(path)
    own_files.stamp(path)
    assert own_files.is_ours(path) and abs(os.stat(path).st_mtime_ns - before) < 1_000_000, "less than a millisecond"
    os.utime(path, ns=(0, time.time_ns() // 10**9 * 10**9))
    assert not own_files.is_ours(path), "a time in whole seconds is nobody's stamp"
    own_files.stamp(path)
    status = os.stat(path)
    path.write_bytes(b"other")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert not own_files.is_ours(path), "the size is in the stamp"


def test_a_damaged_checkpoint_is_named_as_it_was_given(run, treebank, tmp_path):
    (tmp_path / "m.tw.checkpoint").write_bytes(b"PK\x03\x04 cut")
    flags = ("train", treebank, "-o", "m.tw", *QUICK)
    done = run(*flags)
    assert done.refused("m.tw.checkpoint (of -o m.tw): seen a file of another kind, or damaged", "--force overwrites it")
    assert "--checkpoint" not in done.err
    assert run(*flags, "--resume").refused("m.tw.checkpoint (of -o m.tw): seen", "give --force in place of --resume")
    assert run(*flags, "--checkpoint", "m.tw.checkpoint").refused("--checkpoint m.tw.checkpoint: seen a file of another kind")
    assert run(*flags, "--force").code == 0
