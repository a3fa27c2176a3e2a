"""What templates see of a set of items: corners, gaps, categories, and how the candidate lies to the focus."""

from __future__ import annotations

from typing import Any

import cython

from treewright.features.encoding import Encoding
from treewright.features.hash_functions import MASK
from treewright.features.item_heads import ItemHeads
from treewright.features.view import View
from treewright.transitions.derivations import Derivations
from treewright.transitions.set_configuration import SetConfiguration
from treewright.treebank.head_ranks import HeadRanks

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.features.item_heads import HEAD, HEAD_CHILD, MEMO
    from treewright.transitions.derivations import ARC_LABEL, KIND, PREVIOUS
    from treewright.transitions.set_configuration import (
        BLOCKS,
        CHILDREN,
        FIRST_CHILD,
        GAP_LEFT,
        GAP_RIGHT,
        LAST_CHILD,
        LEFT,
        NO_CATEGORY,
        NODE,
        OLDER,
        RIGHT,
        TOKENS,
    )

    CORNERS, OWN = 5, 7
    FOCUS, CANDIDATE, AFTER, BEFORE, LATEST = range(5)
    NEXT_TOKENS, CODE, DISTANCE_BETWEEN, SET_SIZE, ALWAYS, LAST_TRANSITIONS, VALUES, POSITIONS = 35, 49, 50, 51, 52, 53, 57, 39


class SetView(View):
    """Finds the words and values that SetNames names, in this order."""

    def __init__(self, words: Encoding, small: Any, tag_column: int, ranks: HeadRanks) -> None:
        """`small` has hashes of small numbers; categories of tokens without label are hashes of a column."""
        super().__init__(POSITIONS, VALUES)
        self.small = small
        self.heads = ItemHeads(words, small, ranks, tag_column)
        self.state, self.started = -1, -1  # what was looked at last

    def forget(self) -> int:
        """Look at everything anew."""
        self.state, self.heads.started = -1, -1
        return 0

    def locate(self, d: Derivations) -> int:
        """Write the words at all positions, and the values of all attributes."""
        return self._look(cython.cast(SetConfiguration, d))

    def _look(self, c: SetConfiguration) -> int:
        if c.state != self.state or c.starts != self.started or c.node_count != self.heads.count:  # else the site is another
            self.state, self.started = c.state, c.starts
            self._look_at_state(c)
        node = c.node_at(c.candidate) if c.candidate else 0
        above = c.node_at(c.candidate - 1) if c.candidate > 1 else c.put_back
        self._show(c, CANDIDATE, node)
        self._show(c, AFTER, above)
        self._show(c, BEFORE, c.node[node * NODE + OLDER] if node else 0)
        return self._relate(c, node if node else c.node_at(1))

    def _look_at_state(self, c: SetConfiguration) -> int:
        """What is the same at all sites."""
        self.heads.follow(c)
        self._show(c, FOCUS, c.top_node)
        node = c.top_node
        for i in range(3):
            node = c.node[node * NODE + OLDER] if node else 0
            self._show(c, LATEST + i, node)
        token = c.next + 1  # words are numbered from 1
        for i in range(4):
            self.word[NEXT_TOKENS + i] = token + i if token + i <= c.size + 1 else -1
        self.value[SET_SIZE] = self.small[16 + min(c.set_size(), 5)]
        self.value[ALWAYS] = self.small[1]
        return self._remember(c)

    def _show(self, c: SetConfiguration, item: int, node: int) -> int:
        """Write what there is to see of one item."""
        base, word, value = node * NODE, item * CORNERS, item * OWN
        if node == 0:
            for own in range(CORNERS):
                self.word[word + own] = -1
            for own in range(OWN):
                self.value[value + own] = 0
            for own in range(3):
                self.number[value + own] = -1
            self.value[value] = self.small[2]
            return 0
        self.word[word] = c.node[base + LEFT] + 1
        self.word[word + 1] = c.node[base + RIGHT] + 1
        gap = c.node[base + GAP_LEFT]
        self.word[word + 2] = gap + 1 if gap >= 0 else -1
        self.word[word + 3] = c.node[base + GAP_RIGHT] + 1 if gap >= 0 else -1
        self.word[word + 4] = self.heads.memo[node * MEMO + HEAD] + 1
        self.value[value] = self._category_of(c, node)
        self.value[value + 1] = self.heads.category(c.node[base + FIRST_CHILD])
        self.value[value + 2] = self.heads.category(c.node[base + LAST_CHILD])
        self.number[value] = number_of(c.category(node))
        self.number[value + 1] = number_of(c.node[base + FIRST_CHILD])
        self.number[value + 2] = number_of(c.node[base + LAST_CHILD])
        self.value[value + 3] = self.small[32 + min(c.node[base + CHILDREN], 6)]
        self.value[value + 4] = self.small[48 + size_class(c.node[base + TOKENS])]
        if gap >= 0:
            gap = 16 * min(c.node[base + BLOCKS], 3) + size_class(
                c.node[base + RIGHT] - c.node[base + LEFT] + 1 - c.node[base + TOKENS]
            )
        else:
            gap = 0
        self.value[value + 5] = self.small[64 + gap]
        self.value[value + 6] = self.heads.bag[node]
        return 0

    def _category_of(self, c: SetConfiguration, node: int) -> int:
        """The category of an item; if it has no label, that of its head child, in another role."""
        if c.category(node) != NO_CATEGORY:
            return self.heads.category(c.category(node))
        value = self.heads.category(self.heads.memo[node * MEMO + HEAD_CHILD]) + self.small[3]
        return value if cython.compiled else value & MASK

    def _relate(self, c: SetConfiguration, other: int) -> int:
        """How an item lies to the focus: gaps that are made, kept and closed, the distance, how late the item is."""
        focus = c.top_node
        self.value[DISTANCE_BETWEEN] = 0
        if c.labelling:  # of the focus alone
            code = 4 * min(c.node[focus * NODE + BLOCKS], 3)
            if c.is_whole():
                code += 1
            self.value[CODE], self.number[CODE] = self.small[256 + code], -4 - code
        elif focus == 0 or other == 0:
            self.value[CODE], self.number[CODE] = self.small[255], -1
        else:
            together = c.blocks_together(other, focus)
            apart = c.node[focus * NODE + BLOCKS] + c.node[other * NODE + BLOCKS]
            recency = min(c.candidate - 1, 3) if c.candidate > 0 else 0
            code = min(together, 4) - 1 + 4 * min(apart - together, 3)
            code += (16 if c.node[focus * NODE + BLOCKS] > 1 else 0) + (32 if c.node[other * NODE + BLOCKS] > 1 else 0)
            code = code * 4 + recency
            self.value[CODE], self.number[CODE] = self.small[1024 + code], -20 - code
            distance = c.node[focus * NODE + RIGHT] - c.node[other * NODE + RIGHT]
            self.value[DISTANCE_BETWEEN] = self.small[80 + size_class(distance)]
        return 0

    def _remember(self, c: SetConfiguration) -> int:
        """The last transitions."""
        state = c.state
        for i in range(4):
            self.value[LAST_TRANSITIONS + i] = 0
            if state >= 0 and c.record[state * c.width + KIND] >= 0:
                base = state * c.width
                self.value[LAST_TRANSITIONS + i] = self.small[
                    (2048 + c.record[base + KIND] * 256 + c.record[base + ARC_LABEL] + 1) & 4095
                ]
                state = c.record[base + PREVIOUS]
        return 0


def number_of(category: int) -> int:
    """The number of a category for networks: that of a label, or one for items without, of one token or of several."""
    return category if category >= 0 else -2 if category == NO_CATEGORY else -3


def size_class(size: int) -> int:
    """Small numbers as they are, larger ones in classes."""
    if size <= 5:
        return size if size > 0 else 0
    return 6 if size <= 7 else 7 if size <= 10 else 8 if size <= 15 else 9 if size <= 25 else 10
