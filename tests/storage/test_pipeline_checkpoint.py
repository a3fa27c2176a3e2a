"""A pipeline that is killed goes on where it was; the model has the bytes of one that was left alone."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import treewright as tw
from treewright.command_line.main import main
from treewright.errors import ModelError, SettingsError
from treewright.storage import checkpoint, model_file
from treewright.storage.checkpoint import Checkpoint
from treewright.tokenization.tokenizer import MARGINS
from treewright.treebank import read

TINY = Path(tw.__file__).parent / "data" / "tiny"
SETTINGS = {"tokenizer.epochs": 2, "tagger.epochs": 2, "lemmatizer.epochs": 2, "tagger.folds": 2, "training.epochs": 2,
            "training.seeds": 1}  # fmt: skip
TRAININGS = len(MARGINS) + 3 + 4 * 3 + 1  # margins of the tokenizer; seeds of the splitter; taggers, their folds; the parser
FLAGS = [word for name, value in SETTINGS.items() for word in (f"--{name}", str(value))]


class Stopped(Exception):
    """Stands for a crash."""


@pytest.fixture(scope="module")
def treebank():
    every = list(read(TINY / "train.conllu"))
    return every[:40], every[40:50]


@pytest.fixture(scope="module")
def whole(treebank, tmp_path_factory):
    """The bytes of a model whose training was left alone."""
    return trained(tmp_path_factory.mktemp("whole"), treebank)


@pytest.fixture
def each_epoch(monkeypatch):
    """Every epoch is written, however short."""
    monkeypatch.setattr(checkpoint, "PAUSE", 0)


def trained(path, treebank, changed=None, **more):
    pipeline = tw.Pipeline({**SETTINGS, **(changed or {})}, preset="fast")
    pipeline.train(*treebank, **more)
    pipeline.save(path / "model.tw")
    return (path / "model.tw").read_bytes()


def stop_after(monkeypatch, count, error=Stopped):
    """Writes so many checkpoints, then breaks off."""
    write, left = Checkpoint.write, [count]

    def counted(self, states):
        write(self, states)
        left[0] -= 1
        if left[0] == 0:
            raise error

    monkeypatch.setattr(Checkpoint, "write", counted)


@pytest.fixture(scope="module")
def broken_off(treebank, tmp_path_factory):
    path = tmp_path_factory.mktemp("interrupted")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checkpoint, "PAUSE", float("inf"))  # but for the first epoch, only what is finished is written
        stop_after(patch, 8 + len(MARGINS))
        with pytest.raises(Stopped):
            trained(path, treebank, checkpoint=path / "c")
    return path / "c"


@pytest.fixture
def interrupted(broken_off, tmp_path):
    """A folder in which everything up to the second fold of the first tagger is finished."""
    return Path(shutil.copytree(broken_off, tmp_path / "c"))


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_stopped_after_every_epoch_of_every_training(treebank, whole, tmp_path, monkeypatch, each_epoch):
    """Also: no file but that of the training that is going on has more than what was learnt."""
    folder, runs, model = tmp_path / "c", 0, None
    while model is None:
        with monkeypatch.context() as patch:
            stop_after(patch, 1 + (runs == 0))  # the first one is that of the whole
            try:
                model = trained(tmp_path, treebank, checkpoint=folder, resume=True)
            except Stopped:
                runs += 1
        big = [name for name in names(folder) if any("learning" in n for n in model_file.read(folder / name)[1])]
        assert big in ([], names(folder)[-1:])
    assert runs == 2 * TRAININGS and model == whole
    assert trained(tmp_path, treebank, checkpoint=folder, resume=True) == whole
    margins = [f"{number:03}-tokenization-{margin}.stage" for number, margin in enumerate(MARGINS, 1)]
    assert names(folder)[: 1 + len(MARGINS)] == ["000-pipeline.stage", *margins]
    rest = [name[4:-6] for name in names(folder)[1 + len(MARGINS) :]]
    assert rest[:3] == ["multiword-0.0", "upos", "upos-fold-1"] and rest[-2:] == ["lemma-fold-2", "parser"]


@pytest.mark.parametrize("stop", [2, 5, 20])
def test_stopped_within_an_epoch(treebank, whole, tmp_path, stop, each_epoch):
    calls = []

    def progress(done, of):
        calls.append(done)
        if len(calls) == stop:
            raise Stopped

    with pytest.raises(Stopped):
        trained(tmp_path, treebank, checkpoint=tmp_path / "c", progress=progress)
    assert trained(tmp_path, treebank, checkpoint=tmp_path / "c", resume=True) == whole


def test_without_dev_data(treebank, tmp_path, interrupted):
    with pytest.raises(SettingsError, match="cannot resume, because the dev data changed"):
        trained(tmp_path, treebank[:1], checkpoint=interrupted, resume=True)
    alone = trained(tmp_path, treebank[:1])
    with pytest.MonkeyPatch.context() as patch:
        stop_after(patch, 8)
        with pytest.raises(Stopped):
            trained(tmp_path, treebank[:1], checkpoint=interrupted)  # from the beginning
    assert trained(tmp_path, treebank[:1], checkpoint=interrupted, resume=True) == alone


def test_finished_trainings_are_not_trained_again(treebank, whole, interrupted, tmp_path, monkeypatch):
    epochs = []
    train_epoch = tw.training.training_loop.TrainingLoop._train_epoch
    monkeypatch.setattr(
        tw.training.training_loop.TrainingLoop,
        "_train_epoch",
        lambda self, epoch, *more: epochs.append(epoch) or train_epoch(self, epoch, *more),
    )
    finished = {name: (interrupted / name).read_bytes() for name in names(interrupted)}
    assert [name.split("-", 1)[1] for name in finished][-3:] == ["upos.stage", "upos-fold-1.stage", "upos-fold-2.stage"]
    assert trained(tmp_path, treebank, checkpoint=interrupted, resume=True) == whole
    assert len(epochs) == 2 * (3 * 3 + 1)
    assert all((interrupted / name).read_bytes() == content for name, content in finished.items())


def test_short_epochs_are_not_worth_a_checkpoint_each(treebank, tmp_path, monkeypatch):
    written = []
    write = Checkpoint.write
    monkeypatch.setattr(Checkpoint, "write", lambda self, states: write(self, states) or written.append(self.path))
    monkeypatch.setattr(checkpoint, "PAUSE", 1000)
    trained(tmp_path, treebank, checkpoint=tmp_path / "c")
    assert len(written) == 2 + TRAININGS  # the whole, the first epoch of all, and what is finished


@pytest.mark.parametrize("changed", [
    {"tagger.known_count": 3}, {"tagger.folds": 3}, {"training.seed": 2}, {"lemmatizer.epochs": 0}, {"search.beam": 2},
])  # fmt: skip
def test_other_settings_are_refused(treebank, interrupted, tmp_path, changed):
    if "search.beam" in changed:
        changed = {**changed, "training.strategy": "max-violation"}
    before = names(interrupted)
    with pytest.raises(SettingsError, match=r"000-pipeline\.stage: cannot resume, because the settings changed since"):
        trained(tmp_path, treebank, changed, checkpoint=interrupted, resume=True)
    assert names(interrupted) == before


def test_other_data_is_refused(treebank, interrupted, tmp_path):
    train, dev = treebank
    for other, what in (((train[:-1], dev), "training data"), ((train, dev[1:]), "dev data")):
        with pytest.raises(SettingsError, match=f"cannot resume, because the {what} changed since"):
            trained(tmp_path, other, checkpoint=interrupted, resume=True)


@pytest.mark.parametrize("damage", [lambda b: b[:-40], lambda b: b[:-900] + bytes([b[-900] ^ 1]) + b[-899:], lambda b: b""])
@pytest.mark.parametrize("number", [0, 2, 5, 7])
def test_a_damaged_file_is_refused(treebank, interrupted, tmp_path, damage, number):
    path = interrupted / names(interrupted)[number]
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(ModelError, match=path.name):
        trained(tmp_path, treebank, checkpoint=interrupted, resume=True)


def test_the_file_of_another_training_is_refused(treebank, interrupted, tmp_path):
    first, second = interrupted / "001-tokenization-0.1.stage", next(interrupted.glob("*-upos-fold-1.stage"))
    first.write_bytes(second.read_bytes())
    with pytest.raises(SettingsError, match=r"001-tokenization-0\.1\.stage: cannot resume"):
        trained(tmp_path, treebank, checkpoint=interrupted, resume=True)


def test_only_files_of_its_own_are_removed(treebank, interrupted, tmp_path, monkeypatch):
    (interrupted / ".006-upos-fold-1.stage.0a1b2c3d").write_bytes(b"half")
    (interrupted / "mine.stage").write_bytes(b"kept")
    for resume in (True, False):
        with monkeypatch.context() as patch:
            stop_after(patch, 1)
            with pytest.raises(Stopped):
                trained(tmp_path, treebank, checkpoint=interrupted, resume=resume)
        assert "mine.stage" in names(interrupted) and not any("0a1b2c3d" in name for name in names(interrupted))
    assert names(interrupted) == ["000-pipeline.stage", "mine.stage"]


def test_files_and_folders_are_not_mixed_up(treebank, tmp_path):
    (tmp_path / "file").write_bytes(b"kept")
    how = "; remove it, or name another with --checkpoint$"
    for resume in (True, False):
        with pytest.raises(ModelError, match=f"file: seen a file, expected a folder.*{how}"):
            trained(tmp_path, treebank, checkpoint=tmp_path / "file", resume=resume)
    assert (tmp_path / "file").read_bytes() == b"kept"
    with pytest.raises(ModelError, match="absent/c: cannot be written: No such file"):
        trained(tmp_path, treebank, checkpoint=tmp_path / "absent" / "c")
    with pytest.raises(ModelError, match=f"seen a folder.*{how}"):
        tw.Parser(preset="fast").train(treebank[0], checkpoint=tmp_path)


@pytest.mark.parametrize("there", [False, True])
def test_no_folder_is_left_in_which_nothing_was_learnt(treebank, tmp_path, monkeypatch, there):
    def breaks(*arguments, **named):
        raise Stopped

    monkeypatch.setattr("treewright.tokenization.tokenizer.Tokenizer.train", breaks)
    if there:
        (tmp_path / "c").mkdir()  # by the user
    with pytest.raises(Stopped):
        trained(tmp_path, treebank, checkpoint=tmp_path / "c")
    assert names(tmp_path) == (["c"] if there else []) and not list(tmp_path.glob("c/*"))


def test_what_was_learnt_before_an_error_is_kept(treebank, interrupted, tmp_path, monkeypatch):
    before = names(interrupted)

    def breaks(*arguments, **named):
        raise Stopped

    monkeypatch.setattr("treewright.tokenization.tokenizer.Tokenizer.train", breaks)
    with pytest.raises(Stopped):
        trained(tmp_path, treebank, checkpoint=interrupted, resume=True)
    assert names(interrupted) == before


# The command --------------------------------------------------------------------------------------------------------


def command(treebank, path):
    for sentences, name in zip(treebank, ("train", "dev"), strict=True):
        (path / f"{name}.conllu").write_text("".join(sentence.to_conllu() for sentence in sentences))
    files = [str(path / "train.conllu"), "--dev", str(path / "dev.conllu"), "-o", str(path / "m.tw")]
    return ["train", *files, "--pipeline", "--preset", "fast", *FLAGS]


def test_the_command_says_how_to_go_on_and_leaves_nothing_behind(treebank, whole, tmp_path, capfd, monkeypatch):
    flags = command(treebank, tmp_path)
    with monkeypatch.context() as patch:
        stop_after(patch, 9, KeyboardInterrupt)
        assert main([*flags, "--resume"]) == 130
    said = capfd.readouterr().err
    assert "no checkpoint yet, starting from the beginning" in said and "the same command with --resume goes on" in said
    assert names(tmp_path) == ["dev.conllu", "m.tw.checkpoint", "train.conllu"]
    assert main([*flags, "--resume", "--tagger.epochs", "3"]) == 2
    said = capfd.readouterr().err
    assert said.count("\n") == 2 and "the settings changed since: tagger.epochs was 2, now 3; leave out --resume" in said
    assert main([*flags, "--resume"]) == 0
    assert "no checkpoint yet" not in capfd.readouterr().err
    assert (tmp_path / "m.tw").read_bytes() == whole
    assert names(tmp_path) == ["dev.conllu", "m.tw", "train.conllu"]


def test_a_named_folder_is_kept(treebank, whole, tmp_path):
    flags = [*command(treebank, tmp_path), "-q", "--checkpoint", str(tmp_path / "mine"), "--resume"]
    for _ in range(2):
        assert main(flags) == 0
        assert (tmp_path / "m.tw").read_bytes() == whole
        (tmp_path / "m.tw").unlink()
    assert names(tmp_path / "mine")[-1].endswith("-parser.stage")


def test_kill_and_resume(treebank, tmp_path):
    """A real kill -9, in the middle of the folds."""
    flags = [*command(treebank, tmp_path), "-q", "--tagger.folds", "5", "--training.epochs", "30"]
    assert main(flags) == 0
    model, folder = (tmp_path / "m.tw").read_bytes(), tmp_path / "m.tw.checkpoint"
    (tmp_path / "m.tw").unlink()
    process = subprocess.Popen(
        [sys.executable, "-m", "treewright", *flags], env={**os.environ, "PYTHONPATH": str(TINY.parents[2])}
    )
    limit = time.monotonic() + 60
    while not any(folder.glob("*-upos-fold-2.stage")) and time.monotonic() < limit and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert any(folder.glob("*-upos-fold-2.stage")) and not (tmp_path / "m.tw").exists()
    assert main([*flags, "--resume"]) == 0
    assert (tmp_path / "m.tw").read_bytes() == model and not folder.exists()
