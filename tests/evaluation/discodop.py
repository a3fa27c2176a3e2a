"""Runs the evaluator of disco-dop, if it is there, and reads the figures that it prints."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

FETCHED = Path(__file__).resolve().parents[2] / "build" / "discodop" / "disco-dop-0.5.2"
# its code is older than Python 3.10: it takes abstract classes from `collections`
RUN = """
import collections, collections.abc, contextlib, io, json, sys
for name in collections.abc.__all__:
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))
sys.path.insert(0, sys.argv[1])
from discodop import eval as evaluator
outputs = []
for arguments in json.load(sys.stdin):
    sys.argv = ["discodop", "eval", *arguments]
    with contextlib.redirect_stdout(io.StringIO()) as output:
        evaluator.main()
    outputs.append(output.getvalue())
print(json.dumps([evaluator.__file__, outputs]))
"""
NAMES = {
    "number of sentences": "sentences",
    "longest sentence": "longest",
    "labeled recall": "recall",
    "labeled precision": "precision",
    "labeled f-measure": "f1",
    "exact match": "exact match",
    "pos accuracy": "tags",
}


@functools.cache
def folder() -> str | None:
    """Where the package is; None if it is nowhere."""
    if (FETCHED / "discodop" / "eval.py").exists():
        return str(FETCHED)
    installed = importlib.util.find_spec("discodop")
    return str(Path(installed.origin).parents[1]) if installed and installed.origin else None


def outputs(runs: list[list[str]]) -> list[str]:
    """What `discodop eval` prints with these arguments, for each of the runs; skips the test where it is not there."""
    if folder() is None:
        pytest.skip("disco-dop is not there; python -m tools.fetch_discodop fetches it")
    done = subprocess.run(
        [sys.executable, "-c", RUN, folder()],
        input=json.dumps(runs),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)[1]


def figures(output: str) -> dict[str, list[str]]:
    """The figures of a summary by name, each as printed: for all sentences, then for those up to the cutoff if they differ."""
    found: dict[str, list[str]] = {}
    for name, texts in re.findall(r"^([a-z][^:\n]*): +(.*)$", output[output.rindex("Summary") :], re.MULTILINE):
        values = texts.split()
        if name.endswith("(disc.)"):  # 12 (3)
            what = name.removesuffix(" (disc.)")
            found[what], found[f"disc. {what}"] = [values[0]], [values[1].strip("()")]
        else:
            found[NAMES.get(name, name)] = values[::-1]
    return found


def categories(output: str) -> dict[str, list[str]]:
    """Share of gold, recall, precision and F1 of each label."""
    found = {}
    if "Category Statistics" in output:
        for line in output[output.index("Category Statistics") :].split("\n")[3:]:
            if not line.strip():
                break
            if not line.startswith(39 * " "):  # then there is only an error in the second half of the line
                label, *values = line.split()[:5]
                found[label] = values
    return found
