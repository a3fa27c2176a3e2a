"""Ensembles on the command line: what works, and what is refused in one line."""

import pytest
from tiny_ensemble import TINY, parsed, run

import treewright as tw


def test_train_parse_and_info_on_the_command_line(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = [TINY / "train.conllu", "--dev", TINY / "dev.conllu", "--ensemble.members", "fast; fast", "--epochs", "1"]
    assert run("train", *data, "-o", "two.tw") == 0
    told = capfd.readouterr().err
    assert "member 2 of 2: fast" in told and "two.tw: written" in told and "dev UAS" in told
    assert not (tmp_path / "two.tw.checkpoint").exists()
    assert run("parse", "two.tw", TINY / "test.conllu", "-o", "out.conllu", "--threads", "2") == 0
    assert (tmp_path / "out.conllu").read_bytes() == parsed(tw.load("two.tw"))
    assert run("info", "two.tw", "--verify") == 0
    shown = capfd.readouterr().out
    assert "member 2: fast, weight" in shown and 'members = "fast; fast"' in shown and "verified: 12" in shown
    assert run("info", "two.tw", "--settings") == 0
    (tmp_path / "again.toml").write_text(capfd.readouterr().out)
    assert run("train", *data[:3], "--settings", "again.toml", "-o", "again.tw") == 0
    assert (tmp_path / "again.tw").read_bytes() == (tmp_path / "two.tw").read_bytes()


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--cross-validate", "2"], "--cross-validate: seen an ensemble"),
        (["--tagger.epochs", "2", "-o", "x.tw"], "tagger.epochs (--tagger.epochs): a setting of a pipeline"),
        (["--ensemble.combine", "vote", "-o", "x.tw"], "parser 3 has the transition system arc-hybrid-swap, expected"),
        (["--classifier", "linear-svm", "-o", "x.tw"], "for a whole ensemble"),
    ],
)
def test_what_goes_with_no_ensemble_is_refused_by_train(tmp_path, capfd, monkeypatch, more, told):
    monkeypatch.chdir(tmp_path)
    assert run("train", TINY / "train.conllu", "--preset", "best", *more) == 2
    assert told in capfd.readouterr().err


@pytest.mark.parametrize(
    ("verb", "more", "said"),
    [
        ("parse", ["--beam", "2"], "an ensemble has no beam of its own: its parsers keep theirs; leave it out"),
        ("parse", ["--system", "own:Mine"], "whose members have no parts of your own"),
        ("parse", ["--nbest", "2"], "nbest: seen 2, expected 1: an ensemble gives one tree; use one of its parsers"),
        ("parse", ["--confidence"], "confidence: an ensemble has none; use one of its parsers: in Python, tw.load(MODEL)"),
        ("trace", [], "trace: an ensemble has no derivation of its own; use one of its parsers: in Python, tw.load(MODEL)"),
        ("trace", ["--beam", "2"], "an ensemble has no beam of its own: its parsers keep theirs; leave it out"),
        ("blame", [], "blame: an ensemble has no derivation of its own, so no transition is to blame; use one of its parsers"),
        ("calibrate", ["-o", "x.tw"], "this is an ensemble, expected a parser or a pipeline"),
    ],
)
def test_what_goes_with_no_ensemble_is_refused(model, capfd, verb, more, said):
    assert run(verb, model, TINY / "test.conllu", *more) == 2
    err = capfd.readouterr().err
    assert said in err and err.count("\n") == 1  # and no warning before it
