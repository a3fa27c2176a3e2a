"""Networks beside the linear parser, and `--preset best`, on the nine treebanks of UD 2.0 and on English-EWT; gold tags.

    python -m benchmarks.accuracy.networks run                            all rows, three seeds, dev only; hours on two cores
    python -m benchmarks.accuracy.networks run --test                     with test
    python -m benchmarks.accuracy.networks run --rows bilstm,biaffine --treebanks Tamil-TTB --seeds 1
    python -m benchmarks.accuracy.networks run --rows minilm --transformer FOLDER --treebanks English-EWT
    python -m benchmarks.accuracy.networks page                           benchmarks/results/networks.md

What is done goes to benchmarks/results/networks.jsonl and is not done again.  Rows of ensembles have one run.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.accuracy.presets import best_peer
from benchmarks.shared import machine
from benchmarks.shared.options import CACHE, DATA, RESULTS, options_of
from benchmarks.shared.results_page import markdown, mean, number, thousands, with_deviation

ROWS: dict[str, dict[str, Any]] = {
    "linear": {},
    "linear x3": {"seeds": 3},
    "feed-forward": {"classifier": "feed-forward"},
    "feed-forward beam 8": {"classifier": "feed-forward", "beam": 8},
    "bilstm": {"classifier": "bilstm"},
    "stack-lstm": {"classifier": "stack-lstm"},
    "biaffine": {"decoder": "biaffine"},
    "minilm": {"decoder": "biaffine"},  # with network.transformer
    "control": {"ensemble.members": "accurate seeds=3" + "; accurate" * 4},  # as many linear seeds as best has parsers
    "best": {},
}
ASKED = ("stack-lstm", "minilm")  # rows that have to be asked for
ENSEMBLES = ("control", "best")
ONCE = ("linear x3", *ENSEMBLES)  # rows that have several seeds in themselves
EWT = "English-EWT"
Record = dict[str, Any]


def folder_of(data: Path, treebank: str) -> Path:
    """Where a treebank is."""
    return data / ("ud-2.16" if treebank == EWT else "ud-2.0") / treebank


def performed(treebank: str, row: str, seed: int, test: bool, data: Path, cache: Path, transformer: str) -> Record:
    """Train and score, in a process of its own."""
    folder = folder_of(data, treebank)
    train, dev = (list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev"))
    settings = {**ROWS[row], **({"network.transformer": transformer} if row == "minilm" else {})}
    parser: Any = (tw.Ensemble if row in ENSEMBLES else tw.Parser)(settings, seed=seed)
    begun = time.process_time()
    parser.train(train, dev, progress=False)
    found: Record = {
        "treebank": treebank, "row": row, "seed": seed, "train_seconds": round(time.process_time() - begun, 1),
        "core": machine.core_version("networks", "trees", "ensemble", "decoding"), "git": machine.git_version(),
        "machine": machine.machine_kind(), "date": machine.today(),
    }  # fmt: skip
    cache.mkdir(parents=True, exist_ok=True)
    path = cache / f"networks-{found['core']}-{treebank}-{row.replace(' ', '-')}-{seed}.tw"
    parser.save(path)
    found["megabytes"] = round(path.stat().st_size / 1e6, 2)
    if row in ENSEMBLES:
        found["weights"] = list(parser.weights)
    loaded = tw.load(path)  # what is scored is what a user has
    for part in ("dev", "test") if test else ("dev",):
        gold = list(tw.read(folder / f"{part}.conllu"))
        begun = time.process_time()
        scores = tw.evaluate(gold, list(loaded.pipe(gold)))
        seconds = time.process_time() - begun
        found[part] = {"uas": scores.uas, "las": scores.las, "words_per_second": round(scores.words / max(1e-9, seconds))}
    return found


def run(given: argparse.Namespace, journal: Path, known: dict[tuple[str, str, int], Record]) -> None:
    """Do what is not known yet, the longest first."""
    wanted = []
    for row in given.rows.split(",") if given.rows else [name for name in ROWS if name not in ASKED]:
        for treebank in given.treebanks.split(",") if given.treebanks else [*treebanks(given.data), EWT]:
            for seed in (1,) if row in ONCE else map(int, given.seeds.split(",")):
                old = known.get((treebank, row, seed))
                if old is None or (given.test and "test" not in old):
                    wanted.append((treebank, row, seed))
    size = {name: (folder_of(given.data, name) / "train.conllu").stat().st_size for name in {job[0] for job in wanted}}
    wanted.sort(key=lambda job: (job[2], -size[job[0]]))
    os.environ["OMP_NUM_THREADS"] = "1"
    with ProcessPoolExecutor(given.jobs, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
        running = [pool.submit(performed, *job, given.test, given.data, given.cache, given.transformer) for job in wanted]
        for count, future in enumerate(as_completed(running), 1):
            found = future.result()
            with open(journal, "a", encoding="utf-8") as file:
                file.write(json.dumps(found, sort_keys=True) + "\n")
            told = f"{found['treebank']} {found['row']} seed {found['seed']}: dev LAS {found['dev']['las']:.2f}"
            print(f"[{count}/{len(wanted)}] {told}, {found['train_seconds']:.0f} CPU s", file=sys.stderr, flush=True)


def treebanks(data: Path) -> list[str]:
    """The nine of UD 2.0."""
    return sorted(path.parent.name for path in (data / "ud-2.0").glob("*/train.conllu"))


def page(known: dict[tuple[str, str, int], Record], nine: list[str], usual: str) -> list[str]:
    """Tables of accuracy, and of costs on the usual machine."""

    def records(treebank: str, row: str) -> list[Record]:
        return [known[key] for key in sorted(known) if key[:2] == (treebank, row)]

    def scores(treebank: str, row: str, part: str, key: str) -> list[float]:
        return [record[part][key] for record in records(treebank, row) if part in record]

    names = [row for row in ROWS if any(key[1] == row for key in known)]
    lines = []
    for title, part, key in (("LAS on test", "test", "las"), ("UAS on test", "test", "uas"), ("LAS on dev", "dev", "las")):
        rows = []
        for treebank in [*nine, EWT]:
            cells = [with_deviation(own) if (own := scores(treebank, row, part, key)) else "-" for row in names]
            peer = [number(best_peer(treebank)) if treebank != EWT else "-"] if (part, key) == ("test", "las") else []
            rows.append([treebank, *peer, *cells])
        peers = [number(mean(best_peer(name) for name in nine))] if (part, key) == ("test", "las") else []
        means = [number(mean(mean(scores(name, row, part, key)) for name in nine)) for row in names]
        rows.append(["**mean of the nine**", *peers, *means])
        lines += [f"## {title}", "", *markdown(["treebank", *(["best older peer"] if peers else []), *names], rows)]
    shown: tuple[tuple[str, Any], ...] = (
        ("Training, CPU seconds", lambda record: record["train_seconds"]),
        ("Tokens a second in parsing, one thread", lambda record: record["dev"]["words_per_second"]),
        ("Model files, MB", lambda record: record["megabytes"]),
    )
    for title, value in shown:
        rows = []
        for treebank in [*nine, EWT]:
            found = [mean(value(one) for one in records(treebank, row) if one["machine"] == usual) for row in names]
            cells = ["-" if one is None else thousands(one) if "Tokens" in title else f"{one:.0f}" for one in found]
            rows.append([treebank, *cells])
        lines += [f"## {title}", "", *markdown(["treebank", *names], rows)]
    return lines


def main() -> None:
    arguments = options_of(__doc__, data=DATA, results=RESULTS, cache=CACHE)
    arguments.add_argument("what", choices=("run", "page"))
    arguments.add_argument("--treebanks", default="", metavar="A,B")
    arguments.add_argument("--rows", default="", metavar="A,B", help=f"of {'; '.join(ROWS)}")
    arguments.add_argument("--seeds", default="1,2,3", metavar="N,N")
    arguments.add_argument("--jobs", type=int, default=2, metavar="N")
    arguments.add_argument("--test", action="store_true", help="score test, too")
    arguments.add_argument("--transformer", default="", metavar="FOLDER", help="for the row minilm")
    given = arguments.parse_args()
    machine.require_compiled()
    journal = given.results / "networks.jsonl"
    lines = [json.loads(line) for line in journal.read_text("utf-8").splitlines()] if journal.exists() else []
    known = {(line["treebank"], line["row"], line["seed"]): line for line in lines}
    if given.what == "run":
        run(given, journal, known)
        return
    if not known:
        arguments.error(f"{journal}: seen no results, expected those of `run`")
    seen = {key: sorted({str(record[key]) for record in known.values()}) for key in ("date", "git")}
    usual, *others = [kind for kind, _ in Counter(str(record["machine"]) for record in known.values()).most_common()]
    text = [
        "# Networks", "",
        "Gold words and gold tags; CoNLL 2018 definitions, all words. Trained on train; the epoch with the best dev LAS is",
        "kept, and all settings were chosen on dev. Mean ± standard deviation of the seeds that were run, at most",
        "three. `linear x3`, `control` and `best` have one run. `linear` is the default, `linear x3` is `--seeds 3` (which is",
        "the default for Irish-IDT, whose training part has fewer than 200 sentences);",
        "`control` is an ensemble of as many linear seeds as `best` has parsers, in as many members, with weights from dev.",
        "`minilm` is `biaffine` with the frozen states of all-MiniLM-L6-v2 (6 layers of 384). UDPipe 2 with multilingual BERT",
        "reports a LAS of 92.4 on EWT 2.17 with tags that it predicts. Times are CPU time of one thread on a machine that did",
        "other work, too; speed is that of a model just loaded, on dev.", "",
        *page(known, treebanks(given.data), usual),
        f"`python -m benchmarks.accuracy.networks run --test`, {', '.join(seen['date'])}, commits {', '.join(seen['git'])}.",
        f"Times and speeds: {usual}.",
        *(f"Some seeds, of which only the scores count, ran on another machine: {kind}." for kind in others), "",
    ]  # fmt: skip
    (given.results / "networks.md").write_text("\n".join(text), encoding="utf-8")


if __name__ == "__main__":
    main()
