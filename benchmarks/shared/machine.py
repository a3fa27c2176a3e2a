"""What a benchmark ran on: the machine, the version of the code, and whether it is compiled."""

from __future__ import annotations

import ast
import datetime
import hashlib
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.shared.options import PROJECT

CORE = ("treebank", "constraints", "transitions", "oracles", "features", "classifiers", "search", "training", "evaluation")


def require_compiled() -> None:
    """Stop with a sentence if the package is not compiled, or if a compiled module is older than its source."""
    import treewright
    from treewright.arrays import COMPILED

    if not COMPILED:
        sys.exit("treewright is not compiled; run `pip install .` or `python setup.py build_ext --inplace` first")
    for built in Path(treewright.__file__).parent.rglob("*.cpython-*"):
        source = built.with_name(built.name.partition(".")[0])
        for path in (source.with_suffix(".py"), source.with_suffix(".pxd")):
            if path.exists() and path.stat().st_mtime > built.stat().st_mtime + 60:
                print(f"warning: {path.name} changed after {built.name} was built", file=sys.stderr)


def core_version(*more: str) -> str:
    """A hash of the code that results depend on, in these folders too: comments, settings and templates do not count."""
    import treewright

    home = Path(treewright.__file__).parent
    sources = [*(home / "parser").glob("*.py")]
    for folder in (*CORE, *more):
        sources += [path for end in ("py", "pxd", "h") for path in (home / folder).rglob(f"*.{end}")]
    digest = hashlib.sha256()
    for path in sorted(sources):
        text = path.read_text("utf-8")
        digest.update(f"{path.relative_to(home).as_posix()}\n".encode())
        digest.update((ast.dump(ast.parse(text)) if path.suffix == ".py" else text).encode())
    return digest.hexdigest()[:12]


def git_version() -> str:
    """The commit, with a plus if files differ from it."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
            cwd=PROJECT,
            capture_output=True,
            text=True,
            check=True,
        )
        return found.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def machine_kind() -> str:
    """Processor, cores, memory, system and Python in one line."""
    name, speed = platform.machine(), ""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                name = f"{value.strip()} ({platform.machine()})"
                break
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        speed = f", {pages / 2**30:.0f} GB memory"
    except (OSError, ValueError):
        pass
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{name}, {os.cpu_count()} cores{speed}, {platform.system()}, {python}"


def command_line(script: str, arguments: Sequence[str]) -> str:
    """The command as another person would type it: folders of this machine are shown as DIR."""
    shown = []
    hide = False
    for argument in arguments:
        shown.append("DIR" if hide else shlex.quote(argument))
        hide = argument in ("--data", "--results", "--cache")
        if argument.startswith(("--data=", "--results=", "--cache=")):
            shown[-1] = argument.partition("=")[0] + "=DIR"
    return " ".join(["python", "-m", f"benchmarks.{script}", *shown])


def made(script: str) -> dict[str, str]:
    """How figures were made: ask before the work, because the commit may be another one when it is done."""
    command = command_line(script, sys.argv[1:])
    return {"command": command, "date": today(), "commit": git_version(), "machine": machine_kind()}


def today() -> str:
    """The date, as in 2026-11-15."""
    return datetime.date.today().isoformat()
