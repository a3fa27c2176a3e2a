"""The package without its compiled modules, as a copy: what runs there is plain Python."""

import shutil
from pathlib import Path

import treewright

COMPILED = (".so", ".pyd")


def pure_copy(folder):
    """Copy the package's .py and data files to a folder; returns the folder to put on the path."""
    source = Path(treewright.__file__).parent
    target = Path(folder) / "pure"
    shutil.copytree(
        source,
        target / "treewright",
        ignore=shutil.ignore_patterns("*.so", "*.pyd", "*.c", "*.pxd", "__pycache__", "*.html"),
    )
    assert not any(path.suffix in COMPILED for path in target.rglob("*"))
    return target
