"""Pseudo-projective transformation: how much of gold trees the encodings recover, and what parsers gain from them.

    python -m benchmarks.accuracy.pseudo_projective --data DIR reach         arcs of the gold trees that come back; seconds
    python -m benchmarks.accuracy.pseudo_projective --data DIR accuracy      train with and without it; scores on dev
    python -m benchmarks.accuracy.pseudo_projective page                     write the page again

Results are kept in benchmarks/results/pseudo_projective.json, so that the parts can be run apart; each of them writes
benchmarks/results/pseudo_projective.md from all that is there.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of
from benchmarks.shared.results_page import markdown, mean, with_deviation
from treewright.treebank.projectivity import nonprojective_arcs
from treewright.treebank.pseudo_projective import ENCODINGS, decode, encode

Row = dict[str, Any]


def recovered(sentences: Sequence[tw.Sentence], encoding: str) -> Row:
    """Projectivise and decode gold trees: how many non-projective arcs and trees are as before, and the labels it takes."""
    arcs = right = trees = whole = 0
    labels: set[Any] = set()
    for sentence in sentences:
        heads = list(sentence.heads)
        crossing = nonprojective_arcs(heads)
        if not crossing:
            continue
        changed, marked = encode(encoding, heads, sentence.labels)
        found = decode(encoding, changed, marked)
        labels.update(label for label in marked if label is not None and not label.plain)
        arcs += len(crossing)
        right += sum(found[word - 1] == head for head, word in crossing)
        trees += 1
        whole += found == heads
    return {"encoding": encoding, "arcs": arcs, "right": right, "trees": trees, "whole": whole, "labels": len(labels)}


def crossing_scores(gold: Sequence[tw.Sentence], parsed: Sequence[tw.Sentence]) -> dict[str, int]:
    """Counts for precision and recall of labelled arcs that are non-projective in the parsed and in the gold tree."""
    counts = dict.fromkeys(("predicted", "predicted_right", "gold", "gold_right"), 0)
    for wanted, found in zip(gold, parsed, strict=True):
        own = list(zip(wanted.heads, wanted.labels, strict=True))
        other = list(zip(found.heads, found.labels, strict=True))
        for name, sentence in (("predicted", found), ("gold", wanted)):
            for _, word in nonprojective_arcs(sentence.heads):
                counts[name] += 1
                counts[f"{name}_right"] += own[word - 1] == other[word - 1]
    return counts


def accuracy(folder: Path, preset: str, seeds: int) -> list[Row]:
    """Train with each encoding and without; scores on dev, which also picks the epoch."""
    train, dev = (list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev"))
    rows = []
    for encoding in ("none", *ENCODINGS):
        for seed in range(1, seeds + 1):
            parser = tw.Parser(preset=preset, pseudo_projective=encoding)
            parser.train(train, dev, seed=seed)
            parsed = list(parser.pipe(dev))
            scores = tw.evaluate(dev, parsed)
            best = float("inf")
            for _ in range(5):
                start = time.process_time()
                for _ in parser.parse_bytes(dev):
                    pass
                best = min(best, time.process_time() - start)
            rows.append({
                "treebank": folder.name, "preset": preset, "encoding": encoding, "seed": seed, "uas": scores.uas,
                "las": scores.las, "speed": sum(map(len, dev)) / best, **crossing_scores(dev, parsed),
            })  # fmt: skip
            print(f"{folder.name}, {preset}, {encoding}, seed {seed}: LAS {scores.las:.2f}", file=sys.stderr, flush=True)
    return rows


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}" if whole else "-"


def page(found: dict[str, Any]) -> str:
    """The page of all results there are."""
    lines = ["# Pseudo-projective transformation", ""]
    if "reach" in found:
        lines += [
            "## Gold trees that come back", "",
            "Training treebanks are projectivised and decoded again, with gold labels: the share of non-projective arcs that "
            "have their head again, of non-projective trees that are as before, and the labels with marks that a parser has "
            "to learn.", "",
        ]  # fmt: skip
        table = []
        for treebank, rows in found["reach"]["rows"].items():
            for row in rows:
                cells = [f"{row['arcs']:,}", percent(row["right"], row["arcs"]), f"{row['trees']:,}",
                         percent(row["whole"], row["trees"]), str(row["labels"])]  # fmt: skip
                table.append([treebank, row["encoding"], *cells])
        head = ["treebank", "encoding", "non-projective arcs", "% back", "non-projective trees", "% back", "more labels"]
        lines += markdown(head, table)
    for key, run in sorted(found.get("accuracy", {}).items()):
        rows = run["rows"]
        seeds = len({row["seed"] for row in rows})
        lines += [
            f"## Parsing: {key}", "",
            f"Trained on train, epoch picked and scored on dev, gold words and tags; {seeds} seed{'s' if seeds > 1 else ''} "
            "from 1 on, mean and standard deviation. Precision and recall are of labelled arcs that are non-projective in the "
            "parsed and in the gold tree, all seeds together.", "",
        ]  # fmt: skip
        table = []
        for encoding in ("none", *ENCODINGS):
            own = [row for row in rows if row["encoding"] == encoding]
            total = {name: sum(row[name] for row in own) for name in ("predicted", "predicted_right", "gold", "gold_right")}
            table.append([
                encoding, with_deviation([row["las"] for row in own]), with_deviation([row["uas"] for row in own]),
                percent(total["predicted_right"], total["predicted"]), percent(total["gold_right"], total["gold"]),
                f"{mean([row['speed'] for row in own]):,.0f}",
            ])  # fmt: skip
        head = ["encoding", "LAS", "UAS", "precision, non-projective", "recall, non-projective", "tokens/s"]
        lines += markdown(head, table)
    lines += ["## How these figures were made", ""]
    runs = [found["reach"]] if "reach" in found else []
    for run in [*runs, *found.get("accuracy", {}).values()]:
        line = f"- `{run['command']}`; Universal Dependencies 2.0; {run['date']}; commit {run['commit']}; {run['machine']}"
        lines += [line] if line not in lines else []
    return "\n".join(lines) + "\n"


def main() -> int:
    """Measure one part and write the page."""
    arguments = options_of(__doc__, data=UD, results=RESULTS)
    arguments.add_argument("part", choices=("reach", "accuracy", "page"))
    arguments.add_argument("--treebanks", default="Latin-Perseus,Gothic-PROIEL", help="for accuracy")
    arguments.add_argument("--presets", default="fast", help="for accuracy")
    arguments.add_argument("--seeds", type=int, default=3, help="for accuracy")
    given = arguments.parse_args()
    machine.require_compiled()
    path = given.results / "pseudo_projective.json"
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    made = machine.made("accuracy.pseudo_projective")
    given.results.mkdir(parents=True, exist_ok=True)
    if given.part == "reach":
        folders = sorted(folder for folder in given.data.iterdir() if (folder / "train.conllu").exists())
        rows = {f.name: [recovered(list(tw.read(f / "train.conllu")), e) for e in ENCODINGS] for f in folders}
        found["reach"] = {**made, "rows": rows}
    elif given.part == "accuracy":
        for treebank in given.treebanks.split(","):
            for preset in given.presets.split(","):
                rows_of = accuracy(given.data / treebank, preset, given.seeds)
                found.setdefault("accuracy", {})[f"{treebank}, preset {preset}"] = {**made, "rows": rows_of}
                path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    text = page(found)
    (given.results / "pseudo_projective.md").write_text(text, "utf-8")
    print(text)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
