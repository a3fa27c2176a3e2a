"""Ways to run the command."""

import subprocess
import sys

import pytest
from small_treebank import SENTENCES, Outcome, conllu, environment


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs the command in a process of its own, in a temporary folder."""

    def run(*arguments, stdin=b""):
        done = subprocess.run(
            [sys.executable, "-m", "treewright", *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=tmp_path,
            env=environment(),
            timeout=300,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def treebank(tmp_path):
    """The path of a treebank without faults."""
    path = tmp_path / "good.conllu"
    path.write_text(conllu(SENTENCES), "utf-8")
    return path
