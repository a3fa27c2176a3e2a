"""Runs the commands of the stories in docs/understanding.md, prints what they print, and compares it with the page.

    python -m benchmarks.studies.stories ../shared/data

Whatever a block shows below a command (`$ treewright ...`) or a `python fragment` must be lines of its output, in that order;
`...` stands for lines that are left out. The data folder has ud-2.0 and revisions.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PAGE = PROJECT / "docs" / "understanding.md"
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOLDERS = {
    "latin": "ud-2.0/Latin-Perseus", "hungarian": "ud-2.0/Hungarian-Szeged", "revisions": "revisions/English-EWT",
}  # fmt: skip
LEFT_OUT = "..."


def steps(page: str) -> Iterator[tuple[str, str, list[str]]]:
    """What to do (`file=NAME`, `python` or `sh`), with which text, and which lines the page shows below it."""
    waiting: tuple[str, str] | None = None  # Python code, whose output is in the next block
    for kind, text in FENCE.findall(page):
        if kind.startswith("text file="):
            yield kind.removeprefix("text "), text, []
        elif kind == "python fragment":
            waiting = "python", text
        elif kind == "text":
            output, *commands = re.split(r"^\$ ", text, flags=re.MULTILINE)
            if waiting is not None:
                yield *waiting, output.splitlines()
            waiting = None
            for command in commands:
                typed, _, shown = re.sub(r"\\\n\s*", "", command).partition("\n")
                yield "sh", typed, shown.splitlines()


def missing(shown: Sequence[str], printed: Sequence[str]) -> str | None:
    """The first line shown that the output does not have there; None if it has all of them."""
    at, gap = 0, False
    for line in shown:
        if line.strip() in ("", LEFT_OUT):
            gap = True
            continue
        places = [k for k in range(at, len(printed) if gap else min(at + 1, len(printed))) if printed[k] == line]
        if not places:
            return line
        at, gap = places[0] + 1, False
    return None


def run(step: str, text: str, folder: Path) -> list[str]:
    """The lines that a command or Python code prints."""
    call = f'treewright() {{ "{sys.executable}" -m treewright "$@"; }}\n{text}'
    command = [sys.executable, "-c", text] if step == "python" else ["bash", "-c", call]
    environment = {"PYTHONPATH": str(PROJECT), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [line.rstrip() for line in done.stdout.splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path, help="folder with ud-2.0 and revisions")
    arguments = parser.parse_args()
    differences = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for link, target in FOLDERS.items():
            (folder / link).symlink_to((arguments.data / target).resolve(strict=True))
        for step, text, shown in steps(PAGE.read_text("utf-8")):
            if step.startswith("file="):
                (folder / step.removeprefix("file=")).write_text(text, "utf-8")
                continue
            printed = run(step, text, folder)
            print(f"$ {text}" if step == "sh" else text, *printed, sep="\n", flush=True)
            if (line := missing(shown, printed)) is not None:
                differences += 1
                print(f"!!! the page has: {line}", flush=True)
    print(f"{differences} of the outputs differ from the page")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
