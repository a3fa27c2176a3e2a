"""The list of pending tokens, in a configuration that can show the features any gap between two neighbours.

Nodes of a configuration are linked one way.  So each token has two: one linked to the tokens before it, as on a stack, and
one linked to those after it, as in a buffer.  Both are changed in place, so a step copies nothing.  Only what features look
at is right in such a configuration: it has no records to go back to.
"""

from __future__ import annotations

import cython

from treewright.arrays import int_array
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enum of the .pxd
    from treewright.transitions.configuration import BELOW, DEPTH, NODE

    SEEN = 4  # tokens of a buffer that features look at


class PendingList:
    """Tokens that have no head yet, and their neighbours; a gap is identified by the token before it."""

    def __init__(self, c: Configuration) -> None:
        self.c = c
        self.room = -1

    def _make_room(self, size: int) -> int:
        with cython.gil:
            self.before, self.behind, self.room = int_array(size + 2), int_array(size + 2), size
        return 0

    def start(self, size: int, root_first: bool) -> int:
        """All tokens of a sentence of this many words, none with dependents."""
        if size > self.room:
            self._make_room(size * 2)
        self.c.start(size, root_first)
        self.first = 0 if root_first else 1
        self.count = size + 1
        self.c.node_count = self._stack_node(self.first)  # there is room for more than two nodes a token
        for token in range(self.first, self.c.last + 1):
            self.c.new_node(token)
            self.c.new_node(token)
            self.before[token] = -1
            self.behind[token] = -1
        for token in range(self.first, self.c.last):
            self._link(token, token + 1)
        return 0

    def _stack_node(self, token: int) -> int:
        """The node that is linked to what is before the token."""
        return 1 + 2 * token

    def _buffer_node(self, token: int) -> int:
        """The node that is linked to what is after the token."""
        return 2 + 2 * token

    def _link(self, left: int, right: int) -> int:
        """Make two tokens neighbours; -1 is the end of the list."""
        if left >= 0:
            self.behind[left] = right
            self.c.node[self._buffer_node(left) * NODE + BELOW] = self._buffer_node(right) if right >= 0 else 0
        else:
            self.first = right
        if right >= 0:
            self.before[right] = left
            self.c.node[self._stack_node(right) * NODE + BELOW] = self._stack_node(left) if left >= 0 else 0
        return 0

    def is_gap(self, token: int) -> bool:
        """Whether a token is in the list and has one after it."""
        return self.behind[token] >= 0 and self.before[self.behind[token]] == token

    def show(self, gap: int) -> int:
        """Put the focus on a gap: the token before it becomes the top of the stack, the one after it the next word."""
        self.c.top_node = self._stack_node(gap)
        self.c.next_node = self._buffer_node(self.behind[gap])
        count = 0
        token = self.behind[gap]
        while token >= 0 and count < SEEN:
            count += 1
            token = self.behind[token]
        self.c.node[self.c.next_node * NODE + DEPTH] = count
        return 0

    def attach(self, head: int, dependent: int, label: int) -> int:
        """Give a head to its neighbour, which leaves the list."""
        self.c.write_dependent(self._stack_node(head), head, dependent, label)
        self.c.write_dependent(self._buffer_node(head), head, dependent, label)
        self._link(self.before[dependent], self.behind[dependent])
        self.count -= 1
        return 0
