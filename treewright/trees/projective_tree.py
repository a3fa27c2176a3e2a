"""The projective tree of least cost (Eisner 1996), also under spans: words that must form one subtree or hang on one head.

    half(h, e)    h with all its dependents between h and e; e is the last word it covers
    arc(h, d)     the half of h up to the word before the half of d begins, and the arc from h to d

A span that an arc enters determines how far the halves of the dependent reach: exactly to the ends of a closed span (one
subtree, no word outside depends on it), at least to the ends of an open one (one head outside, outside dependents allowed).

What is put together is tested part by part: a cost far below 0 would hide in the sum that a part is impossible.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import double_array, int_array
from treewright.trees.cheapest_tree import CheapestTree

if not cython.compiled:  # in C it is a name of the .pxd
    from treewright.trees.cheapest_tree import IMPOSSIBLE

LONGEST = 1000  # words: time is cubic


class ProjectiveTree(CheapestTree):
    """Finds the tree; spans are kept."""

    keeps_spans = True

    def __init__(self) -> None:
        self.span_count = 0
        self.span: Any = int_array(1)
        super().__init__()

    def make_room(self, size: int) -> None:
        """Make storage for a sentence that is longer than any before."""
        cells = self.width * self.width
        self.right, self.left, self.right_arc, self.left_arc = [double_array(cells) for _ in range(4)]
        self.right_at, self.left_at, self.right_arc_at, self.left_arc_at = [int_array(cells) for _ in range(4)]
        self.limits, self.todo = int_array(4), int_array(6 * size + 12)

    def take_spans(self, spans: list[tuple[int, int, bool]]) -> None:
        """Take the spans of the sentence."""
        self.span_count = len(spans)
        if spans:
            self.span = int_array(3 * len(spans))
        for i, (first, last, closed) in enumerate(spans):
            self.span[3 * i], self.span[3 * i + 1], self.span[3 * i + 2] = first, last, 1 if closed else 0

    def least(self, single_root: bool) -> float:
        """The least cost of a tree, IMPOSSIBLE if there is none; leaves its heads in `head`."""
        first = 1 if single_root else 0
        self._forbid_leaving()
        for i in range(first, self.width):
            self.right[i * self.width + i] = 0
            self.left[i * self.width + i] = 0
        for length in range(1, self.width - first):
            for i in range(first, self.width - length):
                self._fill(i, i + length)
        if not single_root:
            total = self.right[self.size]
            if total < IMPOSSIBLE:
                self._read(0, self.size, 0)
            return total
        total, best = IMPOSSIBLE, 0
        for root in range(1, self.width):
            left, right = self.left[self.width + root], self.right[root * self.width + self.size]
            value = self.cost[root] + left + right
            if value < total and left < IMPOSSIBLE and right < IMPOSSIBLE and self._may_be_root(root):
                total, best = value, root
        if best:
            self.head[best] = 0
            self._read(1, best, 1)
            self._read(best, self.size, 0)
        return total

    def _forbid_leaving(self) -> int:
        """Nothing outside a closed span depends on a word inside."""
        for number in range(self.span_count):
            if self.span[3 * number + 2]:
                for head in range(self.span[3 * number], self.span[3 * number + 1] + 1):
                    for word in range(1, self.width):
                        if word < self.span[3 * number] or word > self.span[3 * number + 1]:
                            self.cost[head * self.width + word] = IMPOSSIBLE
        return 0

    def _may_be_root(self, root: int) -> bool:
        """A closed span with the root in it is the whole sentence."""
        for number in range(self.span_count):
            first, last = self.span[3 * number], self.span[3 * number + 1]
            if self.span[3 * number + 2] and first <= root <= last and last - first + 1 < self.size:
                return False
        return True

    def _limit(self, head: int, word: int) -> int:
        """Where a dependent's halves may end: the left one from limits[0] to [1], the right one from [2] to [3]."""
        self.limits[0], self.limits[1], self.limits[2], self.limits[3] = 0, word, word, self.size
        for number in range(self.span_count):
            first, last = self.span[3 * number], self.span[3 * number + 1]
            if word < first or word > last or first <= head <= last:
                continue
            if first < self.limits[1]:
                self.limits[1] = first
            if last > self.limits[2]:
                self.limits[2] = last
            if self.span[3 * number + 2]:
                if first > self.limits[0]:
                    self.limits[0] = first
                if last < self.limits[3]:
                    self.limits[3] = last
        return 0

    def _fill(self, i: int, j: int) -> int:
        """The four ways to cover the words from i to j."""
        width, limits = self.width, self.limits
        cell = i * width + j
        # i -> j and j -> i: the half of i, up to k, and the half of j, from k + 1
        low, high = i, j - 1
        if self.span_count:
            self._limit(i, j)
            low, high = max(i, limits[0] - 1), min(j - 1, limits[1] - 1)
        self.right_arc[cell] = self._join(i, j, low, high, self.cost[cell])
        self.right_arc_at[cell] = self.at
        low, high = i, j - 1
        if self.span_count:
            self._limit(j, i)
            low, high = max(i, limits[2]), min(j - 1, limits[3])
        self.left_arc[cell] = self._join(i, j, low, high, self.cost[j * width + i] if i else IMPOSSIBLE)
        self.left_arc_at[cell] = self.at
        # the half of i up to j: its last dependent is k
        best, at = IMPOSSIBLE, -1
        for k in range(i + 1, j + 1):
            one, other = self.right_arc[i * width + k], self.right[k * width + j]
            value = one + other
            if value < best and one < IMPOSSIBLE and other < IMPOSSIBLE and (self.span_count == 0 or self._ends(i, k, 2, j)):
                best, at = value, k
        self.right[cell] = best
        self.right_at[cell] = at
        # the half of j from i on: its first dependent is k
        best, at = IMPOSSIBLE, -1
        for k in range(i if i else 1, j):
            one, other = self.left[i * width + k], self.left_arc[k * width + j]
            value = one + other
            if value < best and one < IMPOSSIBLE and other < IMPOSSIBLE and (self.span_count == 0 or self._ends(j, k, 0, i)):
                best, at = value, k
        self.left[cell] = best
        self.left_at[cell] = at
        return 0

    def _ends(self, head: int, word: int, side: int, end: int) -> bool:
        """Whether the left (0) or right (2) half of a dependent may end here."""
        self._limit(head, word)
        return self.limits[side] <= end <= self.limits[side + 1]

    def _join(self, i: int, j: int, low: int, high: int, cost: float) -> float:
        best = IMPOSSIBLE
        self.at = -1
        if cost >= IMPOSSIBLE:
            return IMPOSSIBLE
        for k in range(low, high + 1):
            right, left = self.right[i * self.width + k], self.left[(k + 1) * self.width + j]
            value = right + left + cost
            if value < best and right < IMPOSSIBLE and left < IMPOSSIBLE:
                best = value
                self.at = k
        return best

    def _read(self, i: int, j: int, kind: int) -> int:
        """Write the heads of a half: 0 the right half of i, 1 the left half of j; 2 and 3 are arcs to the right and left."""
        self.todo[0], self.todo[1], self.todo[2] = i, j, kind
        count = 1
        while count > 0:
            count -= 1
            i, j, kind = self.todo[3 * count], self.todo[3 * count + 1], self.todo[3 * count + 2]
            if i == j:
                continue
            cell = i * self.width + j
            if kind == 0:
                k = self.right_at[cell]
                count = self._push(self._push(count, i, k, 2), k, j, 0)
            elif kind == 1:
                k = self.left_at[cell]
                count = self._push(self._push(count, i, k, 1), k, j, 3)
            else:
                k = self.right_arc_at[cell] if kind == 2 else self.left_arc_at[cell]
                self.head[j if kind == 2 else i] = i if kind == 2 else j
                count = self._push(self._push(count, i, k, 0), k + 1, j, 1)
        return 0

    def _push(self, count: int, i: int, j: int, kind: int) -> int:
        self.todo[3 * count], self.todo[3 * count + 1], self.todo[3 * count + 2] = i, j, kind
        return count + 1
