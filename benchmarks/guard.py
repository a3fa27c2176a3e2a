"""Has the parser become slower? The instructions it takes for a word, compared with those that are committed.

    python benchmarks/guard.py            two minutes; exit code 1 if something takes over 2 % more
    python benchmarks/guard.py --update   writes benchmarks/results/guard.json, to be committed
    python benchmarks/guard.py --package ../other-clone     of another clone, with the same text

Valgrind's callgrind counts instructions, which do not depend on how busy the machine is. They say nothing of waiting for
memory: benchmarks/speed.py measures times. The text is made by the grammar of the tiny treebank, with many more words.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.append(str(PROJECT))  # last: an installed treewright goes first

import machine  # noqa: E402
from guard_corpus import corpus  # noqa: E402
from guard_loop import compiled  # noqa: E402
from guard_worker import JOBS  # noqa: E402

WORSE = 2  # per cent


def instructions(folder: Path, sentences: int, cache: Path, package: Path, jobs: Sequence[str]) -> dict[str, int]:
    """What a word costs in each job."""
    here = str(Path(__file__).parent)
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": f"{package}{os.pathsep}{here}"}
    (folder / "train.conllu").write_bytes(corpus(sentences, seed=1))
    (folder / "text.conllu").write_bytes(corpus(sentences // 10, seed=2))
    run(sys.executable, Path(here, "guard_worker.py"), folder, env=environment)
    valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/counts"]
    worker = [sys.executable, Path(here, "guard_worker.py"), folder, compiled(Path(here, "guard_counting.c"), cache)]
    found = {}
    for job in jobs:
        words = int(run(*valgrind, *worker, job, env=environment))
        total = re.search(r"^summary: (\d+)", (folder / "counts.1").read_text("utf-8", "replace"), re.MULTILINE)
        assert total is not None
        found[job] = round(int(total[1]) / words)
    return found


def run(*command: object, env: Mapping[str, str]) -> str:
    """What a command prints; its errors end everything."""
    found = subprocess.run(list(map(str, command)), env=env, capture_output=True, text=True)
    if found.returncode:
        sys.exit(found.stderr)
    return found.stdout.splitlines()[-1] if found.stdout else ""


def install_valgrind() -> bool:
    """Whether there is valgrind; on Debian it is installed if possible."""
    if not shutil.which("valgrind") and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-q", "valgrind"], capture_output=True)
    return shutil.which("valgrind") is not None


def report(now: Mapping[str, int], committed: Mapping[str, int]) -> tuple[list[str], bool]:
    """A line for each cost, and whether one is too much worse."""
    lines = [f"{'instructions a word takes':28}{'now':>10}{'committed':>12}{'change':>10}"]
    failed = False
    for name, cost in now.items():
        if name not in committed:
            lines.append(f"{name:28}{cost:10,}{'-':>12}{'-':>10}")
            continue
        change = 100 * (cost / committed[name] - 1)
        failed |= change > WORSE
        lines.append(f"{name:28}{cost:10,}{committed[name]:12,}{change:+8.1f} %{'  worse' * (change > WORSE)}")
    return lines, failed


def main() -> int:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=PROJECT / "benchmarks" / "results", metavar="DIR")
    parser.add_argument("--cache", type=Path, default=PROJECT / ".cache" / "benchmarks", metavar="DIR", help="for compiled C")
    parser.add_argument("--package", type=Path, default=PROJECT, metavar="DIR", help="a clone, default this one")
    parser.add_argument("--jobs", action="append", choices=JOBS, help="only this one; may be given several times")
    parser.add_argument("--sentences", type=int, default=3000, metavar="N", help="size of the treebank, default 3000")
    parser.add_argument("--update", action="store_true", help="write the new costs")
    arguments = parser.parse_args()
    machine.require_compiled()
    if not install_valgrind():
        print("guard: there is no valgrind, which counts instructions, and it cannot be installed here; nothing was measured")
        return 0
    path = arguments.results / "guard.json"
    known = json.loads(path.read_text("utf-8")) if path.exists() else {"instructions": {}}
    with tempfile.TemporaryDirectory() as folder:
        package = arguments.package.resolve()
        now = instructions(Path(folder), arguments.sentences, arguments.cache, package, arguments.jobs or JOBS)
    lines, failed = report(now, known["instructions"])
    print("\n".join(lines))
    kind = machine.machine_kind()
    if arguments.update:
        made = {"date": machine.today(), "git": machine.git_version(), "core": machine.core_version(), "machine": kind}
        path.write_text(json.dumps({"instructions": now, **made}, indent=1) + "\n", "utf-8")
        return 0
    if not known["instructions"]:
        print(f"{path.name}: nothing committed to compare with; --update writes it")
    elif known["machine"] != kind:
        print(f"the committed costs are from another machine ({known['machine']}), where code may be compiled in another way")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
