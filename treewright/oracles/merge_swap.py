"""The one path of shift-reduce parsing with swap to a gold tree; s is the top of the stack, r below it, b the next item.

    label step        as in the set-based system
    merge             each gold constituent has both r and s, or neither, but for one that is r or s
    swap              s is before r in the order in which no constituent has gaps, and b is not in the same component as s
    shift             otherwise

In that order (Nivre 2009, Maier 2015), the children of a constituent follow each other, and what ends last is the last; sorted
by their beginnings, Dutch trees need twice as many swaps.  A component is what can be built without swap: swaps are lazy
(Nivre, Kuhlmann and Hall 2009), s first gets what it can from the buffer.

The cost is 0 for this transition and 1 for all others.  Away from the path it means nothing, since no exact costs are known.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import int_array
from treewright.oracles.item_oracle import ItemOracle
from treewright.transitions.merge_swap import MergeSwap
from treewright.transitions.set_configuration import SetConfiguration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.covers import WITHIN
    from treewright.transitions.item_system import COMBINE, SHIFT
    from treewright.transitions.merge_swap import SWAP
    from treewright.transitions.set_configuration import LEFT, NODE, RIGHT


class MergeSwapOracle(ItemOracle):
    """Static oracle of shift-reduce parsing with swap."""

    dynamic = False
    exact = False

    def __init__(self, system: MergeSwap, *, canonical: bool = True) -> None:
        super().__init__(system, canonical=canonical)
        self.order_room = 0

    def _make_order(self, size: int) -> int:
        with cython.gil:
            self.length, self.place = int_array(size), int_array(size)
            self.path, self.component, self.above, self.order_room = int_array(size), int_array(size), int_array(size), size
        return 0

    def take(self, heads: Any, labels: Any, size: int) -> int:
        """Take the gold tree of a sentence, order its tokens, and find the components that need no swap."""
        ItemOracle.take(self, heads, labels, size)
        if size > self.order_room:
            self._make_order(size * 2)
        for entry in range(size):
            self.length[entry] = 0
        for token in range(self.tree.tokens):
            entry = token
            while entry >= 0:
                self.length[entry] += 1
                entry = heads[entry]
        self._order(heads)
        return self._find_parts(heads)

    def _order(self, heads: Any) -> int:
        """Give each entry its place, the last one first: constituents take as many places as they have tokens."""
        free = self.tree.tokens - 1  # where the next child of the root ends; in a constituent, that is its own place
        for i in range(self.tree.tokens):
            token = self.tree.tokens - 1 - i
            depth = 0
            entry = token
            while entry >= 0 and self.tree.right[entry] == token:
                self.path[depth] = entry
                depth += 1
                entry = heads[entry]
            while depth > 0:
                depth -= 1
                entry = self.path[depth]
                if heads[entry] >= 0:
                    self.place[entry] = self.place[heads[entry]]
                    self.place[heads[entry]] -= self.length[entry]
                else:
                    self.place[entry] = free
                    free -= self.length[entry]
        return 0

    def _find_parts(self, heads: Any) -> int:
        """Shift and merge all tokens without swap; `component` has the first token of what each of them is in at the end."""
        depth = 0
        for token in range(self.tree.tokens):
            self.component[token] = token
            self.path[depth] = token
            depth += 1
            entry, length = heads[token], 1  # what the item is a child of, and how many tokens it has
            while depth >= 2 and self.above[self.path[depth - 2]] == entry:
                self.component[self.path[depth - 1]] = self.path[depth - 2]
                depth -= 1
                length += self.length[self.path[depth - 1]]
                if entry >= 0 and length == self.length[entry]:
                    entry = heads[entry]
            self.above[self.path[depth - 1]], self.length[self.path[depth - 1]] = entry, length
        for token in range(self.tree.tokens):
            self.component[token] = self.component[self.component[token]]
        return 0

    def structural_costs(self, c: SetConfiguration) -> int:
        """0 for the transition of the path, 1 for the others."""
        self.cost[SHIFT], self.cost[COMBINE], self.cost[SWAP] = 1, 1, 1
        self.label[SHIFT], self.label[COMBINE], self.label[SWAP] = -1, -1, -1
        self.cost[self._transition(c)] = 0
        return 0

    def _transition(self, c: SetConfiguration) -> int:
        """The rows of the table."""
        if c.set_size() == 0:
            return SHIFT
        s, r = c.top_node, c.node_at(1)
        first, second = c.node[r * NODE + RIGHT], c.node[s * NODE + RIGHT]
        following = c.node[c.put_back * NODE + LEFT] if c.put_back else c.next
        if self._together(c, r, s):
            return COMBINE
        reversed_ = self.place[first] > self.place[second] and first < second
        if following == c.size:
            return SWAP if reversed_ else COMBINE
        return SWAP if reversed_ and self.component[second] != self.component[following] else SHIFT

    def _together(self, c: SetConfiguration, r: int, s: int) -> bool:
        """Whether two items belong to the same gold constituent, and of none within it."""
        for gold in range(self.tree.chain[min(c.node[r * NODE + RIGHT], c.node[s * NODE + RIGHT])], self.tree.count):
            if (self.tree.relation(c, r, 0, gold) == WITHIN) != (self.tree.relation(c, s, 0, gold) == WITHIN):
                return False
        return True
