"""A process that runs cases one after another; the process that started it notices when it dies."""

from __future__ import annotations

import resource
import signal
import time
import traceback
import warnings
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tools.fuzz_targets import Target
from treewright.errors import TreewrightError

CPU = 20.0  # seconds that a case may take
LONG = 2000  # characters that no sentence has
MEMORY = 4 << 30  # bytes of addresses of a process


class Outcome(NamedTuple):
    """The outcome of a case; `fault` is empty if nothing failed."""

    case: int
    target: str
    refused: bool
    seconds: float
    fault: str = ""
    said: str = ""  # why it was refused


def target_of(seed: int, case: int, targets: Mapping[str, Target]) -> tuple[str, Random]:
    """Which target a case is for, and its random generator."""
    random = Random(f"{seed}/{case}")
    return random.choices(list(targets), [target.share for target in targets.values()])[0], random


def try_case(seed: int, case: int, targets: Mapping[str, Target], seeds: Any, folder: Path) -> Outcome:
    """Makes and runs a case; its input stays in the folder, under the name of the target, until the next case."""
    name, random = target_of(seed, case, targets)
    target = targets[name]
    data = target.make(seeds, random)
    path = folder / f"case.{target.ending}"
    path.unlink(missing_ok=True)  # the old one may be mapped
    path.write_bytes(data)
    begun = time.process_time()
    refused, fault, said = False, "", ""
    try:
        target.run(seeds, random, data, path)
    except TreewrightError as error:
        refused, said = True, str(error)[:500]
        fault = "" if 0 < len(str(error).strip()) < LONG else f"refused without a sentence: {len(str(error))} characters"
    except Exception:
        fault = traceback.format_exc()
    return Outcome(case, name, refused, time.process_time() - begun, fault, said)


def work(
    link: Connection, seed: int, cases: range, until: float, targets: Mapping[str, Target], seeds: Any, folder: Path
) -> None:
    """Runs cases until the time is over and sends the outcome of each; a case that takes too long ends the process."""
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    limit_memory()
    folder.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for case in cases:
        if time.time() > until:
            break
        signal.setitimer(signal.ITIMER_PROF, CPU)
        outcome = try_case(seed, case, targets, seeds, folder)
        signal.setitimer(signal.ITIMER_PROF, 0)
        link.send(outcome)
    link.send(None)


def limit_memory() -> None:
    """Memory has a limit, except where a sanitizer needs all addresses."""
    if "asan" not in Path("/proc/self/maps").read_text("utf-8"):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
