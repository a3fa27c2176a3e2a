"""Same seed, same bytes; resuming changes nothing; callbacks come in their order; cross-validation."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
import pytest

import treewright as tw
from treewright.conformance.own_sentences import TINY, own_sentences
from treewright.storage import model_file

ROOT = Path(tw.__file__).parents[1]
WAYS = {
    "local": {"strategy": "local", "explore": "after-first"},
    "sampled": {"strategy": "local", "explore": "sampled"},
    "max-violation": {"beam": 3, "strategy": "max-violation", "features": "rich"},
    "laso": {"beam": 3, "strategy": "laso", "explore": "sampled", "margin": 0.1, "labels": "second"},
    "two-seeds": {"beam": 2, "strategy": "early-update", "seeds": 2},
}


class Stopped(Exception):
    """Stands for a crash."""


def model_bytes(path, way, dev=None, stop=0, resume=False, **settings):
    """The bytes of a model trained in this way; `stop` breaks off when so many epochs are done."""
    rows = []

    def log(row):
        rows.append(row)
        if len(rows) == stop:
            raise Stopped

    parser = tw.Parser(**{"epochs": 4, **WAYS[way], **settings})
    checkpoint = path / "checkpoint" if stop or resume else None
    parser.train(own_sentences(12), dev=dev, log=log, checkpoint=checkpoint, resume=resume)
    parser.save(path / "model.tw")
    return (path / "model.tw").read_bytes()


@pytest.mark.parametrize("way", WAYS)
def test_same_seed_same_bytes(tmp_path, way):
    first = model_bytes(tmp_path, way)
    assert model_bytes(tmp_path, way) == first
    assert model_bytes(tmp_path, way, seed=2) != first


@pytest.mark.parametrize("dev", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_resuming_gives_the_same_bytes(tmp_path, way, dev):
    held_out = own_sentences(16)[12:] if dev else None
    whole = model_bytes(tmp_path, way, held_out)
    for stop in (1, 3, *((5, 7) if way == "two-seeds" else ())):
        with pytest.raises(Stopped):
            model_bytes(tmp_path, way, held_out, stop=stop)
        assert model_bytes(tmp_path, way, held_out, resume=True) == whole
        (tmp_path / "checkpoint").unlink()


def invented_sentences(count, size=20):
    """Random words in random projective trees: almost every feature is a new one."""
    rng = random.Random(5)
    sentences = []
    for _ in range(count):
        trees, heads = [[word] for word in range(1, size + 1)], [0] * (size + 1)
        while len(trees) > 1:  # neighbours become one tree
            at = rng.randrange(len(trees) - 1)
            left, right = trees[at], trees.pop(at + 1)
            head, dependent = (left[0], right[0]) if rng.random() < 0.5 else (right[0], left[0])
            heads[dependent], trees[at] = head, [head]
        words = [{"form": f"w{rng.randrange(4000)}", "upos": f"T{rng.randrange(12)}"} for _ in range(size)]
        labels = ["root" if head == 0 else rng.choice("ab") for head in heads[1:]]
        sentences.append(tw.Sentence.from_words(words).with_tree(heads[1:], labels))
    return sentences


def test_resuming_with_a_table_that_grows_across_the_checkpoint(tmp_path):
    """So many features that the low halves of some keys are the same: how often depends on nothing but the keys."""
    own = invented_sentences(500)
    seen = []

    def trained(stop=0, **more):
        def log(row):
            seen.append(row["rows"])
            if row["epoch"] == stop:
                raise Stopped

        parser = tw.Parser(strategy="local", features="rich", explore="always", epochs=3, root="last")
        parser.train(own, log=log, **more)
        parser.save(tmp_path / "model.tw")
        return (tmp_path / "model.tw").read_bytes()

    whole = trained()
    assert seen[1] > 1.2 * seen[0] > 200_000
    with pytest.raises(Stopped):
        trained(stop=1, checkpoint=tmp_path / "checkpoint")
    _, arrays = model_file.read(tmp_path / "checkpoint")
    keys = numpy.unique(arrays["0.learning.keys"])
    assert len(numpy.unique(keys.astype("u4"))) < len(keys)
    assert trained(checkpoint=tmp_path / "checkpoint", resume=True) == whole


def test_resuming_more_than_once_and_after_the_end(tmp_path):
    whole = model_bytes(tmp_path, "laso")
    for _ in range(3):  # one more epoch each time
        with pytest.raises(Stopped):
            model_bytes(tmp_path, "laso", stop=1, resume=True)
    assert model_bytes(tmp_path, "laso", resume=True) == whole
    assert model_bytes(tmp_path, "laso", resume=True) == whole


def test_pruning_may_change_when_training_is_over(tmp_path):
    pruned = model_bytes(tmp_path, "two-seeds", prune=2.0)
    model_bytes(tmp_path, "two-seeds", resume=True)
    assert model_bytes(tmp_path, "two-seeds", stop=1, resume=True, prune=2.0) == pruned  # no epoch is left to stop after


def test_resuming_something_else_is_refused(tmp_path):
    with pytest.raises(Stopped):
        model_bytes(tmp_path, "local", stop=2)
    with pytest.raises(tw.SettingsError, match="cannot resume, because the settings changed"):
        model_bytes(tmp_path, "local", resume=True, seed=7)
    with pytest.raises(tw.SettingsError, match="cannot resume, because the dev data changed"):
        model_bytes(tmp_path, "local", own_sentences(3), resume=True)
    with pytest.raises(tw.SettingsError, match="cannot resume, because the training data changed"):
        tw.Parser(**{"epochs": 4, **WAYS["local"]}).train(own_sentences(3), checkpoint=tmp_path / "checkpoint", resume=True)
    model_bytes(tmp_path, "local")
    (tmp_path / "model.tw").rename(tmp_path / "checkpoint")
    with pytest.raises(tw.ModelError, match="this is a parser, expected a checkpoint"):
        model_bytes(tmp_path, "local", resume=True)


def test_kill_and_resume(tmp_path):
    """A real kill -9 in the middle of training; --resume then gives the bytes of a run that was left alone."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [
        sys.executable,
        "-m",
        "treewright",
        "train",
        str(TINY),
        "--beam",
        "8",
        "--epochs",
        "8",
        "--strategy",
        "laso",
    ]
    subprocess.run([*command, "-o", "whole.tw"], cwd=tmp_path, env=environment, check=True, capture_output=True)
    process = subprocess.Popen(
        [*command, "-o", "killed.tw"],
        cwd=tmp_path,
        env=environment,
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    checkpoint = tmp_path / "killed.tw.checkpoint"
    limit = time.monotonic() + 60
    while not checkpoint.exists() and time.monotonic() < limit and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert checkpoint.exists() and not (tmp_path / "killed.tw").exists()
    done = subprocess.run(
        [*command, "-o", "killed.tw", "--resume"], cwd=tmp_path, env=environment, check=True, capture_output=True
    )
    assert b"no checkpoint yet" not in done.stderr
    assert (tmp_path / "killed.tw").read_bytes() == (tmp_path / "whole.tw").read_bytes()
    assert not checkpoint.exists()


class Diary(tw.Callbacks):
    """Writes down every call."""

    def __init__(self):
        self.calls = []

    def on_training_start(self, loop):
        self.calls.append("training start")

    def on_epoch_start(self, loop, epoch):
        self.calls.append(f"epoch {epoch} start")

    def on_sentence(self, loop, number):
        self.calls.append(f"sentence {number}")
        return number != 1  # leave out the second sentence

    def on_sentence_end(self, loop, number, updates):
        started = len(self.calls) - self.calls[::-1].index(f"sentence {number}")
        assert updates == self.calls[started:].count("update")
        self.calls.append(f"sentence {number} end")

    def on_update(self, strategy):
        self.calls.append("update")

    def on_evaluation(self, loop, epoch, scores):
        assert 0 <= scores.las <= 100
        self.calls.append(f"evaluation {epoch}")

    def on_epoch_end(self, loop, epoch, row):
        assert row["epoch"] == epoch and "dev_las" in row
        self.calls.append(f"epoch {epoch} end")

    def on_training_end(self, loop):
        self.calls.append("training end")


def test_callbacks_come_in_their_order():
    diary = Diary()
    parser = tw.Parser(beam=2, strategy="early-update", epochs=2, shuffle=False, seeds=1)
    parser.train(own_sentences(3), dev=own_sentences(2), callbacks=diary)
    assert diary.calls.count("update") > 0
    epochs = [
        line
        for epoch in (1, 2)
        for line in (
            f"epoch {epoch} start", "sentence 0", "sentence 0 end", "sentence 1", "sentence 2", "sentence 2 end",
            f"evaluation {epoch}", f"epoch {epoch} end",
        )
    ]  # fmt: skip
    assert [call for call in diary.calls if call != "update"] == ["training start", *epochs, "training end"]
    first = diary.calls.index("update")
    assert diary.calls[first - 1].startswith("sentence")


def test_callbacks_may_change_training():
    class Nothing(tw.Callbacks):
        def on_sentence(self, loop, number):
            return False

    rows = tw.Parser(strategy="local", epochs=2, seeds=1).train(own_sentences(3), callbacks=Nothing())
    assert [row["updates"] for row in rows] == [0, 0]


def test_the_best_epoch_is_kept():
    own = own_sentences(14)
    parser = tw.Parser(beam=2, strategy="early-update", epochs=6, seeds=1)
    rows = parser.train(own[:10], dev=own[10:])
    best = max(row["dev_las"] for row in rows)
    assert [row["dev_las"] for row in rows if row["best"]][-1] == best
    assert parser.evaluate(own[10:]).las == pytest.approx(best, abs=0.01)
    assert parser.scores["dev_las"] == best


def test_several_seeds_are_summed():
    own = own_sentences(10)
    parser = tw.Parser(strategy="local", epochs=2, seeds=3)
    rows = parser.train(own)
    assert [row["seed"] for row in rows] == [1, 1, 2, 2, 3, 3]
    single = tw.Parser(strategy="local", epochs=2, seeds=1)
    single.train(own)
    assert parser.model.feature_count > single.model.feature_count


def test_progress_and_log():
    seen, rows = [], []
    parser = tw.Parser(strategy="local", epochs=2, seeds=1)
    parser.train(own_sentences(10), log=rows.append, progress=lambda done, of: seen.append((done, of)))
    assert [row["epoch"] for row in rows] == [1, 2] and rows == parser.history
    assert seen.count((10, 10)) == 2 and seen[0] == (0, 10)
    assert all(row["tokens_per_second"] > 0 and row["rows"] > 0 for row in rows)


def test_training_data_without_words_or_labels_is_refused():
    with pytest.raises(tw.InputError, match="seen no words"):
        tw.Parser(strategy="local").train([])
    bare = tw.Sentence.from_words(["a", "b"]).with_tree([0, 1], [None, None])
    with pytest.raises(tw.InputError, match="seen no labels"):
        tw.Parser(strategy="local").train([bare])
    parser = tw.Parser(strategy="local", labels="none", epochs=3)
    parser.train([bare])
    assert list(parser(bare).heads) == [0, 1] and parser(bare).labels == [None, None]


def test_a_parser_without_weights():
    with pytest.raises(tw.ModelError, match="no weights yet"):
        tw.Parser()(tw.Sentence.from_words(["a"]))


def test_cross_validation():
    own = own_sentences(12)
    settings = {"strategy": "local", "epochs": 2}
    rows = []
    scores = tw.cross_validate(settings, own, 3, log=rows.append)
    assert len(scores) == 3 and sum(score.words for score in scores) == sum(map(len, own))
    assert sorted({row["fold"] for row in rows}) == [1, 2, 3]
    assert [s.las for s in tw.cross_validate(settings, own, 3)] == [s.las for s in scores]
    for folds in (1, 13):
        with pytest.raises(tw.SettingsError, match="expected 2 to 12"):
            tw.cross_validate(settings, own, folds)


def test_cross_validation_on_the_command_line(tmp_path):
    command = [sys.executable, "-m", "treewright", "train", str(TINY), "--cross-validate", "2", "--epochs", "1"]
    done = subprocess.run(
        [*command, "--strategy", "local"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().split("\n")[0].split() == ["fold", "UAS", "LAS"]
