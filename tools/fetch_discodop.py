"""Fetches disco-dop 0.5.2 into build/discodop: its evaluator is the judge of our scores of constituents in the tests.

    python -m tools.fetch_discodop

Only the source archive is unpacked; nothing is compiled or installed.  disco-dop is under the GPL and stays out of this
repository.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "0.5.2"
FOLDER = Path(__file__).parent.parent / "build" / "discodop"


def fetch(folder: Path = FOLDER) -> Path:
    """The folder that has the package `discodop`."""
    unpacked = folder / f"disco-dop-{VERSION}"
    if not (unpacked / "discodop" / "eval.py").exists():
        with tempfile.TemporaryDirectory() as place:
            wanted = ["--no-deps", "--no-binary", ":all:", "--dest", place, f"disco-dop=={VERSION}"]
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", *wanted], check=True)
            (archive,) = Path(place).glob("*.tar.gz")
            folder.mkdir(parents=True, exist_ok=True)
            with tarfile.open(archive) as packed:
                packed.extractall(folder, filter="data")
    return unpacked


if __name__ == "__main__":
    print(fetch())
