"""Reparsing and voting against the single parsers they are made of, on the nine treebanks of UD 2.0.

    python -m benchmarks.accuracy.reparsing --preset accurate
    python -m benchmarks.accuracy.reparsing --preset fast,accurate --treebanks Tamil-TTB,Gothic-PROIEL

Three parsers that differ in transition system, root position and seed are combined by reparsing; three that differ in the seed
alone by voting and by reparsing.  Trainings go to benchmarks/results/reparsing.jsonl as they come and are not done again;
their models are kept in the cache.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from benchmarks.shared.experiments import (
    Journal,
    Laboratory,
    Record,
    Run,
    full_settings,
    laboratory_of,
    loaded,
    perform_all,
    scored,
)
from benchmarks.shared.options import CACHE, RESULTS, UD, add_run_options, options_of
from benchmarks.shared.results_page import Page, changes, gain, markdown, mean, number
from treewright.ensemble import Reparsing, Voting
from treewright.errors import SettingsError

SYSTEMS = (("arc-eager", "last"), ("arc-eager", "first"), ("arc-hybrid", "first"))
WANTED = 6  # treebanks of nine on which reparsing is to be better than the best of its parsers
ENSEMBLES = ("reparsing", "voting, seeds", "reparsing, seeds")


def planned(treebank: str, preset: str, first_seed: int, changed: dict[str, Any]) -> tuple[list[Run], list[Run]]:
    """The three parsers that differ, and the three that differ in their seed only."""
    different, seeds = [], []
    for number_, (system, root) in enumerate(SYSTEMS):
        seed = (first_seed + number_,)
        settings = full_settings({**changed, "system.name": system, "system.root": root}, preset)
        different.append(Run(f"{preset}: {system}, {root}", treebank, settings, seed, keep=True))
        seeds.append(Run(different[0].name, treebank, different[0].settings, seed, keep=True))
    return different, seeds


def best_first(runs: Sequence[Run], done: dict[Run, Record]) -> list[Run]:
    """The runs, the one with the best dev LAS first: ties go to it."""
    return sorted(runs, key=lambda run: -done[run]["dev"]["las"])


def ensemble_scores(different: list[Run], seeds: list[Run], done: dict[Run, Record], lab: Laboratory) -> Record:
    """LAS and UAS on test of the ensembles, and how many of their outputs are not trees."""
    test = lab.sentences(different[0].treebank, "test")
    mixed = [loaded(run, lab) for run in best_first(different, done)]
    alike = [loaded(run, lab) for run in best_first(seeds, done)]
    found: Record = {"bad_trees": 0}
    for name, ensemble in zip(ENSEMBLES, (Reparsing(mixed), Voting(alike), Reparsing(alike)), strict=True):
        found[name], bad = scored(ensemble, test)  # type: ignore[arg-type]
        found["bad_trees"] += bad
    return found


def table(page: Page, metric: str, treebanks: Sequence[str], plan: dict[str, Any], done: Any, found: dict[str, Record]) -> int:
    """One table of scores; returns on how many treebanks reparsing is better than the best of its parsers."""
    rows, better = [], 0
    for name in treebanks:
        different, seeds = plan[name]
        singles = [done[run]["test"][metric] for run in different]
        others = [done[run]["test"][metric] for run in seeds]
        own = [found[name][ensemble][metric] for ensemble in ENSEMBLES]
        better += own[0] > max(singles)
        rows.append([
            *singles, own[0], own[0] - max(singles), mean(others), max(others), own[1], own[2],
        ])  # fmt: skip
    means = [mean(column) for column in zip(*rows, strict=True)]
    head = [
        "treebank", *(f"{system}, {root}" for system, root in SYSTEMS), "reparsing", "gain over the best",
        "seeds, mean", "seeds, best", "seeds, voting", "seeds, reparsing",
    ]  # fmt: skip
    shown = [
        [name, *map(number, row[:4]), gain(row[4], 0.0) + (" ✓" if row[4] > 0 else ""), *map(number, row[5:])]
        for name, row in zip([*treebanks, "**mean**"], [*rows, means], strict=True)
    ]
    page.lines += [f"### {metric.upper()} on test", "", *markdown(head, shown)]
    return better


def main() -> int:
    parser = options_of(__doc__, data=UD, results=RESULTS, cache=CACHE)
    parser.add_argument("--preset", default="accurate", metavar="A,B", help="accurate, fast or both (default accurate)")
    add_run_options(parser)
    arguments = parser.parse_args()
    lab = laboratory_of(arguments, parser)
    try:
        plans = {
            preset: {name: planned(name, preset, arguments.first_seed, changes(arguments)) for name in arguments.treebanks}
            for preset in arguments.preset.split(",")
        }
        return compared(arguments, lab, plans)
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2


def compared(arguments: argparse.Namespace, lab: Laboratory, plans: dict[str, dict[str, tuple[list[Run], list[Run]]]]) -> int:
    """Train what is not known yet, score the ensembles and write the page."""
    runs = [run for plan in plans.values() for pair in plan.values() for group in pair for run in group]
    done, failures = perform_all(runs, Journal(lab.results / "reparsing.jsonl", lab), arguments.jobs)
    if failures:
        return 1
    seeds = [arguments.first_seed + i for i in range(len(SYSTEMS))]
    page = Page("Reparsing and voting", lab, arguments, ", ".join(map(str, seeds)) + ", one for each of three parsers")
    page.paragraph(
        "Scores on test in per cent: CoNLL 2018 definitions, all words (punctuation counts), label subtypes cut, gold",
        "tags. Trained on train; the epoch with the best dev LAS is kept; nothing was chosen on test.",
    )
    page.paragraph(
        "Reparsing: three parsers of different transition systems, root positions and seeds, all of the same weight.",
        "Seeds: three parsers that differ in nothing else, of the system and root position of the first column, one by one,",
        "voting on each transition, and reparsed. Ties go to the parser that is best on dev. ✓: reparsing is better than the",
        "best of its three parsers (chosen on test).",
        *([f"Changed settings: {', '.join(arguments.set)}."] if arguments.set else []),
    )
    missed = 0
    for preset, plan in plans.items():
        found = {name: ensemble_scores(*pair, done, lab) for name, pair in plan.items()}
        page.lines += [f"## Preset {preset}", ""]
        better = table(page, "las", arguments.treebanks, plan, done, found)
        table(page, "uas", arguments.treebanks, plan, done, found)
        bad = sum(record["bad_trees"] for record in found.values())
        whole = len(arguments.treebanks) == 9
        missed += whole and (better < WANTED or bad > 0)
        page.paragraph(
            f"Reparsing has a better LAS than the best of its parsers on {better} of {len(arguments.treebanks)} treebanks"
            + (f" (asked for: {WANTED} of 9)." if whole else f" ({WANTED} of 9 are asked for; these are not all)."),
            f"Outputs of the ensembles that are not a tree with exactly one root: {bad}.",
        )
    page.finish("reparsing", done.values(), arguments.treebanks, "accuracy.reparsing")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
