"""A configuration of discontinuous parsing: a set of items, a focus item, and the next token (Coavoux and Cohen 2019).

An item is a set of tokens.  Nothing that was committed is ever overwritten: an item is a *node*, which knows its tokens (a row
of bits), its label, the two nodes it was combined from, and the item that was completed before it.  The focus and the set
behind it are one linked list, latest item first, because the last tokens of items grow along it.  A transition makes a node or
two; to combine the focus with an item far behind, it copies the nodes between them.

Shift-reduce parsing is the same with the list as its stack: gap skips items of it, swap puts them back before the next token.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import grown, hash_array, int_array
from treewright.errors import InputError, SettingsError
from treewright.transitions.derivations import Derivations, first_start

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from treewright.transitions.derivations import ARC_LABEL, KIND, PREVIOUS, SITE, STEP, TOP

    (COVER, OLDER, ITEM_LABEL, LEFT, RIGHT, GAP_LEFT, GAP_RIGHT, BLOCKS, TOKENS, ONE, OTHER, FIRST_CHILD, LAST_CHILD,
     CHILDREN, DEPTH, NODE) = range(16)  # fmt: skip
    LABELLING, NEXT, SKIPPED, PUT_BACK, RECORD, NO_CATEGORY = 6, 7, 8, 9, 10, -1
    MOST_TOKENS = 20_000
    memcpy: Any = None

ALL = 0xFFFFFFFFFFFFFFFF


class SetConfiguration(Derivations):
    """The configuration that a parser is in which has a set or a stack of items; tokens are numbered from 0."""

    def __init__(self, size: int) -> None:
        self.one = 1  # a 64-bit one to shift
        self.width = RECORD
        self.node_room, self.row_room, self.record_room = 1, 0, 1
        self.node, self.bits, self.record = int_array(NODE), hash_array(1), int_array(RECORD)
        self.starts = first_start()
        self.words = 1
        self.start(size)

    # Storage ----------------------------------------------------------------------------------------------------

    def _make_room(self, nodes: int, rows: int, records: int) -> int:
        """Grow the storage; only this allocates memory, and only this needs the GIL."""
        with cython.gil:
            if nodes > self.node_room:
                self.node, self.node_room = grown(self.node, nodes * NODE), nodes
            if rows * self.words > self.row_room:
                self.bits, self.row_room = grown(self.bits, rows * self.words), rows * self.words
            if records > self.record_room:
                self.record, self.record_room = grown(self.record, records * RECORD), records
        return 0

    def start(self, size: int) -> int:
        """Become the initial configuration of a sentence of `size` tokens, forgetting the sentence before."""
        if size > MOST_TOKENS:
            with cython.gil:
                too_long(size)
        self.starts += 1
        self.size = size
        self.words = (size + 63) // 64 if size else 1
        if size * 8 + 16 > self.node_room or (size + 2) * self.words > self.row_room or size * 8 + 8 > self.record_room:
            self._make_room(size * 8 + 16, size + 2, size * 8 + 8)
        for i in range(size):  # row i has token i
            for w in range(self.words):
                self.bits[i * self.words + w] = 0
            self.bits[i * self.words + (i >> 6)] = self.one << (i & 63)
        self.row_count = size
        self.node_count = 1  # node 0 means "nothing"
        self.node[DEPTH], self.node[TOKENS], self.node[RIGHT] = 0, 0, -1
        self.record_count = 0
        self.top_node, self.next, self.skipped, self.put_back, self.labelling = 0, 0, 0, 0, False
        self.site, self.view, self.candidate = 0, 0, 0
        self.state = -1
        return self.commit(-1, -1)

    def _new_node(self) -> int:
        if self.node_count >= self.node_room:
            self._make_room(self.node_room * 2, 0, 0)
        self.node_count += 1
        return self.node_count - 1

    def _copy(self, node: int) -> int:
        """A fresh node with the same content."""
        copy = self._new_node()
        if cython.compiled:
            memcpy(cython.address(self.node[copy * NODE]), cython.address(self.node[node * NODE]), NODE * 4)
        else:
            self.node[copy * NODE : (copy + 1) * NODE] = self.node[node * NODE : (node + 1) * NODE]
        return copy

    def commit(self, kind: int, label: int) -> int:
        """Record the configuration reached by a transition, and return the record's number."""
        if self.record_count >= self.record_room:
            self._make_room(0, 0, self.record_room * 2)
        state = self.record_count
        self.record_count = state + 1
        base = state * RECORD
        self.record[base + PREVIOUS] = self.state
        self.record[base + KIND] = kind
        self.record[base + ARC_LABEL] = label
        self.record[base + STEP] = 0 if self.state < 0 else self.record[self.state * RECORD + STEP] + 1
        self.record[base + SITE] = self.site
        self.record[base + TOP] = self.top_node
        self.record[base + LABELLING] = self.labelling
        self.record[base + NEXT] = self.next
        self.record[base + SKIPPED] = self.skipped
        self.record[base + PUT_BACK] = self.put_back
        self.state = state
        return state

    def restore(self, state: int) -> int:
        """Go back to a committed configuration of the same sentence."""
        if state < 0 or state >= self.record_count:
            return self.no_record(state)
        self.top_node = self.record[state * RECORD + TOP]
        self.labelling = self.record[state * RECORD + LABELLING] != 0
        self.next = self.record[state * RECORD + NEXT]
        self.skipped = self.record[state * RECORD + SKIPPED]
        self.put_back = self.record[state * RECORD + PUT_BACK]
        self.state = state
        return state

    # Queries ----------------------------------------------------------------------------------------------------

    def set_size(self) -> int:
        """How many items are in the set."""
        return self.node[self.top_node * NODE + DEPTH] - 1 if self.top_node else 0

    def is_whole(self) -> bool:
        """Whether the focus has all tokens."""
        return self.node[self.top_node * NODE + TOKENS] == self.size

    def steps(self) -> int:
        """How many transitions led here."""
        return self.record[self.state * RECORD + STEP]

    def node_at(self, depth: int) -> int:
        """The node of an item: 0 is the focus, 1 the latest item of the set; 0 if there is none."""
        node = self.top_node
        for _ in range(depth):
            node = self.node[node * NODE + OLDER] if node else 0
        return node

    def category(self, node: int) -> int:
        """The label of an item; -2 - i for a token without label; -1 for several tokens without label."""
        if self.node[node * NODE + ITEM_LABEL] >= 0:
            return self.node[node * NODE + ITEM_LABEL]
        return NO_CATEGORY if self.node[node * NODE + ONE] else -2 - self.node[node * NODE + LEFT]

    def has(self, node: int, token: int) -> bool:
        """Whether an item has a token."""
        return (self.bits[self.node[node * NODE + COVER] * self.words + (token >> 6)] >> (token & 63)) & 1 == 1

    def blocks_together(self, one: int, other: int) -> int:
        """How many blocks of neighbouring tokens two items are together."""
        a, b = self.node[one * NODE + COVER] * self.words, self.node[other * NODE + COVER] * self.words
        count = 0
        carry = 0
        for w in range(self.words):
            x = self.bits[a + w] | self.bits[b + w]
            begins = x & ~((x << 1) | carry)
            if not cython.compiled:
                begins &= ALL
            carry = x >> 63
            while begins:
                begins &= begins - 1
                count += 1
        return count

    # What a transition does -------------------------------------------------------------------------------------

    def shift(self) -> int:
        """Make the next token the focus, and the former focus an item of the set."""
        token = self.next
        if token >= self.size:
            return self._no_next()
        node = self._new_node()
        base = node * NODE
        self.node[base + COVER] = token
        self.node[base + OLDER] = self.top_node
        self.node[base + ITEM_LABEL] = -1
        self.node[base + LEFT] = token
        self.node[base + RIGHT] = token
        self.node[base + GAP_LEFT] = -1
        self.node[base + GAP_RIGHT] = -1
        self.node[base + BLOCKS] = 1
        self.node[base + TOKENS] = 1
        self.node[base + ONE] = 0
        self.node[base + OTHER] = 0
        self.node[base + FIRST_CHILD] = -2 - token
        self.node[base + LAST_CHILD] = -2 - token
        self.node[base + CHILDREN] = 0
        self.node[base + DEPTH] = self.node[self.top_node * NODE + DEPTH] + 1
        self.top_node = node
        self.next, self.skipped, self.labelling = token + 1, 0, True
        return token

    def combine(self, depth: int) -> int:
        """Make the focus and an item of the set (1 is the latest) one item, which is the focus."""
        if depth < 1 or depth > self.set_size():
            return self._no_item(depth)
        focus, other = self.top_node, self.node_at(depth)
        node = self._new_node()
        self._unite(node, other, focus)
        last = node
        above = self.node[focus * NODE + OLDER]
        for _ in range(depth - 1):
            copy = self._copy(above)
            self.node[copy * NODE + DEPTH] -= 1
            self.node[last * NODE + OLDER] = copy
            last = copy
            above = self.node[above * NODE + OLDER]
        self.node[last * NODE + OLDER] = self.node[other * NODE + OLDER]
        self.node[node * NODE + DEPTH] = self.node[focus * NODE + DEPTH] - 1
        self.top_node = node
        self.skipped, self.labelling = 0, True
        return node

    def _no_next(self) -> int:
        with cython.gil:
            raise SettingsError(f"c.shift: seen no next token, expected one of the {self.size} to be left")

    def _no_item(self, depth: int) -> int:
        with cython.gil:
            raise SettingsError(f"c.combine: seen {depth}, expected an item of the set, 1 to {self.set_size()}")

    def _unite(self, node: int, one: int, other: int) -> int:
        """Write the union of an item of the set and the focus to a node."""
        if (self.row_count + 1) * self.words > self.row_room:
            self._make_room(0, self.row_count * 2 + 1, 0)
        row = self.row_count
        self.row_count = row + 1
        base, a, b = node * NODE, one * NODE, other * NODE
        for w in range(self.words):
            self.bits[row * self.words + w] = (
                self.bits[self.node[a + COVER] * self.words + w] | self.bits[self.node[b + COVER] * self.words + w]
            )
        first = one if self.node[a + LEFT] < self.node[b + LEFT] else other
        last = one if self.node[a + RIGHT] > self.node[b + RIGHT] else other  # the focus, but for swaps
        self.node[base + COVER] = row
        self.node[base + OLDER] = 0
        self.node[base + ITEM_LABEL] = -1
        self.node[base + LEFT] = self.node[first * NODE + LEFT]
        self.node[base + RIGHT] = self.node[last * NODE + RIGHT]
        self.node[base + BLOCKS] = self.blocks_together(one, other)
        self.node[base + TOKENS] = self.node[a + TOKENS] + self.node[b + TOKENS]
        self.node[base + ONE] = one
        self.node[base + OTHER] = other
        self.node[base + FIRST_CHILD] = self._end_child(first, False)
        self.node[base + LAST_CHILD] = self._end_child(last, True)
        self.node[base + CHILDREN] = (self.node[a + CHILDREN] if self.category(one) == NO_CATEGORY else 1) + (
            self.node[b + CHILDREN] if self.category(other) == NO_CATEGORY else 1
        )
        self.node[base + GAP_LEFT] = -1
        self.node[base + GAP_RIGHT] = -1
        if self.node[base + BLOCKS] > 1:
            token = self.node[base + LEFT] + 1
            while self.has(node, token):
                token += 1
            self.node[base + GAP_LEFT] = token
            token = self.node[base + RIGHT] - 1
            while self.has(node, token):
                token -= 1
            self.node[base + GAP_RIGHT] = token
        return 0

    def _end_child(self, node: int, last: bool) -> int:
        """The category of a child at an end of a union: the item itself, or a child of it if it is no constituent."""
        if self.category(node) != NO_CATEGORY:
            return self.category(node)
        return self.node[node * NODE + (LAST_CHILD if last else FIRST_CHILD)]

    def give_label(self, label: int) -> int:
        """Make the focus a constituent; -1 leaves it as it is."""
        self.labelling = False
        if label >= 0:
            self.top_node = self._copy(self.top_node)
            self.node[self.top_node * NODE + ITEM_LABEL] = label
        return 0

    def skip(self) -> int:
        """Skip an item of the set, to combine the focus with one behind it."""
        self.skipped += 1
        return self.skipped

    def swap(self) -> int:
        """Put the latest item of the set back before the next token."""
        focus, second = self._copy(self.top_node), self._copy(self.node_at(1))
        self.node[focus * NODE + OLDER] = self.node[second * NODE + OLDER]
        self.node[focus * NODE + DEPTH] -= 1
        self.node[second * NODE + OLDER] = self.put_back
        self.top_node, self.put_back = focus, second
        return focus

    def take_back(self) -> int:
        """Make the first item that was put back the focus, and the former focus an item of the set."""
        node = self._copy(self.put_back)
        self.put_back = self.node[node * NODE + OLDER]
        self.node[node * NODE + OLDER] = self.top_node
        self.node[node * NODE + DEPTH] = self.node[self.top_node * NODE + DEPTH] + 1
        self.top_node = node
        return node

    # Trees ------------------------------------------------------------------------------------------------------

    def read(self, parents: Any, labels: Any, waiting: Any) -> int:
        """Write the constituents of a final configuration; returns how many entries they take.

        Entries 0 to n - 1 are the tokens, those after them the constituents of several tokens.  An entry has a parent (-1: it
        is the whole sentence) and a label (-1: none).  `waiting` is room for twice as many numbers.
        """
        count = self.size
        for i in range(2 * self.size - 1):
            parents[i], labels[i] = -1, -1
        waiting[0], waiting[1] = self.top_node, -1
        at = 2
        while at:
            at -= 2
            node, parent = waiting[at], waiting[at + 1]
            one, other = self.node[node * NODE + ONE], self.node[node * NODE + OTHER]
            if one == 0:
                number = self.node[node * NODE + LEFT]
                parents[number], labels[number] = parent, self.node[node * NODE + ITEM_LABEL]
                continue
            if self.node[node * NODE + ITEM_LABEL] >= 0:
                parents[count], labels[count] = parent, self.node[node * NODE + ITEM_LABEL]
                parent = count
                count += 1
            waiting[at], waiting[at + 1], waiting[at + 2], waiting[at + 3] = one, parent, other, parent
            at += 4
        return count

    # Queries for debugging --------------------------------------------------------------------------------------

    def _tokens(self, node: int) -> list[int]:
        return [token for token in range(self.size) if self.has(node, token)]

    @property
    def items(self) -> list[list[int]]:
        """The items of the set, the latest one last."""
        return self._listed(self.node_at(1))[::-1]

    @property
    def waiting(self) -> list[list[int]]:
        """The items that were put back before the next token."""
        return self._listed(self.put_back)

    def _listed(self, node: int) -> list[list[int]]:
        found = []
        while node:
            found.append(self._tokens(node))
            node = self.node[node * NODE + OLDER]
        return found

    @property
    def focus(self) -> list[int] | None:
        """The focus item, None before the first token."""
        return self._tokens(self.top_node) if self.top_node else None

    @property
    def constituents(self) -> list[tuple[int, list[int]]]:
        """Label numbers and tokens of all constituents so far, in the order in which they were made."""
        found = []
        state = self.state
        while state >= 0:
            before = self.record[state * RECORD + PREVIOUS]
            node = self.record[state * RECORD + TOP]
            if before >= 0 and self.record[before * RECORD + LABELLING] and self.node[node * NODE + ITEM_LABEL] >= 0:
                found.append((int(self.node[node * NODE + ITEM_LABEL]), self._tokens(node)))
            state = before
        return found[::-1]

    def __repr__(self) -> str:
        more = f"skipped={self.skipped}, " if self.skipped else f"waiting={self.waiting}, " if self.put_back else ""
        return f"SetConfiguration(set={self.items}, focus={self.focus}, {more}next={self.next}, made={self.constituents})"


def too_long(size: int) -> None:
    """Refuses a sentence whose sets of tokens would not fit into memory."""
    raise InputError(f"seen a sentence of {size:,} tokens, expected {MOST_TOKENS:,} at the most: memory grows with its square")
