"""The page of the graph-based parser: means only of columns that are full, dashes where nothing was measured."""

from benchmarks.accuracy.graph_based import page_of


def test_the_page():
    graph = {"dev_las": 80.0, "uas": 85.0, "las": 82.0, "tree": "mst", "train_seconds": 3.2, "words_per_second": 20000}
    votes = {"two and graph": {"las": 84.5}, "three": {"las": 83.5}}
    known = {("A", "graph"): graph, ("B", "graph"): {**graph, "las": 83.0}, ("A", "votes"): votes}
    lines = page_of(["A", "B"], known)
    assert "| A | 80.00 | 85.00 | 82.00 | - | - | - | 84.50 | 83.50 |" in lines
    assert "| **mean** | 80.00 | 85.00 | 82.50 | - | - | - | - | - |" in lines
    assert "| A | mst | 3 | - | 20k | - | - |" in lines
