"""The one path of arc-standard with swap to a gold tree; s is the top of the stack, r below it, b the next word.

    left-arc     s is the head of r, and r has all its dependents
    right-arc    r is the head of s, and s has all its dependents
    swap         s is before r in the projective order (Nivre 2009)
    shift        otherwise

The eager oracle swaps as soon as this holds.  The lazy one (Nivre, Kuhlmann and Hall 2009) first lets s get its dependents
from the buffer: it swaps only if s and b are not in the same component of the tree that arc-standard builds without swap.

The cost is 0 for this transition and 1 for all others.  Away from the path it means nothing, since no exact costs are known.
"""

from __future__ import annotations

import cython

from treewright.arrays import int_array
from treewright.errors import SettingsError
from treewright.oracles.gold_order import GoldOrder
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enum of the .pxd
    from treewright.transitions.swap import LEFT_ARC, RIGHT_ARC, SHIFT, SWAP

WAYS = ("lazy", "eager")


class SwapOracle(GoldOrder):
    """Static oracle of arc-standard with swap, eager or lazy; it needs complete trees."""

    dynamic = False
    exact = False
    whole_trees = True
    more_settings = ("swap",)

    def __init__(self, system: TransitionSystem, *, swap: str = "lazy") -> None:
        if swap not in WAYS:
            raise SettingsError(f"oracle.swap: seen {swap!r}, expected one of {', '.join(WAYS)}")
        self.swap, self.lazy = swap, swap == "lazy"
        self.part_room = 0
        super().__init__(system)

    def has_path(self) -> bool:
        """Whether the gold tree is complete and, with a single root, has one."""
        if not self.is_tree:
            return False
        return not self.single_root or self._dependents(self.root) == 1

    def _make_part_room(self, size: int) -> int:
        with cython.gil:
            self.component, self.stack, self.count = int_array(size + 2), int_array(size + 2), int_array(size + 2)
            self.part_room = size
        return 0

    def order_words(self) -> int:
        """Number the words, and find the components that need no swap."""
        GoldOrder.order_words(self)
        return self._find_parts() if self.lazy and self.is_tree else 0

    def _find_parts(self) -> int:
        """Find the components of the tree that arc-standard builds without swap; `component` has the head of each word's."""
        if self.size > self.part_room:
            self._make_part_room(self.size * 2)
        depth = 0
        for word in range(self.size + 2):
            self.component[word] = word
            self.count[word] = 0
        for word in range(1, self.size + 1):
            self.stack[depth] = word
            depth += 1
            while depth >= 2:
                s, r = self.stack[depth - 1], self.stack[depth - 2]
                if self.gold[r] == s and self.count[r] == self._dependents(r):
                    self.stack[depth - 2] = s
                    self.component[r] = s
                    self.count[s] += 1
                elif self.gold[s] == r and self.count[s] == self._dependents(s):
                    self.component[s] = r
                    self.count[r] += 1
                else:
                    break
                depth -= 1
        for word in range(1, self.size + 1):
            s = word
            while self.component[s] != s:
                s = self.component[s]
            self.component[word] = s
        return 0

    def costs(self, c: Configuration, valid: int) -> int:
        """0 for the transition of the table, 1 for the others."""
        best = self._transition(c) if self.has_path() else -1
        for kind in range(self.system.kind_count):
            self.cost[kind] = 0 if kind == best or best < 0 else 1
            self.label[kind] = -1
        if best == LEFT_ARC:
            self.label[LEFT_ARC] = self.gold_label[c.second()]
        elif best == RIGHT_ARC:
            self.label[RIGHT_ARC] = self.gold_label[c.top()]
        return 0

    def _transition(self, c: Configuration) -> int:
        """The rows of the table."""
        s, r = c.top(), c.second()
        if s < 0 or r < 0:
            return SHIFT
        if self.gold[r] == s and c.second_dependents() == self._dependents(r):
            return LEFT_ARC
        if self.gold[s] == r and c.top_dependents() == self._dependents(s):
            return RIGHT_ARC
        if self.order[r] < self.order[s] or s < r:
            return SHIFT
        if self.lazy and c.buffer_size() > 0 and self.component[s] == self.component[c.next()]:
            return SHIFT
        return SWAP

    def _dependents(self, word: int) -> int:
        """How many dependents a token has in the gold tree."""
        return self.child_start[word + 1] - self.child_start[word]
