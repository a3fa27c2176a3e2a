"""The page of all systems: one short run on the tiny treebank, and nothing is trained twice."""

from pathlib import Path

import treewright as tw

DATA = Path(tw.__file__).parent / "data"


def test_a_short_run(compiled, tmp_path, run_benchmark):
    def run(*given):
        places = ("--data", DATA, "--results", tmp_path, "--cache", tmp_path / "cache", "--treebanks", "tiny", "--jobs", 1)
        return run_benchmark("accuracy.systems", *given, *places, "--set", "epochs=1")

    given = ("table", "--systems", "arc-eager,swap", "--searches", "fast")
    first = run(*given)
    assert first.returncode == 0, first.stderr
    page = (tmp_path / "systems.md").read_text()
    assert str(tmp_path) not in page and "python -m benchmarks.accuracy.systems" in page
    assert page.count("| swap, `fast-stack` |") == 2 and page.count("| arc-eager, `fast` |") == 2  # dev and test
    row = next(line for line in page.splitlines() if line.startswith("| arc-eager"))
    assert "+0.00" in row
    assert "behind" in page and page.count(": none.") == 1
    again = run(*given)
    assert again.returncode == 0 and "2 of them known" in again.stderr
    assert run("templates", "--systems", "arc-swift", "--searches", "fast").returncode == 0
    page = (tmp_path / "system_templates.md").read_text()
    assert "| arc-swift, `fast,swift` |" in page and "test" not in page.split("## How")[0].replace("best", "")
    assert run("table", "--systems", "arc-nothing").returncode == 2
