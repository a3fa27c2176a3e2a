"""Has the parser become slower? Its costs in steps of a fixed C loop, compared with those that are committed.

    python benchmarks/guard.py            a minute; exit code 1 if something is more than 25 % worse
    python benchmarks/guard.py --update   writes benchmarks/results/guard.json, to be committed

Loop and measurements take turns in one run, so their ratio stays where it is when a busy machine slows both down. The text
is made by the grammar of the tiny treebank, with many more words: no other data is needed.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy
PROJECT = Path(__file__).resolve().parent.parent
sys.path.append(str(PROJECT))  # last: an installed treewright goes first

import machine  # noqa: E402
from guard_corpus import corpus  # noqa: E402
from guard_loop import Loop  # noqa: E402
from speed_measures import blank, from_file, in_memory  # noqa: E402

import treewright as tw  # noqa: E402

WORSE = 25  # per cent
LEAST = 0.05  # CPU seconds that one measurement takes
GREEDY = {"features.templates": "rich", "search.beam": 1, "training.strategy": "local", "training.exploration": "always"}
BEAM = {"features.templates": "rich", "search.beam": 8, "training.strategy": "laso", "training.margin": 1.0}
ONE_TEMPLATE = "S0.w S0.p S0.x S0.z S0.m[Number] N0.p\n"  # all columns are encoded, little else is done
Job = tuple[Callable[[], Any], int]  # what is done, and with how many words


def jobs(folder: Path, sentences: int) -> dict[str, Job]:
    """What is measured, on a treebank of so many sentences."""
    train = list(tw.read(corpus(sentences, seed=1)))
    text = blank(tw.read(corpus(sentences // 5, seed=2)))
    some = train[: sentences // 5]
    source, target, features = folder / "in.conllu", folder / "out.conllu", folder / "one.features"
    tw.write(text, source)
    features.write_text(ONE_TEMPLATE, "utf-8")
    greedy, beam = _trained(GREEDY, train), _trained(BEAM, train)
    small = _trained({**GREEDY, "features.templates": str(features)}, some)
    words, learnt = sum(map(len, text)), sum(map(len, some))
    return {
        "greedy, in memory": (in_memory(greedy, text), words),
        "greedy, file to file": (from_file(greedy, source, target), words),
        "beam 8, in memory": (in_memory(beam, text), words),
        "one template, file to file": (from_file(small, source, target), words),
        "greedy, training": (lambda: _trained(GREEDY, some, epochs=1), learnt),
        "beam 8, training": (lambda: _trained(BEAM, some, epochs=1), learnt),
    }


def _trained(settings: Mapping[str, Any], sentences: list[tw.Sentence], epochs: int = 3) -> tw.Parser:
    parser = tw.Parser(settings, preset="panparser")
    parser.train(sentences, epochs=epochs)
    return parser


def costs(wanted: Mapping[str, Job], loop: Loop, rounds: int) -> dict[str, float]:
    """What a word costs in steps of the loop, which takes turns with the jobs; the best of some rounds (others add noise)."""
    repeats = {name: math.ceil(LEAST / max(1e-6, _seconds(job))) for name, (job, _) in wanted.items()}
    steps: list[float] = []
    seconds: dict[str, list[float]] = {name: [] for name in wanted}
    for _ in range(rounds):
        for name, (job, words) in wanted.items():
            steps.append(loop.seconds_per_step())
            seconds[name].append(_seconds(job, repeats[name]) / words)
    return {name: round(min(found) / min(steps), 1) for name, found in seconds.items()}


def _seconds(job: Callable[[], Any], times: int = 1) -> float:
    start = time.process_time()
    for _ in range(times):
        job()
    return (time.process_time() - start) / times


def report(now: Mapping[str, float], committed: Mapping[str, float]) -> tuple[list[str], bool]:
    """A line for each cost, and whether one is too much worse."""
    lines = [f"{'loop steps a word costs':28}{'now':>10}{'committed':>12}{'change':>10}"]
    failed = False
    for name, cost in now.items():
        if name not in committed:
            lines.append(f"{name:28}{cost:10,.0f}{'-':>12}{'-':>10}")
            continue
        change = 100 * (cost / committed[name] - 1)
        failed |= change > WORSE
        lines.append(f"{name:28}{cost:10,.0f}{committed[name]:12,.0f}{change:+8.1f} %{'  worse' * (change > WORSE)}")
    return lines, failed


def main() -> int:
    assert __doc__ is not None
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, default=PROJECT / "benchmarks" / "results", metavar="DIR")
    parser.add_argument("--cache", type=Path, default=PROJECT / ".cache" / "benchmarks", metavar="DIR", help="for the loop")
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="default 15")
    parser.add_argument("--sentences", type=int, default=3000, metavar="N", help="size of the treebank, default 3000")
    parser.add_argument("--update", action="store_true", help="write the new costs")
    arguments = parser.parse_args()
    machine.require_compiled()
    path = arguments.results / "guard.json"
    known = json.loads(path.read_text("utf-8")) if path.exists() else {"costs": {}}
    with tempfile.TemporaryDirectory() as folder:
        now = costs(jobs(Path(folder), arguments.sentences), Loop(arguments.cache), arguments.rounds)
    lines, failed = report(now, known["costs"])
    print("\n".join(lines))
    kind = machine.machine_kind()
    if arguments.update:
        made = {"date": machine.today(), "git": machine.git_version(), "core": machine.core_version(), "machine": kind}
        path.write_text(json.dumps({"costs": now, **made}, indent=1) + "\n", "utf-8")
        return 0
    if not known["costs"]:
        print(f"{path.name}: nothing committed to compare with; --update writes it")
    elif known["machine"] != kind:
        print(f"the committed costs are from another machine ({known['machine']}): changes of some per cent mean nothing")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
