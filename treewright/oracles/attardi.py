"""The shortest derivation of a gold tree with the rules of DeSR; the cost is 0 on this path and 1 beside it.

A projective tree has one that needs no search: make the arc between top and next word as soon as it is gold and the dependent
has all its own, else shift.  For other trees an eager search finds a derivation, and a full one looks for a shorter one
(`attardi_search.py` says what these are).  Each gives up after `MOST` configurations: then the tree counts as one without a
path, or the path of the eager search is the one.  Paths that were searched for are remembered for the next epoch.

Away from the path the cost means nothing, since no exact costs are known.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.arrays import int_array
from treewright.oracles.attardi_search import AttardiSearch
from treewright.oracles.oracle import Oracle
from treewright.transitions.attardi import Attardi
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd
    from treewright.oracles.attardi_search import LONGER, MOST_COST
    from treewright.transitions.attardi import EXTRACT, LEFT, LEFT2, LEFT3, RIGHT, RIGHT2, RIGHT3, SHIFT
    from treewright.transitions.configuration import RECORD, STEP

MOST = 50_000


class AttardiOracle(Oracle):
    """Static oracle of DeSR; it needs whole trees, and has no path to some of them."""

    dynamic = False
    exact = False
    whole_trees = True

    def __init__(self, system: Attardi, *, most: int = MOST) -> None:
        self.most, self.allowed = most, system.allowed
        self.search = AttardiSearch(system)
        self.gave_up = False  # whether the search for the path ended before everything was tried
        self.known: dict[bytes, bytes] = {}  # heads -> path, empty if there is none
        self.path_room, self.path_size, self.path_length = 0, -1, 0
        super().__init__(system)

    def take(self, heads: Sequence[int], labels: Sequence[int], size: int) -> int:
        """Find a path, too."""
        Oracle.take(self, heads, labels, size)
        return self._find_path()

    def take_from(self, other: Oracle) -> int:
        """Find a path, too."""
        Oracle.take_from(self, other)
        return self._find_path()

    def has_path(self) -> bool:
        """Whether a derivation of the gold tree was found."""
        return self.path_length > 0

    def _make_path_room(self, size: int) -> int:
        with cython.gil:
            self.path, self.path_of, self.climbed = int_array(8 * size + 16), int_array(size + 2), int_array(size + 2)
            self.path_room, self.path_size = size, -1
        return 0

    def _find_path(self) -> int:
        """Find a path to the gold tree, unless it is the tree of the path found last."""
        if self.size > self.path_room:
            self._make_path_room(self.size * 2)
        same = self.size == self.path_size
        for word in range(1, self.size + 1):
            same = same and self.path_of[word] == self.gold[word]
            self.path_of[word] = self.gold[word]
        if same:
            return 0
        self.path_size, self.path_length, self.gave_up = self.size, 0, False
        if self.size == 0 or not self._is_tree():
            return 0
        simple = 1 << SHIFT | 1 << RIGHT | 1 << LEFT
        if self.search.find(self.gold, self.child_start, self.size, simple, True, 8 * self.size + 64, 1):
            return self._keep()
        if self.allowed == simple:
            return 0
        with cython.gil:
            if self._recall():
                return 0
        self._search()
        with cython.gil:
            return self._remember()

    def _is_tree(self) -> bool:
        """Whether all heads are known, every word reaches ROOT and, with a single root, only one depends on it."""
        roots = 0
        for word in range(1, self.size + 1):
            self.climbed[word] = 0
            roots += 1 if self.gold[word] == self.root else 0
            if self.gold[word] < 0:
                return False
        if self.single_root and roots != 1:
            return False
        for word in range(1, self.size + 1):
            token = word
            while token != self.root and self.climbed[token] == 0:
                self.climbed[token] = word
                token = self.gold[token]
            if token != self.root and self.climbed[token] == word:
                return False
        return True

    def _keep(self) -> int:
        """Take the path from the search."""
        self.path_length = self.search.length
        for step in range(self.path_length):
            self.path[step] = self.search.path[step]
        return 0

    def _search(self) -> int:
        """Search eagerly, without and with extract, and then for something shorter that is not eager."""
        most, simple, cost = self.most + 8 * self.size, self.allowed & ~(1 << EXTRACT), MOST_COST
        for attempt in range(3):
            allowed = simple if attempt == 0 else self.allowed
            if cost < LONGER or (attempt == 1 and allowed == simple):
                continue  # nothing can be shorter, or nothing is new
            if self.search.find(self.gold, self.child_start, self.size, allowed, attempt < 2, most, cost):
                self._keep()
                cost = self.search.cost
            self.gave_up = self.gave_up or self.search.gave_up
            if attempt == 1 and self.path_length == 0:
                break
        return 0

    def _recall(self) -> bool:
        """Take the path found in an earlier epoch, if there was one."""
        path = self.known.get(self._key())
        if path is None:
            return False
        self.path_length = len(path)
        for step in range(self.path_length):
            self.path[step] = path[step]
        return True

    def _remember(self) -> int:
        self.known[self._key()] = bytes([self.path[step] for step in range(self.path_length)])
        return 0

    def _key(self) -> bytes:
        return b"".join([int(self.gold[word]).to_bytes(4, "little") for word in range(1, self.size + 1)])

    def costs(self, c: Configuration, valid: int) -> int:
        """0 for the transition of the path at this step, 1 for the others."""
        step = c.record[c.state * RECORD + STEP]
        best = self.path[step] if step < self.path_length else -1
        for kind in range(self.system.kind_count):
            self.cost[kind] = 0 if kind == best or best < 0 else 1
            self.label[kind] = -1
        if best >= 0:
            word = self._dependent(c, best)
            self.label[best] = self.gold_label[word] if c.is_word(word) else -1
        return 0

    def _dependent(self, c: Configuration, kind: int) -> int:
        """The word that gets a head, -1 if none does."""
        if kind == RIGHT:
            return c.top()
        if kind == RIGHT2:
            return c.second()
        if kind == RIGHT3:
            return c.third()
        if kind in (LEFT, LEFT2, LEFT3):
            return c.next()
        return -1
