"""Settings tried on dev, for choosing presets without looking at test."""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from benchmarks.shared.experiments import Journal, Laboratory, Run, full_settings, perform_all
from benchmarks.shared.results_page import (
    Page,
    changes,
    gain,
    markdown,
    mean,
    number,
    parsed_setting,
    report_bad_trees,
    with_deviation,
)
from treewright.errors import SettingsError


def dev(arguments: argparse.Namespace, lab: Laboratory) -> int:
    seeds = tuple(range(arguments.first_seed, arguments.first_seed + arguments.seeds))
    lines = list(arguments.settings)
    for path in arguments.file:
        lines += [
            line.strip() for line in Path(path).read_text("utf-8").splitlines() if line.strip() and line[0] != "#"
        ]
    if not lines:
        raise SettingsError('dev: seen no settings, expected --settings "NAME: beam=8 margin=0.5" or --file')
    rows_of: dict[str, list[list[Run]]] = {}
    for line in lines:
        name, colon, rest = line.partition(": ")
        given = {**changes(arguments), **dict(map(parsed_setting, (rest if colon else line).split()))}
        preset = given.pop("preset", None)
        settings = full_settings(given, preset)
        one = [
            Run(name, bank, settings, (seed,), test=False, keep=arguments.sum)
            for bank in arguments.treebanks
            for seed in seeds
        ]
        rows_of[name] = [one]
        if arguments.sum and len(seeds) > 1:
            rows_of[name].append(
                [Run(f"{name}, summed", bank, settings, seeds, test=False) for bank in arguments.treebanks]
            )
    runs = [run for rows in rows_of.values() for row in rows for run in row]
    done, failures = perform_all(runs, Journal(lab.results / "dev.jsonl", lab), arguments.jobs)
    page = Page("Settings tried on dev", lab, arguments, ", ".join(map(str, seeds)))
    page.paragraph(
        "Dev LAS (UAS for a parser without labels) of the best epoch, all words, mean over seeds. Test was not scored.",
        "CPU s: training of one seed, all treebanks together. Words/s: parsing dev beside other processes: rough.",
    )
    rows = []
    first: float | None = None
    for row in (row for rows_of_name in rows_of.values() for row in rows_of_name):
        known = [run for run in row if run in done]
        metric = "uas" if row[0].settings["classifier.labels"] == "none" else "las"
        columns = [[done[run]["dev"][metric] for run in known if run.treebank == bank] for bank in arguments.treebanks]
        of_seeds = [statistics.fmean(column) for column in zip(*columns, strict=False)] if all(columns) else []
        average = mean(map(mean, columns))
        first = average if first is None else first
        seconds = sum(done[run].get("train_seconds", 0) for run in known) / max(1, len(known)) * len(columns)
        speed = mean(done[run]["dev"]["words_per_second"] for run in known) or 0
        epoch = mean(done[run]["best_epoch"] for run in known if "best_epoch" in done[run])
        rows.append([
            row[0].name, *(number(mean(column)) for column in columns), with_deviation(of_seeds), gain(average, first),
            f"{seconds:.0f}" if seconds else "-", "-" if epoch is None else f"{epoch:.1f}", f"{speed / 1000:.0f}k",
        ])  # fmt: skip
    head = ["settings", *arguments.treebanks, "mean", "gain on the first", "CPU s", "best epoch", "words/s"]
    page.lines += markdown(head, rows)
    report_bad_trees(page, done.values())
    page.finish(arguments.name, done.values(), arguments.treebanks)
    return 1 if failures else 0
