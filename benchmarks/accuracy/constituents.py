"""Discontinuous constituency parsing: set-based, gap and swap, greedy and with beams, gold and predicted tags.

    python -m benchmarks.accuracy.constituents run                          all rows on dev, three seeds; minutes each
    python -m benchmarks.accuracy.constituents run --test                   test, too
    python -m benchmarks.accuracy.constituents run --rows "default" --tags predicted --data-sets alpino --seeds 1
    python -m benchmarks.accuracy.constituents folds --data-sets wsj        ten-fold cross-validation of all sentences
    python -m benchmarks.accuracy.constituents page                         benchmarks/results/constituents.md

Results go to benchmarks/results/constituents.jsonl as they come; what stands there is not run again.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from multiprocessing import get_context
from operator import add
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import CACHE, DATA, RESULTS, options_of
from benchmarks.shared.results_page import markdown, mean, number
from treewright.decoding.decoder import decoded
from treewright.evaluation.bracket_scores import DISCONTINUOUS
from treewright.evaluation.brackets import bracket_scores
from treewright.tagging import Tagger
from treewright.tagging.jackknife import jackknifed

ROWS: dict[str, dict[str, Any]] = {
    "default": {},  # set-based with a beam of 8
    "set-based, greedy, static": {"preset": "fast", "oracle": "static", "explore": "never"},
    "set-based, greedy, dynamic": {"preset": "fast"},
    "set-based, beam 4": {"beam": 4},
    "set-based, beam 8, paper's oracle": {"oracle.rule": "paper"},
    "gap, greedy, dynamic": {"system": "merge-gap", "preset": "fast"},
    "gap, beam 4": {"system": "merge-gap", "beam": 4},
    "swap, greedy, static": {"system": "merge-swap", "preset": "fast"},
    "swap, beam 4": {"system": "merge-swap", "beam": 4},
}
PARTS = ("train", "dev", "test")
FOLDS, TAG_FOLDS = 10, 5
PEERS = (  # shared/PEERS.md: dev and test F1, then discontinuous F1; not trained to the end by their authors' measure
    ("MTG (GAP, lexicalised), greedy", "gold", ("82.51", "82.32", "16.4", "40.0"), ("67.24", "66.55", "27.6", "28.5")),
    ("MTG, beam 4", "gold", ("85.81", "85.29", "47.3", "65.4"), ("74.79", "74.35", "46.2", "41.4")),
    ("MTG, beam 4", "predicted", ("83.91", "81.56", "43.6", "68.6"), ("66.08", "65.10", "36.0", "35.1")),
)
Job = tuple[str, str, int, str, bool, str]  # data set, row, seed, tags, whether test is scored, folder


def read(folder: str, data: str) -> dict[str, list[Any]]:
    """The sentences of each part."""
    return {part: list(tw.read(Path(folder) / f"{data}-sample" / f"{part}.export")) for part in PARTS}


def tagged(folder: str, data: str) -> tuple[dict[str, list[Any]], dict[str, float]]:
    """The sentences as our tagger tags them, those of train by taggers that have not seen them; tagged once and kept."""
    kept = CACHE / "tagged" / machine.core_version()
    gold, accuracy = read(folder, data), kept / f"{data}.json"
    if not accuracy.exists():
        tagger = Tagger("xpos")
        tagger.train(gold["train"], gold["dev"], progress=False)
        found = {"train": jackknifed(lambda: Tagger("xpos"), gold["train"], TAG_FOLDS, seed=1)}
        found |= {part: tagger.tag_batch(gold[part]) for part in ("dev", "test")}
        (kept / f"{data}-sample").mkdir(parents=True, exist_ok=True)
        for part in PARTS:
            tw.write(found[part], kept / f"{data}-sample" / f"{part}.export")
        accuracy.write_text(json.dumps({part: tagger.accuracy(gold[part]) for part in ("dev", "test")}), "utf-8")
    own = read(str(kept), data)
    beside = {part: [_beside(*pair) for pair in zip(gold[part], own[part], strict=True)] for part in PARTS}
    return beside, json.loads(accuracy.read_text("utf-8"))


def _beside(gold: Any, tagged: Any) -> Any:
    """The gold tree with rows that have other tags: a parser reads the rows."""
    from treewright.treebank.tree_sentence import TreeSentence

    return TreeSentence(gold.tree, path=gold.path, line=gold.line, source=tagged.source)


def run(job: Job) -> dict[str, Any]:
    """Train one parser, and score it."""
    data, row, seed, tags, test, folder = job
    parts, accuracy = tagged(folder, data) if tags == "predicted" else (read(folder, data), {})
    parser = tw.Parser({"system": "set-based", **ROWS[row]}, seed=seed)
    started = time.process_time()
    parser.train(parts["train"], parts["dev"], progress=False)
    record: dict[str, Any] = {
        "data": data, "row": row, "seed": seed, "tags": tags, "train_seconds": round(time.process_time() - started),
        "tag_accuracy": accuracy, "settings": parser.settings,
        "date": machine.today(), "git": machine.git_version(), "machine": machine.machine_kind(),
    }  # fmt: skip
    for part in PARTS[1:] if test else PARTS[1:2]:
        decoder = parser.new_decoder()
        decoded(decoder, parts[part][:20])
        started = time.process_time()
        prediction = decoded(decoder, parts[part])
        seconds = time.process_time() - started
        scores = parser.family.score(parts[part], prediction, parser.alphabets).scores
        record[part] = {
            "f1": scores.f1, "disc_f1": scores.discontinuous_f1, "precision": scores.precision, "recall": scores.recall,
            "exact": scores.exact_match, "tokens_per_second": round(sum(map(len, parts[part])) / seconds),
        }  # fmt: skip
    return record


def fold(job: tuple[str, str, int, str]) -> Any:
    """Train on nine parts of all sentences, and score the tenth."""
    data, row, number, folder = job
    parts = read(folder, data)
    sentences = [sentence for part in PARTS for sentence in parts[part]]
    bounds = [len(sentences) * k // FOLDS for k in range(FOLDS + 1)]
    held_out = sentences[bounds[number] : bounds[number + 1]]
    parser = tw.Parser({"system": "set-based", **ROWS[row]})
    parser.train([*sentences[: bounds[number]], *sentences[bounds[number + 1] :]], progress=False)
    found = parser.family.parsed(held_out, decoded(parser.new_decoder(), held_out), parser.alphabets)  # type: ignore[attr-defined]
    return bracket_scores(held_out, found)


def journal(results: Path) -> list[dict[str, Any]]:
    """What has been run."""
    path = results / "constituents.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def note(results: Path, record: dict[str, Any]) -> None:
    """Add a line to the journal."""
    with (results / "constituents.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")


def page(results: Path) -> str:
    """The tables."""
    records = journal(results)
    lines = [
        "# Discontinuous constituency parsing", "",
        "Labelled F1 / F1 of discontinuous constituents in per cent (`proper` parameters, as disco-dop 0.5.2 computes",
        "them), means of the seeds. The epoch with the best dev F1 is kept. wsj dev has 38 such constituents and wsj test 60:",
        "see the cross-validation. Tokens/s are of one thread without reading and writing; predicted tags are those of our",
        "tagger, in train by jackknifing.", "",
    ]  # fmt: skip
    for data in ("wsj", "alpino"):
        rows = []
        for tags in ("gold", "predicted"):
            for row in ROWS:
                own = [r for r in records if "folds" not in r and (r["data"], r["row"], r["tags"]) == (data, row, tags)]
                if own:
                    rows.append([row, tags, *(_cell(own, part) for part in ("dev", "test")), *_costs(own), str(len(own))])
        for name, tags, *figures in PEERS:
            dev, test, dev_disc, test_disc = figures[("wsj", "alpino").index(data)]
            rows.append([name, tags, f"{dev} / {dev_disc}", f"{test} / {test_disc}", "-", "-", "1"])
        head = ("parser", "tags", "dev F1 / disc.", "test F1 / disc.", "tokens/s", "train CPU s", "seeds")
        lines += [f"## {data}", "", *markdown(head, rows)]
    folded = [r for r in records if "folds" in r]
    if folded:
        head = ("data, parser", "F1", "disc. F1", "disc. precision", "disc. recall")
        keys = ("f1", "disc_f1", "disc_p", "disc_r")
        rows = [[f"{r['data']}, {r['row']}", *(number(r[key]) for key in keys)] for r in folded]
        lines += ["## Ten-fold cross-validation", "", f"All sentences in {FOLDS} stretches, gold tags, the last epoch.", ""]
        lines += markdown(head, rows)
    seen = {key: ", ".join(sorted({str(r[key]) for r in records})) for key in ("date", "git", "machine")}
    seeds = ", ".join(sorted({str(r["seed"]) for r in records if "seed" in r}))
    lines += [
        "## How these figures were made", "",
        "- commands: `python -m benchmarks.accuracy.constituents run --test`, then `folds`, then `page`",
        "- data: the samples of the Penn Treebank and of Alpino that NLTK distributes, made discontinuous (see shared/data)",
        f"- seeds: {seeds}", f"- trained: {seen['date']}; commit {seen['git']}", f"- machine: {seen['machine']}", "",
    ]  # fmt: skip
    return "\n".join(lines)


def _cell(records: list[dict[str, Any]], part: str) -> str:
    figures = [mean(r[part][key] if part in r else None for r in records) for key in ("f1", "disc_f1")]
    return "-" if figures[0] is None else f"{figures[0]:.2f} / {figures[1]:.1f}"


def _costs(records: list[dict[str, Any]]) -> tuple[str, str]:
    rates = [r["dev"]["tokens_per_second"] for r in records]
    return f"{max(rates):,}", f"{min(r['train_seconds'] for r in records):,}"


def main() -> None:
    """Run what is missing, and write the page."""
    parser = options_of(__doc__, data=DATA / "disco", results=RESULTS)
    parser.add_argument("command", choices=("run", "folds", "page"))
    parser.add_argument("--rows", default="", metavar="A;B", help=f"default: all of {'; '.join(ROWS)}")
    parser.add_argument("--data-sets", default="wsj,alpino", metavar="A,B")
    parser.add_argument("--tags", default="gold,predicted", metavar="A,B")
    parser.add_argument("--seeds", default="1,2,3", metavar="A,B")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes at once")
    parser.add_argument("--test", action="store_true", help="score test, too")
    arguments = parser.parse_args()
    machine.require_compiled()
    rows = [row.strip() for row in arguments.rows.split(";")] if arguments.rows else list(ROWS)
    if unknown := [row for row in rows if row not in ROWS]:
        parser.error(f"--rows: seen {unknown[0]!r}, expected some of {'; '.join(ROWS)}")
    data_sets = arguments.data_sets.split(",")
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        if arguments.command == "run":
            _run_missing(pool, arguments, rows, data_sets)
        elif arguments.command == "folds":
            for data in data_sets:
                for row in rows:
                    jobs = [(data, row, number, str(arguments.data)) for number in range(FOLDS)]
                    scores = reduce(add, pool.map(fold, jobs))
                    disc = scores.metrics[DISCONTINUOUS]
                    note(arguments.results, {
                        "data": data, "row": row, "folds": FOLDS, "f1": scores.f1, "disc_f1": scores.discontinuous_f1,
                        "disc_p": 100 * disc.precision, "disc_r": 100 * disc.recall,
                        "date": machine.today(), "git": machine.git_version(), "machine": machine.machine_kind(),
                    })  # fmt: skip
                    print(data, row, f"{scores.f1:.2f} {scores.discontinuous_f1:.2f}", flush=True)
    text = page(arguments.results)
    (arguments.results / "constituents.md").write_text(text, "utf-8")
    print(text)


def _run_missing(pool: ProcessPoolExecutor, arguments: argparse.Namespace, rows: list[str], data_sets: list[str]) -> None:
    done = {
        (r["data"], r["row"], r["seed"], r["tags"]) for r in journal(arguments.results)
        if "folds" not in r and ("test" in r or not arguments.test)
    }  # fmt: skip
    jobs: list[Job] = [
        (data, row, int(seed), tags, arguments.test, str(arguments.data))
        for seed in arguments.seeds.split(",") for row in rows for data in data_sets for tags in arguments.tags.split(",")
        if (data, row, int(seed), tags) not in done
    ]  # fmt: skip
    for data in sorted({data for data, _, _, tags, _, _ in jobs if tags == "predicted"}):
        tagged(str(arguments.data), data)  # once, before several processes need it
    for record in pool.map(run, jobs):
        note(arguments.results, record)
        told = [str(record[key]) for key in ("data", "row", "seed", "tags", "dev")]
        print(*told, record.get("test"), file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
