"""Side by side with other parsers: nobody sees gold trees, what is timed is scored, and the page judges rightly."""

from pathlib import Path

import pytest

import treewright as tw
from benchmarks.peers import udpipe, versus, versus_page, versus_training
from benchmarks.peers.versus_worker import Worker

TINY = Path(tw.__file__).parent / "data" / "tiny"


def found(rates, las):
    return {"rates": rates, "times": 2, "uas": las + 5, "las": las}


@pytest.fixture
def results():
    one = {"UDPipe 1": found([10, 12, 11], 70.0), "fast": found([550, 500, 600], 70.5), "accurate": found([66, 66], 69.0)}
    two = {"UDPipe 1": found([10, 10, 10], 80.0), "fast": found([260, 260, 300], 80.0), "accurate": found([50, 50], 81.0)}
    made = {"command": "python -m x", "date": "2026-11-16", "git": "a", "core": "b", "machine": "a machine"}
    rows = [
        {"treebank": "French-Sequoia", "preset": "fast", "dev": True, "seconds": 9.0, "peak_mb": 100.0},
        {"treebank": "English-EWT", "preset": "accurate", "dev": True, "seconds": 90.0, "peak_mb": 1100.0},
    ]
    parsing = {"repeats": 3, "quick": False, "words": {"One": 100, "Two": 200}, "figures": {"One": one, "Two": two}}
    return {"parsing": {**parsing, "made": made}, "training": {"quick": False, "rows": rows, "made": made}}


def test_goals(results):
    rows = {row[0]: row[2:] for row in versus_page.goal_rows(results)}
    assert rows == {
        "fast: mean ratio": ["38.0x", "**no**"],
        "fast: smallest ratio": ["26.0x", "yes"],
        "fast: smallest difference of LAS": ["+0.00", "yes"],
        "accurate: mean ratio": ["5.5x", "**no**"],
        "accurate: smallest ratio": ["5.0x", "yes"],
    }
    assert [row[-1] for row in versus_page.training_rows(results)] == ["yes", "**no**"]


def test_a_quick_run_is_not_judged(results):
    results["parsing"]["quick"] = results["training"]["quick"] = True
    assert {row[-1] for row in [*versus_page.goal_rows(results), *versus_page.training_rows(results)]} == {"-"}


def test_page_and_plot(results, tmp_path):
    text = versus_page.page(results, drawn=False)
    assert "| One | fast | 0.6k | 0.6k | 50.0x | 50.0x | 70.50 | 2 |" in text
    assert "| French-Sequoia | fast | yes | 9.0 | 1/110 | 100 | <= 9.9 s (1/100) | yes |" in text
    pytest.importorskip("matplotlib")
    assert versus_page.plot(results, tmp_path / "versus.png")


def test_no_gold_trees_in_the_input():
    gold = list(tw.read(TINY / "test.conllu"))
    text = versus.without_trees(gold)
    rows = [line.split("\t") for line in text.decode().splitlines() if line and not line.startswith("#")]
    assert {field for row in rows for field in row[6:9]} == {"_"}
    blank = list(tw.read(text))
    assert [s.forms for s in blank] == [s.forms for s in gold]
    assert [w.feats for s in blank for w in s.words] == [w.feats for s in gold for w in s.words]


@pytest.mark.usefixtures("compiled")
def test_parsers_take_turns(tmp_path, monkeypatch):
    monkeypatch.setattr(versus, "LEAST", 0.01)
    gold = list(tw.read(TINY / "test.conllu"))
    parser = tw.Parser(preset="fast")
    parser.train(tw.read(TINY / "train.conllu"), epochs=1)
    parser.save(tmp_path / "model.tw")
    with Worker("treewright", tmp_path / "model.tw") as one, Worker("treewright", tmp_path / "model.tw") as other:
        figures = versus.measured(gold, {"one": one, "other": other}, tmp_path, repeats=2)
    las = parser.evaluate(gold).las
    for name in ("one", "other"):
        assert len(figures[name]["rates"]) == 2 and min(figures[name]["rates"]) > 0
        assert figures[name]["las"] == pytest.approx(las)


def test_cost_of_a_command():
    cost = versus_training.cost(["--help"])
    assert cost["seconds"] > 0 and cost["peak_mb"] > 1
    with pytest.raises(SystemExit, match="no-such-file"):
        versus_training.cost(["train", "no-such-file", "-o", "model.tw"])


def test_the_names_of_udpipe_models_stay():
    path = udpipe.model_path("Tamil-TTB", Path("cache"))  # another name would mean hours of training
    assert path == Path("cache/udpipe/Tamil-TTB-78130c53.udpipe")
