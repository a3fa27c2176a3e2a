"""The scripts of benchmarks/ are no package: their folder is put on the path, as when one of them is run."""

import sys
from pathlib import Path

import pytest

import treewright.arrays

FOLDER = Path(__file__).parents[2] / "benchmarks"
sys.path.append(str(FOLDER))


def pytest_ignore_collect():
    return None if FOLDER.exists() else True


@pytest.fixture
def compiled():
    if not treewright.arrays.COMPILED:
        pytest.skip("measures compiled code only")
