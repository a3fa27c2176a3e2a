"""Partial trees: training on a share of the arcs, and parsing with a share of the gold heads given.

    python benchmarks/partial_trees.py --data DIR training     train on 10 to 100 % of the arcs, and of the sentences
    python benchmarks/partial_trees.py --data DIR given        give 0 to 90 % of the gold heads to an ordinary parser

Results are kept in benchmarks/results/partial_trees.json, so that the two can be run apart; both write
benchmarks/results/partial_trees.md and partial_trees.png from all that is there.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy
PROJECT = Path(__file__).resolve().parent.parent
sys.path.append(str(PROJECT))  # last: an installed treewright goes first

import machine  # noqa: E402
from partial_trees_page import write_page  # noqa: E402

import treewright as tw  # noqa: E402

TRAINING_SHARES = (10, 25, 50, 75, 90, 100)
GIVEN_SHARES = (0, 10, 25, 50, 75, 90)
Row = dict[str, Any]


def with_arcs(sentence: tw.Sentence, kept: Sequence[bool]) -> tw.Sentence:
    """The sentence with some of its arcs only."""
    pairs = zip(sentence.heads, sentence.labels, kept, strict=True)
    tree = [(int(head), label) if keep else (None, None) for head, label, keep in pairs]
    return sentence.with_tree([head for head, _ in tree], [label for _, label in tree])


def share_of_arcs(sentences: Iterable[tw.Sentence], percent: float, seed: int) -> list[tw.Sentence]:
    """Exactly this share of the arcs of a treebank, drawn once; smaller shares are part of larger ones."""
    rng = random.Random(seed)
    found = [(s, [rng.random() for _ in range(len(s))]) for s in sentences]
    draws = sorted(draw for _, own in found for draw in own)
    limit = draws[round(len(draws) * percent / 100) - 1] if percent > 0 else -1.0
    return [with_arcs(s, [draw <= limit for draw in own]) if len(s) else s for s, own in found]


def share_of_sentences(sentences: Iterable[tw.Sentence], percent: float, seed: int) -> list[tw.Sentence]:
    """Whole sentences, drawn once, until they have this share of the arcs."""
    order = list(sentences)
    random.Random(seed).shuffle(order)
    wanted = sum(map(len, order)) * percent / 100
    words = 0
    found = []
    for sentence in order:
        if words >= wanted:
            break
        found.append(sentence)
        words += len(sentence)
    return found


def blank(sentence: tw.Sentence) -> tw.Sentence:
    """The sentence without its tree."""
    return with_arcs(sentence, [False] * len(sentence))


def training_shares(folder: Path, preset: str, seeds: int) -> list[Row]:
    """Train on shares of the arcs and of the sentences; scores on test, the epoch picked on the whole dev treebank."""
    train, dev, test = (list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev", "test"))
    rows = []
    for percent in TRAINING_SHARES:
        for what, draw in (("arcs", share_of_arcs), ("sentences", share_of_sentences)):
            if percent == 100 and what == "sentences":
                continue  # the same as all arcs
            for seed in range(1, seeds + 1):
                data = draw(train, percent, seed)
                parser = tw.Parser(preset=preset)
                start = time.process_time()
                parser.train(data, dev, seed=seed)
                seconds = time.process_time() - start
                scores = tw.evaluate(test, parser.pipe(map(blank, test)))
                arcs = sum(head >= 0 for s in data for head in s.heads)
                rows.append({
                    "preset": preset, "percent": percent, "what": what, "seed": seed, "arcs": arcs, "sentences": len(data),
                    "uas": scores.uas, "las": scores.las, "seconds": round(seconds, 1),
                })  # fmt: skip
                print(f"{preset} {percent} % of the {what}, seed {seed}: LAS {scores.las:.2f}", file=sys.stderr, flush=True)
    return rows


def given_heads(folder: Path, preset: str, rounds: int, seed: int) -> list[Row]:
    """Parse with a share of the gold heads given: LAS on the other words, arcs kept, time beside free parsing."""
    train, dev, test = (list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev", "test"))
    parser = tw.Parser(preset=preset)
    parser.train(train, dev, seed=1)
    free = [blank(s) for s in test]
    rows = []
    for percent in GIVEN_SHARES:
        given = share_of_arcs(test, percent, seed)
        parsed = list(parser.pipe(given, keep="all", on_conflict="relax"))
        usual = list(parser.pipe(free))
        # What was asked for and dropped is seen by comparing output and input.  When parsing reports conflicts itself,
        # its count belongs beside this one.
        wanted = kept = 0
        for asked, made in zip(given, parsed, strict=True):
            for head, label, own_head, own_label in zip(asked.heads, asked.labels, made.heads, made.labels, strict=True):
                wanted += head >= 0
                kept += head >= 0 and (head, label) == (own_head, own_label)
        rest = [with_arcs(gold, [head < 0 for head in asked.heads]) for gold, asked in zip(test, given, strict=True)]
        left, before = tw.evaluate(rest, parsed), tw.evaluate(rest, usual)
        constrained, unconstrained = times(parser, given, free, rounds)
        words = sum(map(len, test))
        rows.append({
            "preset": preset, "percent": percent, "given": wanted, "kept": kept, "rest": left.metrics["LAS"].gold_total,
            "las": left.las, "uas": left.uas, "free_las": before.las, "free_uas": before.uas,
            "constrained": words / constrained, "free": words / unconstrained,
        })  # fmt: skip
        print(f"{preset} {percent} % given: LAS on the rest {left.las:.2f}, {kept:,} of {wanted:,} kept", file=sys.stderr)
    return rows


def times(parser: tw.Parser, given: list[tw.Sentence], free: list[tw.Sentence], rounds: int) -> tuple[float, float]:
    """CPU seconds of constrained and of free parsing: one after the other in each round, the best of all rounds."""
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for which, (sentences, how) in enumerate(((given, {"keep": "all", "on_conflict": "relax"}), (free, {}))):
            start = time.process_time()
            for _ in parser.parse_bytes(sentences, **how):
                pass
            best[which] = min(best[which], time.process_time() - start)
    return best[0], best[1]


def main() -> int:
    """Measure one part and write the page."""
    assert __doc__ is not None
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("part", choices=("training", "given", "page"))
    arguments.add_argument("--data", type=Path, default=PROJECT.parent / "shared" / "data" / "ud-2.0", metavar="DIR")
    arguments.add_argument("--results", type=Path, default=PROJECT / "benchmarks" / "results", metavar="DIR")
    arguments.add_argument("--treebank", default="French-Sequoia")
    arguments.add_argument("--presets", default="fast,accurate")
    arguments.add_argument("--seeds", type=int, default=3, help="for training: seeds of the draw and of the parser")
    arguments.add_argument("--rounds", type=int, default=7, help="for given: the best time of so many")
    given = arguments.parse_args()
    machine.require_compiled()
    path = given.results / "partial_trees.json"
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    commit = machine.git_version()  # now: it may be another one when hours have passed
    if given.part != "page":
        for preset in given.presets.split(","):
            if given.part == "training":
                rows = training_shares(given.data / given.treebank, preset, given.seeds)
            else:
                rows = given_heads(given.data / given.treebank, preset, given.rounds, 1)
            found.setdefault(given.part, {})[preset] = {
                "rows": rows,
                "treebank": given.treebank,
                "command": machine.command_line("partial_trees.py", sys.argv[1:]),
                "date": machine.today(),
                "commit": commit,
                "machine": machine.machine_kind(),
            }
            given.results.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    write_page(found, given.results)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
