"""Where the words and arcs of a picture are: no two words touch, no two arcs run over each other."""

from __future__ import annotations

from collections.abc import Sequence

from treewright.treebank.picture import MARGIN

GAP = 18
STEP = 22  # from one level of arcs to the next; less if there are so many that the picture would be too high
HIGHEST = 1200
BESIDE = 24  # what an arc needs beside its label


def word_places(widths: Sequence[float], arcs: Sequence[tuple[int, int, float]]) -> tuple[list[float], float]:
    """The middle of each word, so that words do not touch and a label fits between the feet of its arc; the width of all.

    An arc is the place of its word (from 0 on), its head (from 1 on; 0: the root, less: none) and the width of its label.
    """
    rooms = list(widths)
    centres: list[float] = []
    ending: list[list[tuple[int, float]]] = [[] for _ in rooms]  # per word: arcs that come from the left, with their room
    for i, head, label in arcs:
        if head > 0:
            ending[max(i, head - 1)].append((min(i, head - 1), label + BESIDE))
        elif head == 0:
            rooms[i] = max(rooms[i], label)
    for i, room in enumerate(rooms):
        x = centres[-1] + (rooms[i - 1] + room) / 2 + GAP if i else MARGIN + room / 2
        centres.append(max([x, *(centres[left] + needed for left, needed in ending[i])]))
    return centres, centres[-1] + rooms[-1] / 2 + MARGIN if rooms else 2 * MARGIN


def level_height(highest: int) -> float:
    """How much higher each level of arcs is than the one below it."""
    return min(STEP, HIGHEST / max(1, highest))


def arc(x: float, head: float | None, base: float, top: float) -> tuple[str, float]:
    """The line of an arc to a word from its head (None: from the root), and the middle of its label.

    The feet are at `base`; `top` is above it, or below it for an arc under the words.
    """
    down = 1 if top < base else -1
    if head is None:
        return f"M{short(x)} {short(top)}V{short(base - 6 * down)}", x
    side = 1 if head < x else -1
    start = head + 5 * side
    bend = min(8.0, abs(x - start) / 2)
    line = (
        f"M{short(start)} {short(base)}V{short(top + bend * down)}"
        f"Q{short(start)} {short(top)} {short(start + bend * side)} {short(top)}"
        f"H{short(x - bend * side)}Q{short(x)} {short(top)} {short(x)} {short(top + bend * down)}V{short(base - 6 * down)}"
    )
    return line, (start + x) / 2


def arrow(x: float, base: float, *, up: bool = False) -> str:
    """The point of an arc at its word; `up` for an arc under the words."""
    return f"M{short(x)} {short(base)}l-3.5 {'7' if up else '-7'}h7z"


def short(number: float) -> str:
    """A number with at most one decimal."""
    return f"{number:.1f}".removesuffix(".0")


def arc_levels(heads: list[int]) -> list[int]:
    """How high each arc must be to run above all shorter ones it meets; a root is above the arcs that touch it."""
    levels = [0] * len(heads)
    skyline = Skyline(len(heads) + 1)  # one place before each word, and one after the last
    arcs = sorted((abs(head - i), i, head) for i, head in enumerate(heads, 1) if head > 0)
    for _, i, head in arcs:
        first, stop = min(i, head), max(i, head)
        levels[i - 1] = 1 + skyline.highest(first, stop)
        skyline.lift(first, stop, levels[i - 1])
    for i, head in enumerate(heads, 1):
        if head == 0:
            levels[i - 1] = 1 + skyline.highest(i - 1, i + 1)
    return levels


class Skyline:
    """Heights over places; updates and queries take logarithmic time (a segment tree)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.within = [0] * (2 * size)  # per node: the highest place below it
        self.lifted = [0] * (2 * size)  # per node: what all places below it were lifted to

    def lift(self, first: int, stop: int, height: int) -> None:
        """Lifts the places from first to stop - 1 to at least this height."""
        low, high = first + self.size, stop + self.size
        while low < high:
            if low & 1:
                self._touch(low, height)
                low += 1
            if high & 1:
                high -= 1
                self._touch(high, height)
            low, high = low >> 1, high >> 1

    def _touch(self, node: int, height: int) -> None:
        self.lifted[node] = max(self.lifted[node], height)
        while node:
            self.within[node] = max(self.within[node], height)
            node >>= 1

    def highest(self, first: int, stop: int) -> int:
        """The highest of the places from first to stop - 1."""
        low, high = first + self.size, stop + self.size
        found = max(self._above(low), self._above(high - 1))
        while low < high:
            if low & 1:
                found = max(found, self.within[low])
                low += 1
            if high & 1:
                high -= 1
                found = max(found, self.within[high])
            low, high = low >> 1, high >> 1
        return found

    def _above(self, node: int) -> int:
        found = 0
        while node:
            found = max(found, self.lifted[node])
            node >>= 1
        return found
