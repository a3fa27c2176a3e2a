"""The page of reparsing and voting: one short run on the tiny treebank, and nothing is trained twice."""

from pathlib import Path

import treewright as tw

DATA = Path(tw.__file__).parent / "data"


def test_a_short_run(compiled, tmp_path, run_benchmark):
    def run(*given):
        places = ("--data", DATA, "--results", tmp_path, "--cache", tmp_path / "cache")
        return run_benchmark("accuracy.reparsing", *given, *places)

    given = ("--preset", "fast", "--treebanks", "tiny", "--set", "epochs=1", "--jobs", 1)
    first = run(*given)
    assert first.returncode == 0, first.stderr
    page = (tmp_path / "reparsing.md").read_text()
    assert str(tmp_path) not in page and "python -m benchmarks.accuracy.reparsing" in page
    row = next(line for line in page.splitlines() if line.startswith("| tiny"))
    eager, other, hybrid, together, gain, *_ = row.strip("| ").replace(" ✓", "").split(" | ")[1:]
    assert abs(float(gain) - (float(together) - max(map(float, (eager, other, hybrid))))) < 0.015  # each is rounded
    assert ("✓" in row) == (float(gain) > 0)
    assert len(list((tmp_path / "cache").glob("*.tw"))) == 5  # three systems, and two more seeds of the first
    assert "exactly one root: 0" in page
    again = run(*given)
    assert again.returncode == 0 and "5 of them known" in again.stderr
    assert row in (tmp_path / "reparsing.md").read_text()
    assert run("--treebanks", "none").returncode == 2
