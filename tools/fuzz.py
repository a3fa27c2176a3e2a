"""Fuzzing: odd inputs of all formats and forged models; nothing may crash, hang or raise anything but a TreewrightError.

    python -m tools.fuzz --seconds 120 --seed 1            what `make fuzz` does
    python -m tools.fuzz --seed 1 --case 1234              one case again, in this process

Exits with 1 if anything was found; the inputs are then in build/fuzz, under their seed and case number.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from tools.fuzz_seeds import Seeds
from tools.fuzz_targets import TARGETS, Target
from tools.fuzz_worker import CPU, Outcome, target_of, try_case, work

FOLDER = Path("build/fuzz")
MOST = 1 << 40  # cases
WAIT = 10 * CPU  # wall-clock seconds after which a silent process counts as stuck
ENOUGH = 20  # different faults after which to stop


class Campaign:
    """The cases of a seed, run in processes; counts the outcomes and saves failures."""

    def __init__(self, seed: int, seeds: Any, targets: Mapping[str, Target] = TARGETS, folder: Path = FOLDER) -> None:
        self.seed, self.seeds, self.targets, self.folder = seed, seeds, targets, folder
        self.cases: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.slowest: dict[str, tuple[float, int]] = {}
        self.faults: list[tuple[int, str]] = []  # the first case of each
        self.wrong: Counter[str] = Counter()
        self._places: set[str] = set()
        self._started = 0

    def run(self, seconds: float, processes: int = 1, first: int = 0) -> None:
        """Runs cases for this many seconds."""
        context = multiprocessing.get_context("fork")  # models are trained once, not in each process
        until = time.time() + seconds
        running: dict[Any, list[Any]] = {}  # the process of each link, the case it is at, and since when

        def start(begin: int) -> None:
            ours, theirs = context.Pipe(duplex=False)
            self._started += 1
            place = self.folder / f"process-{self._started}"
            given = (theirs, self.seed, range(begin, MOST, processes), until, self.targets, self.seeds, place)
            process = context.Process(target=work, args=given, daemon=True)
            process.start()
            theirs.close()
            running[ours] = [process, begin, time.time()]

        for i in range(processes):
            start(first + i)
        while running and len(self.faults) < ENOUGH:
            for link in wait(list(running), timeout=1):
                process, case, _ = running[link]
                try:
                    outcome: Any = link.recv()  # type: ignore[union-attr,call-arg]
                except EOFError:
                    process.join()
                    del running[link]
                    self._died(case, process.exitcode)
                    start(case + processes)
                    continue
                if outcome is None:
                    process.join()
                    del running[link]
                    continue
                self._count(outcome)
                running[link][1:] = [outcome.case + processes, time.time()]
            for process, _, since in running.values():
                if time.time() - since > WAIT:
                    process.kill()
        for process, _, _ in running.values():
            process.kill()

    def _count(self, outcome: Outcome) -> None:
        self.cases[outcome.target] += 1
        self.refused[outcome.target] += outcome.refused and not outcome.fault
        self.slowest[outcome.target] = max(self.slowest.get(outcome.target, (0.0, 0)), (outcome.seconds, outcome.case))
        if outcome.fault:
            self._save(outcome.case, outcome.target, outcome.fault)

    def _died(self, case: int, code: int | None) -> None:
        """A process ended during a case: a crash, or a case that took too long."""
        target, _ = target_of(self.seed, case, self.targets)
        self.cases[target] += 1
        why = f"exit code {code}" if code is None or code >= 0 else f"signal {signal.Signals(-code).name}"
        if code in (-signal.SIGPROF, -signal.SIGKILL):
            why = f"hang: more than {CPU:g} s"
        self._save(case, target, f"the process ended: {why}")

    def _save(self, case: int, target: str, fault: str) -> None:
        """Saves the input of a case, made again, with its failure; only the first of each kind."""
        self.wrong[target] += 1
        lines = fault.strip().splitlines()
        place = " ".join(line for line in lines if line.startswith("  File"))[-300:] or lines[-1]
        if f"{target} {place}" in self._places:
            return
        self._places.add(f"{target} {place}")
        name, random = target_of(self.seed, case, self.targets)
        path = self.folder / f"seed-{self.seed}-case-{case}.{self.targets[name].ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.targets[name].make(self.seeds, random))
        path.with_suffix(".why").write_text(f"{target}\n{fault}", "utf-8", "backslashreplace")
        self.faults.append((case, f"{target}: {lines[-1][:300]}\n  {path}"))

    def report(self) -> str:
        """The counts as a table, and the faults."""
        lines = [f"{'target':16}{'cases':>10}{'refused':>10}{'accepted':>10}{'slowest':>10}  its case"]
        for name in self.targets:
            cases, refused, (seconds, case) = self.cases[name], self.refused[name], self.slowest.get(name, (0.0, 0))
            lines.append(f"{name:16}{cases:10,}{refused:10,}{cases - refused - self.wrong[name]:10,}{seconds:8.2f} s  {case}")
        cases, refused = self.cases.total(), self.refused.total()
        lines.append(f"{'all':16}{cases:10,}{refused:10,}{cases - refused - self.wrong.total():10,}")
        for case, message in self.faults:
            lines.append(f"WRONG: seed {self.seed} case {case}: {message}")
        lines.append(f"{self.wrong.total()} crashes, hangs or exceptions that are not ours (seed {self.seed})")
        return "\n".join(lines)


def main(arguments: list[str] | None = None, targets: Mapping[str, Target] = TARGETS) -> int:
    """The command; 1 if anything was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description="Fuzz all input formats and model files.")
    parser.add_argument("--seconds", type=float, default=120, help="how long (default: 120)")
    parser.add_argument("--seed", type=int, default=1, help="of all cases (default: 1)")
    parser.add_argument("--processes", type=int, default=1, help="that try cases (default: 1)")
    parser.add_argument("--only", help="a comma list of targets (other cases than without it)")
    parser.add_argument("--case", type=int, help="try only this one, here; its traceback is printed")
    given = parser.parse_args(arguments)
    if given.only:
        targets = {name: target for name, target in targets.items() if name in given.only.split(",")}
    seeds = Seeds()
    if given.case is not None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        outcome = try_case(given.seed, given.case, targets, seeds, FOLDER)
        told = f"refused: {outcome.said}" if outcome.refused else "accepted"
        print(outcome.fault or f"{outcome.target}, {outcome.seconds:.2f} s: {told}")
        return 1 if outcome.fault else 0
    campaign = Campaign(given.seed, seeds, targets)
    campaign.run(given.seconds, given.processes)
    print(campaign.report())
    return 1 if campaign.faults else 0


if __name__ == "__main__":
    sys.exit(main())
