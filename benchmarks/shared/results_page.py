"""The pages of benchmarks/results: Markdown tables that say how they were made."""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.shared import machine
from benchmarks.shared.experiments import Laboratory, Record
from treewright.errors import SettingsError
from treewright.settings import from_text, full_name


def mean(values: Iterable[float | None]) -> float | None:
    """The mean, None if a value is missing."""
    found = list(values)
    known = [value for value in found if value is not None]
    return statistics.fmean(known) if known and len(known) == len(found) else None


def deviation(values: Sequence[float]) -> float | None:
    """The standard deviation of a sample (n - 1), None of a single value."""
    return statistics.stdev(values) if len(values) > 1 else None


def number(value: float | None, sign: str = "") -> str:
    return "-" if value is None else f"{value:{sign}.2f}"


def thousands(rate: float) -> str:
    return f"{rate / 1000:,.0f}k" if rate >= 10_000 else f"{rate / 1000:.1f}k"


def with_deviation(values: Sequence[float]) -> str:
    spread = deviation(values)
    return number(mean(values)) + ("" if spread is None else f" ± {spread:.2f}")


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table; columns after the first are aligned to the right."""
    lines = ["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)]
    return [*lines, *("| " + " | ".join(row) + " |" for row in rows), ""]


class Page:
    """The lines of a results page, which say how they were made."""

    def __init__(self, title: str, lab: Laboratory, arguments: argparse.Namespace, seeds: str) -> None:
        self.lines = [f"# {title}", ""]
        self.lab, self.arguments, self.seeds = lab, arguments, seeds

    def paragraph(self, *sentences: str) -> None:
        """Add a paragraph."""
        self.lines += [" ".join(sentences), ""]

    def finish(
        self, name: str, records: Iterable[Record], treebanks: Sequence[str], script: str = "accuracy"
    ) -> None:
        """Add how the figures were made, print the page and write it."""
        found = list(records)

        def seen(key: str) -> str:
            return ", ".join(sorted({str(record[key]) for record in found})) or "-"

        self.lines += [
            "## How these figures were made",
            "",
            f"- command: `{machine.command_line(script, sys.argv[1:])}`",
            f"- data: Universal Dependencies 2.0, {', '.join(treebanks)}; gold words and gold tags",
            f"- seeds: {self.seeds}",
            f"- trained: {seen('date')}; commit {seen('git')}, core version {seen('core')}",
            f"- machine: {seen('machine')}",
            "",
        ]
        text = "\n".join(self.lines)
        self.lab.results.mkdir(parents=True, exist_ok=True)
        (self.lab.results / f"{name}.md").write_text(text, "utf-8")
        print(text)


def changes(arguments: argparse.Namespace) -> dict[str, Any]:
    """The settings given by --set."""
    return dict(parsed_setting(text) for text in arguments.set)


def parsed_setting(text: str) -> tuple[str, Any]:
    written, equals, value = text.partition("=")
    if not equals:
        raise SettingsError(f"{text!r}: expected NAME=VALUE")
    if written == "preset":
        return written, value
    name = full_name(written)
    return name, from_text(name, value)


def gain(ours: float | None, theirs: float | None) -> str:
    return "-" if ours is None or theirs is None else f"{ours - theirs:+.2f}"


def report_bad_trees(page: Page, records: Iterable[Record]) -> int:
    bad = sum(record["bad_trees"] for record in records)
    page.paragraph(f"Outputs that are not a tree with exactly one root, of all runs on dev and test: {bad}.")
    return bad
