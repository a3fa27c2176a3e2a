"""The spanning tree of least cost, projective or not (Chu and Liu 1965, Edmonds 1967), in quadratic time.

A path grows backwards: from a word to its cheapest head, from there to that one's cheapest head, and so on.  It ends at ROOT
or at a word whose way to ROOT is known.  Where it bites its own tail, the cycle becomes one node: an arc into it costs what
it costs more than the arc of the cycle whose place it takes.  In the end the nodes are opened again, the last ones first.

Exactly one root takes no more time (Gabow and Tarjan 1984): an arc from ROOT counts as dearer than any others together, which
means that a node takes one only if no other arc leads to it.  Nothing is added to the costs, so nothing is rounded.
"""

from __future__ import annotations

import cython

from treewright.arrays import double_array, int_array
from treewright.trees.cheapest_tree import CheapestTree

if not cython.compiled:  # in C these are names of .pxd files
    from treewright.trees.cheapest_tree import IMPOSSIBLE

    DEAD, ALIVE, ON_PATH, DONE = range(4)


class SpanningTree(CheapestTree):
    """Finds the tree; spans are not kept."""

    def make_room(self, size: int) -> None:
        """Make storage for a sentence that is longer than any before."""
        width = size + 1
        self.into, self.arc = double_array(width * width), int_array(width * width)
        self.lowest = double_array(width)
        self.state, self.path, self.number = int_array(width), int_array(width), int_array(width)
        self.parent, self.chosen, self.gone = int_array(2 * width), int_array(2 * width), int_array(2 * width)

    def least(self, single_root: bool) -> float:
        """The least cost of a tree, IMPOSSIBLE if there is none; leaves its heads in `head`."""
        self._copy_costs()
        self.roots = 0
        for node in range(1, self.width):
            if self.state[node] == ALIVE and not self._grow(node, single_root):
                return IMPOSSIBLE
        return self._expand()

    def _copy_costs(self) -> int:
        """Every word is a node of its own, and so is ROOT, which is done."""
        for node in range(self.width):
            self.state[node] = ALIVE if node else DONE
            self.number[node] = node
            self.parent[node] = -1
            self.gone[node] = 0
            for other in range(self.width):
                self.into[node * self.width + other] = self.cost[other * self.width + node]
                self.arc[node * self.width + other] = other * self.width + node
        self.count = self.width
        return 0

    def _grow(self, start: int, single_root: bool) -> bool:
        """Grow a path from a node until it comes to one that is done; False if it cannot."""
        length = 1
        self.path[0] = start
        self.state[start] = ON_PATH
        while True:
            node = self.path[length - 1]
            source = self._cheapest_into(node, single_root)
            if source < 0:
                return False
            self.chosen[self.number[node]] = self.arc[node * self.width + source]
            self.lowest[node] = self.into[node * self.width + source]
            if source == 0:
                self.roots += 1
                if single_root and self.roots > 1:
                    return False
            if self.state[source] == DONE:
                for i in range(length):
                    self.state[self.path[i]] = DONE
                return True
            if self.state[source] == ALIVE:
                self.state[source] = ON_PATH
                self.path[length] = source
                length += 1
            else:
                first = length - 1
                while self.path[first] != source:
                    first -= 1
                self._contract(first, length)
                length = first + 1

    def _cheapest_into(self, node: int, single_root: bool) -> int:
        """Where the cheapest arc into a node comes from, -1 if there is none; the first of several."""
        best = -1
        value = IMPOSSIBLE / 2
        for source in range(1 if single_root else 0, self.width):
            if self.into[node * self.width + source] < value and source != node and self.state[source] != DEAD:
                best, value = source, self.into[node * self.width + source]
        if best < 0 and self.into[node * self.width] < value:
            best = 0
        return best

    def _contract(self, first: int, length: int) -> int:
        """Make one node of a cycle, the end of the path from `first` on; it takes the place of its first node."""
        whole = self.path[first]
        for i in range(first, length):
            node = self.path[i]
            self.parent[self.number[node]] = self.count
            if i > first:
                self.state[node] = DEAD
        for one in range(self.width):
            if self.state[one] == DEAD or one == whole:
                continue
            self.into[whole * self.width + one] -= self.lowest[whole]
            for k in range(first + 1, length):
                other = self.path[k]
                value = self.into[other * self.width + one] - self.lowest[other]
                if value < self.into[whole * self.width + one]:
                    self.into[whole * self.width + one] = value
                    self.arc[whole * self.width + one] = self.arc[other * self.width + one]
                if self.into[one * self.width + other] < self.into[one * self.width + whole]:
                    self.into[one * self.width + whole] = self.into[one * self.width + other]
                    self.arc[one * self.width + whole] = self.arc[one * self.width + other]
        self.number[whole] = self.count
        self.parent[self.count] = -1
        self.gone[self.count] = 0
        self.count += 1
        return 0

    def _expand(self) -> float:
        """Open all nodes: an arc into one takes the place of the arcs, inside it, into the word where it ends."""
        total = 0.0
        for number in range(self.count - 1, 0, -1):
            if self.gone[number]:
                continue
            word = self.chosen[number] % self.width
            self.head[word] = self.chosen[number] // self.width
            total += self.cost[self.chosen[number]]
            node = word
            while node != number:
                self.gone[node] = 1
                node = self.parent[node]
        return total
