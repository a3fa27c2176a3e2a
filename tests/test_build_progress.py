"""The build says how long it takes and how far it is."""

import os
import pty
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture
def progress(tmp_path, monkeypatch):
    """A function that makes the progress of a build of three modules, and of what they share."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b", "c"):
        for ending in ("py", "pxd"):
            (tmp_path / "package").mkdir(exist_ok=True)
            (tmp_path / "package" / f"{name}.{ending}").touch()
    (tmp_path / "package" / "only.pxd").touch()
    (tmp_path / "build").mkdir()
    module = runpy.run_path(str(PROJECT / "setup.py"))
    module["Progress"].tell.__globals__["STEP"] = 2
    return lambda file: module["Progress"](file, tmp_path / "package")


def test_what_is_made_is_counted(progress, tmp_path):
    with open(tmp_path / "told", "w+") as file:
        watch = progress(file.fileno())
        watch.tell()
        for name in ("a", "b"):
            (tmp_path / "package" / f"{name}.c").touch()
        watch.tell()
        for name in ("a", "b", "c"):
            (tmp_path / "build" / f"{name}.o").touch()
        watch.tell()
        watch.start()
        watch.stop()
    assert (tmp_path / "told").read_text().splitlines() == [
        "translated 2 of 4 modules to C, compiled 0 of 4",
        "translated 2 of 4 modules to C, compiled 3 of 4",
    ]


def test_one_line_on_a_terminal(progress):
    ours, theirs = pty.openpty()
    watch = progress(theirs)
    watch.tell()
    watch.start()
    watch.stop()
    seen = ""
    while not seen.endswith("\r\x1b[K"):
        seen += os.read(ours, 1000).decode()
    assert seen.startswith("\rtranslated 0 of 4") and "\n" not in seen


@pytest.mark.skipif(shutil.which("make") is None or not (PROJECT / "Makefile").exists(), reason="needs make")
def test_the_first_time_is_announced(tmp_path):
    def told(folder):
        command = ["make", "-s", "-C", str(PROJECT), "announced", f"VENV={folder}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert "2 minutes on two idle cores, only the first time" in told(tmp_path / "none")
    assert "TREEWRIGHT_PROGRESS" in (PROJECT / "Makefile").read_text()
