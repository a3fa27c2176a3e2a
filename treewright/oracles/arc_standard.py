"""Costs of arc-standard as a loss difference, by the tabular method of Goldberg, Sartorio and Satta (2014).

It finds the most gold arcs that can be reached from a configuration. Gold arcs inside the buffer are certain, unless they lie
on the path between words that have gold dependents on the stack; so the buffer is reduced to a few items. The item above that
path has two faces: its lowest word on the path's continuation takes dependents from the left, its root looks for a
head. A table then combines stack and items from the top of the stack outwards: best[i, j, h] is the number of gold arcs
when the i top-most tokens of the stack and the first j items have become one tree with head h, which grows by one token
of the stack or one item at a time.
"""

from __future__ import annotations

import cython

from treewright.arrays import int_array
from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.oracles.oracle import GONE, NEVER, ON_STACK
    from treewright.transitions.arc_standard import LEFT_ARC, RIGHT_ARC, SHIFT
    from treewright.transitions.configuration import BELOW, NODE, WORD


class ArcStandardOracle(Oracle):
    """Dynamic oracle of arc-standard."""

    knows_reach = True

    def __init__(self, system: TransitionSystem) -> None:
        super().__init__(system)
        self.table_room, self.best_room = 0, 0
        self.depth, self.item_count = 0, 0

    def costs(self, c: Configuration, valid: int) -> int:
        """`most`, the gold arcs that the best transition makes or leaves reachable, less those of each transition."""
        self._read_stack(c)
        b = c.next() if c.next() >= 0 else c.last + 1
        s, second = c.top(), c.second()
        depth = self.depth
        shift, left, right = -NEVER, -NEVER, -NEVER  # the gold arcs reachable with each of them
        self.label[SHIFT] = -1
        if valid >> SHIFT & 1:
            self.stack[depth] = b
            shift = self._most(depth + 1, b + 1)
        if valid >> LEFT_ARC & 1:
            self.label[LEFT_ARC] = self.gold_label[second]
            self.stack[depth - 2] = s
            left = self._most(depth - 1, b) + (1 if self.gold[second] == s else 0)
            self.stack[depth - 2] = second
        if valid >> RIGHT_ARC & 1:
            self.label[RIGHT_ARC] = self.gold_label[s]
            right = self._most(depth - 1, b) + (1 if self.gold[s] == second else 0)
        self.most = max(shift, max(left, right))
        self.cost[SHIFT] = self.most - shift
        self.cost[LEFT_ARC] = self.most - left
        self.cost[RIGHT_ARC] = self.most - right
        return 0

    def may_attach(self, head: int, word: int, strict: bool) -> bool:
        """Every remaining token can be attached to every other, though not always all together.

        A token below the top takes what is below it only once all above it is attached to it; `strict` leaves such arcs out.
        Once a ROOT in last position is on the stack, it takes all that is left.
        """
        if self.top == self.root and not self.root_first:
            return head == self.root
        if strict and head > word and self.place[head] == ON_STACK and self.place[word] == ON_STACK and head != self.top:
            return False
        return self.place[head] != GONE

    def locate(self, c: Configuration) -> int:
        """Note the top of the stack too."""
        self.top = c.top()
        return Oracle.locate(self, c)

    def within_reach(self, c: Configuration) -> bool:
        """Whether the best transition keeps all missing gold arcs reachable."""
        if self.system.is_final(c):
            return True
        self.costs(c, self.system.valid_kinds(c))
        count = 0
        for word in range(1, self.size + 1):
            if self.found[word] < 0 and self.gold[word] >= 0:
                count += 1
        return count == self.most

    def _read_stack(self, c: Configuration) -> int:
        """The words of the stack, bottom first."""
        self.depth = c.stack_size()
        if self.size + 4 > self.table_room:
            self._make_table(self.size * 2 + 8)
        at = self.depth
        node = c.top_node
        while node:
            at -= 1
            self.stack[at] = c.node[node * NODE + WORD]
            node = c.node[node * NODE + BELOW]
        return 0

    def _make_table(self, size: int) -> int:
        """Room for sentences of this many words; `best` itself grows as needed."""
        with cython.gil:
            self.stack, self.item = int_array(size), int_array(size)
            self.face, self.marked = int_array(size), int_array(size)
            self.table_room = size
            if self.best_room == 0:
                self.best, self.best_room = int_array(4096), 4096
        return 0

    def _find_items(self, depth: int, b: int) -> int:
        """Reduce the buffer from b on to items; returns the number of gold arcs that are certain."""
        end = self.size if self.root_first or self.single_root else self.size + 1
        highest = -1
        for word in range(b, end + 1):
            self.marked[word] = 0
        for i in range(depth):
            word = self.gold[self.stack[i]]
            if word >= b and word <= end and word > highest:
                highest = word
        for i in range(depth):
            word = self.gold[self.stack[i]]
            while word >= b and word <= highest and self.marked[word] == 0:
                self.marked[word] = 1
                word = self.gold[word]
        lowest = self.gold[highest] if highest >= 0 else -1  # of the path's continuation
        root = lowest
        for _ in range(self.size):  # bounded, in case a gold tree has a cycle
            if root < b or root > end or self.gold[root] < b or self.gold[root] > end:
                break
            root = self.gold[root]
        arcs = 0
        self.item_count = 0
        for word in range(b, end + 1):
            head = self.gold[word]
            if self.marked[word] == 0 and head >= b and head <= end:
                arcs += 1
            else:
                self.item[self.item_count] = word
                self.face[self.item_count] = lowest if word == root else word
                self.item_count += 1
        return arcs

    def _token(self, depth: int, place: int) -> int:
        """Tokens in the order of best's head places: the stack from the top down, then the items."""
        return self.stack[depth - 1 - place] if place < depth else self.item[place - depth]

    def _face(self, depth: int, place: int) -> int:
        """The word of a token that takes dependents from the left."""
        return self.stack[depth - 1 - place] if place < depth else self.face[place - depth]

    def _most(self, depth: int, b: int) -> int:
        """The most gold arcs reachable from a stack of `depth` tokens and the buffer from b on."""
        base = 0
        if self.single_root:  # ROOT is left out: the last remaining word is attached to it
            if self.root_first:
                base = 1
            elif depth > 0 and self.stack[depth - 1] == self.root:
                depth -= 1
        arcs = self._find_items(depth, b)
        if base:  # look at the stack without its first token
            return arcs + self._combine(depth, depth - 1)
        return arcs + self._combine(depth, depth)

    def _combine(self, depth: int, height: int) -> int:
        """Fill the table over the `height` top-most tokens and all items."""
        items = self.item_count
        root = self.root
        if height == 0:
            total = 0
            for j in range(items):
                if self.item[j] != root and self.gold[self.item[j]] == root:
                    total += 1
            return total
        width = depth + items
        cells = (height + 1) * (items + 1) * width
        if cells > self.best_room:
            with cython.gil:
                self.best = int_array(cells * 2)
            self.best_room = cells * 2
        for i in range(1, height + 1):
            for j in range(items + 1):
                cell = (i * (items + 1) + j) * width
                for place in range(width):
                    self.best[cell + place] = -NEVER
                if i == 1 and j == 0:
                    self.best[cell] = 0
                    continue
                if i > 1:
                    self._grow(depth, items, width, cell, ((i - 1) * (items + 1) + j) * width, i - 1, j, i - 1)
                if j > 0:
                    self._grow(depth, items, width, cell, (i * (items + 1) + j - 1) * width, i, j - 1, depth + j - 1)
        cell = (height * (items + 1) + items) * width
        most = -NEVER
        for place in range(width):
            value = self.best[cell + place]
            token = self._token(depth, place) if value > -NEVER else -1
            if token >= 0:
                if self.single_root:
                    if self.gold[token] == root:
                        value += 1
                elif token != root:
                    continue
                if value > most:
                    most = value
        return most

    def _grow(self, depth: int, items: int, width: int, cell: int, old: int, i: int, j: int, place: int) -> int:
        """Add one token to a tree: as a dependent of its head, or as the new head."""
        new = self._token(depth, place)
        new_face = self._face(depth, place)
        for k in range(i + j):
            at = k if k < i else depth + k - i
            value = self.best[old + at]
            if value <= -NEVER:
                continue
            head = self._token(depth, at)
            if new != self.root:
                gain = value + (1 if self.gold[new] == self._face(depth, at) else 0)
                if gain > self.best[cell + at]:
                    self.best[cell + at] = gain
            if head != self.root:
                gain = value + (1 if self.gold[head] == new_face else 0)
                if gain > self.best[cell + place]:
                    self.best[cell + place] = gain
        return 0
