"""Confusion matrices: what gold has, and what the parser has in its place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from treewright.analysis.scores.column import Value
from treewright.analysis.scores.criterion import Given, criteria_of
from treewright.analysis.scores.grouping import OTHERS, Key, grouped
from treewright.analysis.scores.result import Result
from treewright.analysis.scores.scored import Scored
from treewright.analysis.scores.table import Cell, Table
from treewright.analysis.scores.two_way import joined
from treewright.errors import SettingsError

WIDEST = 20  # rows and columns that people are shown


@dataclass(frozen=True)
class Confusion(Result):
    """How often each value of gold has become each value of a parser; a gold word that the parser has not is `-` there."""

    criterion: str
    parser: str
    counts: dict[tuple[Key, Key], int]  # by gold and predicted value
    settings: str
    top: int | None = None
    items: str = "words"

    @property
    def words(self) -> int:
        """How many words there are."""
        return sum(self.counts.values())

    @property
    def same(self) -> int:
        """How many of them have the same value on both sides."""
        return sum(count for (gold, predicted), count in self.counts.items() if gold == predicted)

    def errors(self, most: int | None = None) -> list[tuple[str, str, int]]:
        """Gold value, predicted value and how often, the most frequent confusions first."""
        wrong = [(joined(gold), joined(other), count) for (gold, other), count in self.counts.items() if gold != other]
        return sorted(wrong, key=lambda item: (-item[2], item[0], item[1]))[:most]

    def table(self) -> Table:
        """A row for each gold value, a column for each predicted one."""
        return self._matrix(self.top)

    def short_table(self) -> Table:
        """The same with the most frequent values only."""
        return self._matrix(WIDEST if self.top is None else self.top)

    def _matrix(self, top: int | None) -> Table:
        totals: dict[Key, int] = {}
        for (gold, predicted), count in self.counts.items():
            totals[gold] = totals.get(gold, 0) + count
            totals[predicted] = totals.get(predicted, 0)
        values = sorted(totals, key=lambda key: (-totals[key], joined(key)))
        if all(isinstance(value, int) or value is None for key in values for value in key):
            values = sorted(values, key=lambda key: [(value is None, value or 0) for value in key])
        others: Value = OTHERS
        if top is not None and len(values) > top:
            kept = set(sorted(values, key=lambda key: -totals[key])[:top])
            values = [key for key in values if key in kept]
        shown: dict[Key, Key] = {key: key if key in values else (others,) for key in totals}
        values += [(others,)] if len(values) < len(totals) else []
        cells: dict[tuple[Key, Key], int] = {}
        for (gold, predicted), count in self.counts.items():
            place = shown[gold], shown[predicted]
            cells[place] = cells.get(place, 0) + count
        rows: list[list[Cell]] = []
        for gold in values:
            counts = [cells.get((gold, predicted), 0) for predicted in values]
            if any(counts):  # other values are only the parser's, and have a column
                rows.append([joined(gold), *(count or None for count in counts), sum(counts)])
        sums = [sum(cells.get((gold, predicted), 0) for gold in values) for predicted in values]
        rows.append(["all", *sums, self.words])
        title = f"{self.criterion}: gold in rows, {self.parser} in columns"
        same = f"{self.same:,} of {self.words:,} {self.items} have the same value"
        return Table(title, ["gold", *map(joined, values), "all"], rows, f"{same}, {self.settings}")


def confusion(words: Scored, by: Given, *, parser: str | None = None, top: int | None = None) -> Confusion:
    """The confusion matrix of a criterion; `top` keeps the most frequent gold values and adds up the others."""
    criteria = criteria_of(by, "confusion", words.functions, words.vocabulary)
    name = "+".join(criterion.text for criterion in criteria)
    if any(criterion.of_pairs for criterion in criteria):
        raise SettingsError(f"confusion: seen {name!r:.60}, expected a criterion without gold. and predicted.")
    side = words.side(parser)
    there = side.gold.links["predicted"][1][: side.gold.size]
    ours = [criterion.column(side.gold).at(numpy.arange(side.gold.size)) for criterion in criteria]
    theirs = [criterion.column(side.predicted).at(there) for criterion in criteria]
    groups = grouped([ours, theirs])
    mask = side.judgements[words.counting].gold
    size = len(groups.keys)
    found, counts = numpy.unique(groups.ids[0][mask] * size + groups.ids[1][mask], return_counts=True)
    pairs = [(groups.keys[number // size], groups.keys[number % size]) for number in found.tolist()]
    return Confusion(name, side.name, dict(zip(pairs, counts.tolist(), strict=True)), words.settings(), top, words.items)
