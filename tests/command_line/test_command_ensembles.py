"""Several models on one command line: --combine and --weights."""

import pytest

import treewright as tw
from treewright.ensemble import Reparsing, Voting, weights_for


@pytest.fixture
def models(run, treebank, tmp_path):
    """Three small models, two of which can vote with each other."""
    for name, flags in (("a", ("--seed", "1")), ("b", ("--seed", "2")), ("c", ("--system", "arc-hybrid"))):
        done = run("train", treebank, "-o", f"{name}.tw", "--epochs", "2", "--beam", "2", "-q", *flags)
        assert done.code == 0, done.err
    return ["a.tw", "b.tw", "c.tw"]


def parsed(ensemble, treebank):
    return b"".join(ensemble.parse_bytes(tw.read(treebank))).decode()


def test_the_ways_to_combine(run, models, treebank, tmp_path):
    a, b, c = (tw.load(tmp_path / name) for name in models)
    done = run("parse", *models, treebank, "--combine", "reparse", "--weights", "1,1,3")
    assert done.code == 0, done.err
    assert done.out == parsed(Reparsing([a, b, c], [1, 1, 3]), treebank) == parsed(c, treebank)
    assert "parsed 4 sentences of 14 words" in done.err
    done = run("parse", *models[:2], treebank, "--combine=vote", "-q")
    assert (done.code, done.out, done.err) == (0, parsed(Voting([a, b]), treebank), "")
    done = run("parse", *models[:2], "--combine", "vote", "--threads", "2", "--beam", "1", stdin=treebank.read_bytes())
    greedy = [tw.load(tmp_path / name, beam=1) for name in models[:2]]
    assert (done.code, done.out) == (0, parsed(Voting(greedy), treebank))
    done = run("parse", *models, treebank, treebank, "-o", "out.conllu", "--combine", "reparse")
    assert done.code == 0 and (tmp_path / "out.conllu").read_text() == parsed(Reparsing([a, b, c]), treebank) * 2


def test_weights_by_similarity(run, models, treebank, tmp_path):
    other = tmp_path / "other.conllu"
    other.write_text("".join(f"{i}\tw\tw\tX\t_\t_\t{i - 1}\tdep\t_\t_\n" for i in range(1, 5)) + "\n")
    assert run("train", other, "-o", "far.tw", "--epochs", "1", "-q").code == 0
    done = run("parse", "far.tw", "a.tw", treebank, "--combine", "reparse", "--weights", "klcpos3")
    assert done.code == 0, done.err
    parsers = [tw.load(tmp_path / name) for name in ("far.tw", "a.tw")]
    weights = weights_for(tw.read(treebank), parsers)
    assert weights[1] > 0.99
    assert f"weights: far.tw {weights[0]:.3g}, a.tw {weights[1]:.3g}" in done.err
    assert done.out == parsed(parsers[1], treebank)
    stdin = run("parse", *models, "--combine", "reparse", "--weights", "klcpos3", stdin=treebank.read_bytes())
    assert stdin.refused("--weights klcpos3", "read twice")


def test_what_does_not_go_together(run, models, treebank, tmp_path):
    assert run("parse", *models, treebank).refused("seen 3 models, expected one, or --combine")
    assert run("parse", "a.tw", treebank, "--combine", "vote").refused("--combine vote", "at least two")
    assert run("parse", "a.tw", treebank, "b.tw", "--combine", "vote").refused("b.tw", "expected models first")
    assert run("parse", "a.tw", treebank, "--weights", "1").refused("--weights 1", "no --combine")
    many = ("parse", *models, treebank, "--combine", "reparse")
    assert run(*many, "--weights", "1,2").refused("--weights: seen 2, expected 3")
    assert run(*many, "--weights=-1,2,1").refused("--weights: seen -1")
    assert run(*many, "--weights", "0,0,0").refused("--weights: seen only 0")
    assert run(*many, "--weights", "1,x,1").refused("--weights: seen '1,x,1'", "klcpos3")
    assert run(*many, "--nbest", "2").refused("--nbest 2", "--combine")
    assert run(*many, "-o", "c.tw").refused("seen the model itself")
    assert run("parse", *models, treebank, "--combine", "vote").refused("parser 3", "arc-hybrid", "expected arc-eager")
    assert run("parse", *models, treebank, "--combine", "cascade", "--weights", "1,1,1").refused("have no weights")
    assert run("parse", *models, treebank, "--combine", "average").code == 2
    (tmp_path / "old.tw").write_bytes(b"PK\x03\x04 but no more")
    assert run("parse", "a.tw", "old.tw", treebank, "--combine", "vote").refused("old.tw")


def test_ensembles_keep_what_is_given(run, models, tmp_path):
    half = "".join(
        f"{i}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_\n"
        for i, (form, tag, head, label) in enumerate(
            [("a", "DET", 3, "own"), ("cat", "NOUN", "_", "_"), ("dog", "NOUN", "_", "_"), ("sleeps", "VERB", 3, "_")], 1
        )
    )
    (tmp_path / "half.conllu").write_text(half + "\n")
    for way in ("reparse", "vote", "cascade"):
        done = run("parse", *models[:2], "half.conllu", "--combine", way, "--keep", "all", "-q")
        rows = [line.split("\t") for line in done.out.splitlines() if line]
        assert done.code == 0 and [rows[0][6], rows[0][7], rows[3][6]] == ["3", "own", "3"], (way, done.err)
        assert all(row[6] != "_" for row in rows)
        for head, clash in (("4", "a cycle"), ("2", "an arc over the head of its head")):
            (tmp_path / "clash.conllu").write_text(half.replace("dog\t_\tNOUN\t_\t_\t_", f"dog\t_\tNOUN\t_\t_\t{head}") + "\n")
            done = run("parse", *models[:2], "clash.conllu", "--combine", way, "--keep", "heads", "-q")
            if way == "reparse" and head == "2":  # arcs of this tree may cross
                assert done.code == 0 and [line.split("\t")[6] for line in done.out.splitlines() if line][:3:2] == ["3", "2"]
            else:
                assert done.refused("clash.conllu:", clash)


def test_what_hardly_does_what_was_meant_is_a_warning(run, models, treebank):
    done = run("parse", *models[:2], treebank, "--combine", "cascade")
    assert done.code == 0 and "treewright: warning: cascade: parser 1 is no partial parser" in done.err
    assert "SettingsWarning" not in done.err and ".py" not in done.err
    done = run("parse", *models[:2], treebank, "--combine", "cascade", "-q")
    assert (done.code, done.err) == (0, "")
    done = run("parse", "a.tw", treebank, "--beam", "0")
    assert done.code == 0 and "treewright: warning: search.beam = 0 keeps every configuration" in done.err
