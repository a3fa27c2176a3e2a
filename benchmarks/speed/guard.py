"""Has the parser become slower? Compares its instructions per word with the committed figures.

    python -m benchmarks.speed.guard            two minutes; exit code 1 if something takes over 2 % more
    python -m benchmarks.speed.guard --update   writes benchmarks/results/guard.json, to be committed
    python -m benchmarks.speed.guard --package ../other-clone     of another clone, with the same text

Valgrind's callgrind counts instructions, which do not depend on how busy the machine is. They say nothing of waiting for
memory: `python -m benchmarks.speed` measures times. The text is made by the grammar of the tiny treebank, with
many more words.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.shared import machine
from benchmarks.shared.c_library import compiled
from benchmarks.shared.options import CACHE, PROJECT, RESULTS, options_of
from benchmarks.speed.guard_corpus import corpus
from benchmarks.speed.guard_worker import JOBS

WORSE = 2  # per cent


def instructions(folder: Path, sentences: int, cache: Path, package: Path, jobs: Sequence[str]) -> dict[str, int]:
    """Instructions per word in each job."""
    (folder / "benchmarks").symlink_to(PROJECT / "benchmarks")  # the worker is ours, also where another clone is measured
    (folder / "train.conllu").write_bytes(corpus(sentences, seed=1))
    (folder / "text.conllu").write_bytes(corpus(sentences // 10, seed=2))
    worker = [sys.executable, "-m", "benchmarks.speed.guard_worker", folder]
    run(*worker, folder=folder, package=package)
    valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/counts"]
    counting = compiled(Path(__file__).with_name("guard_counting.c"), cache)
    found = {}
    for job in jobs:
        words = int(run(*valgrind, *worker, counting, job, folder=folder, package=package))
        total = re.search(r"^summary: (\d+)", (folder / "counts.1").read_text("utf-8", "replace"), re.MULTILINE)
        assert total is not None
        found[job] = round(int(total[1]) / words)
    return found


def run(*command: object, folder: Path, package: Path) -> str:
    """The last line that a command prints with the treewright of a clone; an error ends the guard."""
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(package)}
    found = subprocess.run(list(map(str, command)), cwd=folder, env=env, capture_output=True, text=True)
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
    parser = options_of(__doc__, results=RESULTS, cache=CACHE)
    parser.add_argument("--package", type=Path, default=PROJECT, metavar="DIR", help="a clone, default this one")
    parser.add_argument("--jobs", action="append", choices=JOBS, help="only this one; may be given several times")
    parser.add_argument("--sentences", type=int, default=3000, metavar="N", help="size of the treebank, default 3000")
    parser.add_argument("--update", action="store_true", help="write the new costs")
    arguments = parser.parse_args()
    machine.require_compiled()
    if not install_valgrind():
        print("guard: there is no valgrind, which counts instructions, and it cannot be installed here; nothing was measured")
        return 2
    path = arguments.results / "guard.json"
    known = json.loads(path.read_text("utf-8")) if path.exists() else {"instructions": {}}
    with tempfile.TemporaryDirectory() as folder:
        package = arguments.package.resolve()
        now = instructions(Path(folder), arguments.sentences, arguments.cache.resolve(), package, arguments.jobs or JOBS)
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
