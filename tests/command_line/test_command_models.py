"""The verbs that make and use models: train, parse, info."""

import json
import os
import re
import sys

import pytest
from small_treebank import SENTENCES, conllu

from treewright.command_line.train import wait_passively

QUICK = ("--epochs", "3", "--beam", "2")


@pytest.fixture
def model(run, treebank, tmp_path):
    done = run("train", treebank, "-o", "m.tw", *QUICK)
    assert done.code == 0, done.err
    return tmp_path / "m.tw"


def test_training_shows_a_row_per_epoch_and_logs_it(run, treebank, tmp_path):
    done = run("train", treebank, treebank, "--dev", treebank, "-o", "m.tw", "--log", "log.jsonl", "--seeds", "1", *QUICK)
    assert done.code == 0, done.err
    assert done.out == ""
    assert len(re.findall(r"^ +\d+ +[\d,]+ +\d+\.\d\d", done.err, re.M)) == 3
    rows = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [row["epoch"] for row in rows] == [1, 2, 3]
    assert {"updates", "dev_uas", "dev_las", "tokens_per_second", "elapsed", "best"} <= set(rows[0])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.conllu", "log.jsonl", "m.tw"]


@pytest.mark.parametrize("seeds", ["1", "2"])
def test_the_last_line_has_the_dev_score_of_what_was_written(run, treebank, seeds):
    done = run("train", treebank, "--dev", treebank, "-o", "m.tw", *QUICK, "--seeds", seeds)
    scores = json.loads(run("info", "m.tw", "--json").out)["scores"]
    shown = f"dev UAS {scores['dev_uas']:.2f}, LAS {scores['dev_las']:.2f}" + (" (sum of 2 seeds)" if seeds == "2" else "")
    assert re.fullmatch(rf"treewright: m\.tw: written, [\d.]+ MB; {re.escape(shown)}", done.err.splitlines()[-1])
    assert "dev" not in run("train", treebank, "-o", "m.tw", *QUICK).err.splitlines()[-1]


def test_quiet_training_says_nothing_and_gives_the_same_bytes(run, treebank, model, tmp_path):
    done = run("train", treebank, "-o", "n.tw", "-q", *QUICK)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "n.tw").read_bytes() == model.read_bytes()


def test_resuming_without_a_checkpoint_starts_from_the_beginning(run, treebank, model, tmp_path):
    done = run("train", treebank, "-o", "n.tw", "--resume", *QUICK)
    assert done.code == 0, done.err
    assert "no checkpoint yet" in done.err
    assert (tmp_path / "n.tw").read_bytes() == model.read_bytes()


def test_a_named_checkpoint_is_kept_and_resumed(run, treebank, tmp_path):
    flags = ("train", treebank, "-o", "m.tw", "--checkpoint", "c", *QUICK)
    assert run(*flags).code == 0
    first = (tmp_path / "m.tw").read_bytes()
    assert (tmp_path / "c").exists()
    resumed, anew = run(*flags, "--resume"), run(*flags)
    assert resumed.code == 0 and "begun anew" not in resumed.err
    assert re.search(r"c: going on after epoch (\d+) of \1( of seed \d)?\n", resumed.err)  # all was done
    assert anew.code == 0 and "c: begun anew; --resume would go on from it" in anew.err
    assert (tmp_path / "m.tw").read_bytes() == first
    other = run(*flags, "--resume", "-q", "--beam", "4", "--seed", "9", "--epochs", "5", "--training.shuffle", "false")
    assert other.refused("c: cannot resume, because the settings changed since: ", "search.beam was 2, now 4; ")
    assert other.refused("; and 1 more; leave out --resume to begin anew")


def test_training_on_bad_or_no_sentences(run, treebank, tmp_path):
    (tmp_path / "bad.conllu").write_text("1\ta\ta\tX\t_\t_\t1\tdep\t_\t_\n\n")
    assert run("train", "bad.conllu", "-o", "m.tw", "-q").refused("bad.conllu:1")
    assert run("train", "absent.conllu", "-o", "m.tw").refused("absent.conllu")
    (tmp_path / "empty.conllu").write_text("")
    assert run("train", "empty.conllu", "-o", "m.tw").refused("empty.conllu", "no sentence")
    assert run("train", treebank, "-o", treebank).refused("seen the treebank itself")
    assert not (tmp_path / "m.tw").exists()


def test_cross_validation(run, treebank, tmp_path):
    done = run("train", treebank, "--cross-validate", "2", *QUICK)
    assert done.code == 0, done.err
    assert [line.split()[0] for line in done.out.splitlines()] == ["fold", "1", "2", "mean", "s.d."]
    assert run("train", treebank, "--cross-validate", "9", "-q").refused("--cross-validate", "at most the 4")
    assert not (tmp_path / "m.tw").exists()


def test_parsing_changes_heads_and_labels_only(run, treebank, model):
    done = run("parse", model, treebank)
    assert done.code == 0, done.err
    assert "parsed 4 sentences of 14 words" in done.err

    def rest(text):
        return [row.split("\t")[:6] + row.split("\t")[8:] for row in text.split("\n")]

    assert rest(done.out) == rest(treebank.read_text())
    assert run("predict", model, "--threads", "2", stdin=treebank.read_bytes()).out == done.out


def test_parsing_to_files(run, treebank, model, tmp_path):
    (tmp_path / "b.conllu").write_text(conllu(SENTENCES[:2]))
    one = run("parse", model, treebank, "b.conllu", "-o", "all.conllu", "-q")
    many = run("parse", model, treebank, "b.conllu", "-o", "{}.out", "-q")
    assert (one.code, one.out, one.err) == (many.code, many.out, many.err) == (0, "", "")
    parts = (tmp_path / "good.out").read_bytes() + (tmp_path / "b.out").read_bytes()
    assert (tmp_path / "all.conllu").read_bytes() == parts


def test_the_best_trees(run, treebank, model):
    done = run("parse", model, treebank, "--nbest", "3")
    assert done.code == 0, done.err
    first = done.out.split("\n\n")[0].split("\n")
    assert first[:2] == ["# sent_id = s1", "# nbest = 1"]
    assert first[2].startswith("# score = ")
    scores = [float(row.partition("=")[2]) for row in done.out.split("\n") if row.startswith("# score")]
    assert done.out.count("# nbest = 1\n") == 4 and scores[0] >= scores[1]


def test_a_beam_for_a_greedy_model_is_warned_of(run, treebank, model):
    assert run("train", treebank, "-o", "g.tw", "--preset", "fast", "--epochs", "2").code == 0
    warned = run("parse", "g.tw", treebank, "--beam", "4")
    assert warned.code == 0 and "warning: --beam 4" in warned.err
    assert "warning" not in run("parse", "g.tw", treebank).err + run("parse", model, treebank, "--beam", "4").err


def test_parsing_that_cannot_work(run, treebank, model, tmp_path):
    assert run("parse", "absent.tw", treebank).refused("absent.tw")
    assert run("parse", treebank, treebank).refused("seen a treebank, expected a model file before it")
    assert run("parse", model, treebank, "--threads", "0").refused("--threads", "at least 1")
    assert run("parse", model, treebank, "-o", model).refused("seen the model itself")
    (tmp_path / "bad.conllu").write_text(conllu(SENTENCES) + "1 a b\n\n")
    assert run("parse", model, "bad.conllu", "-o", "out.conllu").refused("bad.conllu:23")
    assert not (tmp_path / "out.conllu").exists()


def test_info(run, model, tmp_path):
    done = run("info", model)
    assert done.code == 0, done.err
    assert "[search]\ndecoder = \"transitions\"\ntree = \"auto\"\nbeam = 2" in done.out
    header = json.loads(run("info", model, "--json").out)
    assert header["settings"]["training"]["epochs"] == 3
    (tmp_path / "s.toml").write_text(run("info", model, "--settings").out)
    assert run("train", "--settings", "s.toml", "--print-settings").out == (tmp_path / "s.toml").read_text()
    verified = run("info", model, "--verify")
    assert verified.code == 0, verified.err
    assert "parsed again, all the same" in verified.out
    (tmp_path / "bad.tw").write_bytes(model.read_bytes()[:-9])
    assert run("info", "bad.tw").refused("bad.tw")


@pytest.mark.parametrize(("set_before", "torch", "found"), [
    (None, False, "passive"), ("active", False, "active"), (None, True, None),
])  # fmt: skip
def test_threads_of_pytorch_wait_asleep_unless_the_user_wants_them_awake(monkeypatch, set_before, torch, found):
    monkeypatch.setenv("OMP_WAIT_POLICY", str(set_before))  # so that it is put back
    if set_before is None:
        monkeypatch.delenv("OMP_WAIT_POLICY")
    if torch:
        monkeypatch.setitem(sys.modules, "torch", None)
    else:
        monkeypatch.delitem(sys.modules, "torch", raising=False)
    wait_passively()
    assert os.environ.get("OMP_WAIT_POLICY") == found
