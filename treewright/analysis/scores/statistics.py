"""What a treebank consists of: how many words there are with each value of some criteria."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy

from treewright.analysis.scores.column import Value
from treewright.analysis.scores.criteria import known_column
from treewright.analysis.scores.criterion import Function, Given, criteria_of, shown_value
from treewright.analysis.scores.expression import expression
from treewright.analysis.scores.grouping import OTHERS, Key, grouped, in_order, most_frequent, unknown_key
from treewright.analysis.scores.result import Result
from treewright.analysis.scores.scored_words import left_out
from treewright.analysis.scores.table import Cell, Table
from treewright.analysis.scores.two_way import two_way_table
from treewright.analysis.scores.word_table import WordTable
from treewright.treebank.sentence import Sentence


@dataclass(frozen=True)
class Statistics(Result):
    """How many words there are with each combination of values; the counts add up to `words`."""

    criteria: tuple[str, ...]
    counts: dict[Key, int]
    words: int
    settings: str

    def __getitem__(self, values: Value | Key) -> int:
        """How many words have these values."""
        wanted = values if isinstance(values, tuple) else (values,)
        if wanted not in self.counts:
            raise unknown_key(wanted, self.criteria, list(self.counts))
        return self.counts[wanted]

    def table(self) -> Table:
        """One row for each combination of values, with its share in per cent."""
        rows: list[list[Cell]] = [
            [*map(shown_value, key), count, 100 * count / self.words] for key, count in self.counts.items()
        ]
        none = ["-"] * (len(self.criteria) - 1)
        rows.append(["all", *none, self.words, 100.0 if self.words else None])
        return Table(f"words by {'+'.join(self.criteria)}", [*self.criteria, "words", "share"], rows, self.settings)

    def two_way(self, first: int = 1) -> Table:
        """Counts with the values of the first criteria as rows and those of the others as columns."""
        cells = [(key[:first], key[first:], count, count) for key, count in self.counts.items()]
        rows, columns = "+".join(self.criteria[:first]), "+".join(self.criteria[first:])
        return two_way_table(f"words by {rows} and {columns}", rows, cells, self.settings)


def statistics(
    treebank: Iterable[Sentence] | WordTable,
    by: Given,
    *,
    where: str | None = None,
    ignored_tags: Sequence[str] = (),
    training: Iterable[Sentence] | None = None,
    functions: Mapping[str, Function] | None = None,
    top: int | None = None,
) -> Statistics:
    """Counts of words by criteria, as in `breakdown`, for one treebank; a WordTable serves several times."""
    table = treebank if isinstance(treebank, WordTable) else WordTable(treebank, training=training)
    criteria = criteria_of(by, functions=functions)
    mask = numpy.ones(table.size, bool)
    settings = []
    if ignored_tags:
        tags = ignored_tags.split(",") if isinstance(ignored_tags, str) else list(ignored_tags)
        mask &= ~known_column(table, "upos").mask(tags.__contains__)[: table.size]
        settings.append(left_out(tags))
    if where:
        mask &= expression(where, functions=functions).mask(table)
        settings.append(f"only words where {where}")
    nodes = numpy.flatnonzero(mask)
    groups = grouped([[criterion.column(table).at(nodes) for criterion in criteria]])
    counts = numpy.bincount(groups.ids[0], minlength=len(groups.keys)).tolist()
    kept, others = most_frequent(in_order(groups.keys, counts), counts, top)
    found = {groups.keys[number]: counts[number] for number in kept if counts[number]}
    if others:
        found[(OTHERS, *(None,) * (len(criteria) - 1))] = sum(counts[number] for number in others)
    size = f"{len(nodes):,} of {table.size:,} words in {len(table.sentences):,} sentences"
    names = tuple(criterion.text for criterion in criteria)
    return Statistics(names, found, len(nodes), "; ".join([size, *settings]))
