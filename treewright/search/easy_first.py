"""Easy-first search (Goldberg and Elhadad 2010): of all arcs between neighbours in the list of pending tokens, the best.

Every gap between two neighbours is scored once, with the features of a configuration whose focus is there.  An arc changes the
features of a few gaps around it, those from which templates see the token that left or the head that got a dependent; only
these are scored again.  A tournament among the gaps finds the best arc, so the time per word hardly grows with the sentence.
"""

from __future__ import annotations

import cython

from treewright.arrays import float_array, int_array
from treewright.classifiers.scorer import Scorer
from treewright.errors import SettingsError
from treewright.search.search import Search
from treewright.search.tournament import Tournament
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.easy_first import EasyFirst
from treewright.transitions.pending_list import PendingList
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are names of the .pxd files
    from math import inf as INFINITY

    from treewright.transitions.easy_first import LEFT_ARC, RIGHT_ARC

BASES, LOOSE = 4, 10  # S0..S3 come first among the bases of positions, then N0..N3; the last is L0


class EasyFirstSearch(Search):
    """The best arc anywhere in the sentence, then the next best one (Goldberg and Elhadad 2010)."""

    keeps_constraints = False

    def __init__(self, system: TransitionSystem, scorer: Scorer, classes: TransitionClasses) -> None:
        if not isinstance(system, EasyFirst):
            raise SettingsError(f"search: easy-first search needs system.name = easy-first, found {type(system).__name__}")
        super().__init__(system, scorer, classes)
        self.easy_first = system
        self.pending, self.gaps = PendingList(self.c), Tournament()
        bases = [0 if base == LOOSE else base for base, _, _ in scorer.positions]  # nothing pending has a head
        self.seen_left = max((1 + base for base in bases if base < BASES), default=0)
        self.seen_right = max((1 + base - BASES for base in bases if base >= BASES), default=0)
        self.gap_room = -1

    def _make_gap_room(self, size: int) -> int:
        """Room for the gaps of a sentence of so many words."""
        with cython.gil:
            self.gap_room = size
            self.class_at, self.active_at = int_array(size + 2), int_array(size + 2)
            self.stale, self.queue = int_array(size + 2), int_array(size + 2)
            self.row = float_array((size + 2) * self.scorer.stride)
        return 0

    def decode(self) -> float:
        """Make the best arc of all until only ROOT is left."""
        total = 0.0
        self.begin()
        while self.pending.count > 1:
            self.refresh()
            gap = self.gaps.best()
            number = self.class_at[gap]
            kind = self.kind_of[number]
            label = number - self.first[kind] if self.width[kind] > 1 else 0
            total += self.gaps.score[gap]
            if self.label_first[kind] >= 0:
                self.score_gap(gap)
                label = self.best_label(kind)
            self.make_arc(gap, kind, label)
        return total

    # What training uses, too --------------------------------------------------------------------------------------

    def begin(self) -> int:
        """Take the sentence that is encoded, with all its gaps."""
        if self.size > self.gap_room:
            self._make_gap_room(self.size * 2)
        self.pending.start(self.size, self.system.root_first)
        self.gaps.start(self.size + 2)
        self.waiting = 0
        for gap in range(self.size + 2):
            self.stale[gap] = 0
        return self.forget()

    def forget(self) -> int:
        """All gaps have to be scored again."""
        gap = self.pending.first
        while gap >= 0:
            self._mark(gap)
            gap = self.pending.behind[gap]
        return 0

    def _mark(self, gap: int) -> int:
        """A gap has to be scored again."""
        if not self.stale[gap]:
            self.stale[gap] = 1
            self.queue[self.waiting] = gap
            self.waiting += 1
        return 0

    def refresh(self) -> int:
        """Score the gaps whose features have changed."""
        for i in range(self.waiting):
            gap = self.queue[i]
            self.stale[gap] = 0
            self.gaps.set(gap, self._scored(gap))
        self.waiting = 0
        return 0

    def _scored(self, gap: int) -> float:
        """The best score at a gap, minus infinity if there is none; keeps what else training needs."""
        if not self.pending.is_gap(gap):
            return -INFINITY
        valid = self.valid_at(gap)
        if valid == 0:
            return -INFINITY
        self.score_gap(gap)
        self.active_at[gap] = self.active
        start = gap * self.scorer.stride
        for number in range(self.scorer.stride):
            self.row[start + number] = self.scorer.score[number]
        self.class_at[gap] = self.best_class(valid)
        return self.scorer.score[self.class_at[gap]]

    def score_gap(self, gap: int) -> int:
        """Score all classes at a gap."""
        self.show(gap)
        return self.score()

    def show(self, gap: int) -> int:
        """Put the focus on a gap."""
        self.pending.show(gap)
        if self.facts is not None:
            self.facts.forget()
        return 0

    def valid_at(self, gap: int) -> int:
        """The kinds of arcs that may be made at a gap, as bits."""
        right = self.pending.behind[gap]
        valid = 0
        if self.easy_first.allows(right, gap, self.c.root, self.pending.count):
            valid |= 1 << LEFT_ARC
        if self.easy_first.allows(gap, right, self.c.root, self.pending.count):
            valid |= 1 << RIGHT_ARC
        return valid

    def dependent_at(self, gap: int, kind: int) -> int:
        """The token that an arc of this kind takes out of the list."""
        return gap if kind == LEFT_ARC else self.pending.behind[gap]

    def make_arc(self, gap: int, kind: int, label: int) -> int:
        """Attach one neighbour to the other, write it into the tree, and mark the gaps that see it."""
        dependent = self.dependent_at(gap, kind)
        head = self.pending.behind[gap] if kind == LEFT_ARC else gap
        left, right = self.pending.before[dependent], self.pending.behind[dependent]
        self.pending.attach(head, dependent, label)
        self.head[dependent - 1] = 0 if head == self.c.root else head
        self.label[dependent - 1] = label
        self._mark(dependent)  # its gap is gone
        if left >= 0:
            self._mark(left)
        self._mark_behind(right, self.seen_left if head == right else self.seen_left - 1)
        self._mark_before(left, self.seen_right if head == left else self.seen_right - 1)
        if self.pending.count == 2:  # ROOT may have been waiting for this
            self._mark(self.pending.first)
        return 0

    def _mark_behind(self, gap: int, count: int) -> int:
        """Mark so many gaps from this one on."""
        while gap >= 0 and count > 0:
            self._mark(gap)
            gap = self.pending.behind[gap]
            count -= 1
        return 0

    def _mark_before(self, gap: int, count: int) -> int:
        """Mark so many gaps before this one."""
        gap = self.pending.before[gap] if gap >= 0 else -1
        while gap >= 0 and count > 0:
            self._mark(gap)
            gap = self.pending.before[gap]
            count -= 1
        return 0
