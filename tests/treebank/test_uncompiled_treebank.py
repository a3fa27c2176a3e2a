"""The same tests on the plain .py files, without the compiled modules."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import treewright

HERE = Path(__file__).parent
TESTS = ("test_odd_input.py", "test_sentence.py", "test_conllx.py", "test_trees.py")


def test_treebanks_work_uncompiled(tmp_path: Path) -> None:
    """Copies the sources and runs the tests there."""
    package = Path(treewright.__file__).parent
    shutil.copytree(
        package, tmp_path / "treewright", ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    )
    for name in (*TESTS, "treebank_rows.py", "conftest.py"):
        shutil.copy(HERE / name, tmp_path)
    with open(tmp_path / "conftest.py", "a") as conftest:
        conftest.write("\nimport treewright.arrays\n\nassert not treewright.arrays.COMPILED\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), *TESTS]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
