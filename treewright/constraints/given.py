"""The constraints of a sentence in numbers, as a search takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treewright.arrays import int_array, ints
from treewright.constraints.constraint import SPANS, SUBTREE
from treewright.constraints.constraints import Constraints

KEPT = -2  # a label that the parser does not know and that stays as it is written


class Given:
    """Heads and labels that are given (-1 if not), arcs that are banned, and spans."""

    def __init__(
        self,
        heads: Any,
        labels: Any,
        has_labels: bool,
        banned: Any = None,
        spans: list[tuple[int, int, bool]] | None = None,
    ) -> None:
        self.size = len(heads)
        self.heads, self.labels, self.has_labels = heads, labels, has_labels
        self.banned, self.spans = banned, spans or []

    @classmethod
    def of(cls, constraints: Constraints, size: int, label_numbers: Mapping[str, int]) -> Given:
        """The numbers of constraints that can be honoured together."""
        heads, labels = int_array(size, -1), int_array(size, -1)
        general = False
        banned: Any = None
        free = [list(range(size + 1)) for _ in range(size)]
        spans: list[tuple[int, int, bool]] = []
        for constraint in constraints:
            if constraint.kind in SPANS:
                spans.append((constraint.words[0], constraint.words[1], constraint.kind == SUBTREE))
            else:
                free[constraint.word - 1] = [head for head in free[constraint.word - 1] if constraint.allows(head)]
        for i, possible in enumerate(free):
            if len(possible) == 1:
                heads[i] = possible[0]
            elif len(possible) <= size:
                general = True
        if general or spans:
            banned = int_array((size + 1) * (size + 1), 1)
            for i, possible in enumerate(free):
                for head in possible:
                    banned[head * (size + 1) + i + 1] = 0
        for word, label in constraints.labels.items():
            labels[word - 1] = label_numbers.get(label, KEPT)
        return cls(heads, labels, bool(constraints.labels), banned, spans)

    def __reduce__(self) -> tuple[Any, ...]:
        banned = None if self.banned is None else list(self.banned)
        return _unpickle, (list(self.heads), list(self.labels), self.has_labels, banned, self.spans)


def _unpickle(heads: list[int], labels: list[int], has_labels: bool, banned: list[int] | None, spans: Any) -> Given:
    return Given(ints(heads), ints(labels), has_labels, None if banned is None else ints(banned), spans)
