"""The page of speed_accuracy, from what its file of results holds."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.shared.results_page import gain, markdown, thousands, with_deviation
from benchmarks.studies.template_groups import FULL, STEPS, TemplateSet, groups

Content = Mapping[str, Any]
Presets = Mapping[str, tuple[str, int]]  # the digest of its templates and its beam
NOTES = """\
Mean LAS of the best epoch on dev, and words per second of CPU there: one thread, from sentences in memory to bytes in memory.
A beam of 1 has the settings of the preset `fast`, larger ones those of `accurate`; only templates and beam differ.

Each parser takes turns with the full set (beam 1, seed 1) on the same text and with the loop of guard_loop.c, {rounds} times;
what counts is the median of how many times slower it is, whatever else the machine does. The cost of the full set is the
median of all its costs in steps of the loop; words per second are those of a machine where a step takes {step:.2f} ns, for the
mean cost of a word over the treebanks, each counting alike."""


@dataclass(frozen=True)
class Figure:
    """A row of the results, averaged."""

    name: str
    kind: str
    beam: int
    size: int
    of_treebank: dict[str, float]
    of_seed: list[float]
    rate: float
    seconds: float
    presets: tuple[str, ...]

    @property
    def las(self) -> float:
        """The mean over treebanks and seeds."""
        return statistics.fmean(self.of_seed)


def figures(content: Content, presets: Presets, sets: Mapping[str, TemplateSet]) -> list[Figure]:
    """The rows that can be compared: of templates as they are now, with all treebanks and seeds last asked for."""
    asked, step = content["asked"], seconds_of_step(content)
    seeds = range(1, asked["seeds"] + 1)
    full = {bank: full_cost(content, bank) for bank in asked["treebanks"]}
    found = []
    for row in content["rows"]:
        runs = {bank: [row["runs"].get(f"{bank} {seed}") for seed in seeds] for bank in asked["treebanks"]}
        current = row["set"] in sets and sets[row["set"]].digest == row["templates"] and row["epochs"] in asked["epochs"]
        if not current or not all(run for of_bank in runs.values() for run in of_bank):
            continue
        cost = statistics.fmean(full[bank] * run["slower"] for bank, of_bank in runs.items() for run in of_bank)
        found.append(Figure(
            row["set"], row["kind"], row["beam"], row["size"],
            {bank: statistics.fmean(run["las"] for run in of_bank) for bank, of_bank in runs.items()},
            [statistics.fmean(run["las"] for run in of_seed) for of_seed in zip(*runs.values(), strict=True)],
            1 / (cost * step), sum(run["train_seconds"] for of_bank in runs.values() for run in of_bank) / len(seeds),
            tuple(name for name, point in presets.items() if point == (row["templates"], row["beam"])),
        ))  # fmt: skip
    order = list(sets)
    return sorted(found, key=lambda one: (one.beam > 1, order.index(one.name), one.beam))


def seconds_of_step(content: Content) -> float:
    """The best time of a step of the loop: it turns steps into seconds."""
    return min((run["step"] for row in content["rows"] for run in row["runs"].values()), default=math.nan)


def full_cost(content: Content, treebank: str) -> float:
    """What a word costs with the full set and beam 1, in steps of the loop: the median of all that was measured."""
    runs = [run for row in content["rows"] for name, run in row["runs"].items() if name.split(" ")[0] == treebank]
    return statistics.median(run["full_cost"] for run in runs) if runs else math.nan


def noise(found: Iterable[Figure]) -> float | None:
    """The standard deviation of a mean over treebanks and seeds, from how far the seeds of all rows are apart."""
    variances = [statistics.variance(one.of_seed) / len(one.of_seed) for one in found if len(one.of_seed) > 1]
    return math.sqrt(statistics.fmean(variances)) if variances else None


def table(found: Sequence[Figure], against: Figure | None, banks: Sequence[str]) -> list[str]:
    rows = [
        [
            one.name, f"**{', '.join(one.presets)}**" if one.presets else "", str(one.size), str(one.beam),
            with_deviation(one.of_seed), gain(one.las, against.las if against else None), thousands(one.rate),
            f"{one.rate / against.rate:.2f}x" if against else "-", f"{one.seconds:.0f}",
            *(f"{one.of_treebank[bank]:.2f}" for bank in banks),
        ]
        for one in found
    ]  # fmt: skip
    head = ["set", "preset", "templates", "beam", "LAS", "gain", "words/s", "speed", "training, CPU s", *banks]
    return markdown(head, rows)


def page(found: Sequence[Figure], content: Content, drawn: bool) -> str:
    """The results as Markdown."""
    against = next((one for one in found if one.name == FULL and one.beam == 1), None)
    asked, spread = content["asked"], noise(found)
    greedy, beams = [one for one in found if one.beam == 1], [one for one in found if one.beam > 1]
    used = sorted({run["made"] for row in content["rows"] for run in row["runs"].values()})
    told = f"Differences below {2 * (spread or 0):.2f} LAS may be noise (twice the standard deviation of a mean)."
    return "\n".join([
        "# Speed and accuracy of templates and beams",
        "",
        *NOTES.format(rounds=asked["rounds"], step=1e9 * seconds_of_step(content)).split("\n"),
        "Gain and speed are against the full set with beam 1; training: one seed, all treebanks together.",
        "",
        *([told, ""] if spread else []),
        *(["![Words per second against LAS](speed_accuracy.png)", ""] if drawn else []),
        *(["## Beam 1", "", *table(greedy, against, asked["treebanks"])] if greedy else []),
        *(["## Beams", "", *table(beams, against, asked["treebanks"])] if beams else []),
        "## Groups and steps",
        "",
        "Each step leaves out what the one before it does, and some groups more.",
        "",
        *(f"- **{step}**: {'; '.join(names)}" for step, names in STEPS.items()),
        "",
        "What is in a group:",
        "",
        *(f"- **{name}**: {'; '.join(f'`{line}`' for line in lines)}" for name, lines in groups().items()),
        "",
        "## How these figures were made",
        "",
        f"- last command: `{asked['command']}`",
        f"- data: Universal Dependencies 2.0, train and dev of {', '.join(asked['treebanks'])}; gold words and gold tags",
        f"- seeds: {asked['seeds']}; epochs: {', '.join(map(str, asked['epochs']))}",
        f"- rows not shown (templates that changed, or other treebanks, seeds or epochs): {len(content['rows']) - len(found)}",
        *("- measured: {date}; commit {git}, core version {core}; {machine}".format(**content["made"][i]) for i in used),
        "",
    ])  # fmt: skip
