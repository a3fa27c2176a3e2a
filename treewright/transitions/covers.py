"""The constituents of a tree as sets of tokens, to be compared with the items of a configuration."""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import hash_array, int_array, ints
from treewright.transitions.set_configuration import SetConfiguration, too_long

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.set_configuration import COVER, MOST_TOKENS, NODE

    APART, WITHIN, EQUAL, CROSSING, AROUND = range(5)


class Covers:
    """The constituents in the order in which they are made: by their last token, and of these the smallest first."""

    def __init__(self) -> None:
        self.one = 1
        self.room = 0
        self.cover = hash_array(1)
        self._make_room(64)

    def _make_room(self, rows: int) -> int:
        with cython.gil:
            self.last, self.name = int_array(rows + 1), int_array(rows + 1)
            self.chain, self.row, self.right = int_array(rows + 2), int_array(rows + 1), int_array(rows + 1)
            self.room = rows
        return 0

    def read(self, parents: Any, labels: Any) -> None:
        """Take a tree in columns, from Python."""
        self.take(ints(list(parents)), ints(list(labels)), len(parents))

    def take(self, parents: Any, labels: Any, size: int) -> int:
        """Take a tree: parents and labels of tokens and constituents (see SetConfiguration.read); -1 is no label."""
        tokens = (size + 1) // 2
        if tokens > MOST_TOKENS:
            with cython.gil:
                too_long(tokens)
        self.tokens, self.words = tokens, (tokens + 63) // 64 if tokens else 1
        if size > self.room:
            self._make_room(size * 2)
        for entry in range(size):
            self.right[entry] = -1
            self.row[entry] = -1
        for token in range(tokens):
            entry = token
            steps = 0
            while entry >= 0:
                self.right[entry] = token
                entry = parents[entry]
                steps += 1
                if 0 <= entry < tokens or entry >= size or steps > size:
                    with cython.gil:
                        raise ValueError(_not_a_tree(token, int(entry), size))
        rows = 0
        for token in range(tokens):  # those that end with a token are a chain, from the smallest to the largest
            self.chain[token] = rows
            entry = token
            while entry >= 0 and self.right[entry] == token:
                if labels[entry] != -1:
                    self.row[entry] = rows
                    self.last[rows] = token
                    self.name[rows] = labels[entry]
                    rows += 1
                entry = parents[entry]
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
                    self.cover[at] = self.cover[at] | (self.one << (token & 63))
                entry = parents[entry]
            at = rows * self.words + (token >> 6)  # the last row has all tokens: the root
            self.cover[at] = self.cover[at] | (self.one << (token & 63))
        self.last[rows] = tokens - 1
        return 0

    def relation(self, c: SetConfiguration, node: int, other: int, number: int) -> int:
        """How the tokens of one or two items (0: none) lie to those of a constituent."""
        a, b = c.node[node * NODE + COVER] * self.words, number * self.words
        meets, sticks_out, covers = False, False, True
        for w in range(self.words):
            own = c.bits[a + w]
            if other:
                own |= c.bits[c.node[other * NODE + COVER] * self.words + w]
            if own & self.cover[b + w]:
                meets = True
            if own & ~self.cover[b + w]:
                sticks_out = True
            if self.cover[b + w] & ~own:
                covers = False
        if not meets:
            return APART
        if sticks_out:
            return AROUND if covers else CROSSING
        return EQUAL if covers else WITHIN


def _not_a_tree(token: int, entry: int, size: int) -> str:
    """What is wrong with the parents above a token."""
    tokens = (size + 1) // 2
    expected = f"the number of a constituent from {tokens} to {size - 1}, or -1 for the root"
    seen = "a cycle" if tokens <= entry < size else str(entry)
    return f"parents: seen {seen} above token {token} of {tokens}, expected {expected}"
