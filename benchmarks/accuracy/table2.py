"""Table 2 of the PanParser paper: two systems, two root positions, four strategies."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from benchmarks.shared.experiments import Journal, Laboratory, Run, full_settings, perform_all
from benchmarks.shared.results_page import Page, changes, markdown, mean, number, report_bad_trees

SMALL = 500  # the paper's Small treebanks have fewer training sentences
SYSTEMS, ROOTS = ("arc-eager", "arc-hybrid"), ("first", "last")
BEAM = {"search.beam": 8, "training.epochs": 20, "oracle.name": "dynamic", "training.references": "all"}
STRATEGIES: dict[str, dict[str, Any]] = {
    "Greedy": {"training.strategy": "local", "oracle.name": "static", "training.epochs": 15},
    "Greedy dynamic": {"training.strategy": "local", "training.exploration": "always", "training.epochs": 15},
    "Early update": {"training.strategy": "early-update", **BEAM},
    "Max-violation": {"training.strategy": "max-violation", **BEAM},
}
# Table 2 of the paper, UAS: all 73 treebanks, Small, Large; in the order of STRATEGIES.
PAPER = {
    ("arc-eager", "first"): ((77.89, 78.97, 80.29, 80.36), (66.27, 68.17, 68.48, 68.42), (81.15, 82.00, 83.60, 83.71)),
    ("arc-eager", "last"): ((78.63, 79.43, 80.35, 80.40), (67.60, 68.70, 68.58, 68.87), (81.72, 82.44, 83.66, 83.63)),
    ("arc-hybrid", "first"): ((75.72, 76.54, 79.39, 79.78), (66.56, 66.49, 66.72, 68.43), (78.29, 79.36, 82.95, 82.96)),
    ("arc-hybrid", "last"): ((76.02, 77.05, 79.70, 79.86), (66.74, 67.42, 68.39, 68.61), (78.62, 79.76, 82.87, 83.02)),
}


def table2(arguments: argparse.Namespace, lab: Laboratory) -> int:
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.seeds)
    labels = "joint" if arguments.labelled else "none"
    common = {"classifier.labels": labels, **changes(arguments)}
    cells = {
        (system, root, strategy): full_settings({"system.name": system, "system.root": root, **own, **common}, "panparser")
        for system in SYSTEMS
        for root in ROOTS
        for strategy, own in STRATEGIES.items()
    }
    runs = {
        (cell, treebank, seed): Run(" ".join(cell), treebank, settings, (seed,))
        for cell, settings in cells.items()
        for treebank in arguments.treebanks
        for seed in seeds
    }
    done, failures = perform_all(runs.values(), Journal(lab.results / "table2.jsonl", lab), arguments.jobs)
    sentences = {record["treebank"]: record["train_sentences"] for record in done.values()}
    groups = {
        "all": list(arguments.treebanks),
        "Small": [name for name in arguments.treebanks if sentences.get(name, 0) < SMALL],
        "Large": [name for name in arguments.treebanks if sentences.get(name, 0) >= SMALL],
    }

    def score(cell: tuple[str, str, str], names: Sequence[str], metric: str) -> float | None:
        return mean(
            done[run]["test"][metric] if (run := runs[cell, name, seed]) in done else None
            for name in names
            for seed in seeds
        )

    page = Page("Table 2 of the PanParser paper", lab, arguments, ", ".join(map(str, seeds)))
    page.paragraph(
        f"UAS on test in per cent, {'labelled (labels joint)' if arguments.labelled else 'unlabelled'} parsers.",
        "" if arguments.labelled else "PanParser is unlabelled by default, so `classifier.labels` is `none` here.",
        "Features zn11 with the transition history, gold tags; 15 epochs greedy, 20 epochs with a beam of 8;",
        "the epoch with the best dev score is kept. Each treebank has the same weight in a mean.",
        "Non-projective trees are trained on, by minimum cost, with the static oracle too.",
        "Our output has exactly one root in each sentence." if common.get("system.single_root", True) else "",
        *([f"Changed settings: {', '.join(arguments.set)}."] if arguments.set else []),
    )
    page.paragraph(
        f"Small: fewer than {SMALL} training sentences ({', '.join(groups['Small']) or 'none'});",
        f"Large: the others. The paper's figures are means of 73 treebanks, ours of {len(groups['all'])}: compare the",
        "order of the columns and rows, not the figures. PanParser's evaluation leaves out punctuation (gold UPOS",
        "PUNCT) unless told otherwise, so that table comes first.",
    )
    head = ["system, root", "treebanks", *STRATEGIES]
    for metric, title in (("uas_without_punctuation", "Without punctuation"), ("uas", "All words")):
        rows = [
            [f"{system}, {root}", group, *(number(score((system, root, s), names, metric)) for s in STRATEGIES)]
            for system in SYSTEMS
            for root in ROOTS
            for group, names in groups.items()
        ]
        page.lines += [f"## {title}", "", *markdown(head, rows)]
    rows = [
        [f"{system}, {root}", group, *map(number, figures)]
        for (system, root), lines in PAPER.items()
        for group, figures in zip(groups, lines, strict=True)
    ]
    page.lines += ["## The paper's figures", "", *markdown(head, rows)]
    page.lines += ["## The order of the strategies, best first", ""]
    page.paragraph("G: greedy, D: greedy dynamic, E: early update, M: max-violation; without punctuation.")
    rows = []
    for (system, root), lines in PAPER.items():
        for at, (group, names) in enumerate(groups.items()):
            ours = [score((system, root, s), names, "uas_without_punctuation") for s in STRATEGIES]
            if any(figure is None for figure in ours):
                continue
            mine, theirs = order(ours), order(lines[at])
            rows.append([f"{system}, {root}", group, mine, theirs, "yes" if mine == theirs else "no"])
    page.lines += markdown(["system, root", "treebanks", "ours", "paper", "same"], rows)
    if labels != "none":
        page.lines += ["## LAS, all words", ""]
        page.lines += markdown(head, [
            [f"{system}, {root}", group, *(number(score((system, root, s), names, "las")) for s in STRATEGIES)]
            for system in SYSTEMS for root in ROOTS for group, names in groups.items()
        ])  # fmt: skip
    for metric, title in (("uas_without_punctuation", "without punctuation"), ("uas", "all words")):
        rows = [
            [f"{name} ({sentences.get(name, '?')})", f"{system}, {root}"]
            + [number(score((system, root, s), [name], metric)) for s in STRATEGIES]
            for name in arguments.treebanks
            for system in SYSTEMS
            for root in ROOTS
        ]
        page.lines += [
            f"## Each treebank, {title}",
            "",
            *markdown(["treebank (training sentences)", *head[:1], *STRATEGIES], rows),
        ]
    report_bad_trees(page, done.values())
    page.finish("table2-labelled" if arguments.labelled else "table2", done.values(), arguments.treebanks)
    return 1 if failures else 0


def order(figures: Sequence[float | None]) -> str:
    """The strategies from best to worst, by their first letters: G, D, E, M."""
    letters = dict(zip("GDEM", figures, strict=True))
    return " > ".join(sorted(letters, key=lambda letter: -(letters[letter] or 0)))
