"""Values that an expression asks for and no word has, and what may be meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any

from treewright.analysis.scores.criterion import Criterion

SHORTEST, LIKE = 2, 0.7  # of values that may be misspelt, and how much alike they must be


class Misspelt:
    """Looks in one table after the other for the values that were asked for; `hints` tells of those that were in none."""

    def __init__(self, wanted: Iterable[tuple[Criterion, str]]) -> None:
        self.wanted = {(criterion.text, value): criterion for criterion, value in wanted}
        self.known: dict[str, set[str]] = {}

    def look(self, table: Any) -> None:
        """Look at the values of a table, and of those that are linked with it."""
        tables = [table, *(other for other, _ in table.links.values())]
        for (name, _), criterion in self.wanted.items():
            known = self.known.setdefault(name, set())
            for one in tables:
                column = criterion.column(one)
                known |= {str(column.values[code]) for code in set(column.codes.tolist())}  # ROOT, too

    def hints(self, item: str = "word") -> list[str]:
        """A sentence for each value that is nowhere."""
        missing = [(name, value) for name, value in self.wanted if value not in self.known.get(name, (value,))]
        return [hint(name, value, self.known[name], item) for name, value in missing]


def hint(name: str, value: str, known: Iterable[str], item: str = "word") -> str:
    """What to say of a value that no word has."""
    plain = {other.lower(): other for other in sorted(known)}
    near = difflib.get_close_matches(value.lower(), plain, 1, LIKE) if len(value) >= SHORTEST else []
    return f"no {item} has {name}={value}" + (f"; did you mean {plain[near[0]]}?" if near else "")
