"""One measurement of speed_accuracy: train a parser, score it on dev, and time it there beside the full set."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared.experiments import Laboratory, Record, Run, scored, trained
from benchmarks.shared.measures import blank, in_memory
from benchmarks.speed.guard_loop import Loop

LEAST = 0.05  # CPU seconds that one measurement takes: a small text is parsed several times
Job = Callable[[], None]


class Bench:
    """Trains, scores and times parsers; models of the full set are kept, for every parser takes turns with one."""

    def __init__(self, lab: Laboratory, cache: Path, full: Mapping[str, Any], rounds: int) -> None:
        self.lab, self.loop, self.full, self.rounds = lab, Loop(cache), full, rounds

    def measure(self, run: Run) -> Record:
        """Scores and costs of one training; what is timed was saved and loaded, as users do."""
        dev, told = self.lab.sentences(run.treebank, "dev"), Record()
        parser = self._trained(run, dev, told)
        scores, bad = scored(parser, dev)
        full = Run("full", run.treebank, self.full, (1,))
        path = self.lab.model_path(full, 1)
        beside = tw.load(path) if path.exists() else self._trained(full, dev, {})
        text = blank(dev)
        words = sum(map(len, text))
        return {
            "las": scores["las"], "uas": scores["uas"], "bad_trees": bad, "data": self.lab.data_hash(run.treebank),
            "train_seconds": told["train_seconds"], "best_epoch": told["best_epoch"],
            **in_turns(in_memory(parser, text), in_memory(beside, text), self.loop, words, self.rounds),
        }  # fmt: skip

    def _trained(self, run: Run, dev: list[tw.Sentence], told: Record) -> tw.Parser:
        (seed,) = run.seeds
        trained(run, seed, self.lab, self.lab.sentences(run.treebank, "train"), dev, told, keep=True)
        path = self.lab.model_path(run, seed)
        parser = tw.load(path)
        if seed != 1 or run.settings != self.full:
            path.unlink()
        return parser


def in_turns(job: Job, full: Job, loop: Loop, words: int, rounds: int) -> dict[str, float]:
    """How many times slower a job is than that of the full set, and what a word costs with that in steps of the loop."""
    times = [math.ceil(LEAST / max(1e-6, cpu_seconds(one))) for one in (job, full)]
    slower, steps, seconds = [], [], []
    for _ in range(rounds):
        steps.append(loop.seconds_per_step())
        before = cpu_seconds(full, times[1])
        own = cpu_seconds(job, times[0])
        after = cpu_seconds(full, times[1])
        seconds += [before, after]
        slower.append(2 * own / (before + after))
    cost = min(seconds) / words / min(steps)
    return {"slower": round(statistics.median(slower), 4), "full_cost": round(cost, 1), "step": min(steps)}


def cpu_seconds(job: Job, times: int = 1) -> float:
    start = time.process_time()
    for _ in range(times):
        job()
    return (time.process_time() - start) / times
