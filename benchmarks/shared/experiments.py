"""Training runs as data: what to run, the journal of finished runs, and two processes that do the rest."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy

import treewright as tw
from benchmarks.shared import machine
from treewright.classifiers import PackedWeights, Weights
from treewright.settings import SETTINGS, flatten, resolve

NOT_COMPARED = ("training.seed", "training.seeds")  # the seeds of a run are kept beside its settings
Record = dict[str, Any]


@dataclass(frozen=True)
class Run:
    """One training run (one seed), or the sum of the models of several seeds."""

    name: str
    treebank: str
    settings: Mapping[str, Any] = field(hash=False)  # dotted, all of them
    seeds: tuple[int, ...]
    test: bool = True  # whether the test data may be looked at
    keep: bool = False  # whether the model is kept, for a sum

    @property
    def title(self) -> str:
        """For the progress line."""
        return f"{self.treebank} {self.name} seed {'+'.join(map(str, self.seeds))}"


def full_settings(given: Mapping[str, Any], preset: str | None = None) -> dict[str, Any]:
    """All settings, dotted, without the seeds."""
    return {k: v for k, v in flatten(resolve(given, preset)).items() if k not in NOT_COMPARED}


def same_settings(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether settings agree; one that did not exist yet counts as its default."""
    names = {*one, *other} & {*SETTINGS} - {*NOT_COMPARED}
    return all(one.get(n, SETTINGS[n].default) == other.get(n, SETTINGS[n].default) for n in names)


class Laboratory:
    """Where the data is, where results and models are kept, and which version of the code runs."""

    def __init__(self, data: Path, cache: Path, results: Path, any_version: bool = False) -> None:
        self.data, self.cache, self.results, self.any_version = data, cache, results, any_version
        self.core, self.git, self.machine = machine.core_version(), machine.git_version(), machine.machine_kind()
        self._data_hash: dict[str, str] = {}
        self._template_hash: dict[str, str] = {}

    def treebanks(self) -> list[str]:
        """The treebanks there are, by name."""
        found = sorted(path.parent.name for path in self.data.glob("*/train.conllu"))
        if not found:
            sys.exit(f"{self.data}: seen no treebank, expected folders with train, dev and test.conllu; use --data DIR")
        return found

    def data_hash(self, treebank: str) -> str:
        """A hash of the three files of a treebank."""
        if treebank not in self._data_hash:
            digest = hashlib.sha256()
            for part in ("train", "dev", "test"):
                digest.update((self.data / treebank / f"{part}.conllu").read_bytes())
            self._data_hash[treebank] = digest.hexdigest()[:12]
        return self._data_hash[treebank]

    def template_hash(self, settings: Mapping[str, Any]) -> str:
        """A hash of the templates that settings stand for, so that a changed template file counts as another run."""
        features = {name: value for name, value in settings.items() if name.startswith("features.")}
        key = json.dumps(features, sort_keys=True)
        if key not in self._template_hash:
            text = json.dumps(tw.Parser(settings).features.text)
            self._template_hash[key] = hashlib.sha256(text.encode()).hexdigest()[:12]
        return self._template_hash[key]

    def model_path(self, run: Run, seed: int) -> Path:
        """Where the model of one seed is kept."""
        parts = [
            self.data_hash(run.treebank),
            sorted(run.settings.items()),
            seed,
            self.core,
            self.template_hash(run.settings),
        ]
        return self.cache / f"{run.treebank}-{hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]}.tw"

    def sentences(self, treebank: str, part: str) -> list[Any]:
        """The sentences of train, dev or test."""
        return list(tw.read(self.data / treebank / f"{part}.conllu"))


def laboratory_of(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> Laboratory:
    """The laboratory of add_run_options; the treebanks among the arguments become a list of names."""
    machine.require_compiled()
    lab = Laboratory(arguments.data, arguments.cache, arguments.results, arguments.any_version)
    known = lab.treebanks()
    arguments.treebanks = arguments.treebanks.split(",") if arguments.treebanks else known
    if unknown := [name for name in arguments.treebanks if name not in known]:
        parser.error(f"--treebanks: seen {unknown[0]!r}, expected names of {', '.join(known)}")
    return lab


class Journal:
    """A JSON-lines file of results; a run in it is not repeated."""

    def __init__(self, path: Path, laboratory: Laboratory) -> None:
        self.path, self.laboratory = path, laboratory
        self.records: list[Record] = []
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                try:
                    self.records.append(json.loads(line))
                except json.JSONDecodeError:  # the last line of a run that was killed
                    continue

    def find(self, run: Run) -> Record | None:
        """The newest result of a run, if there is one of this version of the code (or of any, if that is allowed)."""
        lab = self.laboratory
        for record in reversed(self.records):
            if (
                record["treebank"] == run.treebank
                and tuple(record["seeds"]) == run.seeds
                and record["data"] == lab.data_hash(run.treebank)
                and (lab.any_version or record["core"] == lab.core)
                and record["templates"] == lab.template_hash(run.settings)
                and ("test" in record or not run.test)
                and same_settings(record["settings"], run.settings)
            ):
                return record
        return None

    def add(self, record: Record) -> None:
        """Append a result; it is on the disk when this returns."""
        self.records.append(record)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        broken = self.path.exists() and self.path.read_bytes()[-1:] not in (b"\n", b"")
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(("\n" if broken else "") + json.dumps(record, sort_keys=True) + "\n")
            file.flush()
            os.fsync(file.fileno())


def perform(run: Run, laboratory: Laboratory) -> Record:
    """Train (or sum) and score, in a separate process."""
    train, dev = laboratory.sentences(run.treebank, "train"), laboratory.sentences(run.treebank, "dev")
    record: Record = {
        "name": run.name, "treebank": run.treebank, "settings": dict(run.settings), "seeds": list(run.seeds),
        "data": laboratory.data_hash(run.treebank), "core": laboratory.core, "git": laboratory.git,
        "templates": laboratory.template_hash(run.settings), "machine": laboratory.machine, "date": machine.today(),
        "train_sentences": len(train), "train_words": sum(map(len, train)),
    }  # fmt: skip
    if len(run.seeds) == 1:
        parser = trained(run, run.seeds[0], laboratory, train, dev, record)
    else:
        several = []
        for seed in run.seeds:
            path = laboratory.model_path(run, seed)
            if not path.with_suffix(".npz").exists():
                trained(run, seed, laboratory, train, dev, {}, keep=True)
            with numpy.load(path.with_suffix(".npz")) as arrays:
                several.append(Weights(**{name: arrays[name] for name in arrays.files}))
        parser = tw.load(path)
        parser.model = PackedWeights.of(Weights.mean(several))  # what --seeds N does after training
    record["dev"], record["bad_trees"] = scored(parser, dev)
    if run.test:
        test = laboratory.sentences(run.treebank, "test")
        record["test"], bad = scored(parser, test)
        record["bad_trees"] += bad
    return record


def trained(
    run: Run, seed: int, laboratory: Laboratory, train: list[Any], dev: list[Any], record: Record, keep: bool = False
) -> tw.Parser:
    """A parser trained with one seed; the epoch that is best on dev is kept."""
    parser = tw.Parser(dict(run.settings))
    start = time.process_time()
    best = Best()
    history = parser.train(train, dev, seed=seed, callbacks=best)
    score = "dev_las" if run.settings["classifier.labels"] != "none" else "dev_uas"
    record["train_seconds"] = round(time.process_time() - start, 1)  # CPU, with the dev scores after each epoch
    record["epoch_scores"] = [row[score] for row in history]
    record["best_epoch"] = max(row["epoch"] for row in history if row["best"])
    if keep or run.keep:
        path = laboratory.model_path(run, seed)
        path.parent.mkdir(parents=True, exist_ok=True)
        parser.save(path)
        numpy.savez(path.with_suffix(".npz"), class_count=best.weights.class_count, **best.weights.arrays())
    return parser


def loaded(run: Run, lab: Laboratory) -> tw.Parser:
    """The model of a run; if it is not in the cache, it is trained again."""
    path = lab.model_path(run, run.seeds[0])
    if not path.exists():
        train, dev = lab.sentences(run.treebank, "train"), lab.sentences(run.treebank, "dev")
        trained(run, run.seeds[0], lab, train, dev, {}, keep=True)
    return tw.load(path)


class Best(tw.Callbacks):
    """Keeps the weights of the best epoch, not yet packed, so that those of several seeds can be summed."""

    weights: Weights

    def on_training_end(self, loop: Any) -> None:
        """Training is over."""
        self.weights = loop.best


def scored(parser: tw.Parser, gold: Sequence[Any]) -> tuple[dict[str, float], int]:
    """Scores of a parser on gold trees that it does not see, and how many outputs are not trees with one root."""
    blank = [s.with_tree([None] * len(s), [None] * len(s)) if len(s) else s for s in gold]
    start = time.process_time()
    predicted = list(parser.pipe(blank))
    seconds = time.process_time() - start
    scores = tw.evaluate(gold, predicted)
    without = tw.evaluate(gold, predicted, punctuation=False)
    result = {
        "uas": scores.uas, "las": scores.las, "clas": scores.clas,
        "uas_without_punctuation": without.uas, "las_without_punctuation": without.las,
        "words": scores.words, "words_per_second": round(scores.words / max(1e-9, seconds)),
    }  # fmt: skip
    return result, sum(not single_rooted([int(h) for h in s.heads]) for s in predicted if len(s))


def single_rooted(heads: Sequence[int]) -> bool:
    """Whether heads are a tree with exactly one root; independent of the parser's own checks."""
    if sum(head == 0 for head in heads) != 1:
        return False
    reached = {0}
    for word in range(1, len(heads) + 1):
        path = []
        while word not in reached:
            if word in path or not 0 <= heads[word - 1] <= len(heads):
                return False
            path.append(word)
            word = heads[word - 1]
        reached.update(path)
    return True


def perform_all(runs: Iterable[Run], journal: Journal, jobs: int) -> tuple[dict[Run, Record], int]:
    """Do what is not in the journal yet; sums wait for their parts.  Returns the results and how many runs failed."""
    wanted = list(dict.fromkeys(runs))
    lab = journal.laboratory
    done = {run: record for run in wanted if (record := journal.find(run)) is not None}
    sums = [run for run in wanted if run not in done and len(run.seeds) > 1]
    first = [run for run in wanted if run not in done and len(run.seeds) == 1]
    print(f"{len(wanted)} runs, {len(done)} of them known, core version {lab.core}", file=sys.stderr)
    failures = 0
    finished = 0
    start = time.perf_counter()
    for batch in (first, sums):
        for run, record in _in_processes(batch, lab, jobs):
            finished += 1
            if record is None:
                failures += 1
                continue
            journal.add(record)
            done[run] = record
            spent = time.perf_counter() - start
            left = spent / finished * (len(first) + len(sums) - finished)
            shown = "LAS" if run.settings["classifier.labels"] != "none" else "UAS"
            print(
                f"[{finished}/{len(first) + len(sums)}] {run.title}: dev {shown} {record['dev'][shown.lower()]:.2f}, "
                f"{record.get('train_seconds', 0):.0f} CPU s; {spent / 60:.1f} min so far, about {left / 60:.0f} left",
                file=sys.stderr, flush=True,
            )  # fmt: skip
    return done, failures


def _in_processes(runs: Sequence[Run], lab: Laboratory, jobs: int) -> Iterator[tuple[Run, Record | None]]:
    """Each run with its result as it comes, None if it failed; the largest treebanks go first."""
    if not runs:
        return
    seen: set[str] = set()
    size = {name: (lab.data / name / "train.conllu").stat().st_size for name in {run.treebank for run in runs}}
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: dict[Future[Record], Run] = {
            pool.submit(perform, run, lab): run for run in sorted(runs, key=lambda run: -size[run.treebank])
        }
        try:
            while waiting:
                ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in ready:
                    run = waiting.pop(future)
                    try:
                        yield run, future.result()
                    except Exception as error:
                        cause = error.__cause__ or error
                        told = "" if str(cause) in seen else f"\n{cause}"  # the same traceback once
                        seen.add(str(cause))
                        print(f"{run.title}: failed: {error!r}{told}", file=sys.stderr, flush=True)
                        yield run, None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
