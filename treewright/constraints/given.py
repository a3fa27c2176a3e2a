"""The constraints of a sentence as numbers, for a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy

from treewright.arrays import int_array, ints
from treewright.constraints.conflict import arcs_clash
from treewright.constraints.constraint import HEAD, SPANS, SUBTREE, Constraint
from treewright.constraints.constraint_set import Constraints

KEPT = -2  # a label that the parser does not know, kept from the input


class Given:
    """Heads and labels that are given (-1 if not), arcs that are banned, and spans.

    A partial system may be unable to make an arc that is given (a span system, one that is too long).  Then it leaves the word
    without a head and makes no arc that clashes; the head is in `fixed` and is added to the finished tree.
    """

    def __init__(
        self,
        heads: Any,
        labels: Any,
        has_labels: bool,
        banned: Any = None,
        spans: list[tuple[int, int, bool]] | None = None,
        fixed: Any = None,
    ) -> None:
        self.size = len(heads)
        self.heads, self.labels, self.has_labels = heads, labels, has_labels
        self.banned, self.spans, self.fixed = banned, spans or [], fixed
        self.empty = not (has_labels or banned is not None or fixed is not None or max(heads, default=-1) >= 0)

    @classmethod
    def of(
        cls,
        constraints: Constraints,
        size: int,
        label_numbers: Mapping[str, int],
        *,
        makes: Callable[[int, int], bool] | None = None,
        single_root: bool = True,
    ) -> Given:
        """The numbers of constraints that do not clash; `makes(word, head)` says which arcs a system can make."""
        heads, labels, fixed = int_array(size, -1), int_array(size, -1), None
        free = [list(range(size + 1)) for _ in range(size)]
        spans: list[tuple[int, int, bool]] = []
        for constraint in constraints:
            if constraint.kind in SPANS:
                spans.append((constraint.words[0], constraint.words[1], constraint.kind == SUBTREE))
            else:
                free[constraint.word - 1] = [head for head in free[constraint.word - 1] if constraint.allows(head)]
        for i, possible in enumerate(free):
            if len(possible) == 1 and (makes is None or makes(i + 1, possible[0])):
                heads[i] = possible[0]
            elif len(possible) == 1:
                fixed = int_array(size, -1) if fixed is None else fixed
                fixed[i] = possible[0]
        banned: Any = None
        if spans or fixed is not None or any(1 < len(possible) <= size for possible in free):
            banned = int_array((size + 1) * (size + 1), 1)
            for i, possible in enumerate(free):
                for head in possible:
                    banned[head * (size + 1) + i + 1] = 0
            if fixed is not None:
                _ban_clashes(banned, size, fixed, single_root)
        for word, label in constraints.labels.items():
            labels[word - 1] = label_numbers.get(label, KEPT)
        return cls(heads, labels, bool(constraints.labels), banned, spans, fixed)

    def problem(self, labels: int) -> str:
        """What is wrong with its numbers for a parser of so many labels, in words; "" if nothing is."""
        columns = {"heads": (self.heads, -1, self.size), "fixed": (self.fixed, -1, self.size)}
        columns["labels"] = (self.labels, KEPT, labels - 1)
        for name, (column, least, most) in columns.items():
            if column is not None and (found := outside(column, self.size, least, most)):
                return f"{name} with {found}"
        if self.banned is not None and len(self.banned) != (self.size + 1) ** 2:
            return f"banned arcs with {len(self.banned)} numbers, expected {(self.size + 1) ** 2}"
        if wrong := next((span for span in self.spans if not 1 <= span[0] <= span[1] <= self.size), None):
            return f"spans with {wrong[0]} to {wrong[1]}, expected words from 1 to {self.size}"
        return ""

    def put_heads(self, heads: Any, at: int) -> None:
        """Write the heads that the system cannot make to a prediction, from `at` on."""
        for i in range(self.size if self.fixed is not None else 0):
            if self.fixed[i] >= 0:
                heads[at + i] = self.fixed[i]

    def keep_labels(self, prediction: Any, at: int) -> None:
        """Mark the words of a prediction, from `at` on, whose labels are kept as they are given."""
        for i in range(self.size if self.has_labels else 0):
            if self.labels[i] != -1:
                prediction.labels[at + i] = KEPT

    def may_move(self, word: int, old: int, new: int) -> bool:
        """Whether a word may move from head `old` to `new` in the finished tree without breaking a constraint."""
        if self.heads[word - 1] >= 0 or (self.fixed is not None and self.fixed[word - 1] >= 0):
            return False
        if self.banned is not None and self.banned[new * (self.size + 1) + word]:
            return False
        for first, last, closed in self.spans:
            from_inside, to_inside = first <= old <= last, first <= new <= last
            if first <= word <= last:
                if from_inside != to_inside:  # another word with its head outside, or none
                    return False
            elif closed and to_inside:
                return False
        return True

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = [None if array is None else list(array) for array in (self.heads, self.labels, self.banned, self.fixed)]
        return _unpickle, (*arrays, self.has_labels, self.spans)


def outside(column: Any, size: int, least: int, most: int) -> str:
    """What is wrong with a column of so many whole numbers, in words; "" if all of them are from `least` to `most`."""
    numbers = numpy.asarray(column)
    if numbers.shape != (size,):
        return f"{numbers.size} numbers, expected {size}"
    wrong = numbers[(numbers < least) | (numbers > most)]
    return f"{wrong[0]}, expected {least} to {most}" if len(wrong) else ""


def _ban_clashes(banned: Any, size: int, fixed: Any, single_root: bool) -> None:
    """Ban the arcs that clash with the fixed ones; arcs that do not clash in pairs do not clash at all."""
    arcs = [Constraint(HEAD, i + 1, (fixed[i],)) for i in range(size) if fixed[i] >= 0]
    for head in range(size + 1):
        for word in range(1, size + 1):
            if any(arcs_clash(Constraint(HEAD, word, (head,)), arc, single_root) for arc in arcs):
                banned[head * (size + 1) + word] = 1


def _unpickle(heads: list[int], labels: list[int], banned: Any, fixed: Any, has_labels: bool, spans: Any) -> Given:
    rest = [None if array is None else ints(array) for array in (banned, fixed)]
    size = len(heads)  # of an array of ints it is at least 1
    return Given(ints(heads)[:size], ints(labels)[:size], has_labels, rest[0], spans, rest[1])
