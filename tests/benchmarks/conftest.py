import subprocess
import sys
from pathlib import Path

import pytest

import treewright.arrays

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def compiled():
    if not treewright.arrays.COMPILED:
        pytest.skip("measures compiled code only")


@pytest.fixture
def run_benchmark():
    def run(name, *given):
        command = [sys.executable, "-m", f"benchmarks.{name}", *map(str, given)]
        return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=300)

    return run
