"""Confidence on the command line: calibrate, --confidence, --min-confidence, and what is refused."""

import json
from pathlib import Path

import pytest

import treewright as tw

TINY = Path(tw.__file__).parent / "data" / "tiny"


@pytest.fixture
def model(tmp_path):
    parser = tw.Parser(preset="fast", epochs=2)
    parser.train(tw.read(TINY / "train.conllu"), progress=False)
    parser.save(tmp_path / "m.tw", licence="CC0")
    return tmp_path / "m.tw"


def test_from_a_model_without_to_rows(run, model, tmp_path):
    asked = ("parse", model, TINY / "test.conllu", "--confidence", "-q")
    found = run(*asked)
    assert found.code == 2 and found.err.count("\n") == 1 and "treewright calibrate MODEL" in found.err
    found = run("calibrate", model, TINY / "dev.conllu", "-o", model)
    assert found.code == 0 and "60 sentences of 640 words" in found.err
    assert tw.load(model).confidence is not None
    rows = run(*asked)
    assert rows.code == 0 and rows.out.count("HeadConf=0.") == rows.out.count("LabelConf=0.") > 700
    assert rows.out.count("# confidence = 0.") == rows.out.count("# sent_id")
    lines = run(*asked, "--to", "json").out.splitlines()
    assert "HeadConf=0." in json.loads(lines[0])["words"][0]["misc"]
    partial = run("parse", model, TINY / "test.conllu", "--min-confidence", "0.95", "-q").out
    assert "\t_\t_\t_\t" in partial and "HeadConf" not in partial
    information = run("info", model).out
    assert "confidence: of each head, label, sentence, learnt from 640 words" in information and "licence: CC0" in information


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (["--min-confidence", "1.5"], "--min-confidence: seen 1.5, expected a probability from 0 to 1"),
        (["--confidence", "--nbest", "2"], "--nbest 2: confidence is that of the best tree"),
        (["--min-confidence", "high"], "--min-confidence: seen 'high', expected a number, such as 0.9;"),
    ],
)
def test_what_cannot_be_asked_for(run, model, flags, expected):
    found = run("parse", model, TINY / "test.conllu", *flags)
    assert found.code == 2 and expected in found.err and not found.out


def test_columns_that_tell_too_little(run, model, tmp_path):
    """Without labels there is confidence of heads; without heads there is none, however many labels there are."""
    dev = list(tw.read(TINY / "dev.conllu"))
    tw.write([sentence.with_tree(sentence.heads, [None] * len(sentence)) for sentence in dev], tmp_path / "heads.conllu")
    found = run("calibrate", model, tmp_path / "heads.conllu", "-o", tmp_path / "heads.tw")
    assert found.code == 0 and "seen fewer words with a known label, expected at least 200" in found.err
    rows = run("parse", tmp_path / "heads.tw", TINY / "test.conllu", "--confidence", "-q").out
    assert "HeadConf=0." in rows and "LabelConf" not in rows
    some = [sentence.with_tree([-1] * len(sentence), sentence.labels) for sentence in dev[9:]]
    tw.write([*dev[:9], *some], tmp_path / "labels.conllu")
    found = run("calibrate", model, tmp_path / "labels.conllu", "-o", tmp_path / "labels.tw")
    assert found.code == 2 and "words with a known head, expected at least 200" in found.err
    assert not (tmp_path / "labels.tw").exists()


def test_too_few_trees_to_calibrate(run, model, treebank):
    before = model.read_bytes()
    found = run("calibrate", model, treebank, "-o", model)
    assert found.code == 2 and "expected at least 200" in found.err and model.read_bytes() == before


def test_calibrating_with_the_training_data(run, model, tmp_path):
    found = run("calibrate", model, TINY / "train.conllu", "-o", "other.tw")
    assert found.code == 0 and "train.conllu: this is what the model was trained on" in found.err
    assert "warning" not in run("calibrate", model, TINY / "dev.conllu", "-o", "other.tw").err
    trees = TINY.parent / "tiny-trees" / "dev.export"
    assert run("train", trees, "-o", "trees.tw", "--epochs", "1", "-q").code == 0
    assert run("calibrate", "trees.tw", trees, "-o", "other.tw").refused("trees.tw: seen a model of constituency trees")


def test_what_is_left_out_is_counted(run, model):
    run("calibrate", model, TINY / "dev.conllu", "-o", model)
    found = run("parse", model, TINY / "test.conllu", "--min-confidence", "0.9")
    rows = [line.split("\t") for line in found.out.splitlines() if line.partition("\t")[0].isdigit()]
    heads, labels = (sum(row[column] == "_" for row in rows) for column in (6, 7))
    assert heads and f", {heads:,} heads and {labels:,} labels left out (less probable than 0.9), model" in found.err
    assert "left out" not in run("parse", model, TINY / "test.conllu").err


def test_stages_without_confidence_say_so(run):
    tokens = run("parse", "-m", "english", "--until", "tokens", "--confidence", stdin=b"A dog barks.")
    assert "warning: --confidence has no effect with --until tokens" in tokens.err and "Conf" not in tokens.out
    tags = run("parse", "-m", "english", "--until", "tags", "--confidence", "--min-confidence", "0.5", stdin=b"A dog barks.")
    assert "warning: --min-confidence has no effect with --until tags" in tags.err and "UposConf" in tags.out
    assert "--confidence has no effect" not in tags.err


def test_parsers_of_tags_miss_them(run, model, tmp_path):
    rows = [line.split("\t") for line in (TINY / "test.conllu").read_text("utf-8").splitlines()]
    for row in rows:
        row[3:4] = ["_"] if len(row) > 3 else []
    (tmp_path / "bare.conllu").write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")
    assert "warning: bare.conllu: no tags (UPOS) in the first sentences" in run("parse", model, "bare.conllu").err
    assert "no tags" not in run("parse", model, TINY / "test.conllu").err
    assert "no tags" not in run("parse", "-m", "english", "bare.conllu").err
    members = "fast epochs=1; fast epochs=1 root=first"
    assert run("train", TINY / "dev.conllu", "-o", "two.tw", "--ensemble.members", members, "-q").code == 0
    assert "warning: bare.conllu: no tags (UPOS) in the first sentences" in run("parse", "two.tw", "bare.conllu").err
    assert run("train", "bare.conllu", "-o", "bare.tw", "--preset", "fast", "--epochs", "1", "-q").code == 0
    assert "no tags" not in run("parse", "bare.tw", "bare.conllu").err
    pytest.importorskip("torch")
    for upos in (0, 4):
        flags = ("--classifier", "feed-forward", "--network.hidden", "8", "--network.upos", str(upos), "--epochs", "1", "-q")
        assert run("train", TINY / "dev.conllu", "-o", "net.tw", *flags).code == 0
        assert ("no tags (UPOS)" in run("parse", "net.tw", "bare.conllu").err) == (upos > 0)
