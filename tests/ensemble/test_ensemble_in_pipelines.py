"""Ensembles as the parser of a pipeline."""

from functools import cache
from pathlib import Path

import pytest

import treewright as tw
from treewright.__main__ import main

TINY = Path(tw.__file__).parent / "data" / "tiny"
STAGES = {
    "ensemble.members": "fast; fast system=arc-hybrid", "epochs": 2, "tagger.epochs": 1, "tagger.folds": 2,
    "tagger.targets": "upos", "lemmatizer.epochs": 0, "tokenizer.epochs": 1,
}  # fmt: skip


@cache
def sentences(part):
    return tuple(tw.read(TINY / f"{part}.conllu"))


def run(*arguments):
    return main([str(argument) for argument in arguments])


def test_an_ensemble_in_a_pipeline(tmp_path, capfd):
    pipeline = tw.Pipeline(STAGES)
    notes, rows = [], []
    scores = pipeline.train(sentences("train")[:60], sentences("dev")[:30], note=notes.append, log=rows.append)
    assert "member 2 of 2: fast system=arc-hybrid" in notes and {row["member"] for row in rows} == {1, 2}
    assert scores["las_predicted_tags"] > 20 and isinstance(pipeline.parser, tw.Ensemble)
    pipeline.save(tmp_path / "whole.tw")
    again = tw.load(tmp_path / "whole.tw")
    text = "The old carpenter planed the board. Who left the glue open?"
    assert [s.source for s in again(text)] == [s.source for s in pipeline(text)] and len(again(text)) >= 1
    assert run("info", tmp_path / "whole.tw", "--verify") == 0
    shown = capfd.readouterr().out
    assert "ensemble" in shown and "member 1: fast" in shown
    tagged = list(sentences("test")[:9])
    assert again.parser.names and again.evaluate(tagged).las == pipeline.evaluate(tagged).las
    with pytest.raises(tw.ModelError, match="seen beam for a pipeline with an ensemble"):
        tw.load(tmp_path / "whole.tw", beam=2)
    with pytest.raises(tw.SettingsError, match="confidence"):
        again(tagged[0], confidence=True)


def test_a_pipeline_with_an_ensemble_goes_on_after_a_kill(tmp_path):
    class Killed(Exception):
        pass

    def killed(row):
        if row["member"] == 2:
            raise Killed

    with pytest.raises(Killed):
        tw.Pipeline(STAGES).train(sentences("train")[:30], log=killed, checkpoint=tmp_path / "c")
    assert (tmp_path / "c" / "000-pipeline.stage").exists() and list((tmp_path / "c").glob("*-fast.stage"))
    with pytest.raises(tw.ModelError, match=r"seen 000-pipeline.stage, expected 000-ensemble.stage"):
        tw.Ensemble({"ensemble.members": "fast"}).train(sentences("train")[:9], checkpoint=tmp_path / "c", resume=True)
    rows, whole, again = [], tw.Pipeline(STAGES), tw.Pipeline(STAGES)
    whole.train(sentences("train")[:30])
    again.train(sentences("train")[:30], log=rows.append, checkpoint=tmp_path / "c", resume=True)
    assert {row["member"] for row in rows} == {2}
    for pipeline, name in ((whole, "whole.tw"), (again, "again.tw")):
        pipeline.save(tmp_path / name)
    assert (tmp_path / "whole.tw").read_bytes() == (tmp_path / "again.tw").read_bytes()


def test_a_pipeline_with_an_ensemble_on_the_command_line(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    more = [f"--{name}={value}" for name, value in STAGES.items()]
    assert run("train", TINY / "dev.conllu", "--dev", TINY / "test.conllu", "--pipeline", *more, "-o", "whole.tw") == 0
    assert not (tmp_path / "whole.tw.checkpoint").exists()
    (tmp_path / "text.txt").write_text("Trees grow. Who cut the tree?\n")
    assert run("parse", "whole.tw", "text.txt", "-o", "out.conllu") == 0
    assert (tmp_path / "out.conllu").read_text().count("\tPUNCT\t") == 2
    for wrong in (["--beam", "2"], ["--confidence"], ["--nbest", "2"], ["--system", "own:Mine"]):
        assert run("parse", "whole.tw", "text.txt", *wrong) == 2
    assert run("calibrate", "whole.tw", TINY / "dev.conllu", "-o", "x.tw") == 2
    assert run("trace", "whole.tw", TINY / "test.conllu") == 2
    assert run("blame", "whole.tw", TINY / "test.conllu") == 2
    assert "Traceback" not in capfd.readouterr().err
