"""The places between pending tokens: the sites of easy-first.

Nodes of a configuration are linked one way.  So each token has two: one linked to the tokens before it, as on a stack, and
one linked to those after it, as in a buffer.  Both are changed in place, so a step copies nothing.  Only what features look
at is right in such a configuration: it has no records to go back to.

An arc changes the features of a few sites around it, those from which templates see the token that left or the head that got a
dependent; only these have to be scored again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import int_array
from treewright.transitions.configuration import Configuration
from treewright.transitions.sites import Sites

if not cython.compiled:  # in C these are the enum of the .pxd
    from treewright.transitions.configuration import BELOW, DEPTH, NODE

    SEEN = 4  # tokens of a buffer that features look at
    LEFT_ARC, RIGHT_ARC = 1, 2

BASES, LOOSE = 4, 10  # S0..S3 come first among the bases of positions, then N0..N3; the last is L0


class PendingList(Sites):
    """Tokens that have no head yet, and their neighbours; a site is identified by the token before it."""

    def __init__(self, c: Configuration, *, root_first: bool, single_root: bool) -> None:
        super().__init__(c)
        self.c = c
        self.root_first, self.single_root = root_first, single_root
        self.seen_left, self.seen_right = BASES, BASES
        self.space, self.waiting, self.taken = -1, 0, 0

    def see(self, positions: Sequence[tuple[int, int, int]]) -> None:
        """Take the positions that templates look at: they tell which sites see an arc."""
        bases = [0 if base == LOOSE else base for base, _, _ in positions]  # nothing pending has a head
        self.seen_left = max((1 + base for base in bases if base < BASES), default=0)
        self.seen_right = max((1 + base - BASES for base in bases if base >= BASES), default=0)

    def _make_room(self, size: int) -> int:
        with cython.gil:
            self.space = size
            self.before, self.behind = int_array(size + 2), int_array(size + 2)
            self.head, self.label = int_array(size + 2), int_array(size + 2)
            self.stale, self.queue = int_array(size + 2), int_array(size + 2)
        return 0

    def start(self, size: int) -> int:
        """All tokens of a sentence of this many words, none with dependents."""
        if size > self.space:
            self._make_room(size * 2)
        self.c.start(size, self.root_first)
        self.first_token = 0 if self.root_first else 1
        self.count = size + 1
        self.c.node_count = self._stack_node(self.first_token)  # there is room for more than two nodes a token
        for token in range(self.first_token, self.c.last + 1):
            self.c.new_node(token)
            self.c.new_node(token)
            self.before[token] = -1
            self.behind[token] = -1
        for token in range(self.first_token, self.c.last):
            self._link(token, token + 1)
        self.waiting, self.taken = 0, 0
        for token in range(size + 2):
            self.stale[token] = 0
        return self.forget()

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
            self.first_token = right
        if right >= 0:
            self.before[right] = left
            self.c.node[self._stack_node(right) * NODE + BELOW] = self._stack_node(left) if left >= 0 else 0
        return 0

    # Sites ----------------------------------------------------------------------------------------------------------

    def is_over(self) -> bool:
        """Only ROOT is left."""
        return self.count <= 1

    def room(self, size: int) -> int:
        """A site has the number of a token."""
        return size + 2

    def first(self) -> int:
        """The first site."""
        return self.first_token if self.behind[self.first_token] >= 0 else -1

    def after(self, site: int) -> int:
        """The site after another one."""
        right = self.behind[site]
        return right if self.behind[right] >= 0 else -1

    def is_site(self, token: int) -> bool:
        """Whether a token is in the list and has one after it."""
        return self.behind[token] >= 0 and self.before[self.behind[token]] == token

    def show(self, site: int) -> int:
        """Put the focus on a site: the token before it becomes the top of the stack, the one after it the next word."""
        self.c.site = site
        if not self.is_site(site):
            return 0
        self.c.top_node = self._stack_node(site)
        self.c.next_node = self._buffer_node(self.behind[site])
        count = 0
        token = self.behind[site]
        while token >= 0 and count < SEEN:
            count += 1
            token = self.behind[token]
        self.c.node[self.c.next_node * NODE + DEPTH] = count
        return 0

    def valid(self) -> int:
        """The kinds of arcs that may be made at the site shown."""
        site = self.c.site
        if not self.is_site(site):
            return 0
        right = self.behind[site]
        valid = 0
        if allows(right, site, self.c.root, self.count, self.single_root):
            valid |= 1 << LEFT_ARC
        if allows(site, right, self.c.root, self.count, self.single_root):
            valid |= 1 << RIGHT_ARC
        return valid

    def advance(self, kind: int, label: int) -> int:
        """Attach one neighbour to the other, and note which sites see it."""
        site = self.c.site
        dependent = site if kind == LEFT_ARC else self.behind[site]
        head = self.behind[site] if kind == LEFT_ARC else site
        left, right = self.before[dependent], self.behind[dependent]
        self.c.write_dependent(self._stack_node(head), head, dependent, label)
        self.c.write_dependent(self._buffer_node(head), head, dependent, label)
        self._link(left, right)
        self.count -= 1
        self.head[dependent - 1] = 0 if head == self.c.root else head
        self.label[dependent - 1] = label
        self._mark(dependent)  # its site is gone
        if left >= 0:
            self._mark(left)
        self._mark_behind(right, self.seen_left if head == right else self.seen_left - 1)
        self._mark_before(left, self.seen_right if head == left else self.seen_right - 1)
        if self.count == 2:  # ROOT may have been waiting for this
            self._mark(self.first_token)
        return 0

    def changed(self) -> int:
        """The sites that were noted, in that order."""
        if self.taken == self.waiting:
            self.waiting, self.taken = 0, 0
            return -1
        site = self.queue[self.taken]
        self.taken += 1
        self.stale[site] = 0
        return site

    def forget(self) -> int:
        """All sites have to be scored again."""
        site = self.first_token
        while site >= 0:
            self._mark(site)
            site = self.behind[site]
        return 0

    def _mark(self, site: int) -> int:
        """A site has to be scored again."""
        if not self.stale[site]:
            self.stale[site] = 1
            self.queue[self.waiting] = site
            self.waiting += 1
        return 0

    def _mark_behind(self, site: int, count: int) -> int:
        """Mark so many sites from this one on."""
        while site >= 0 and count > 0:
            self._mark(site)
            site = self.behind[site]
            count -= 1
        return 0

    def _mark_before(self, site: int, count: int) -> int:
        """Mark so many sites before this one."""
        site = self.before[site] if site >= 0 else -1
        while site >= 0 and count > 0:
            self._mark(site)
            site = self.before[site]
            count -= 1
        return 0

    def read(self, state: int, heads: Any, labels: Any) -> int:
        """The tree; there is one only."""
        for i in range(self.c.size):
            heads[i], labels[i] = self.head[i], self.label[i]
        return self.c.size


def allows(head: int, dependent: int, root: int, pending: int, single_root: bool) -> bool:
    """Whether one of two neighbours may be attached to the other: ROOT waits for a single root until two are pending."""
    return dependent != root and (not single_root or head != root or pending == 2)
