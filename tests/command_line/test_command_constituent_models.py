"""train, parse, info and evaluate with models of constituency trees."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from small_treebank import environment

import treewright as tw
from treewright.storage import model_file

TREES = Path(tw.__file__).parent / "data" / "tiny-trees"
HEADS = Path(tw.__file__).parent / "data" / "tiny" / "dev.conllu"
FAST = ("--seeds", "1", "--epochs", "2")


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """A greedy parser, one with a beam, and a pipeline."""
    folder = tmp_path_factory.mktemp("models")
    train, dev = (list(tw.read(TREES / f"{name}.export")) for name in ("train", "dev"))
    greedy = tw.Parser(system="set-based", seeds=1, preset="fast")
    beam = tw.Parser(system="set-based", seeds=1, beam=4, epochs=4)
    pipeline = tw.Pipeline({"system.name": "set-based", "training.seeds": 1, "tagger.epochs": 3, "tokenizer.epochs": 5})
    for name, model in (("greedy", greedy), ("beam", beam), ("pipeline", pipeline)):
        model.train(train, dev, progress=False)
        model.save(folder / f"{name}.tw")
    return folder


def f1(outcome):
    """The F1 that `evaluate` printed."""
    assert outcome.code == 0, outcome.err
    return float(outcome.out.split()[1])


# ---------------------------------------------------------------- train


def test_the_treebank_says_what_is_learnt(run, tmp_path):
    done = run("train", TREES / "train.export", "--dev", TREES / "dev.export", "-o", "m.tw", *FAST, "--log", "log")
    assert done.code == 0 and "training on 140 sentences of 1,368 words, dev 25 sentences of 245 words" in done.err, done.err
    headings, row = done.err.split("\n")[1:3]
    assert headings.split() == ["epoch", "updates", "dev", "F1", "disc.", "F1", "words/s", "time"]
    closing = done.err.split("\n")[-2]
    assert "; dev F1 9" in closing and ", disc. F1 " in closing and row.endswith(" *")
    rows = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [{"dev_f1", "dev_disc_f1"} <= {*row} for row in rows] == [True, True]
    header = model_file.read_header(tmp_path / "m.tw")
    assert header["settings"]["system"]["name"] == "set-based"
    assert {*header["scores"]} == {"dev_f1", "dev_disc_f1", "dev_words"}
    for name, stdin in (("-", (TREES / "train.export").read_bytes()), ("train.discbracket", b"")):
        run("convert", TREES / "train.export", "-o", "train.discbracket", "-q")
        assert run("train", name, "-o", "n.tw", *FAST, "-q", stdin=stdin).code == 0
        assert model_file.read_header(tmp_path / "n.tw")["settings"]["system"]["name"] == "set-based"


def test_a_pipe_is_read_before_it_is_known(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cp", TREES / "train.export", tmp_path / "pipe"]):
        assert run("train", "pipe", "-o", "m.tw", *FAST).code == 0
    assert model_file.read_header(tmp_path / "m.tw")["settings"]["system"]["name"] == "set-based"


def test_settings(run, tmp_path):
    done = run("train", TREES / "train.export", "--print-settings", "--epochs", "2")
    assert done.code == 0 and 'name = "set-based"' in done.out and "seeds = 3" in done.out
    (tmp_path / "own.toml").write_text(done.out)
    assert run("train", TREES / "train.export", "--settings", "own.toml", "-o", "m.tw", "-q").code == 0
    assert run("info", "m.tw", "--settings").out == done.out
    for preset in ("fast", "accurate"):
        assert run("train", TREES / "train.export", "--preset", preset, "-o", "m.tw", *FAST, "-q").code == 0
    done = run("train", TREES / "train.export", "--root", "first", "--print-settings")
    assert "warning: system.root has no effect with system.name = set-based" in done.err
    for flags in (("--drop-arcs", "0.5"), ("--labels", "none"), ("--joint-tags", "upos"), ("--pseudo-projective", "head"),
                  ("--classifier.name", "linear-svm"), ("--features", "rich"), ("--training.given_heads", "0.5"),
                  ("--features.second_order", "true")):  # fmt: skip
        assert run("train", TREES / "train.export", *flags, "-o", "m.tw").refused("cannot work with system.name = set-based")


def test_the_other_kind_of_trees_is_refused(run, tmp_path):
    done = run("train", TREES / "train.export", "-o", "m.tw", "--system", "arc-eager")
    assert done.refused("system.name = arc-eager (--system): seen constituency trees in", "expected heads", "use set-based")
    done = run("train", HEADS, "-o", "m.tw", "--system", "set-based")
    assert done.refused("system.name = set-based (--system): seen heads in", "expected constituency trees", "use arc-eager")
    (tmp_path / "own.toml").write_text('[system]\nname = "arc-hybrid"\n')
    done = run("train", TREES / "train.export", "-o", "m.tw", "--settings", "own.toml")
    assert done.refused("system.name = arc-hybrid (own.toml): seen constituency trees")
    done = run("train", TREES / "train.export", "--dev", HEADS, "-o", "m.tw", "-q")
    assert done.refused("dev.conllu:1: seen a sentence without a constituency tree, expected one")
    done = run("train", HEADS, TREES / "dev.export", "-o", "m.tw", "-q")
    assert done.refused("dev.export:2: seen a constituency tree, expected heads")


def test_broken_treebanks(run, tmp_path):
    lines = (TREES / "dev.export").read_text().split("\n")
    lines[4] = lines[4].rpartition("\t")[0] + "\t599"
    (tmp_path / "broken.export").write_text("\n".join(lines))
    assert run("train", "broken.export", "-o", "m.tw").refused("broken.export:5 (sent_id 1): seen", "599")
    (tmp_path / "empty.export").write_text("")
    assert run("train", "empty.export", "-o", "m.tw").refused("empty.export: seen no sentence, expected at least one")
    (tmp_path / "bare.export").write_text("#FORMAT 4\n#BOS 1 0 0 0\nwell\t--\tUH\t--\t--\t0\n#EOS 1\n")
    assert run("train", "bare.export", "-o", "m.tw", "-q").refused("training data: seen no constituents, expected some")


def test_one_word(run, tmp_path):
    (tmp_path / "one.export").write_text(
        "#FORMAT 4\n#BOS 1 0 0 0\nHello\t--\tUH\t--\t--\t500\n#500\t--\tINTJ\t--\t--\t0\n#EOS 1\n"
    )
    assert run("train", "one.export", "--dev", "one.export", "-o", "m.tw", *FAST, "-q").code == 0
    assert run("parse", "m.tw", "one.export", "-q").out == (tmp_path / "one.export").read_text()
    assert run("parse", "m.tw", "-q", stdin=b"").code == 0


def test_cross_validation(run):
    done = run("train", TREES / "dev.export", "--cross-validate", "3", *FAST, "-q")
    rows = [line.split() for line in done.out.splitlines()]
    assert rows[0] == ["fold", "F1", "disc.", "F1"] and [row[0] for row in rows[1:]] == ["1", "2", "3", "mean", "s.d.", "all"]


def test_kill_and_resume(run, tmp_path):
    """A real kill -9 loses an epoch at the most; --resume then gives the bytes of a run that was left alone."""
    given = ["train", TREES / "train.export", "--dev", TREES / "dev.export", "--seeds", "2", "--epochs", "12"]
    assert run(*given, "-o", "whole.tw", "-q").code == 0
    command = [sys.executable, "-m", "treewright", *map(str, given), "-o", "killed.tw", "-q"]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment())
    checkpoint = tmp_path / "killed.tw.checkpoint"
    limit = time.monotonic() + 60
    while not checkpoint.exists() and time.monotonic() < limit and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL and checkpoint.exists()
    done = run(*given, "-o", "killed.tw", "--resume")
    assert done.code == 0 and "no checkpoint yet" not in done.err
    assert (tmp_path / "killed.tw").read_bytes() == (tmp_path / "whole.tw").read_bytes()


# ---------------------------------------------------------------- parse


def test_every_format(run, models, tmp_path):
    gold = TREES / "test.export"
    assert run("parse", models / "greedy.tw", gold, "-o", "out.export").code == 0
    assert f1(run("evaluate", gold, "out.export")) > 90
    assert run("parse", models / "greedy.tw", gold, "-q").out == (tmp_path / "out.export").read_text()
    assert run("parse", models / "greedy.tw", gold, "-q", "--threads", "2").out == (tmp_path / "out.export").read_text()
    done = run("parse", models / "greedy.tw", "-q", "--to", "discbracket", stdin=gold.read_bytes())
    for name, given in (("discbracket", "discbracket"), ("jsonl", "json"), ("conllu", "conllu")):
        assert run("convert", gold, "-o", f"in.{name}", "-q").code == 0
        assert run("parse", models / "greedy.tw", f"in.{name}", "-o", f"out.{name}.dbr", "-q", "--input", given).code == 0
        said = [line.split("\t")[0] for line in (tmp_path / f"out.{name}.dbr").read_text().splitlines()]
        assert said == [line.split("\t")[0] for line in done.out.splitlines()]
    assert run("parse", models / "greedy.tw", "in.discbracket", "-q").out.startswith("(ROOT ")
    assert run("parse", models / "greedy.tw", "in.conllu", "-q").out.startswith("#FORMAT 4\n#BOS 1 0 0 0\n")
    assert run("parse", models / "greedy.tw", gold, "--to", "export3", "-q").out.startswith("#FORMAT 3\n")
    assert "──" in run("parse", models / "greedy.tw", gold, "--to", "tree", "-q").out
    for ending, start in (("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("jsonl", '{"sent_id": "1"')):
        assert run("parse", models / "greedy.tw", gold, "-o", f"x.{ending}", "-q").code == 0
        assert (tmp_path / f"x.{ending}").read_text().startswith(start)
    assert '"tree": {"root": "ROOT", "constituents": [' in (tmp_path / "x.jsonl").read_text()
    assert run("evaluate", "out.export", "x.jsonl").out.startswith("F1 100.00")


def test_brackets_without_gaps(run, models, tmp_path):
    gold = TREES / "test.export"
    done = run("parse", models / "greedy.tw", gold, "--to", "bracket")
    assert done.refused("seen a gap in", "Penn brackets cannot hold gaps")
    done = run("parse", models / "greedy.tw", gold, "-o", "out.mrg", "--discontinuity", "raise")
    assert done.code == 0 and "children attached to a higher constituent" in done.err
    assert "Penn" not in run("parse", models / "greedy.tw", "out.mrg", "-q").err
    assert run("parse", models / "greedy.tw", "out.mrg", "-q").out.startswith("(ROOT (S (NP (")


def test_what_holds_no_trees(run, models, treebank):
    for flags in (("--to", "conllu"), ("-o", "x.conllu"), ("--to", "conllx")):
        done = run("parse", models / "greedy.tw", treebank, *flags)
        assert done.refused("holds no constituency trees, expected one of json")
    assert run("parse", models / "greedy.tw", treebank, "--keep", "heads").refused("--keep: seen heads, expected brackets")
    assert run("parse", models / "pipeline.tw", treebank, "--keep", "labels").refused("expected tags, brackets or all")
    done = run("parse", models / "greedy.tw", treebank)
    assert done.code == 0 and "warning: " in done.err and "no tags (XPOS) in the first sentence" in done.err
    assert "sleeps\tsleeps\tVERB\t--\t--\t" in done.out
    assert run("parse", TREES / "dev.export").refused("dev.export: seen a treebank, expected a model file before it")
    told = "seen raw text, but this model is a parser alone, expected constituency trees ("
    assert run("parse", models / "greedy.tw", stdin=b"Some text.\n").refused(told)
    two = (models / "greedy.tw", models / "beam.tw")
    for way in ("vote", "reparse", "cascade"):
        assert run("parse", *two, TREES / "dev.export", "--combine", way).refused("which finds constituents, expected parsers")


def test_several_trees(run, models):
    done = run("parse", models / "beam.tw", TREES / "dev.export", "--nbest", "3", "-q")
    assert done.out.count("nbest = 1\n%% score = ") == 25 < done.out.count("nbest = ") <= 75
    done = run("parse", models / "greedy.tw", TREES / "dev.export", "--nbest", "3")
    assert "so it finds one tree of each sentence" in done.err and done.out.count("nbest = ") == 25
    done = run("parse", models / "greedy.tw", TREES / "dev.export", "--beam", "4")
    assert "trained locally" in done.err


def test_given_constituents(run, models, tmp_path, treebank):
    gold = TREES / "dev.export"
    for keep in ("brackets", "all"):
        done = run("parse", models / "greedy.tw", gold, "--keep", keep, "-o", "kept.export")
        assert done.code == 0 and run("evaluate", gold, "kept.export", "--params", "all").out.startswith("F1 100.00"), done.err
    assert run("parse", models / "pipeline.tw", gold, "--keep", "tags,brackets", "-o", "kept.export").code == 0
    assert run("evaluate", gold, "kept.export").out.startswith("F1 100.00")
    done = run("parse", models / "greedy.tw", gold, "--keep", "brackets,heads")
    assert done.refused("--keep: seen brackets and heads, expected one of them")
    assert run("train", treebank, "-o", "heads.tw", *FAST, "-q").code == 0
    assert run("parse", "heads.tw", treebank, "--keep", "brackets").refused("brackets")


def test_faulty_input(run, models, tmp_path):
    lines = (TREES / "dev.export").read_text().split("\n")
    lines[4] = lines[4].rpartition("\t")[0] + "\t599"
    (tmp_path / "broken.export").write_text("\n".join(lines))
    assert run("parse", models / "greedy.tw", "broken.export", "-o", "x.export").refused("broken.export:5 (sent_id 1)")
    assert not (tmp_path / "x.export").exists()
    assert run("parse", models / "greedy.tw", "broken.export", "--on-error", "skip", "-q").out.count("#EOS") == 24


# ---------------------------------------------------------------- info


def test_info_verifies_trees(run, models, tmp_path):
    done = run("info", models / "greedy.tw", "--verify")
    assert done.code == 0 and "verified: 12 stored sentences parsed again, all the same" in done.out
    assert "root label" not in done.out and "scores: dev_disc_f1 " in done.out
    header, arrays = model_file.read(models / "greedy.tw")
    kept = {name: value for name, value in header.items() if name not in model_file.OURS}
    first = kept["examples"][0].replace("\tNP\t", "\tXP\t", 1)
    model_file.write(tmp_path / "other.tw", {**kept, "examples": [first, *kept["examples"][1:]]}, dict(arrays))
    assert run("info", "other.tw", "--verify").refused("stored sentence 1 of 12 is parsed differently", "XP")


# ---------------------------------------------------------------- pipelines


def test_pipeline(run, models, tmp_path):
    gold = TREES / "test.export"
    done = run("parse", models / "pipeline.tw", gold, "-o", "out.export")
    assert f1(run("evaluate", gold, "out.export")) > 85, done.err
    done = run("parse", models / "pipeline.tw", gold, "--keep", "tags", "-o", "kept.export")
    assert "tags 100.00" in run("evaluate", gold, "kept.export").out
    text = b"The baker hid the lamp. What should we paint?"
    done = run("parse", models / "pipeline.tw", "--to", "discbracket", "-q", stdin=text)
    assert [line.split("\t")[0] for line in done.out.splitlines()] == [
        "(ROOT (S (NP (DT 0=The) (NN 1=baker)) (VP (VBD 2=hid) (NP (DT 3=the) (NN 4=lamp))) (. 5=.)))",
        "(ROOT (SBARQ (VP (WHNP (WP 0=What)) (VB 3=paint)) (MD 1=should) (NP (PRP 2=we)) (. 4=?)))",
    ]
    done = run("parse", models / "pipeline.tw", "-q", stdin=text)
    assert done.out.startswith("#FORMAT 4\n#BOS 1 0 0 0 %% newdoc\n")
    assert "#BOS 2 0 0 0 %% text = What should we paint?" in done.out
    done = run("parse", models / "pipeline.tw", "--until", "tags", "-q", stdin=text)
    assert "1\tWhat\t_\t_\tWP\t_\t_\t_\t_\t_\n" in done.out
    done = run("parse", models / "pipeline.tw", "--input", "horizontal", "--to", "bracket", "-q", stdin=b"We laughed .\n")
    assert done.out == "(ROOT (S (NP (PRP We)) (VP (VBD laughed)) (. .)))\n"
    assert "verified: 12 stored sentences" in run("info", models / "pipeline.tw", "--verify").out


def test_a_pipeline_is_trained(run, tmp_path):
    done = run("train", TREES / "train.export", "--dev", TREES / "dev.export", "--pipeline", "-o", "m.tw", *FAST,
               "--tagger.epochs", "1", "--tokenizer.epochs", "1", "--tagger.folds", "2")  # fmt: skip
    assert done.code == 0, done.err
    assert "training the tokenizer; where 140 sentences have spaces is guessed" in done.err
    assert "training the tagger of xpos" in done.err and "parser with predicted tags: F1 " in done.err
    header = model_file.read_header(tmp_path / "m.tw")
    assert [stage["kind"] for stage in header["stages"]] == ["tokenizer", "tagger", "parser"]
    assert {"xpos", "f1_gold_tags", "f1_predicted_tags"} <= {*header["scores"]}
