"""Two-way tables: the values of some criteria are the rows, those of others the columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from treewright.analysis.scores.criterion import shown_value
from treewright.analysis.scores.grouping import Key, in_order
from treewright.analysis.scores.table import Cell, Table


def two_way_table(title: str, corner: str, cells: Sequence[tuple[Key, Key, Cell, int]], settings: str) -> Table:
    """A table of cells, each with its row, its column and how many words it is of: the most frequent first."""
    used = [item for item in cells if item[2] is not None]
    rows = _in_order([(row, count) for row, _, _, count in used])
    columns = _in_order([(column, count) for _, column, _, count in used])
    found = {(row, column): cell for row, column, cell, _ in used}
    lines: list[list[Cell]] = [[joined(row), *(found.get((row, column)) for column in columns)] for row in rows]
    return Table(title, [corner, *map(joined, columns)], lines, settings)


def joined(key: Key) -> str:
    """The values of a group as one text, such as `like-ADP`."""
    return "-".join(map(shown_value, key))


def _in_order(given: Sequence[tuple[Key, int]]) -> list[Key]:
    counts: Counter[Key] = Counter()
    for key, count in given:
        counts[key] += count
    keys = list(counts)
    return [keys[number] for number in in_order(keys, list(counts.values()))]
