"""The projective order of a gold tree (Nivre 2009): each word stands between its left and right dependents.

Words are swapped until they are in this order.  If heads are unknown, each component of the tree counts as a dependent of the
next word outside it on the left, if there is one: this makes no projective arc non-projective.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.arrays import int_array
from treewright.oracles.oracle import Oracle
from treewright.transitions.transition_system import TransitionSystem


class GoldOrder(Oracle):
    """Base of the oracles of swap systems: `order` has the place of each token, `is_tree` says if all heads are known."""

    def __init__(self, system: TransitionSystem) -> None:
        self.order_room, self.is_tree = 0, False
        super().__init__(system)

    def _make_order_room(self, size: int) -> int:
        with cython.gil:
            self.order, self.full, self.group = int_array(size + 2), int_array(size + 2), int_array(size + 2)
            self.begin, self.inside = int_array(size + 4), int_array(size + 2)
            self.at, self.seen = int_array(size + 2), int_array(size + 2)
            self.order_room = size
        return 0

    def take(self, heads: Sequence[int], labels: Sequence[int], size: int) -> int:
        """Also order the words of the gold tree."""
        Oracle.take(self, heads, labels, size)
        return self.order_words()

    def take_from(self, other: Oracle) -> int:
        """Also order the words of the gold tree."""
        Oracle.take_from(self, other)
        return self.order_words()

    def order_words(self) -> int:
        """Number the words in the order of the gold tree."""
        if self.size > self.order_room:
            self._make_order_room(self.size * 2)
        first = 0 if self.root_first else 1
        last = self.size if self.root_first else self.size + 1
        self._fill_in(first, last)
        self._find_dependents(first, last)
        for token in range(first, last + 1):
            self.seen[token] = 0
            self.at[token] = self.begin[token]
        number = self._number(self.root, 0)
        self.is_tree = number == last - first + 1
        for token in range(first, last + 1):
            if self.seen[token] == 0:  # a gold tree with a cycle
                number = self._number(token, number)
            if token != self.root and self.gold[token] < 0:
                self.is_tree = False
        return 0

    def _group_of(self, word: int) -> int:
        """The number of the component of the tree that a token belongs to."""
        token = word
        while self.group[token] != token:
            self.group[token] = self.group[self.group[token]]
            token = self.group[token]
        return token

    def _fill_in(self, first: int, last: int) -> int:
        """Copy the gold heads to `full`, with heads for words that have none."""
        for word in range(first, last + 1):
            self.group[word] = word
            self.full[word] = self.gold[word]
        for word in range(first, last + 1):
            if self.gold[word] >= 0:
                self.group[self._group_of(word)] = self._group_of(self.gold[word])
        for word in range(first, last + 1):
            if self.gold[word] >= 0 or word == self.root:
                continue
            other = self._group_of(word)
            head = word - 1
            while head >= first and self._group_of(head) == other:
                head -= 1
            if head < first:
                head = word + 1
                while head < last and self._group_of(head) == other:
                    head += 1
            self.full[word] = head
            self.group[other] = self._group_of(head)
        return 0

    def _find_dependents(self, first: int, last: int) -> int:
        """Sort the dependents by head: those of a token are `inside` from its `begin` to that of the next."""
        for token in range(self.size + 4):
            self.begin[token] = 0
        for token in range(first, last + 1):
            if token != self.root:
                self.begin[self.full[token] + 2] += 1
        for token in range(self.size + 2):
            self.begin[token + 1] += self.begin[token]
        for token in range(first, last + 1):
            if token != self.root:
                head = self.full[token]
                self.inside[self.begin[head + 1]] = token
                self.begin[head + 1] += 1
        return 0

    def _number(self, top: int, number: int) -> int:
        """Number a tree from left to right, a head between its dependents; returns the next number."""
        token = top
        self.seen[token] = 1
        while True:
            if self.at[token] < self.begin[token + 1]:
                child = self.inside[self.at[token]]
                if child > token and self.seen[token] == 1:
                    self.order[token] = number
                    self.seen[token] = 2
                    number += 1
                self.at[token] += 1
                if self.seen[child] == 0:
                    self.seen[child] = 1
                    token = child
                continue
            if self.seen[token] == 1:
                self.order[token] = number
                self.seen[token] = 2
                number += 1
            if token == top:
                return number
            token = self.full[token]
