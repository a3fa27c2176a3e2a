"""Compares parsers word by word: do they agree, who is right where, and can the difference be chance?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy

from treewright.analysis.scores.criterion import Given, criteria_of, shown_value
from treewright.analysis.scores.grouping import OTHERS, Groups, Key, grouped, in_order, most_frequent
from treewright.analysis.scores.paired_test import ROUNDS, paired_test
from treewright.analysis.scores.result import Result
from treewright.analysis.scores.scored import Scored, Side
from treewright.analysis.scores.table import Cell, Table
from treewright.errors import SettingsError


@dataclass(frozen=True)
class ComparisonRow:
    """Two parsers on some gold words."""

    first: str
    second: str
    values: Key
    words: int
    agreed: int  # both have the same, right or wrong
    both_right: int
    only_first: int
    only_second: int
    p: float  # how often chance alone makes a difference as large

    @property
    def both_wrong(self) -> int:
        """Words that neither has right."""
        return self.words - self.both_right - self.only_first - self.only_second

    @property
    def agreement(self) -> float:
        """Words on which both agree, in per cent."""
        return 100 * self.agreed / self.words if self.words else 0.0

    @property
    def scores(self) -> tuple[float, float]:
        """Words that each has right, in per cent."""
        right = self.both_right + self.only_first, self.both_right + self.only_second
        return (100 * (right[0] / self.words), 100 * (right[1] / self.words)) if self.words else (0.0, 0.0)

    @property
    def difference(self) -> float:
        """How much better the first is, in points."""
        return 100 * (self.only_first - self.only_second) / self.words if self.words else 0.0

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa of being right: 1 if both are right on the same words, 0 if no more than by chance."""
        if not self.words:
            return None
        one, two = (score / 100 for score in self.scores)
        observed = (self.both_right + self.both_wrong) / self.words
        chance = one * two + (1 - one) * (1 - two)
        return (observed - chance) / (1 - chance) if chance < 1 else None


@dataclass(frozen=True)
class Comparison(Result):
    """Each pair of parsers, on all words (the last row of a pair) and by criteria."""

    metric: str
    criteria: tuple[str, ...]
    rows: list[ComparisonRow]
    settings: str
    items: str = "words"

    def table(self) -> Table:
        """A row for each pair of parsers and each combination of values."""
        columns = [
            "first",
            "second",
            *self.criteria,
            self.items,
            f"{self.metric} first",
            f"{self.metric} second",
            "difference",
        ]
        columns += ["agreement", "kappa", "both right", "only first", "only second", "both wrong", "p"]
        rows: list[list[Cell]] = []
        for row in self.rows:
            cells: list[Cell] = [row.first, row.second, *map(shown_value, row.values), row.words, *row.scores, row.difference]
            counts = [row.both_right, row.only_first, row.only_second, row.both_wrong]
            rows.append([*cells, row.agreement, row.kappa, *counts, row.p])
        by = f" by {'+'.join(self.criteria)}" if self.criteria else ""
        return Table(f"{self.metric} compared{by}", columns, rows, self.settings, {"kappa": 3, "p": 4})


def compare(
    words: Scored,
    by: Given | None = None,
    *,
    metric: str | None = None,
    top: int | None = None,
    rounds: int = ROUNDS,
    seed: int = 1,
) -> Comparison:
    """Compares all pairs of parsers on the gold words that count, by criteria if they are given.

    `p` is that of a paired randomisation test: in each of many rounds, the results of each sentence change sides or stay, by
    chance; it is the share of rounds with a difference as large as the real one.
    """
    for name, given, least in (("rounds", rounds, 1), ("seed", seed, 0)):
        if not isinstance(given, int) or given < least:
            raise SettingsError(f"{name}: seen {given!r:.60}, expected a whole number, at least {least}")
    if len(words.sides) < 2:
        raise SettingsError("compare: seen one predicted treebank, expected at least two")
    criteria = criteria_of(by, functions=words.functions, vocabulary=words.vocabulary) if by is not None else ()
    if any("predicted" in criterion.steps for criterion in criteria):
        raise SettingsError("compare: seen a criterion with predicted., expected those of gold: the parsers' values differ")
    name = words.metric(metric or words.default_metrics[-1])
    nodes = numpy.arange(words.gold.size)
    groups = grouped([[criterion.column(words.gold).at(nodes) for criterion in criteria]]) if criteria else None
    rows = []
    for one, other in combinations(words.sides, 2):
        judged = _Judged(words, one, other, name)
        for values, members in [*_parts(groups, judged.counted, top), (("all",) + (None,) * (len(criteria) - 1), None)]:
            mask = judged.counted if members is None else judged.counted & members
            rows.append(judged.row(values if criteria else (), mask, rounds, seed))
    settings = f"{words.settings(criteria)}; p of {rounds:,} rounds of a paired test by sentences, seed {seed}"
    return Comparison(name, tuple(criterion.text for criterion in criteria), rows, settings, words.items)


def _parts(groups: Groups | None, counted: numpy.ndarray, top: int | None) -> Iterator[tuple[Key, numpy.ndarray]]:
    """The gold words of each group, in order."""
    if groups is None:
        return
    ids = groups.ids[0]
    counts = groups.counts(0, counted)
    used = numpy.flatnonzero(counts).tolist()
    order = in_order([groups.keys[number] for number in used], counts[used].tolist())
    kept, others = most_frequent([used[number] for number in order], counts.tolist(), top)
    for number in kept:
        yield groups.keys[number], ids == number
    if others:
        yield (OTHERS, *(None,) * (len(groups.keys[0]) - 1)), numpy.isin(ids, others)


class _Judged:
    """What two parsers make of the gold words."""

    def __init__(self, words: Scored, one: Side, other: Side, metric: str) -> None:
        self.names = one.name, other.name
        self.sentence_of = one.gold.sentence_of
        self.counted = one.judgements[metric].gold & other.judgements[metric].gold
        self.right = one.right(metric), other.right(metric)
        self.agreed = words.agreements(one, other, metric)

    def row(self, values: Key, mask: numpy.ndarray, rounds: int, seed: int) -> ComparisonRow:
        one, two = (right[mask] for right in self.right)
        counts = [int(numpy.count_nonzero(found)) for found in (self.agreed[mask], one & two, one & ~two, two & ~one)]
        differences = numpy.bincount(self.sentence_of[mask], one.astype(float) - two)
        p = paired_test(differences, rounds=rounds, seed=seed)
        return ComparisonRow(*self.names, values, len(one), counts[0], counts[1], counts[2], counts[3], p)
