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
NONE = "(none)"  # stands for what the other side does not have


@dataclass(frozen=True)
class Confusion(Result):
    """How often each value of gold has become each value of a parser.

    What only gold has, is `(none)` in the parser's place; what only the parser has, is so in gold's.
    """

    criterion: str
    parser: str
    counts: dict[tuple[Key, Key], int]  # by gold and predicted value
    settings: str
    top: int | None = None
    items: str = "words"

    @property
    def words(self) -> int:
        """How many words gold has."""
        return sum(count for (gold, _), count in self.counts.items() if NONE not in gold)

    @property
    def same(self) -> int:
        """How many of them have the same value on both sides."""
        return sum(count for (gold, predicted), count in self.counts.items() if gold == predicted)

    def errors(self, most: int | None = None) -> list[tuple[str, str, int]]:
        """Gold value, predicted value and how often, the most frequent confusions first."""
        wrong = [(_name(gold), _name(other), count) for (gold, other), count in self.counts.items() if gold != other]
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
        missing = [key for key in totals if NONE in key]  # they are the last, whatever their number
        values = sorted((key for key in totals if key not in missing), key=lambda key: (-totals[key], joined(key)))
        if all(isinstance(value, int) or value is None for key in values for value in key):
            values = sorted(values, key=lambda key: [(value is None, value or 0) for value in key])
        others: Value = OTHERS
        if top is not None and len(values) > top:
            kept = set(sorted(values, key=lambda key: -totals[key])[:top])
            values = [key for key in values if key in kept]
        shown: dict[Key, Key] = {key: key if key in values or key in missing else (others,) for key in totals}
        values += [(others,)] if len(values) + len(missing) < len(totals) else []
        values += missing
        cells: dict[tuple[Key, Key], int] = {}
        for (gold, predicted), count in self.counts.items():
            place = shown[gold], shown[predicted]
            cells[place] = cells.get(place, 0) + count
        rows: list[list[Cell]] = []
        for gold in values:
            counts = [cells.get((gold, predicted), 0) for predicted in values]
            if any(counts):  # other values are only the parser's, and have a column
                rows.append([_name(gold), *(count or None for count in counts), sum(counts)])
        sums = [sum(cells.get((gold, predicted), 0) for gold in values) for predicted in values]
        rows.append(["all", *sums, sum(sums)])
        title = f"{self.criterion}: gold in rows, {self.parser} in columns"
        same = f"{self.same:,} of {self.words:,} {self.items} have the same value"
        return Table(title, ["gold", *map(_name, values), "all"], rows, f"{same}, {self.settings}")


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
    alone = [criterion.column(side.predicted).at(numpy.arange(side.predicted.size)) for criterion in criteria]
    groups = grouped([ours, theirs, alone])
    judged = side.judgements[words.counting]
    keys = [*groups.keys, (NONE,) * len(criteria)]
    size = len(keys)
    missing = there == side.predicted.none
    groups.ids[1][missing] = size - 1
    extra = judged.system.copy()
    extra[side.alignment.system] = False
    pairs = groups.ids[0][judged.gold] * size + groups.ids[1][judged.gold]
    found, counts = numpy.unique(
        numpy.concatenate([pairs, (size - 1) * size + groups.ids[2][extra]]), return_counts=True
    )
    named = [(keys[number // size], keys[number % size]) for number in found.tolist()]
    counted = dict(zip(named, counts.tolist(), strict=True))
    return Confusion(name, side.name, counted, words.counting_settings(), top, words.items)


def _name(key: Key) -> str:
    return NONE if NONE in key else joined(key)
