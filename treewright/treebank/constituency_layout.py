"""Where the nodes of a constituency tree stand above its words, so that every branch can be followed.

Each node has a bar over its children, and each child a vertical line up to that bar.  From the words upwards, row by row,
every node is placed as soon as all that is below it is, under these rules:

- bars (with the labels on them) of one row have a space between them;
- no two vertical lines share a column, and none runs through a label: a node stands on its bar where that is possible,
  as near to the middle as it can; where it is nowhere possible, words are moved apart;
- a node with a gap is placed above the constituents within its gap, so that one line crosses its bar and not one per word.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from typing import NamedTuple

from treewright.treebank.drawn_tree import DrawnTree

ROUNDS = 8  # of moving words apart, before nodes that still have no place stand above their first words


class Place(NamedTuple):
    """A node: its column, its row (1 is the lowest), the columns of its children, and of the lines that cross its bar."""

    x: int
    row: int
    branches: list[int]
    crossed: list[int]


class ConstituencyLayout:
    """Columns of the leaves (`columns`), places of the nodes (`places`), and the width of the whole."""

    def __init__(
        self, tree: DrawnTree, leaf_widths: list[int], label_widths: list[int], *, space: int, leaf_space: int, turned: bool
    ) -> None:
        """`space` is the least distance of texts and lines, `leaf_space` that of words; `turned`: from right to left."""
        self.tree, self.space, self.leaf_space, self.turned = tree, space, leaf_space, turned
        self.left, self.right = _halves(label_widths)
        rooms = [list(sides) for sides in zip(*_halves(leaf_widths), strict=True)]  # on both sides of the middle of a leaf
        for number, (first, last) in enumerate(zip(tree.first, tree.last, strict=True)):
            if first == last:
                self._widen(rooms[first], number)
        for _ in range(ROUNDS):
            self._set_columns(rooms)
            homeless = self._place(centred=True)
            if not homeless:
                break
            for number in homeless:
                half = (label_widths[number] + space) // 2 + 1
                rooms[tree.first[number]][0 if turned else 1] += half
                rooms[tree.last[number]][1 if turned else 0] += half
        else:
            for number, first in enumerate(tree.first):
                self._widen(rooms[first], number)
            self._set_columns(rooms)
            self._place(centred=False)
        self._make_room_for_labels()

    def _widen(self, room: list[int], number: int) -> None:
        room[:] = max(room[0], self.left[number]), max(room[1], self.right[number])

    def _set_columns(self, rooms: list[list[int]]) -> None:
        self.columns, end = [0] * len(rooms), 0
        for leaf in reversed(range(len(rooms))) if self.turned else range(len(rooms)):
            self.columns[leaf] = end + rooms[leaf][0]
            end = self.columns[leaf] + rooms[leaf][1] + self.leaf_space
        self.width = end - self.leaf_space + 1 if rooms else 0

    def _place(self, *, centred: bool) -> list[int]:
        """Places all nodes, row by row; returns those whose labels had no place."""
        tree = self.tree
        before, needed = self._requirements()
        lines = sorted(self.columns)  # the columns of all vertical lines at the row, in order
        self.places = [Place(0, 0, [], [])] * len(tree.parents)
        homeless, row = [], 0
        ready = [number for number, count in enumerate(needed) if count == 0] if self.columns else []
        while ready:
            row += 1
            taken: list[tuple[int, int]] = []  # stretches of this row, in order
            waiting, placed = [], []
            branches = {number: self._branches(number) for number in ready}
            for number in sorted(ready, key=lambda n: (branches[n][-1] - branches[n][0], branches[n][0])):
                own = branches[number]
                found = self._spot(number, own, lines) if centred else self.columns[tree.first[number]]
                x = own[0] if found is None else found
                low, high = min(own[0], x - self.left[number]), max(own[-1], x + self.right[number])
                if not self._free(taken, low, high):
                    waiting.append(number)
                    continue
                if found is None:
                    homeless.append(number)
                insort(taken, (low, high))
                for column in own:
                    del lines[bisect_left(lines, column)]
                crossed = lines[bisect_left(lines, own[0]) : bisect_right(lines, own[-1])]
                self.places[number] = Place(x, row, own, crossed)
                placed.append(number)
            for number in placed:
                insort(lines, self.places[number].x)
                for later in before[number]:
                    needed[later] -= 1
                    if not needed[later]:
                        waiting.append(later)
            ready = waiting
        return homeless

    def _make_room_for_labels(self) -> None:
        """Moves the tree where a label reaches beyond the first word, and widens it where one reaches beyond the last."""
        ends = list(zip(self.places, self.left, self.right, strict=True)) if self.columns else []
        moved = max([0, *(left - place.x for place, left, _ in ends)])
        self.width = moved + max([self.width, *(place.x + right + 1 for place, _, right in ends)])
        if moved:
            self.columns = [x + moved for x in self.columns]
            self.places = [
                Place(x + moved, row, [c + moved for c in branches], [c + moved for c in crossed])
                for x, row, branches, crossed in self.places
            ]

    def _requirements(self) -> tuple[list[list[int]], list[int]]:
        """For each node those that must be placed after it, and the number of those that must be placed before it."""
        before: list[list[int]] = [[parent] if parent >= 0 else [] for parent in self.tree.parents]
        needed = [len(below) for below in self.tree.nodes]
        for number in self.tree.gapped:
            for inside in self.tree.in_gaps(number):
                before[inside].append(number)
                needed[number] += 1
        return before, needed

    def _branches(self, number: int) -> list[int]:
        nodes = (self.places[below].x for below in self.tree.nodes[number])
        return sorted([*nodes, *(self.columns[leaf] for leaf in self.tree.leaves[number])])

    def _spot(self, number: int, own: list[int], lines: list[int]) -> int | None:
        """The column on the bar nearest to its middle where the label touches no line that is not its own."""
        low, high = own[0], own[-1]
        left, right = self.left[number] + self.space, self.right[number] + self.space
        within = lines[bisect_right(lines, low - left) : bisect_left(lines, high + right)]
        mine = set(own)
        others = [column for column in within if column not in mine]
        middle = (low + high) // 2
        tried: Iterable[int] = [middle, low, high, *(c + left for c in others), *(c - right for c in others)]
        for x in sorted((x for x in tried if low <= x <= high), key=lambda x: (abs(x - middle), x)):
            if bisect_right(others, x - left) == bisect_left(others, x + right):
                return x
        return None

    def _free(self, taken: list[tuple[int, int]], low: int, high: int) -> bool:
        at = bisect_left(taken, (low, high))
        return not (at < len(taken) and taken[at][0] < high + self.space) and not (at and taken[at - 1][1] + self.space > low)


def _halves(widths: list[int]) -> tuple[list[int], list[int]]:
    """How far centred texts reach to the left and to the right of their middle."""
    return [width // 2 for width in widths], [max(width - 1, 0) // 2 for width in widths]
