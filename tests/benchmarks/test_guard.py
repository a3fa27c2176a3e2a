"""The guard against slower code: its text, its judgement, and one short run."""

import json
import shutil
import sys
from pathlib import Path

import pytest

import treewright as tw
from benchmarks.speed import guard
from benchmarks.speed.guard_corpus import corpus


def test_the_text_is_the_same_every_time_and_has_trees():
    text = corpus(40, seed=1)
    assert text == corpus(40, seed=1) != corpus(40, seed=2)
    assert len(list(tw.read(text, trees="required"))) == 40


def test_what_takes_more_fails():
    known = {"greedy": 1000, "beam": 1000}
    lines, failed = guard.report({"greedy": 600, "beam": 1019}, known)
    assert not failed and "-40.0 %" in lines[1] and "+1.9 %" in lines[2]
    lines, failed = guard.report({"greedy": 600, "beam": 1021}, known)
    assert failed and lines[2].endswith("worse")


def test_what_is_new_does_not_fail():
    lines, failed = guard.report({"greedy": 600}, {})
    assert not failed and "-" in lines[1]


@pytest.mark.usefixtures("compiled")
def test_a_short_run(tmp_path, run_benchmark, monkeypatch, capsys):
    if not shutil.which("cc") or not shutil.which("valgrind"):
        pytest.skip("no C compiler or no valgrind")
    given = ("--sentences", "50", "--jobs", "greedy, in memory", "--results", str(tmp_path), "--cache", str(tmp_path))
    first = run_benchmark("speed.guard", *given, "--update")
    assert first.returncode == 0, first.stderr
    kept = json.loads(Path(tmp_path, "guard.json").read_text())["instructions"]
    assert min(kept.values()) > 1000
    monkeypatch.setattr(sys, "argv", ["guard", *given])
    for times, code in ((1, 0), (2, 1)):  # counting takes half a minute: it is done once
        monkeypatch.setattr(guard, "instructions", lambda *_, n=times: {name: n * count for name, count in kept.items()})
        assert guard.main() == code
        assert capsys.readouterr().out.count("worse") == code
