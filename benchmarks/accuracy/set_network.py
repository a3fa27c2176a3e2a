"""The set-based network with its own tags: raw words in, tags and discontinuous constituency trees out.

    python -m benchmarks.accuracy.set_network run                            train all rows, score dev
    python -m benchmarks.accuracy.set_network run --rows "dynamic" --seeds 1,2,3 --data-sets wsj --epochs 20
    python -m benchmarks.accuracy.set_network test --rows "static;dynamic"   score test with the models that were kept
    python -m benchmarks.accuracy.set_network page                           benchmarks/results/set_network.md

Runs are one after another, each in one thread. Results go to benchmarks/results/set_network.jsonl as they come; what
stands there is not run again. A run that was stopped goes on after its last epoch.
"""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.accuracy.constituents import read
from benchmarks.shared import machine
from benchmarks.shared.options import CACHE, DATA, RESULTS, options_of
from benchmarks.shared.results_page import markdown, mean
from treewright.decoding.decoder import decoded

SETTINGS = {"system": "set-based", "classifier": "bilstm", "network.tagger": True}
ROWS: dict[str, dict[str, Any]] = {
    "static": {"oracle": "static"},
    "dynamic": {},  # the paper's: 15 % of the sentences are parsed by drawn transitions
    "dynamic, all references": {"training.references": "all"},
    "dynamic, exact costs": {"oracle.rule": "exact"},
    "dynamic, always explored": {"explore": "always"},
    "dynamic, words and characters of Table 5, no affixes": {
        "network.word": 32, "network.character_vectors": 100, "network.affixes": 0,
    },
    "dynamic, affixes in place of characters": {"network.characters": 0},
    "dynamic, states of 200": {"network.width": 200},
    "dynamic, tanh": {"network.activation": "tanh"},
    "gold tags, dynamic": {"network.tagger": False},
    "gold tags, static": {"network.tagger": False, "oracle": "static"},
}
# shared/PEERS.md
PEERS = {"wsj": (("discoparset (the paper's authors), static", "82.70 / 33.3", "81.32 / 58.1", "564", "516"),)}
KEY = ("data", "row", "seed", "epochs")


def run(key: tuple[str, str, int, int], folder: Path, cache: Path) -> dict[str, Any]:
    """Train one parser, keep it, and score it on dev."""
    data, row, seed, epochs = key
    parts = read(str(folder), data)
    parser = tw.Parser({**SETTINGS, **ROWS[row]}, seed=seed, epochs=epochs)
    kept, started = model_of(key, cache), time.process_time()
    kept.parent.mkdir(parents=True, exist_ok=True)
    checkpoint = kept.with_suffix(".checkpoint")
    rows = parser.train(parts["train"], parts["dev"], progress=False, checkpoint=checkpoint, resume=checkpoint.exists())
    parser.save(kept)
    seconds = round(time.process_time() - started)
    if checkpoint.is_dir():
        shutil.rmtree(checkpoint)
    else:
        checkpoint.unlink(missing_ok=True)
    words = sum(map(len, parts["train"]))
    return {
        **dict(zip(KEY, key, strict=True)), "dev": scored(parser, parts["dev"]),
        "train_seconds": max(seconds, round(sum(words / r["tokens_per_second"] for r in rows))),  # also before it was stopped
        "settings": parser.settings, **when(),
    }  # fmt: skip


def scored(parser: Any, sentences: list[Any]) -> dict[str, float]:
    """Scores, and the speed of one thread."""
    decoder = parser.new_decoder()
    decoded(decoder, sentences[:20])
    started = time.process_time()
    prediction = decoded(decoder, sentences)
    seconds = time.process_time() - started
    scores = parser.family.score(sentences, prediction, parser.alphabets).scores
    return {
        "f1": scores.f1, "disc_f1": scores.discontinuous_f1, "precision": scores.precision, "recall": scores.recall,
        "exact": scores.exact_match, "tags": scores.tagging, "tokens_per_second": round(sum(map(len, sentences)) / seconds),
    }  # fmt: skip


def model_of(key: tuple[str, str, int, int], cache: Path) -> Path:
    """The model file of a run."""
    return cache / "set_network" / ("-".join(str(part) for part in key).replace(",", "").replace(" ", "_") + ".tw")


def when() -> dict[str, str]:
    """Date, commit and machine."""
    return {"date": machine.today(), "git": machine.git_version(), "machine": machine.machine_kind()}


def journal(results: Path) -> list[dict[str, Any]]:
    """What has been run."""
    path = results / "set_network.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def note(results: Path, record: dict[str, Any]) -> None:
    """Add a line to the journal."""
    with (results / "set_network.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")


def page(results: Path) -> str:
    """The tables."""
    lines = [
        "# The set-based network with its own tags", "",
        "Labelled F1 / F1 of discontinuous constituents in per cent (`proper` parameters, as disco-dop 0.5.2 computes",
        "them), means of the seeds. The parsers see words only, and find tags and trees, unless a row has gold tags. The",
        "epoch with the best dev F1 is kept. wsj dev has 38 scored discontinuous constituents and wsj test 60, so one of",
        "them is worth two points. Tokens/s are of one thread, without reading and writing, and training is in one thread,",
        "both on a machine with other work.", "",
    ]  # fmt: skip
    records = list({(*(r[name] for name in KEY), "test" in r): r for r in journal(results)}.values())  # the last of each
    for data in ("wsj", "alpino"):
        groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
        for record in records:
            if record["data"] == data:
                groups.setdefault((list(ROWS).index(record["row"]), record["epochs"], record["row"]), []).append(record)
        rows = [[row, str(epochs), *_cells(own)] for (_, epochs, row), own in sorted(groups.items())]
        rows += [[name, "2", dev, test, "-", rate, cost, "1"] for name, dev, test, rate, cost in PEERS.get(data, ()) if rows]
        head = ("parser", "epochs", "dev F1 / disc.", "test F1 / disc.", "dev tags", "tokens/s", "train CPU s", "seeds")
        lines += [f"## {data}", "", *markdown(head, rows)] if rows else []
    seen = {key: ", ".join(sorted({str(r[key]) for r in records})) for key in ("seed", "date", "git")}
    where = []
    for kind in sorted({r["machine"] for r in records}):
        runs = sorted({(r["data"], r["epochs"]) for r in records if r["machine"] == kind})
        where.append(f"- {', '.join(f'{data} with {epochs} epochs' for data, epochs in runs)}: {kind}")
    lines += [
        "## How these figures were made", "",
        "- commands: `python -m benchmarks.accuracy.set_network run --epochs N`, `test --epochs N`, `page`; N is in the table",
        "- data: the samples of the Penn Treebank and of Alpino that NLTK distributes, made discontinuous (see shared/data)",
        f"- seeds: {seen['seed']}", f"- trained: {seen['date']}; commit {seen['git']}", *where, "",
    ]  # fmt: skip
    return "\n".join(lines)


def _cells(records: list[dict[str, Any]]) -> list[str]:
    runs = [r for r in records if "dev" in r]
    cells = []
    for part in ("dev", "test"):
        figures = [mean(r[part][key] for r in records if part in r) for key in ("f1", "disc_f1")]
        cells.append("-" if figures[0] is None else f"{figures[0]:.2f} / {figures[1]:.1f}")
    cells.append(f"{mean(r['dev']['tags'] for r in runs):.2f}")
    costs = (mean(r["dev"]["tokens_per_second"] for r in runs), mean(r["train_seconds"] for r in runs))
    return [*cells, *(f"{cost:,.0f}" for cost in costs), str(len(runs))]


def main() -> None:
    """Run what is missing, and write the page."""
    parser = options_of(__doc__, data=DATA / "disco", results=RESULTS, cache=CACHE)
    parser.add_argument("command", choices=("run", "test", "page"))
    parser.add_argument("--rows", default="static;dynamic", metavar="A;B", help=f"some of {'; '.join(ROWS)}")
    parser.add_argument("--data-sets", default="wsj", metavar="A,B", help="wsj, alpino")
    parser.add_argument("--seeds", default="1", metavar="A,B")
    parser.add_argument("--epochs", type=int, default=15, metavar="N")
    arguments = parser.parse_args()
    machine.require_compiled()
    rows = [row.strip() for row in arguments.rows.split(";")]
    if unknown := [row for row in rows if row not in ROWS]:
        parser.error(f"--rows: seen {unknown[0]!r}, expected some of {'; '.join(ROWS)}")
    for data in arguments.data_sets.split(",") if arguments.command != "page" else ():
        for seed in map(int, arguments.seeds.split(",")):
            for row in rows:
                _run_missing(arguments, (data, row, seed, arguments.epochs))
    text = page(arguments.results)
    (arguments.results / "set_network.md").write_text(text, "utf-8")
    print(text)


def _run_missing(arguments: Any, key: tuple[str, str, int, int]) -> None:
    part = "dev" if arguments.command == "run" else "test"
    if any(part in r and tuple(r[name] for name in KEY) == key for r in journal(arguments.results)):
        return
    if part == "dev":
        record = run(key, arguments.data, arguments.cache)
    else:
        parser = tw.load(model_of(key, arguments.cache))
        found = scored(parser, read(str(arguments.data), key[0])["test"])
        record = {**dict(zip(KEY, key, strict=True)), "test": found, **when()}
    note(arguments.results, record)
    print(*key, record[part], flush=True)


if __name__ == "__main__":
    main()
