"""The benchmark counts what it says: trees with a derivation, and those whose search was given up."""

from benchmarks.studies import desr_coverage as benchmark

TREES = [(2, 0, 2), (3, 4, 0, 3), (2, 0, 5, 2, 2), (3, 1, 0, 3, 2)]


def test_rows():
    assert benchmark.derived(TREES, "none") == (1, 0)
    assert benchmark.derived(TREES, benchmark.EVERYTHING) == (4, 0)
    row = benchmark.row("T", TREES)
    assert row[:4] == ["T", "4", "75.00", "25.00"] and row[6] == "100.00" and row[9] == "0"
    assert benchmark.small_row(4) == ["4", "64", "62", "62", "64", "64"]
    text = benchmark.page([row], [benchmark.small_row(3)], "- how")
    assert "| T | 4 | 75.00 | 25.00 |" in text and "| 3 | 9 | 9 | 9 | 9 | 9 |" in text and text.endswith("- how\n")
