"""Remembered instances as a parser asks them: a tree of values, the most informative atom first, as sorted rows.

A search goes through the rows and keeps the distance up to each atom.  Where it is greater than that of the k nearest so
far, all rows that begin with the same values are left out.  Distances are whole numbers: no order of search changes them.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import int_array
from treewright.classifiers.neighbour_arrays import TYPES, problem_of
from treewright.classifiers.scorer import Scorer
from treewright.errors import ModelError
from treewright.features.extraction import Extraction
from treewright.transitions.derivations import Derivations

if not cython.compiled:  # in C these are in the .pxd
    FAR = 1 << 30  # more than any distance
    WINDOW = 48  # rows on both sides of where an instance would be: they give a first bound



class NeighbourTable:
    """Instances and their classes, only read; threads and processes share them."""

    def __init__(self, classes: int, arrays: dict[str, Any]) -> None:
        self.classes = classes
        self.stride = (classes + 15) // 16 * 16
        own = {name: arrays[name] for name in TYPES}
        problem = problem_of(classes, own)
        if problem:
            raise ModelError(f"the remembered instances are not sound: {problem}")
        self._arrays = own
        self.nearest = int(own["parameters"][1])
        self.largest = int(own["atoms"].max())  # the highest number of an atom that is looked at
        self.width, self.count = len(own["atoms"]), len(own["shared"])
        names = ("atoms", "importance", "values", "value_starts", "rows", "shared", "following", "starts", "classes", "counts")
        read = [own[name] if cython.compiled else own[name].tolist() for name in names]
        self.atoms, self.importance, self.values, self.value_starts, self.rows, self.shared = read[:6]
        self.following, self.starts, self.numbers, self.counts = read[6:]
        share = numpy.bincount(own["classes"], own["counts"], self.stride)
        self.prior = (share / share.sum() / 2).astype(numpy.float32)  # breaks ties, and is less than any vote

    @staticmethod
    def of(examples: Any) -> NeighbourTable:
        """From what was learnt."""
        return NeighbourTable(examples.class_count, examples.arrays())

    def arrays(self) -> dict[str, Any]:
        """The arrays of a model file."""
        return dict(self._arrays)

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer that asks these instances."""
        scorer = NeighbourScorer(extraction, self.classes, room)
        scorer.use(self)
        return scorer

    @property
    def feature_count(self) -> int:
        """How many different instances are remembered."""
        return self.count

    def bytes_in_memory(self) -> int:
        """How much memory the instances take."""
        return sum(array.nbytes for array in self._arrays.values())


class NeighbourScorer(Scorer):
    """Finds the nearest instances; each thread has its own."""

    def __init__(self, extraction: Extraction, classes: int, room: int = 0) -> None:
        """It has no instances yet: `use` gives it some."""
        super().__init__(extraction, classes, room)
        self.table: Any = None

    def use(self, model: NeighbourTable | None) -> None:
        """Score with these instances."""
        self.table = model
        if model is None:
            return
        if model.largest >= len(self.extraction.model.atoms):
            raise ModelError(f"the remembered instances have an atom {model.largest} that the templates do not have")
        self.query, self.depth = int_array(model.width), int_array(model.width + 1)
        self.best = int_array(model.nearest)
        self.hit, self.hit_distance = int_array(model.count), int_array(model.count)

    def scores(self, c: Derivations) -> int:
        """Write how many of the nearest instances have each class; ties go to what is more frequent in all."""
        if self.table is None:
            return 0
        self.extraction.look(c)
        for at in range(self.table.width):
            self.query[at] = self._code(at, self.extraction.atom[self.table.atoms[at]])
        place = self._place()
        self.bound = FAR
        self._search(max(0, place - WINDOW), min(self.table.count, place + WINDOW))
        self._search(0, self.table.count)
        for number in range(self.table.stride):
            self.score[number] = self.table.prior[number]
        for at in range(self.hits):
            if self.hit_distance[at] <= self.bound:
                row = self.hit[at]
                for entry in range(self.table.starts[row], self.table.starts[row + 1]):
                    self.score[self.table.numbers[entry]] += self.table.counts[entry]
        return self.table.width

    def _code(self, at: int, value: int) -> int:
        """The number of an atom's value, -1 if it was never seen."""
        low, high = self.table.value_starts[at], self.table.value_starts[at + 1]
        first, end = low, high
        while low < high:
            middle = (low + high) // 2
            if self.table.values[middle] < value:
                low = middle + 1
            else:
                high = middle
        return low - first if low < end and self.table.values[low] == value else -1

    def _place(self) -> int:
        """Where the instance would be among the rows."""
        low, high = 0, self.table.count
        while low < high:
            middle = (low + high) // 2
            base = middle * self.table.width
            at = 0
            while at < self.table.width and self.table.rows[base + at] == self.query[at]:
                at += 1
            if at < self.table.width and self.table.rows[base + at] < self.query[at]:
                low = middle + 1
            else:
                high = middle
        return low

    def _search(self, first: int, end: int) -> int:
        """Find the rows, from one to another, that are among the k nearest distances; `bound` is the greatest of these."""
        width, bound = self.table.width, self.bound
        rows, shared, following = self.table.rows, self.table.shared, self.table.following
        importance, query, depth = self.table.importance, self.query, self.depth
        self.hits = 0
        self.found = 0
        row = first
        while row < end:
            at = shared[row] if row > first else 0
            total = depth[at] if at else 0
            base = row * width
            while at < width and total <= bound:
                if rows[base + at] != query[at]:
                    total += importance[at]
                at += 1
                depth[at] = total
            if total <= bound:
                self._take(row, total)
                bound = self.bound
            row = row + 1 if row == first or shared[row] + 1 != at else following[row]
            while row < end and shared[row] >= at:
                row = following[row]
        return 0

    def _take(self, row: int, distance: int) -> int:
        """Note a row, and its distance if it is a new one among the k nearest."""
        self.hit[self.hits] = row
        self.hit_distance[self.hits] = distance
        self.hits += 1
        at = 0
        while at < self.found and self.best[at] < distance:
            at += 1
        if at < self.found and self.best[at] == distance:
            return 0
        if self.found < self.table.nearest:
            self.found += 1
        last = self.found - 1
        while last > at:
            self.best[last] = self.best[last - 1]
            last -= 1
        if at < self.found:
            self.best[at] = distance
        if self.found == self.table.nearest:
            self.bound = min(self.bound, self.best[self.found - 1])
        return 0
