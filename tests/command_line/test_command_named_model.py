"""The model in the box has a name, and the model that was used is told."""

import pytest
from small_treebank import SENTENCES, conllu

import treewright as tw

TEXT = b"A dog barks.\n"


def test_one_model_by_three_names(run):
    wanted = run("parse", stdin=TEXT)
    assert wanted.code == 0 and "words/s, model english (in the box)\n" in wanted.err
    for arguments in (("-m", "english"), ("--model", "english"), ("english",)):
        done = run("parse", *arguments, stdin=TEXT)
        assert done.out == wanted.out and "model english (in the box)" in done.err
    assert run("parse", "-m", "english", "-q", stdin=TEXT).err == ""
    assert "licence: " in run("info", "english").out
    assert repr(tw.load("english")) == repr(tw.load())


def test_all_else_is_input(run, treebank, tmp_path):
    assert run("train", treebank, "-o", "m.tw", "--epochs", "1", "--preset", "fast", "-q").code == 0
    first = run("parse", "m.tw", treebank)
    named = run("parse", treebank, "-m", "m.tw")
    assert named.out == first.out and "model m.tw\n" in named.err
    assert run("parse", "-m", "english", "m.tw", treebank).refused("m.tw: seen a model beside -m english, expected inputs")
    assert run("parse", "-m", "m.tw", "-m", "m.tw", treebank).refused("seen 2 models")
    voted = run("parse", "-m", "m.tw", "-m", "m.tw", treebank, "--combine", "vote")
    assert voted.out == first.out and "models m.tw, m.tw\n" in voted.err


def test_files_go_first_if_they_are_models(run, treebank, tmp_path):
    (tmp_path / "english").write_text(conllu(SENTENCES))
    assert run("parse", "-m", "english", stdin=TEXT).code == 0, "a treebank of that name is no model"
    assert run("train", treebank, "-o", "english", "--force", "--epochs", "1", "--preset", "fast", "-q").code == 0
    for named in (("-m", "english"), ("english",)):
        found = run("parse", *named, treebank)
        assert "model english\n" in found.err and found.err.count("warning: english: a model file of this name") == 1
    assert "warning" not in run("parse", "-m", "./english", treebank).err
    (tmp_path / "english").write_bytes(TEXT)
    found = run("parse", "english")
    assert found.out.count("# sent_id") == 1 and "warning: english: a file of this name is read as text" in found.err


def test_an_unknown_name(run, treebank):
    assert run("parse", "-m", "german", treebank).refused("german: no such file, and the model in the box is 'english'")
    with pytest.raises(tw.ModelError, match="the model in the box is 'english'"):
        tw.load("german")


def test_a_treebank_after_raw_text_wants_a_model(run, treebank, tmp_path):
    (tmp_path / "text.txt").write_bytes(TEXT)
    assert run("parse", "text.txt", treebank).refused("seen a treebank, expected a model file before it")
    assert run("parse", "text.txt", "text.txt").out.count("# sent_id") == 2


def test_several_trees_of_raw_text_are_counted(run):
    done = run("parse", "-m", "english", "--nbest", "2", stdin=TEXT)
    assert done.out.count("# nbest") == 2 and "parsed 1 sentence of 4 words" in done.err
