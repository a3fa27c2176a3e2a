"""Costs of set-based parsing: the dynamic oracle of Coavoux and Cohen (2019).

    label step        label X if (X, f) is a gold constituent, else no-label; at the last step, root if there is none
    structural step   g is the next gold constituent, the one that ends first, and of these the smallest, among those that are
                      within reach: each item lies within g or apart from it, and g ends with the focus or after it
       combine-s      f and s lie within g
       shift          g ends after the focus

What the table names costs 0, all else 1: how much is lost is not counted.

The static oracle (`canonical`) has one choice: it combines as soon as two items are children of the same gold constituent, the
latest one first, and shifts if there are none.  That is the derivation of the paper's Table 2.  It is not always one that the
table above names: there, items of a constituent that ends later wait until all that ends before it is made.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import hash_array, int_array
from treewright.oracles.oracle import Oracle
from treewright.transitions.derivations import Derivations
from treewright.transitions.set_based import SetBased
from treewright.transitions.set_configuration import SetConfiguration

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.set_based import COMBINE, LABEL, NO_LABEL, ROOT, SHIFT
    from treewright.transitions.set_configuration import COVER, NODE, OLDER, RIGHT

    APART, WITHIN, EQUAL, CROSSING = range(4)


class SetOracle(Oracle):
    """Static and dynamic oracle of the set-based system; asking changes nothing."""

    exact = False
    static_itself = True  # `canonical` makes it the static oracle

    def __init__(self, system: SetBased, *, canonical: bool = False) -> None:
        super().__init__(system)
        self.canonical = canonical
        self.next_state, self.next_start, self.next_one, self.next_item = -1, -1, 0, 0
        self.found_room = 0
        self.cover = hash_array(1)
        self.one_bit = 1
        self._make_cover(64)

    def _make_cover(self, rows: int) -> int:
        with cython.gil:
            self.found_room = rows
            self.last, self.name = int_array(rows + 1), int_array(rows + 1)
            self.chain, self.row, self.right = int_array(rows + 2), int_array(rows + 1), int_array(rows + 1)
        return 0

    def take(self, heads: Any, labels: Any, size: int) -> int:
        """Take the gold tree of a sentence: parents and labels of tokens and constituents (see SetConfiguration.read)."""
        tokens = (size + 1) // 2
        self.tokens, self.words, self.size = tokens, (tokens + 63) // 64 if tokens else 1, size
        self.next_state = -1
        if size > self.found_room:
            self._make_cover(size * 2)
        for entry in range(size):
            self.right[entry] = -1
            self.row[entry] = -1
        for token in range(tokens):
            entry = token
            while entry >= 0:
                self.right[entry] = token
                entry = heads[entry]
        rows = 0
        for token in range(tokens):  # those that end with a token are a chain, from the smallest to the largest
            self.chain[token] = rows
            entry = token
            while entry >= 0 and self.right[entry] == token:
                if labels[entry] >= 0:
                    self.row[entry] = rows
                    self.last[rows] = token
                    self.name[rows] = labels[entry]
                    rows += 1
                entry = heads[entry]
        self.count = rows
        self.chain[tokens] = rows
        if (rows + 1) * self.words > len(self.cover):
            with cython.gil:
                self.cover = hash_array((rows + 1) * self.words * 2)
        for at in range((rows + 1) * self.words):
            self.cover[at] = 0
        for token in range(tokens):
            entry = token
            while entry >= 0:
                if self.row[entry] >= 0:
                    at = self.row[entry] * self.words + (token >> 6)
                    self.cover[at] = self.cover[at] | (self.one_bit << (token & 63))
                entry = heads[entry]
            at = rows * self.words + (token >> 6)  # the last row has all tokens: the root
            self.cover[at] = self.cover[at] | (self.one_bit << (token & 63))
        self.last[rows] = tokens - 1
        return 0

    def costs_at(self, d: Derivations, valid: int) -> int:
        """One cost per row of the table, for the site that is shown."""
        return self._costs_of(cython.cast(SetConfiguration, d))

    def _costs_of(self, c: SetConfiguration) -> int:
        return self._structural_costs(c) if c.is_structural() else self._label_costs(c)

    def _label_costs(self, c: SetConfiguration) -> int:
        right = c.node[c.top_node * NODE + RIGHT]
        self.cost[LABEL], self.cost[NO_LABEL], self.cost[ROOT] = 1, 0, 0
        self.label[LABEL], self.label[NO_LABEL], self.label[ROOT] = -1, -1, -1
        for gold in range(self.chain[right], self.chain[right + 1]):
            if self._relation(c, c.top_node, gold) == EQUAL:
                self.cost[LABEL], self.cost[NO_LABEL], self.cost[ROOT] = 0, 1, 1
                self.label[LABEL] = self.name[gold]
        return 0

    def _structural_costs(self, c: SetConfiguration) -> int:
        gold = self._next(c)
        if c.site == 0:
            self.label[SHIFT] = -1
            if self.canonical:
                self.cost[SHIFT] = 1 if self.next_item > 0 else 0
            else:
                self.cost[SHIFT] = 0 if self.last[gold] > c.node[c.top_node * NODE + RIGHT] else 1
            return 0
        self.label[COMBINE] = -1
        if self.canonical:
            self.cost[COMBINE] = 0 if c.site == self.next_item else 1
            return 0
        node = c.node_at(c.site)
        inside = self.next_item > 0 and self._relation(c, node, gold) == WITHIN
        self.cost[COMBINE] = 0 if inside else 1
        return 0

    def _next(self, c: SetConfiguration) -> int:
        """The next gold constituent; sets the latest item that lies within it with the focus, 0 if there is none."""
        if self.next_state == c.state and self.next_start == c.starts:
            return self.next_one
        gold = self.chain[c.node[c.top_node * NODE + RIGHT]] if c.top_node else 0
        if self.canonical and c.top_node:
            gold = self._above(c, c.top_node, gold)
        while gold < self.count and not self._reachable(c, gold):
            gold += 1
        self.next_state, self.next_start, self.next_one, self.next_item = c.state, c.starts, gold, 0
        if c.top_node and self._relation(c, c.top_node, gold) == WITHIN:
            at, node = 1, c.node_at(1)
            while node and not self._belongs(c, node, gold):
                at += 1
                node = c.node[node * NODE + OLDER]
            self.next_item = at if node else 0
        return gold

    def _belongs(self, c: SetConfiguration, node: int, gold: int) -> bool:
        """Whether an item lies within a gold constituent, for the static oracle as a child or as some children."""
        if self._relation(c, node, gold) != WITHIN:
            return False
        return not self.canonical or self._above(c, node, self.chain[c.node[c.top_node * NODE + RIGHT]]) == gold

    def _above(self, c: SetConfiguration, node: int, gold: int) -> int:
        """The smallest constituent within reach that an item lies within, from a number on."""
        while gold < self.count and not (self._relation(c, node, gold) == WITHIN and self._reachable(c, gold)):
            gold += 1
        return gold

    def _reachable(self, c: SetConfiguration, gold: int) -> bool:
        """Whether a constituent that ends with the focus or after it can still be made, the focus having been labelled."""
        if c.top_node and self._relation(c, c.top_node, gold) == EQUAL:
            return False
        node = c.top_node
        while node:
            if self._relation(c, node, gold) == CROSSING:
                return False
            node = c.node[node * NODE + OLDER]
        return True

    def _relation(self, c: SetConfiguration, node: int, gold: int) -> int:
        """How the tokens of an item lie to those of a gold constituent."""
        a, b = c.node[node * NODE + COVER] * self.words, gold * self.words
        meets, sticks_out, covers = False, False, True
        for w in range(self.words):
            if c.bits[a + w] & self.cover[b + w]:
                meets = True
            if c.bits[a + w] & ~self.cover[b + w]:
                sticks_out = True
            if self.cover[b + w] & ~c.bits[a + w]:
                covers = False
        if not meets:
            return APART
        if sticks_out:
            return CROSSING
        return EQUAL if covers else WITHIN
