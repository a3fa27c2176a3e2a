"""The presets against other parsers, on test."""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterable, Sequence

from benchmarks.shared.experiments import Journal, Laboratory, Record, Run, full_settings, perform_all
from benchmarks.shared.results_page import Page, changes, gain, markdown, mean, number, with_deviation

# Other parsers on the same data, gold tags, all words, label subtypes cut: UAS, LAS on test, one training run each.
PEERS: dict[str, dict[str, tuple[float, float]]] = {
    "Greek-GDT": {"UDPipe 1.4": (85.69, 83.43), "MaltParser tuned": (85.95, 83.84)},
    "Turkish-IMST": {"UDPipe 1.4": (64.10, 57.76), "MaltParser tuned": (67.80, 62.57)},
    "Latin-Perseus": {"UDPipe 1.4": (61.04, 54.42), "MaltParser tuned": (63.29, 56.95)},
    "Tamil-TTB": {"UDPipe 1.4": (77.38, 70.14), "MaltParser tuned": (79.34, 72.70)},
    "Gothic-PROIEL": {"UDPipe 1.4": (81.13, 76.63), "MaltParser tuned": (81.99, 77.91)},
    "French-Sequoia": {"UDPipe 1.4": (87.79, 86.27), "MaltParser tuned": (87.00, 85.38)},
    "Vietnamese-VTB": {"UDPipe 1.4": (67.14, 63.76), "MaltParser tuned": (71.35, 68.05)},
    "Hungarian-Szeged": {"UDPipe 1.4": (79.28, 76.19), "MaltParser tuned": (79.33, 76.55)},
    "Irish-IDT": {"UDPipe 1.4": (73.70, 64.79), "MaltParser tuned": (74.93, 67.89)},
}
UAS, LAS = 0, 1
KINDS = ("fast", "accurate", "sum")


def best_peer(treebank: str, metric: int = LAS) -> float:
    return max(scores[metric] for scores in PEERS[treebank].values())


def presets(arguments: argparse.Namespace, lab: Laboratory) -> int:
    count = arguments.seeds
    groups = [
        tuple(range(first, first + count))
        for first in range(arguments.first_seed, arguments.first_seed + count * arguments.repetitions, count)
    ]
    accurate, fast = (full_settings(changes(arguments), preset) for preset in ("accurate", "fast"))
    plan: dict[str, list[Run]] = {}
    for name in arguments.treebanks:
        plan[f"fast {name}"] = [Run("fast", name, fast, (seed,)) for seed in groups[0]]
        plan[f"accurate {name}"] = [Run("accurate", name, accurate, (s,), keep=True) for s in groups[0]]
        plan[f"more {name}"] = [Run("accurate", name, accurate, (s,), keep=True) for group in groups[1:] for s in group]
        plan[f"sum {name}"] = [Run("accurate, summed", name, accurate, group) for group in groups if count > 1]
    done, failures = perform_all(
        (run for runs in plan.values() for run in runs), Journal(lab.results / "presets.jsonl", lab), arguments.jobs
    )

    def scores(kind: str, name: str, metric: str = "las") -> list[float]:
        return [done[run]["test"][metric] for run in plan[f"{kind} {name}"] if run in done]

    def average(kind: str, names: Sequence[str], metric: str = "las") -> float | None:
        return mean(mean(scores(kind, name, metric)) for name in names)

    def average_of_seeds(kind: str, metric: str = "las") -> list[float]:
        """The mean over treebanks, one for each seed (or sum of seeds)."""
        columns = [scores(kind, name, metric) for name in arguments.treebanks]
        return [statistics.fmean(column) for column in zip(*columns, strict=False)] if all(columns) else []

    page = Page(
        "The presets against other parsers", lab, arguments,
        f"{', '.join(map(str, groups[0]))} one by one; sums of " + ", ".join("+".join(map(str, g)) for g in groups),
    )  # fmt: skip
    page.paragraph(
        "Scores on test in per cent: CoNLL 2018 definitions, all words (punctuation counts), label subtypes cut, gold",
        "tags.",
        "Trained on train; the epoch with the best dev LAS is kept; nothing was chosen on test.",
        f"One seed: mean ± standard deviation (n - 1) of {count} seeds.",
        f"Summed: the weights of {count} seeds as one model, which is what `--seeds {count}` makes; the",
        "tables of the same trainings are summed. "
        + (
            f"Mean ± standard deviation of {len(groups)} sums of different seeds."
            if len(groups) > 1
            else "There is one such model for each treebank, so no deviation is given (`--repetitions 3` makes three)."
        ),
        *([f"Changed settings: {', '.join(arguments.set)}."] if arguments.set else []),
    )
    page.paragraph(
        "Other parsers: UDPipe 1.4 and MaltParser 1.9 with tuned features, same data, same tags, scored the same",
        "way, one run each.",
    )
    for metric, at in (("las", LAS), ("uas", UAS)):
        rows = []
        for name in arguments.treebanks:
            peer = best_peer(name, at) if name in PEERS else None
            one, summed = mean(scores("accurate", name, metric)), mean(scores("sum", name, metric))
            rows.append([
                name,
                number(PEERS[name]["UDPipe 1.4"][at] if name in PEERS else None), number(peer),
                with_deviation(scores("fast", name, metric)), with_deviation(scores("accurate", name, metric)),
                with_deviation(scores("sum", name, metric)), gain(one, peer), gain(summed, peer),
            ])  # fmt: skip
        known = [name for name in arguments.treebanks if name in PEERS]
        peers = mean(best_peer(name, at) for name in known)
        rows.append([
            "**mean**", number(mean(PEERS[name]["UDPipe 1.4"][at] for name in known)), number(peers),
            with_deviation(average_of_seeds("fast", metric)), with_deviation(average_of_seeds("accurate", metric)),
            with_deviation(average_of_seeds("sum", metric)),
            gain(average("accurate", known, metric), peers), gain(average("sum", known, metric), peers),
        ])  # fmt: skip
        head = ["treebank", "UDPipe 1.4", "best peer", "fast", "accurate, one seed", f"accurate, {count} seeds summed"]
        page.lines += [f"## {metric.upper()} on test", "", *markdown([*head, "gain of one", "gain of the sum"], rows)]
    page.paragraph(
        "A gain is the mean minus the best peer. The deviation of the last row is that of the mean over treebanks.",
    )

    def of(kind: str, name: str, value: Callable[[Record], float]) -> list[float]:
        return [value(done[run]) for run in plan[f"{kind} {name}"] if run in done]

    rows = []
    for name in arguments.treebanks:
        row = [name, *(with_deviation(of(kind, name, lambda record: record["dev"]["las"])) for kind in KINDS)]
        row += [f"{mean(of(kind, name, lambda record: record['train_seconds'])) or 0:.0f}" for kind in KINDS[:2]]
        row += [f"{mean(of(kind, name, lambda record: record['best_epoch'])) or 0:.1f}" for kind in KINDS[:2]]
        rows.append(row)
    head = ["treebank", *(f"dev LAS, {kind}" for kind in KINDS), *(f"CPU s, {kind}" for kind in KINDS[:2])]
    page.lines += [
        "## Dev scores and training",
        "",
        *markdown([*head, *(f"best epoch, {kind}" for kind in KINDS[:2])], rows),
    ]
    page.paragraph("CPU seconds are those of one seed, with the dev scores after each epoch.")
    failed = print_checks(page, arguments, scores, average, done.values())
    page.finish("presets", done.values(), arguments.treebanks)
    return 1 if failures or failed else 0


def print_checks(
    page: Page,
    arguments: argparse.Namespace,
    scores: Callable[..., list[float]],
    average: Callable[..., float | None],
    records: Iterable[Record],
) -> int:
    """The goals of the project, each with what was measured; returns how many are missed."""
    names = [name for name in arguments.treebanks if name in PEERS]
    whole = {*names} == {*PEERS} and all(average(kind, names) is not None for kind in ("fast", "accurate"))
    peers = mean(best_peer(name) for name in names) or 0.0

    def above(kind: str, limit: Callable[[str], float], pick: Callable[[list[float]], float]) -> list[str]:
        return [name for name in names if (own := scores(kind, name)) and pick(own) > limit(name)]

    def udpipe(name: str) -> float:
        return PEERS[name]["UDPipe 1.4"][LAS]

    checks: list[tuple[str, str, bool | None]] = []
    for kind, title in (("accurate", "accurate, one seed"), ("sum", "accurate, summed")):
        better = above(kind, best_peer, statistics.fmean)
        checks.append(
            (
                f"{title}: mean better than the best peer on all 9",
                f"{len(better)} of {len(names)}",
                len(better) == len(PEERS),
            )
        )
    always = above("accurate", best_peer, min)
    checks.append(
        ("accurate: the worst seed too is better on all 9 (not asked for)", f"{len(always)} of {len(names)}", None)
    )
    for kind, title, least in (("accurate", "one seed", 3.3), ("sum", "summed", 3.7)):
        own = average(kind, names)
        checks.append(
            (
                f"accurate, {title}: mean LAS at least {least} above",
                gain(own, peers),
                own is not None and own - peers >= least,
            )
        )
    better = above("fast", udpipe, statistics.fmean)
    checks.append(
        ("fast: better than UDPipe 1.4 on at least 8 of 9", f"{len(better)} of {len(names)}", len(better) >= 8)
    )
    bad = sum(record["bad_trees"] for record in records)
    checks.append(("every output of dev and test is a tree with exactly one root", f"{bad} are not", bad == 0))
    page.lines += ["## Checks", ""]
    if not whole:
        page.paragraph("Not all nine treebanks are here, so these are not the final answers.")
    verdict = {True: "yes", False: "**no**", None: ""}
    page.lines += markdown(
        ["check", "measured", "holds"], [[title, seen, verdict[holds]] for title, seen, holds in checks]
    )
    return sum(holds is False for _, _, holds in checks) if whole else 0
