"""Partial trees: training on a share of the arcs, and parsing with a share of the gold heads given.

    python -m benchmarks.accuracy.partial_trees --data DIR training   train on 10 to 100 % of the arcs, and of the sentences
    python -m benchmarks.accuracy.partial_trees --data DIR given      give 0 to 90 % of the gold heads to an ordinary parser,
                                                                       and to one that was trained with half of the heads given
    python -m benchmarks.accuracy.partial_trees --data DIR other      what constraints cost that are no arcs

Results are kept in benchmarks/results/partial_trees.json, so that they can be run apart; each writes
benchmarks/results/partial_trees.md and partial_trees.png from all that is there.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import treewright as tw
from benchmarks.accuracy.partial_trees_page import write_page
from benchmarks.shared import machine
from benchmarks.shared.options import RESULTS, UD, options_of
from treewright.constraints import Constraints
from treewright.constraints.conflict import clash, relax
from treewright.treebank.projectivity import is_projective

TRAINING_SHARES = (10, 25, 50, 75, 90, 100)
GIVEN_SHARES = (0, 10, 25, 50, 75, 90)
DRAWS = 5  # of the heads that are given
WITH_HALF = ", trained with half of the heads given"
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


def fitting(sentence: tw.Sentence) -> tuple[tw.Sentence, int]:
    """The sentence without the arcs that no projective tree can have together (as few as possible), and how many these are."""
    known = Constraints.of(sentence, "heads").constraints
    dropped = relax(known, len(sentence))[1] if clash(known, len(sentence)) else []
    lost = {constraint.word for constraint in dropped}
    return with_arcs(sentence, [word not in lost for word in range(1, len(sentence) + 1)]), len(lost)


def given_heads(folder: Path, preset: str, rounds: int, *, trained_with: float = 0.0) -> list[Row]:
    """Parse with a share of the gold heads given: LAS on the other words, arcs kept, time beside free parsing."""
    train, dev, test = (list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev", "test"))
    settings = {"training.given_heads": trained_with, "features.options": "given"} if trained_with else {}
    parser = tw.Parser(settings, preset=preset)
    parser.train(train, dev, seed=1)
    free = [blank(s) for s in test]
    usual = list(parser.pipe(free))
    whole, crossing = zip(*map(fitting, test), strict=True)
    rows = []
    for percent in GIVEN_SHARES:
        wanted = kept = 0
        scores: dict[str, list[float]] = {"las": [], "uas": [], "free_las": [], "free_uas": []}
        for draw in range(DRAWS if percent else 1):
            drawn = share_of_arcs(test, percent, draw)
            given = [  # those drawn that a projective tree can have; all others that were not drawn are the rest
                with_arcs(sentence, [head >= 0 for head in asked.heads]) for sentence, asked in zip(whole, drawn, strict=True)
            ]
            parsed = list(parser.pipe(given, keep="all"))
            for asked, made in zip(given, parsed, strict=True):
                for head, label, own_head, own_label in zip(asked.heads, asked.labels, made.heads, made.labels, strict=True):
                    wanted += head >= 0
                    kept += head >= 0 and (head, label) == (own_head, own_label)
            rest = [with_arcs(gold, [head < 0 for head in asked.heads]) for gold, asked in zip(test, drawn, strict=True)]
            left, before = tw.evaluate(rest, parsed), tw.evaluate(rest, usual)
            for name, score in (("las", left.las), ("uas", left.uas), ("free_las", before.las), ("free_uas", before.uas)):
                scores[name].append(score)
        constrained, unconstrained = times(parser, given, free, rounds)
        words = sum(map(len, test))
        rows.append({
            "preset": preset, "percent": percent, "given": wanted, "kept": kept, "rest": left.metrics["LAS"].gold_total,
            **{name: sum(found) / len(found) for name, found in scores.items()}, "crossing": sum(crossing),
            "constrained": words / constrained, "free": words / unconstrained,
        })  # fmt: skip
        las = rows[-1]["las"]
        print(f"{preset} {percent} % given: LAS on the rest {las:.2f}, {kept:,} of {wanted:,} kept", file=sys.stderr)
    return rows


def other_constraints(folder: Path, preset: str, seed: int) -> list[Row]:
    """Milliseconds per sentence with constraints other than arcs, by length."""
    train, dev, test = (list(tw.read(folder / f"{part}.conllu")) for part in ("train", "dev", "test"))
    parser = tw.Parser(preset=preset)
    parser.train(train, dev, seed=1, epochs=2)  # how good it is does not matter here
    rng = random.Random(seed)
    rows = []
    for least, most in ((5, 15), (15, 30), (30, 60), (60, 120)):
        sentences = [s for s in test if least <= len(s) < most and is_projective(list(s.heads))][:50]
        known = {s: some_knowledge(s, rng) for s in sentences}
        took = [float("inf"), float("inf")]
        for _ in range(3):
            for which, how in enumerate(({}, {"constraints": known.get})):
                start = time.process_time()
                parsed = list(parser.pipe(sentences, **how))
                took[which] = min(took[which], 1000 * (time.process_time() - start) / max(1, len(sentences)))
        wrong = sum(not c.holds(list(p.heads)) for s, p in zip(sentences, parsed, strict=True) for c in known[s])
        rows.append({
            "preset": preset, "least": least, "most": most, "sentences": len(sentences),
            "constraints": sum(map(len, known.values())), "broken": wrong, "free": took[0], "constrained": took[1],
        })  # fmt: skip
        print(f"{preset} {least}-{most} words: {took[0]:.2f} ms free, {took[1]:.2f} ms, {wrong} broken", file=sys.stderr)
    return rows


def some_knowledge(sentence: tw.Sentence, rng: random.Random) -> tw.Constraints:
    """A direction, a set of heads or an excluded head for about a third of the words, and one subtree; all true."""
    known = tw.Constraints()
    heads = list(sentence.heads)
    for word, head in enumerate(heads, 1):
        what = rng.randrange(9)
        others = [h for h in rng.sample(range(len(heads) + 1), 3) if h not in (head, word)]
        if what == 0 and head:
            (known.left if head < word else known.right)(word)
        elif what == 1:
            known.one_of(word, [head, *others])
        elif what == 2:
            known.no_head(word, *others)
    below = {rng.randint(1, len(heads))}
    while more := {word for word, head in enumerate(heads, 1) if head in below} - below:
        below |= more
    return known.subtree(min(below), max(below))


def times(parser: tw.Parser, given: list[tw.Sentence], free: list[tw.Sentence], rounds: int) -> tuple[float, float]:
    """CPU seconds of constrained and of free parsing: one after the other in each round, the best of all rounds."""
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for which, (sentences, how) in enumerate(((given, {"keep": "all"}), (free, {}))):
            start = time.process_time()
            for _ in parser.parse_bytes(sentences, **how):
                pass
            best[which] = min(best[which], time.process_time() - start)
    return best[0], best[1]


def main() -> int:
    """Measure one part and write the page."""
    arguments = options_of(__doc__, data=UD, results=RESULTS)
    arguments.add_argument("part", choices=("training", "given", "other", "page"))
    arguments.add_argument("--treebank", default="French-Sequoia")
    arguments.add_argument("--presets", default="fast,accurate")
    arguments.add_argument("--seeds", type=int, default=3, help="for training: seeds of the draw and of the parser")
    arguments.add_argument("--rounds", type=int, default=7, help="for given: the best time of so many")
    given = arguments.parse_args()
    machine.require_compiled()
    path = given.results / "partial_trees.json"
    found = json.loads(path.read_text("utf-8")) if path.exists() else {}
    made = machine.made("accuracy.partial_trees")
    if given.part != "page":
        names = given.presets.split(",")
        if given.part == "given":
            names += [f"{name}{WITH_HALF}" for name in names]
        for name in names:
            preset, folder = name.removesuffix(WITH_HALF), given.data / given.treebank
            if given.part == "training":
                rows = training_shares(folder, preset, given.seeds)
            elif given.part == "given":
                rows = given_heads(folder, preset, given.rounds, trained_with=0.5 if name != preset else 0.0)
            else:
                rows = other_constraints(folder, preset, 1)
            found.setdefault(given.part, {})[name] = {
                "rows": rows,
                "treebank": given.treebank,
                **made,
            }
            given.results.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")
    write_page(found, given.results)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
