"""The benchmark counts what it says: arcs that come back, precision and recall of non-projective arcs."""

from benchmarks.accuracy import pseudo_projective as benchmark
from treewright import Sentence

GOLD = Sentence.from_words(["a", "b", "c", "d", "e"]).with_tree([3, 4, 0, 3, 2], ["dep", "dep", "root", "dep", "x"])
FLAT = Sentence.from_words(["a", "b"]).with_tree([0, 1], ["root", "dep"])


def test_what_comes_back():
    """By hand: see what is said of the same tree in tests/command_line/test_reach.py."""
    rows = [benchmark.recovered([GOLD, FLAT, GOLD], encoding) for encoding in ("head", "path", "head+path")]
    assert [(row["arcs"], row["right"], row["trees"], row["whole"], row["labels"]) for row in rows] == [
        (4, 0, 2, 0, 2), (4, 4, 2, 2, 3), (4, 2, 2, 0, 3),
    ]  # fmt: skip


def test_precision_and_recall():
    parsed = GOLD.with_tree([3, 4, 0, 3, 3], ["dep", "dep", "root", "dep", "x"])  # one of two arcs that cross
    assert benchmark.crossing_scores([GOLD], [parsed]) == {"predicted": 1, "predicted_right": 1, "gold": 2, "gold_right": 1}
    wrong = GOLD.with_tree([3, 4, 0, 3, 2], ["dep", "other", "root", "dep", "x"])
    assert benchmark.crossing_scores([GOLD, FLAT], [wrong, FLAT])["predicted_right"] == 1


def test_the_page():
    made = {"command": "python x", "date": "today", "commit": "c", "machine": "m"}
    row = {"seed": 1, "las": 80.0, "uas": 85.0, "speed": 1e5, "predicted": 4, "predicted_right": 1, "gold": 8, "gold_right": 2}
    rows = [{**row, "encoding": encoding} for encoding in ("none", "head", "path", "head+path")]
    rows[0].update(predicted=0, predicted_right=0)
    text = benchmark.page({"reach": {**made, "rows": {"T": [benchmark.recovered([GOLD], "path")]}},
                           "accuracy": {"T, preset fast": {**made, "rows": rows}}})  # fmt: skip
    assert "| T | path | 2 | 100.00 | 1 | 100.00 | 3 |" in text
    assert "| none | 80.00 | 85.00 | - | 25.00 | 100,000 |" in text and "| head | 80.00 | 85.00 | 25.00 | 25.00 |" in text
    assert text.count("`python x`") == 1
