"""Scores broken down by criteria."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from treewright.analysis.scores.column import Column, Value
from treewright.analysis.scores.criterion import Criterion, Given, criteria_of, shown_value
from treewright.analysis.scores.grouping import OTHERS, Groups, Key, grouped, in_order, most_frequent, unknown_key
from treewright.analysis.scores.result import Result
from treewright.analysis.scores.scored import Scored
from treewright.analysis.scores.table import Cell, Table
from treewright.analysis.scores.two_way import joined, two_way_table
from treewright.errors import SettingsError

WORDS = "words"
SHARES = ("P", "R", "F1")


@dataclass(frozen=True)
class PartScore:
    """The score of one part of the words: gold words count where gold's values put them, predicted ones where theirs do."""

    gold_correct: int = 0
    gold_total: int = 0
    system_correct: int = 0
    system_total: int = 0

    @property
    def recall(self) -> float:
        """Gold words that are right, in per cent."""
        return 100 * (self.gold_correct / self.gold_total) if self.gold_total else 0.0

    @property
    def precision(self) -> float:
        """Predicted words that are right, in per cent."""
        return 100 * (self.system_correct / self.system_total) if self.system_total else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of both, in per cent."""
        if self.gold_correct == self.system_correct:  # one division, as for the scores of all words
            total = self.gold_total + self.system_total
            return 100 * (2 * self.gold_correct / total) if total else 0.0
        precision, recall = self.precision, self.recall
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0

    def share(self, name: str) -> float | None:
        """P, R or F1, None if there is nothing to score."""
        if name == "F1":
            return self.f1 if self.gold_total or self.system_total else None
        if name == "P":
            return self.precision if self.system_total else None
        return self.recall if self.gold_total else None

    def __add__(self, other: PartScore) -> PartScore:
        return PartScore(
            self.gold_correct + other.gold_correct,
            self.gold_total + other.gold_total,
            self.system_correct + other.system_correct,
            self.system_total + other.system_total,
        )


@dataclass(frozen=True)
class Row:
    """The words with some values: how many of gold (`words`) and of each parser, and their scores by parser and metric."""

    values: Key
    words: tuple[int, ...]  # for each parser: they differ only if the criterion is about predicted values
    predicted: tuple[int, ...]
    scores: dict[tuple[str, str], PartScore]

    @property
    def key(self) -> str:
        """The values as one text, such as `like-ADP`."""
        return joined(self.values)

    def score(self, metric: str, parser: str | None = None) -> PartScore:
        """The score of a parser, the first if none is named."""
        name = next((known for _, known in self.scores if known.lower() == metric.lower()), None)
        if name is None:
            known = ", ".join(dict.fromkeys(known for _, known in self.scores))
            raise SettingsError(f"metric: seen {metric!r:.60}, expected one of {known}")
        parsers = list(dict.fromkeys(known for known, _ in self.scores))
        if parser is not None and parser not in parsers:
            raise SettingsError(f"parser: seen {parser!r:.60}, expected one of {', '.join(parsers)}")
        return self.scores[parsers[0] if parser is None else parser, name]


@dataclass(frozen=True)
class Breakdown(Result):
    """Scores by criteria, one row for each combination of values that there is; the rows add up to `total`."""

    criteria: tuple[str, ...]
    metrics: tuple[str, ...]
    parsers: tuple[str, ...]
    rows: list[Row]
    total: Row
    settings: str
    items: str = WORDS
    differ: bool = False  # whether gold words may be others for each parser

    def __getitem__(self, values: Value | Key) -> Row:
        """The row of these values."""
        wanted = values if isinstance(values, tuple) else (values,)
        for row in self.rows:
            if row.values == wanted:
                return row
        raise unknown_key(wanted, self.criteria, [row.values for row in self.rows])

    @property
    def both_ways(self) -> bool:
        """Whether precision and recall differ, because gold and predicted values do."""
        return any(
            (score.gold_correct, score.gold_total) != (score.system_correct, score.system_total)
            for row in self.rows
            for score in row.scores.values()
        )

    def table(self) -> Table:
        """One row for each combination of values, and one for all words; the columns do not depend on the data."""
        return self._table(SHARES, not self.differ)

    def short_table(self) -> Table:
        """The same, without precision and recall if they are equal or there are several parsers."""
        shares = SHARES if self.both_ways and len(self.parsers) == 1 else ("F1",)
        return self._table(shares, all(len(set(row.words)) == 1 for row in self.rows))

    def _table(self, shares: tuple[str, ...], same: bool) -> Table:
        both = len(shares) > 1
        columns = [*self.criteria, *([self.items] if same else [f"{self.items} {parser}" for parser in self.parsers])]
        for parser in self.parsers:
            of = f" {parser}" if len(self.parsers) > 1 else ""
            columns += [f"predicted{of}"] if both else []
            columns += [f"{metric}{f' {share}' if both else ''}{of}" for metric in self.metrics for share in shares]
        rows: list[list[Cell]] = []
        for row in [*self.rows, self.total]:
            cells: list[Cell] = [*map(shown_value, row.values), *(row.words[:1] if same else row.words)]
            for k, parser in enumerate(self.parsers):
                cells += [row.predicted[k]] if both else []
                cells += [row.scores[parser, metric].share(share) for metric in self.metrics for share in shares]
            rows.append(cells)
        return Table(f"{self._what()} by {'+'.join(self.criteria)}", columns, rows, self.settings)

    def _what(self) -> str:
        metrics = ", ".join(self.metrics)
        return metrics if self.items == WORDS else f"{self.items}, {metrics},"

    def two_way(self, metric: str | None = None, parser: str | None = None, first: int = 1) -> Table:
        """A table of the gold words that are right by one metric, in per cent.

        The values of the first criteria are its rows, those of the others its columns.
        """
        name = self.metrics[-1] if metric is None else metric
        scores = [(row.values, row.score(name, parser)) for row in self.rows]
        cells = [(key[:first], key[first:], score.share("R"), score.gold_total) for key, score in scores]
        rows, columns = "+".join(self.criteria[:first]), "+".join(self.criteria[first:])
        of = f"{parser}; " if parser is not None and len(self.parsers) > 1 else ""
        return two_way_table(f"{name} by {rows} and {columns}", rows, cells, f"{of}of the gold {self.items}, {self.settings}")


def breakdown(words: Scored, by: Given, *, metrics: str | Sequence[str] = (), top: int | None = None) -> Breakdown:
    """Scores by criteria: `by` is a name, several joined by +, a function of a sentence and a word's number, or a list.

    Gold words are grouped by gold's values and predicted ones by their own, so precision and recall differ where these do.
    If a criterion says `gold.` or `predicted.`, all are grouped by the pair. `top` keeps the largest groups and adds up the
    others. `metrics` are names, or a text of names with commas.
    """
    if isinstance(metrics, str):
        metrics = metrics.split(",")
    criteria = criteria_of(by, functions=words.functions, vocabulary=words.vocabulary)
    chosen = tuple(words.metric(metric) for metric in metrics or words.default_metrics)
    groups = side_groups(words, criteria)
    size = len(groups.keys)
    counts: list[dict[str, numpy.ndarray]] = []
    for k, side in enumerate(words.sides):
        gold, system = groups.ids[2 * k], groups.ids[2 * k + 1]
        found = {}
        for metric in {*chosen, words.counting}:
            right, in_gold, in_system = side.judgements[metric]
            correct = right & in_gold[side.alignment.gold]
            found[metric] = numpy.stack(
                [
                    numpy.bincount(gold[side.alignment.gold[correct]], minlength=size),
                    numpy.bincount(gold[in_gold], minlength=size),
                    numpy.bincount(system[side.alignment.system[correct]], minlength=size),
                    numpy.bincount(system[in_system], minlength=size),
                ]
            )
        counts.append(found)

    def row(values: Key, members: Sequence[int] | slice) -> Row:
        sums = [{metric: found[:, members].sum(axis=1).tolist() for metric, found in part.items()} for part in counts]
        scores = {
            (side.name, metric): PartScore(*part[metric])
            for side, part in zip(words.sides, sums, strict=True)
            for metric in chosen
        }
        return Row(
            values, tuple(part[words.counting][1] for part in sums), tuple(part[words.counting][3] for part in sums), scores
        )

    gold_words = sum(part[words.counting][1] for part in counts)
    used = numpy.flatnonzero(sum(part[words.counting][1] + part[words.counting][3] for part in counts)).tolist()
    order = in_order([groups.keys[number] for number in used], [gold_words[number] for number in used])
    kept, others = most_frequent([used[number] for number in order], gold_words, top)
    rows = [row(groups.keys[number], [number]) for number in kept]
    none = (None,) * (len(criteria) - 1)
    rows += [row((OTHERS, *none), others)] if others else []
    names = tuple(criterion.text for criterion in criteria)
    total = row(("all", *none), slice(None))
    settings = words.settings(criteria)
    return Breakdown(names, chosen, tuple(words.names), rows, total, settings, words.items, _differ(words, criteria))


def _differ(words: Scored, criteria: Sequence[Criterion]) -> bool:
    """Whether the gold words in a group may be others for each parser, because predicted values decide about them."""
    asked = words.where is not None and "predicted" in words.where.text
    return len(words.names) > 1 and (asked or any("predicted" in criterion.steps for criterion in criteria))


def side_groups(words: Scored, criteria: Sequence[Criterion]) -> Groups:
    """The groups of gold and predicted words, side by side for each parser."""
    sets: list[list[Column]] = []
    for side in words.sides:
        for table in (side.gold, side.predicted):
            sets.append([criterion.column(table).at(numpy.arange(table.size)) for criterion in criteria])
    groups = grouped(sets)
    if any(criterion.of_pairs for criterion in criteria):
        for k, side in enumerate(words.sides):
            groups.ids[2 * k + 1][side.alignment.system] = groups.ids[2 * k][side.alignment.gold]
    return groups
