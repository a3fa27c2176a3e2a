"""The best transitions of a step of beam search, from all items of the beam."""

from __future__ import annotations

import cython

from treewright.arrays import double_array, grown, int_array
from treewright.errors import TreewrightError

MOST_ITEMS = 2_000_000


class Candidates:
    """The best k of the transitions offered, best first; the first offered wins a tie."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.room = 0
        self.count = 0
        self.total = double_array(1)
        self.origin, self.kind, self.label, self.correct = int_array(1), int_array(1), int_array(1), int_array(1)
        self.site, self.here = int_array(1), 0
        self._make_room(size if size else 64)

    def _make_room(self, room: int) -> int:
        if room > MOST_ITEMS:
            raise TreewrightError(
                f"search.beam (--beam): seen 0, an unlimited beam, which has more than {MOST_ITEMS:,} configurations of one "
                "sentence, expected a size such as 8 (1 is greedy)"
            )
        self.total, self.origin, self.kind = grown(self.total, room), grown(self.origin, room), grown(self.kind, room)
        self.label, self.correct, self.site = grown(self.label, room), grown(self.correct, room), grown(self.site, room)
        self.room = room
        return 0

    def offer(self, total: float, origin: int, kind: int, label: int, correct: int) -> int:
        """Insert a transition at the site `here` where its score puts it, if it is good enough."""
        at = self.count
        if self.size and at == self.size:
            at -= 1
            if total <= self.total[at]:
                return 0
        else:
            if at >= self.room:
                with cython.gil:
                    self._make_room(self.room * 2)
            self.count = at + 1
        while at > 0 and self.total[at - 1] < total:
            self.total[at] = self.total[at - 1]
            self.origin[at] = self.origin[at - 1]
            self.kind[at] = self.kind[at - 1]
            self.label[at] = self.label[at - 1]
            self.correct[at] = self.correct[at - 1]
            self.site[at] = self.site[at - 1]
            at -= 1
        self.total[at] = total
        self.origin[at] = origin
        self.kind[at] = kind
        self.label[at] = label
        self.correct[at] = correct
        self.site[at] = self.here
        return 0
