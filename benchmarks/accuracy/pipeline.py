"""From raw text and from gold tokens to trees: the CoNLL 2018 metrics, next to UDPipe 1; and the speed of both.

    python -m benchmarks.accuracy.pipeline --data DIR [TREEBANK ... | box]     trains what is not cached

measures treebanks (all, if none is named; `box` is the English model in the package) and writes all rows measured so far to
benchmarks/results/pipeline.md.  DIR has ud-2.0 and ud-2.16.  Our scores must equal those of udtools' official scorer, and what
each stage of a pipeline writes is given to udtools' validator, level 2.  UDPipe's models are made by benchmarks.peers.udpipe
--pipeline; a treebank whose model is not in the cache has no line of UDPipe (its training takes up to an hour of CPU time).
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.peers import udpipe
from benchmarks.shared import machine
from benchmarks.shared.options import CACHE, DATA, RESULTS, options_of
from treewright.storage import box
from treewright.tokenization import restored_text

TREEBANKS = {
    "Tamil-TTB": "ta", "Irish-IDT": "ga", "Latin-Perseus": "la", "Hungarian-Szeged": "hu", "Vietnamese-VTB": "vi",
    "French-Sequoia": "fr", "Gothic-PROIEL": "got", "Greek-GDT": "el", "Turkish-IMST": "tr", "English-EWT": "en",
}  # fmt: skip
PEERS = ("Tamil-TTB", "Irish-IDT", "Latin-Perseus", "Hungarian-Szeged", "Vietnamese-VTB")
METRICS = ("Tokens", "Sentences", "UPOS", "UFeats", "Lemmas", "UAS", "LAS", "MLAS", "BLEX")
SCORED = ("raw", "gold")  # ways that end in trees
BOX = Path(box.in_the_box())
TURNS = 3  # the best of so many is the time
Row = dict[str, Any]


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """The result of a job, and its CPU time, the best of several runs."""
    best = float("inf")
    for _ in range(TURNS):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return result, best


def scored(gold: Path, found: Path) -> dict[str, float]:
    """F1 of all metrics, the same by our evaluation and by the official scorer."""
    from udtools import udeval

    ours = tw.evaluate(list(tw.read(gold)), list(tw.read(found))).metrics
    files = [udeval.load_conllu_file(str(path)) for path in (gold, found)]
    official = udeval.evaluate(*files)
    for name in METRICS:
        if ours[name].f1 != official[name].f1:
            raise SystemExit(f"{found}: {name} is {ours[name].f1}, the official scorer has {official[name].f1}")
    return {name: 100 * official[name].f1 for name in METRICS}


def with_a_tree(text: str) -> str:
    """What a stage before the parser writes, with what level 2 wants of the others: a tag and a tree, in which each word has
    the one before it as its head."""
    rows = []
    for line in text.split("\n"):
        fields = line.split("\t")
        if len(fields) == 10 and fields[0].isdigit():
            fields[3] = "X" if fields[3] == "_" else fields[3]
            if fields[6] == "_":
                fields[6:8] = [str(int(fields[0]) - 1), "root" if fields[0] == "1" else "dep"]
        rows.append("\t".join(fields))
    return "\n".join(rows)


def errors_at_level_2(path: Path, language: str) -> int:
    """How many errors the official validator finds."""
    validator = shutil.which("udvalidate") or str(Path(sys.executable).parent / "udvalidate")
    command = [validator, "--level", "2", "--lang", language, "--no-warnings", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    told = (done.stdout + done.stderr).strip().split("\n")[-1]
    return 0 if "PASSED" in told else int("".join(filter(str.isdigit, told)) or 1)


def trained(name: str, folder: Path, cache: Path) -> Path:
    """The pipeline of a treebank, trained now if it is not in the cache."""
    path = cache / "pipeline" / f"{name}-{machine.core_version('tagging', 'tokenization')}.tw"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        pipeline = tw.Pipeline(preset="accurate")
        pipeline.train(tw.read(folder / "train.conllu"), tw.read(folder / "dev.conllu"))
        pipeline.save(path)
    return path


def measure(who: str, name: str, jobs: dict[str, Callable[[], str]], gold: Path, folder: Path) -> Row:
    """Scores and speed of all ways of one pipeline; `jobs` give CoNLL-U."""
    words = sum(map(len, tw.read(gold)))
    row: Row = {"treebank": name, "who": who}
    for way, job in jobs.items():
        text, seconds = timed(job)
        path = folder / f"{name}-{who}-{way}.conllu"
        path.write_text(text if way in SCORED else with_a_tree(text), encoding="utf-8")
        row[f"{way} words/s"] = round(words / seconds)
        if way in SCORED:
            row[way] = scored(gold, path)
        if who != "UDPipe 1" and way.startswith("raw"):  # otherwise what was wrong in the treebank is still wrong
            row[f"{way} errors"] = errors_at_level_2(path, TREEBANKS[name])
    return row


def own_jobs(model: Path, gold: Path, text: str) -> dict[str, Callable[[], str]]:
    """From raw text, from gold tokens, and the first stages alone."""
    pipeline = tw.load(model)
    data = text.encode()

    def joined(blocks: Any) -> str:
        return b"".join(blocks).decode()

    return {
        "raw": lambda: joined(pipeline.parse_text(data)),
        "gold": lambda: joined(pipeline.parse_bytes(tw.read(gold))),
        "tags": lambda: joined(pipeline.parse_bytes(tw.read(gold), until="tags")),
        "raw tags": lambda: joined(pipeline.parse_text(data, until="tags")),
        "raw tokens": lambda: joined(pipeline.parse_text(data, until="tokens")),
    }


def udpipe_jobs(model: Path, gold: Path, text: str) -> dict[str, Callable[[], str]]:
    """The same by UDPipe."""
    from ufal.udpipe import Model, Pipeline, ProcessingError

    loaded, error = Model.load(str(model)), ProcessingError()
    source = gold.read_text(encoding="utf-8")

    def run(given: str, kind: str, parser: str) -> str:
        found: str = Pipeline(loaded, kind, Pipeline.DEFAULT, parser, "conllu").process(given, error)
        if error.occurred():
            raise SystemExit(f"UDPipe: {error.message}")
        return found

    return {
        "raw": lambda: run(text, "tokenize", Pipeline.DEFAULT),
        "gold": lambda: run(source, "conllu", Pipeline.DEFAULT),
        "tags": lambda: run(source, "conllu", Pipeline.NONE),
    }


def page(rows: list[Row]) -> str:
    """The results as a page."""
    lines = [
        "# From raw text to trees", "",
        f"`python -m benchmarks.accuracy.pipeline --data DIR`, {machine.today()}, {machine.machine_kind()}; preset accurate "
        "(in the box: the English model of the package, five seeds summed, pruned), seed 1, test parts; F1 of the CoNLL 2018 "
        "metrics, equal to udtools' official scorer. UDPipe 1: tokenizer, tagger and parser trained on the same data, options "
        "of benchmarks.peers.udpipe. Words in one second of CPU time, one thread, best of 3, on a shared machine.", "",
    ]  # fmt: skip
    for way, title in (("raw", "From raw text"), ("gold", "From gold tokens")):
        lines += [f"## {title}", "", f"| treebank | | {' | '.join(METRICS)} | words/s |"]
        lines.append("|---|---|" + "---:|" * (len(METRICS) + 1))
        for row in rows:
            figures = " | ".join(f"{row[way][metric]:.2f}" for metric in METRICS)
            lines.append(f"| {row['treebank']} | {row['who']} | {figures} | {row[f'{way} words/s']:,} |")
        lines.append("")
    lines += ["## Tagging alone, from gold tokens (UPOS, XPOS, FEATS, lemmas)", ""]
    lines += ["| treebank | | words/s |", "|---|---|---:|"]
    lines += [f"| {row['treebank']} | {row['who']} | {row['tags words/s']:,} |" for row in rows]
    own = [row for row in rows if "raw errors" in row]
    lines += [
        "", "## Errors of udtools' validator, level 2", "",
        "What the stages before the parser write was given a tree in which each word depends on the one before, "
        "and X as the tag of words without one: level 2 wants them.", "",
        "| treebank | | raw text to tokens | to tags | to trees |", "|---|---|---:|---:|---:|",
    ]  # fmt: skip
    for row in own:
        errors = " | ".join(str(row[f"{way} errors"]) for way in ("raw tokens", "raw tags", "raw"))
        lines.append(f"| {row['treebank']} | {row['who']} | {errors} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write the page."""
    parser = options_of(__doc__, data=DATA, cache=CACHE)
    parser.add_argument("treebanks", nargs="*", metavar="TREEBANK", default=[*TREEBANKS, "box"])
    arguments = parser.parse_args()
    machine.require_compiled()
    output = arguments.cache / "pipeline" / "output"
    output.mkdir(parents=True, exist_ok=True)
    kept = arguments.cache / "pipeline" / "rows.json"
    known: dict[str, Row] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}

    def add(row: Row) -> None:
        known[f"{row['treebank']} {row['who']}"] = row
        kept.write_text(json.dumps(known, indent=1), "utf-8")
        print(json.dumps(row), flush=True)

    for wanted in arguments.treebanks:
        name = "English-EWT" if wanted == "box" else wanted
        folder = arguments.data / ("ud-2.16" if name == "English-EWT" else "ud-2.0") / name
        gold = folder / "test.conllu"
        text = restored_text(list(tw.read(gold)))
        if wanted == "box":
            add(measure("in the box", name, own_jobs(BOX, gold, text), gold, output))
            continue
        add(measure("treewright", name, own_jobs(trained(name, folder, arguments.cache), gold, text), gold, output))
        peer = udpipe.model_path(name, arguments.cache, True) if name in PEERS else None
        if peer is not None and peer.exists() and udpipe.INSTALLED:
            add(measure("UDPipe 1", name, udpipe_jobs(peer, gold, text), gold, output))
    rows = list(known.values())
    rows.sort(key=lambda row: (list(TREEBANKS).index(row["treebank"]), row["who"] == "UDPipe 1"))
    (RESULTS / "pipeline.md").write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
