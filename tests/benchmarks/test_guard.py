"""The guard against slower code: its text, its judgement, and one short run."""

import json
import shutil
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
def test_a_short_run(tmp_path, run_benchmark):
    if not shutil.which("cc") or not shutil.which("valgrind"):
        pytest.skip("no C compiler or no valgrind")

    def run(*more):
        given = ("--sentences", "50", "--jobs", "greedy, in memory", "--results", tmp_path, "--cache", tmp_path, *more)
        return run_benchmark("speed.guard", *given)

    first = run("--update")
    assert first.returncode == 0, first.stderr
    path = Path(tmp_path, "guard.json")
    kept = json.loads(path.read_text())
    assert min(kept["instructions"].values()) > 1000
    kept["instructions"] = {name: count // 2 for name, count in kept["instructions"].items()}
    path.write_text(json.dumps(kept))
    second = run()
    assert second.returncode == 1 and second.stdout.count("worse") == 1, second.stderr
