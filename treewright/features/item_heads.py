"""Heads and children of the items of a set-based configuration; heads are as HeadRanks ranks them."""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import grown, hash_array, hashes, int_array, ints
from treewright.features.encoding import SEEDS, Encoding
from treewright.features.hash_functions import MASK, hash_text
from treewright.transitions.set_configuration import SetConfiguration
from treewright.treebank.head_ranks import HeadRanks

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.set_configuration import ITEM_LABEL, LEFT, NO_CATEGORY, NODE, ONE, OTHER

    MEMO, HEAD, HEAD_CHILD, RANK = 3, 0, 1, 2


class ItemHeads:
    """For each node of a configuration, its head token, the category of its head child, and all categories of its children."""

    def __init__(self, words: Encoding, small: Any, ranks: HeadRanks, tag_column: int) -> None:
        """`small` has hashes of small numbers; categories of tokens without label are hashes of a column."""
        self.words, self.small, self.tag_column = words, small, tag_column
        self.label_rank, self.label_count = ints([*ranks.labels, 0]), len(ranks.labels)
        self.tag_hash = hashes([*(hash_text(tag, SEEDS[3]) for tag in ranks.tags), 0])
        self.tag_rank, self.tag_count = ints([*ranks.tags.values(), 0]), len(ranks.tags)
        self.memo, self.bag, self.room, self.count, self.started = int_array(MEMO), hash_array(1), 1, 1, -1

    def _make_room(self, nodes: int) -> int:
        with cython.gil:
            self.memo, self.bag, self.room = grown(self.memo, nodes * MEMO), grown(self.bag, nodes), nodes
        return 0

    def follow(self, c: SetConfiguration) -> int:
        """Find the heads of the nodes that were made since the last time; none of them ever changes."""
        if self.started != c.starts:
            self.started, self.count = c.starts, 1
        if c.node_count > self.room:
            self._make_room(2 * c.node_count)
        for node in range(self.count, c.node_count):
            base, at = node * NODE, node * MEMO
            one, other = c.node[base + ONE], c.node[base + OTHER]
            if one == 0:
                self.memo[at + HEAD] = c.node[base + LEFT]
                self.memo[at + HEAD_CHILD] = -2 - c.node[base + LEFT]
                self.memo[at + RANK] = self._rank_of_token(c.node[base + LEFT])
                self.bag[node] = self.category(c.category(node))
            else:
                head = one if self.memo[one * MEMO + RANK] > self.memo[other * MEMO + RANK] else other
                self.memo[at + HEAD] = self.memo[head * MEMO + HEAD]
                self.memo[at + HEAD_CHILD] = c.category(head)
                if self.memo[at + HEAD_CHILD] == NO_CATEGORY:
                    self.memo[at + HEAD_CHILD] = self.memo[head * MEMO + HEAD_CHILD]
                self.memo[at + RANK] = self.memo[head * MEMO + RANK]
                both = self._in_bag(c, one) + self._in_bag(c, other)
                self.bag[node] = both if cython.compiled else both & MASK
            if 0 <= c.node[base + ITEM_LABEL] < self.label_count:
                self.memo[at + RANK] = self.label_rank[c.node[base + ITEM_LABEL]]
        self.count = c.node_count
        return 0

    def _in_bag(self, c: SetConfiguration, node: int) -> int:
        """What an item adds to a bag of children: its category, or if it has no label all of its own bag."""
        return self.bag[node] if c.category(node) == NO_CATEGORY else self.category(c.category(node))

    def category(self, code: int) -> int:
        """The hash of a category: a label, or the tag of a token."""
        if code >= 0:
            return self.small[(512 + code) & 4095]
        return self.words.hash[(-1 - code) * self.words.column_count + self.tag_column]

    def _rank_of_token(self, token: int) -> int:
        tag = self.words.hash[(token + 1) * self.words.column_count + self.tag_column]
        for i in range(self.tag_count):
            if self.tag_hash[i] == tag:
                return self.tag_rank[i]
        return 0
