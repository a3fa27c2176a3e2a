"""The page of the treebank doctor's figures, and the picture of its curve."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from textwrap import wrap
from typing import Any

from benchmarks.shared.picture import picture
from benchmarks.shared.results_page import markdown

WIDTH = 120  # of paragraphs
SHOWN = ("50", "100", "200", "500", "1000")


def write_page(figures: dict[str, Any], folder: Path) -> None:
    """Write doctor.md and doctor.png from the figures there are."""
    lines = ["# The treebank doctor", ""]
    if "revisions" in figures:
        lines += _revisions(figures["revisions"], folder)
    if "seeded" in figures:
        lines += _seeded(figures["seeded"])
    if "time" in figures:
        lines += _time(figures["time"])
    (folder / "doctor.md").write_text("\n".join(lines), "utf-8")


def _revisions(found: dict[str, Any], folder: Path) -> list[str]:
    every, rule = found["all"], found["rule"]
    chance = {part: found[part]["changed"] / found[part]["words"] for part in ("all", "dev", "test", "no punctuation")}

    def row(title: str, part: str) -> list[str]:
        return [title, *(f"{found[part]['rows'][title].get(first, float('nan')):.2f}" for first in SHOWN)]

    drawn = picture(folder / "doctor.png", lambda figure: _draw(figure, found, chance["all"]))
    head = ["ranked by", *(f"first {first}" for first in SHOWN)]
    return [
        "## On real corrections", "",
        *wrap(
            "UD English-EWT 2.8, dev and test, examined as one treebank; an arc counts as found if its head or main label is "
            f"another one in release 2.16: {every['changed']:,} of {every['words']:,} words, so that chance would find "
            f"{chance['all']:.3f}. All words are ranked; `check --deep` reports those for which another arc is at least 0.5 "
            "sure, and the row `as reported` ranks these alone.", WIDTH,
        ), "",
        *(["![Precision among the first words of the ranking](doctor.png)", ""] if drawn else []),
        *markdown(head, [row(title, "all") for title in every["rows"]]),
        *wrap(
            "The features, and the weight of the one cue that is not learnt from the treebank itself (punctuation), were "
            "chosen by the words from dev and by planted errors; the figures of test stood beside them, but decided nothing. "
            "The halves apart, and all words but punctuation:", WIDTH,
        ), "",
        *markdown(
            ["part", "chance", *(f"first {first}" for first in SHOWN)],
            [[part, f"{chance[part]:.3f}", *row("all cues", part)[1:]] for part in ("dev", "test", "no punctuation")],
        ),
        *wrap(
            "Half of what was corrected is punctuation: in 2.8 many commas hang on a word above both parts they divide, where "
            "the guidelines of Universal Dependencies ask for one of the two parts. On test "
            f"{rule['broken']:,} of {rule['marks']:,} marks do; {rule['right']:,} of these were changed, and "
            f"{rule['changed'] - rule['right']:,} of the others. The cue `punctuation` adds to the doubt where the "
            "preferred arc would mend that; parsers alone cannot see it, as the treebank does it most of the time.", WIDTH,
        ), "",
        f"`python -m benchmarks.accuracy.doctor revisions`, {found['made']}.", "",
    ]  # fmt: skip


def _seeded(found: dict[str, Any]) -> list[str]:
    treebanks = found["treebanks"]
    titles = list(next(iter(treebanks.values()))[0]["rows"])

    def mean(name: str, title: str, first: str) -> str:
        return f"{fmean(run['rows'][title][first] for run in treebanks[name]):.2f}"

    def row(name: str) -> list[str]:
        run = treebanks[name][0]
        return [name, f"{run['words']:,}", f"{run['changed']:,}", *(mean(name, "all cues", first) for first in SHOWN)]

    return [
        "## On planted errors", "",
        *wrap(
            "1 % of the arcs of the training data changed: every second one to another head nearby (at most 4 words away, the "
            "head's head, or another dependent of it), the others to another label that such words have below such heads, as "
            "often as they have it. An arc of the treebank that really is an error counts against the doctor here.", WIDTH,
        ), "",
        *markdown(["treebank", "words", "changed", *(f"first {first}" for first in SHOWN)], list(map(row, treebanks))),
        "Precision among the first 100, by cues:", "",
        *markdown(["ranked by", *treebanks], [[title, *(mean(name, title, "100") for name in treebanks)] for title in titles]),
        f"`python -m benchmarks.accuracy.doctor seeded`, {found['made']}; seeds "
        f"{', '.join(str(run['seed']) for run in next(iter(treebanks.values())))}.", "",
    ]  # fmt: skip


def _time(found: dict[str, Any]) -> list[str]:
    return [
        "## Time", "",
        f"`treewright check train.conllu --deep` on English-EWT 2.16 (204,577 words): {found['cpu']:.0f} CPU seconds, "
        f"{found['elapsed']:.0f} s elapsed with two processes (load of the machine at the end: {found['load']:.1f}), "
        f"{found['memory']:.0f} MB at most in one process.", "",
        f"`python -m benchmarks.accuracy.doctor time`, {found['made']}.", "",
    ]  # fmt: skip


def _draw(figure: Any, found: dict[str, Any], chance: float) -> None:
    axes = figure.add_subplot()
    places = range(25, 25 * (len(found["curve"]) + 1), 25)
    axes.plot(places, found["curve"], label="all cues")
    axes.plot(places, found["plain curve"], label="agreement of the parsers", linestyle="--")
    axes.axhline(chance, color="grey", linewidth=1, label="chance")
    axes.set_xlabel("first words of the ranking")
    axes.set_ylabel("share that was corrected later")
    axes.set_ylim(0, 1)
    axes.legend()
    figure.tight_layout()
