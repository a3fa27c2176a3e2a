"""The benchmark counts non-projective arcs rightly, has a row for every system, and its page shows what was measured."""

import json
from pathlib import Path

import pytest

import treewright as tw
from benchmarks.accuracy import non_projective as benchmark
from benchmarks.accuracy import non_projective_page as page
from benchmarks.accuracy import non_projective_speed as speed
from benchmarks.shared.experiments import Laboratory, Run
from treewright.errors import SettingsError
from treewright.transitions import TRANSITION_SYSTEMS

DATA = Path(tw.__file__).parent / "data"
GOLD = tw.Sentence.from_words(["a", "b", "c", "d", "e"]).with_tree([3, 4, 0, 3, 2], ["dep", "dep:x", "root", "dep", "x"])


def test_non_projective_arcs_are_counted():
    parsed = GOLD.with_tree([3, 4, 0, 3, 3], ["dep", "dep:y", "root", "dep", "x"])  # one of two arcs that cross; no subtypes
    counts = benchmark.crossing_counts([GOLD, GOLD], [parsed, GOLD])
    assert counts == {"predicted": 3, "predicted_right": 3, "gold": 4, "gold_right": 3}
    assert (page.precision(counts), page.recall(counts), round(page.f_score(counts), 2)) == (100.0, 75.0, 85.71)
    flat = GOLD.with_tree([3, 3, 0, 3, 2], ["dep", "dep", "root", "dep", "x"])  # the other one
    counts = benchmark.crossing_counts([GOLD], [flat])
    assert counts == {"predicted": 1, "predicted_right": 1, "gold": 2, "gold_right": 1}
    nothing = {"predicted": 0, "predicted_right": 0, "gold": 0, "gold_right": 0}
    assert page.precision(nothing) is page.recall(nothing) is None and page.f_score(nothing) == 0


def test_every_system_has_a_row_and_settings():
    ways = benchmark.ways()
    assert {way.title for way in ways} == {n for n, s in TRANSITION_SYSTEMS.items() if not s.partial} | set(benchmark.VARIANTS)
    families = [way.family for way in ways]
    assert families == sorted(families, key=page.FAMILIES.index) and set(families) == set(page.FAMILIES)
    for way in ways:
        settings = benchmark.settings_of(way, "greedy", {"training.epochs": 2})
        assert (settings["search.beam"], settings["training.strategy"], settings["training.epochs"]) == (1, "local", 2)
        assert settings["system.name"] == way.system
    of = {way.title: benchmark.settings_of(way, "beam 8", {}) for way in ways if way.title in ("swap", "arc-eager")}
    assert of["swap"]["oracle.name"] == "static" and of["arc-eager"]["oracle.name"] == "dynamic"
    assert of["swap"]["search.beam"] == of["arc-eager"]["search.beam"] == 8


def test_what_cannot_work_says_why():
    way = benchmark.Way("odd", "arc-eager", {"search.beam": 4, "training.strategy": "local"})
    with pytest.raises(SettingsError, match="local training follows one configuration"):
        benchmark.settings_of(way, "beam 8", {})


def test_coverage():
    found = benchmark.coverage([GOLD, GOLD.with_tree([2, 0, 2, 3, 4], ["a"] * 5)])
    assert found["arc-eager, none"] == {"trees_percent": 50.0, "arcs_percent": 80.0}
    assert found["swap, none"] == {"trees_percent": 100.0, "arcs_percent": 100.0}
    assert found["arc-eager, head"]["trees_percent"] == 50.0  # by hand: see tests/command_line/test_reach.py


@pytest.fixture(scope="module")
def run():
    settings = benchmark.settings_of(benchmark.Way("swap", "swap", {}), "greedy", {"training.epochs": 1})
    return Run("swap, greedy", "tiny", settings, (1,), keep=True)


def test_a_model_is_measured_and_kept(run, tmp_path, compiled):
    lab = Laboratory(DATA, tmp_path, tmp_path)
    row = benchmark.measured(run, lab, 1)
    assert 20 < row["test"]["las"] <= row["test"]["uas"] <= 100 and row["speed"] > 0 and row["dev"]["bad_trees"] == 0
    assert row["test"]["gold"] > row["test"]["gold_right"] >= 0
    kept = lab.model_path(run, 1)
    before = kept.stat().st_mtime_ns
    parser = benchmark.loaded(run, lab)
    assert kept.stat().st_mtime_ns == before
    sentences = lab.sentences("tiny", "test")[:20]
    rows = speed.per_transition({"swap": parser}, sentences, 1)["swap"]
    assert rows["transitions"] >= 2 * rows["words"] and rows["seconds"] > 0
    assert list(speed.by_length({"swap": parser}, sentences, 20)["swap"]) == [str(n) for n in speed.LENGTHS]


def counts(las, right):
    crossing = {"predicted": 10, "predicted_right": right, "gold": 20, "gold_right": right}
    return {"las": las, "uas": las + 5, "bad_trees": 0, **crossing}


def made(**more):
    known = {"command": "python x", "date": "today", "commit": "c", "core": "k", "seed": 1, "epochs": 2, "machine": "m"}
    return {**known, **more}


def test_the_page(tmp_path, capsys):
    rows = {}
    for title, family, las, right in (("arc-eager", "projective", 80.0, 0), ("swap", "non-projective", 81.0, 5)):
        for search, more in (("greedy", 0.0), ("beam 8", 1.0)):
            score = {"dev": counts(las + more, right), "test": counts(las - more, right)}
            rows[f"{title}, {search}"] = made(title=title, search=search, family=family, speed=123456.7, **score,
                                              reach=f"{title}, none")  # fmt: skip
    why = "search.beam = 8 cannot work with system.name = easy"
    table = {"T": {
        "rows": rows, "coverage": {"swap, none": {"trees_percent": 100.0, "arcs_percent": 100.0}}, "train_sentences": 10,
        "train_words": 100, "test_words": 50, "non_projective_trees": 5, "non_projective_arcs": 7,
        "refused": {"easy, beam 8": {"title": "easy", "search": "beam 8", "family": "non-projective", "why": why}},
    }}  # fmt: skip
    steps = {"arc-standard": {"transitions": 200, "seconds": 2e-4, "words": 100},
             "swap": {"transitions": 210, "seconds": 5e-4, "words": 100}}  # fmt: skip
    lengths = {"swap": {"1000": 3.0, "10": 2.5}}
    found = {"table": table, "transitions": made(treebank="T", rows=steps), "lengths": made(treebank="T", rows=lengths)}
    page.write_page(json.loads(json.dumps(found)), tmp_path)
    text = (tmp_path / "non_projective.md").read_text("utf-8")
    assert text in capsys.readouterr().out
    # the best on dev is not the best on test: nothing is chosen there
    assert "| T | arc-eager, beam 8: 79.00 | - | swap, beam 8: 80.00 | +1.00 |" in text
    assert "arc-eager, greedy: 0.00 (P 0.00, R 0.00) | - | swap, greedy: 33.33 (P 50.00, R 25.00) | +33.33 |" in text
    assert "5 of 10 training trees (50.0 %) and 7 of 100 arcs (7.00 %) are non-projective; 20 of 50 arcs of test." in text
    assert (
        "| swap | beam 8 | 100.00 | 100.00 | 80.00 | 85.00 | 50.00 | 25.00 | 33.33 | 82.00 | 33.33 | 123,457 |" in text
        and "| arc-eager | greedy | - | - | 80.00 | 85.00 | 0.00 | 0.00 | 0.00 | 80.00 | 0.00 | 123,457 |" in text
    )
    assert "| easy | beam 8 (1) | - |" in text and f"(1) {why}" in text
    assert "| arc-standard | 2.00 | 1.000 | 1.00x | yes | 2.00 |" in text
    assert "| swap | 2.10 | 2.381 | 2.38x | **no** | 5.00 |" in text
    assert text.index("| 10 | 2.50 |") < text.index("| 1,000 | 3.00 |")
    assert text.count("`python x`") == 1 and ("lengths.png" in text) == (tmp_path / "non_projective_lengths.png").exists()
