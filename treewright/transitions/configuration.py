"""A configuration: stack, buffer and the arcs so far, as a cursor over storage that is shared and never overwritten.

The idea is that of Goldberg, Zhao and Huang (2013): a stack is a linked list of *nodes*, a node knows the word, the
node below it and the word's outermost dependents, and a transition makes at most three new nodes.  Going back to an
earlier configuration, or sharing its past among the items of a beam, therefore costs nothing.  Each committed
configuration is a *record*: top node, next-word node, the record before it, the transition and the arc it made.
Some systems have a second stack, of tokens that are set aside for a while.

The buffer needs no list as long as it is in the order of the sentence: the next word has a node, the words after it follow.
Tokens that were put back have nodes, each linked to the node after it, up to where sentence order resumes.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import grown, hash_array, int_array
from treewright.errors import SettingsError
from treewright.transitions.derivations import Derivations, first_start

if not cython.compiled:  # in C these are the enums of the .pxd
    WORD, BELOW, HEAD, LABEL = range(4)
    LEFT1, RIGHT1, LEFT_COUNT, RIGHT_COUNT, DEPTH, LOOSE, NODE = 4, 8, 12, 13, 14, 15, 16
    from treewright.transitions.derivations import ARC_LABEL, KIND, PREVIOUS, SITE, STEP, TOP

    NEXT, ARC_HEAD, ARC_DEPENDENT, ASIDE, RECORD = range(6, 11)
    NEAR = 32
    memcpy: Any = None


class Configuration(Derivations):
    """The configuration a parser is in: read by features and oracles, changed by transition systems."""

    def __init__(self, size: int, root_first: bool) -> None:
        self.one = 1  # a 64-bit one to shift
        self.width = RECORD
        self.site, self.view = 0, 0
        self.node_room, self.record_room = 1, 1
        self.node, self.label_set, self.record = int_array(NODE), hash_array(2), int_array(RECORD)
        self.found_room, self.found, self.gone = 1, int_array(1), int_array(1)
        self.folded, self.bit = 0, int_array(1)
        self.starts = first_start()
        self.start(size, root_first)

    # Storage ----------------------------------------------------------------------------------------------------

    def _make_room(self, nodes: int, records: int) -> int:
        """Grow the storage; only this allocates memory, and only this needs the GIL."""
        with cython.gil:
            if nodes > self.node_room:
                self.node, self.label_set = grown(self.node, nodes * NODE), grown(self.label_set, nodes * 2)
                self.node_room = nodes
            if records > self.record_room:
                self.record, self.record_room = grown(self.record, records * RECORD), records
        return 0

    def start(self, size: int, root_first: bool) -> int:
        """Become the initial configuration of a sentence of `size` words, forgetting the sentence before."""
        self.starts += 1
        self.size = size
        self.root = 0 if root_first else size + 1
        self.last = size if root_first else size + 1
        if size * 8 + 16 > self.node_room or size * 4 + 8 > self.record_room:
            self._make_room(size * 8 + 16, size * 4 + 8)
        self.node_count = 1  # node 0 means "nothing"
        self.record_count = 0
        self.mark = 1
        self.top_node = 0
        self.next_node = 0
        self.aside_node = 0
        self.arc_head = 0
        self.arc_dependent = 0
        self.popped = -1
        self.state = -1
        self.found_state = -1
        if root_first:
            self.top_node = self.new_node(0)
            self.node[self.top_node * NODE + DEPTH] = 1
        if self.last >= 1:
            self.next_node = self._in_order(1, self.last, size)
        return self.commit(-1, -1)

    def new_node(self, word: int) -> int:
        """A fresh node for a word that has no arcs yet."""
        if self.node_count >= self.node_room:
            self._make_room(self.node_room * 2, 0)
        index = self.node_count
        self.node_count = index + 1
        base = index * NODE
        for field in range(NODE):
            self.node[base + field] = 0
        self.node[base + WORD] = word
        self.node[base + LABEL] = -1
        self.label_set[index * 2] = 0
        self.label_set[index * 2 + 1] = 0
        return index

    def _in_order(self, word: int, tokens: int, words: int) -> int:
        """A fresh node in the buffer, linked to what follows it in the sentence, with the number of tokens and words left."""
        index = self.new_node(word)
        self.node[index * NODE + DEPTH] = tokens
        self.node[index * NODE + LOOSE] = words
        return index

    def _writable(self, index: int) -> int:
        """The node itself if this transition made it, else a copy: committed nodes never change."""
        return index if index >= self.mark else self._copy(index)

    def _copy(self, index: int) -> int:
        """A fresh node with the same content."""
        if self.node_count >= self.node_room:
            self._make_room(self.node_room * 2, 0)
        copy = self.node_count
        self.node_count = copy + 1
        base, other = index * NODE, copy * NODE
        if cython.compiled:
            memcpy(cython.address(self.node[other]), cython.address(self.node[base]), NODE * 4)
        else:
            self.node[other : other + NODE] = self.node[base : base + NODE]
        self.label_set[copy * 2] = self.label_set[index * 2]
        self.label_set[copy * 2 + 1] = self.label_set[index * 2 + 1]
        return copy

    def commit(self, kind: int, label: int) -> int:
        """Record the configuration reached by a transition, and return the record's number."""
        if self.record_count >= self.record_room:
            self._make_room(0, self.record_room * 2)
        state = self.record_count
        self.record_count = state + 1
        base = state * RECORD
        self.record[base + TOP] = self.top_node
        self.record[base + NEXT] = self.next_node
        self.record[base + PREVIOUS] = self.state
        self.record[base + KIND] = kind
        self.record[base + ARC_LABEL] = label
        self.record[base + ARC_HEAD] = self.arc_head
        self.record[base + ARC_DEPENDENT] = self.arc_dependent
        self.record[base + ASIDE] = self.aside_node
        self.record[base + SITE] = 0
        self.record[base + STEP] = 0 if self.state < 0 else self.record[self.state * RECORD + STEP] + 1
        self.state = state
        self.mark = self.node_count
        self.arc_head = 0
        self.arc_dependent = 0
        self.popped = -1
        return state

    def restore(self, state: int) -> int:
        """Go back to a committed configuration of the same sentence."""
        if state < 0 or state >= self.record_count:
            return self.no_record(state)
        self.top_node = self.record[state * RECORD + TOP]
        self.next_node = self.record[state * RECORD + NEXT]
        self.aside_node = self.record[state * RECORD + ASIDE]
        self.state = state
        self.mark = self.node_count
        self.arc_head = 0
        self.arc_dependent = 0
        self.popped = -1
        return state

    def fold(self, bit: Any) -> None:
        """Take the bit that each label has in sets of labels, where it is not its number modulo 64."""
        self.folded, self.bit = len(bit), bit

    # Queries of transition systems ------------------------------------------------------------------------------

    def top(self) -> int:
        """The word on top of the stack, -1 if there is none."""
        return self.node[self.top_node * NODE + WORD] if self.top_node else -1

    def second(self) -> int:
        """The word below the top, -1 if there is none."""
        below = self.node[self.top_node * NODE + BELOW]
        return self.node[below * NODE + WORD] if below else -1

    def third(self) -> int:
        """The word below the second, -1 if there is none."""
        below = self.node[self.node[self.top_node * NODE + BELOW] * NODE + BELOW]
        return self.node[below * NODE + WORD] if below else -1

    def next(self) -> int:
        """The next word (front of the buffer), -1 if the buffer is empty."""
        return self.node[self.next_node * NODE + WORD] if self.next_node else -1

    def stack_size(self) -> int:
        """How many tokens the stack holds, ROOT included."""
        return self.node[self.top_node * NODE + DEPTH]

    def buffer_size(self) -> int:
        """How many tokens are left in the buffer, ROOT included."""
        return self.node[self.next_node * NODE + DEPTH]

    def aside(self) -> int:
        """The token set aside last, -1 if there is none."""
        return self.node[self.aside_node * NODE + WORD] if self.aside_node else -1

    def aside_size(self) -> int:
        """How many tokens are set aside."""
        return self.node[self.aside_node * NODE + DEPTH]

    def is_word(self, word: int) -> bool:
        """Whether this is a word of the sentence, neither ROOT nor nothing."""
        return word > 0 and word != self.root

    def words_on_stack(self) -> int:
        """How many words the stack holds, ROOT not counted."""
        return self.node[self.top_node * NODE + DEPTH] - (1 if self.root == 0 else 0)

    def words_in_buffer(self) -> int:
        """How many words are left in the buffer, ROOT not counted."""
        return self.node[self.next_node * NODE + LOOSE]

    def top_has_head(self) -> bool:
        """Whether the top of the stack has a head (ROOT never has)."""
        return self.node[self.top_node * NODE + HEAD] != 0

    def loose(self) -> int:
        """How many words on the stack have no head yet."""
        return self.node[self.top_node * NODE + LOOSE]

    def next_has_head(self) -> bool:
        """Whether the next word has a head."""
        return self.node[self.next_node * NODE + HEAD] != 0

    def loose_aside(self) -> int:
        """How many words that are set aside have no head."""
        return self.node[self.aside_node * NODE + LOOSE]

    def top_dependents(self) -> int:
        """How many dependents the top of the stack has."""
        base = self.top_node * NODE
        return self.node[base + LEFT_COUNT] + self.node[base + RIGHT_COUNT]

    def second_dependents(self) -> int:
        """How many dependents the token below the top has."""
        base = self.node[self.top_node * NODE + BELOW] * NODE
        return self.node[base + LEFT_COUNT] + self.node[base + RIGHT_COUNT]

    def next_dependents(self) -> int:
        """How many dependents the next word has."""
        base = self.next_node * NODE
        return self.node[base + LEFT_COUNT] + self.node[base + RIGHT_COUNT]

    def last_kind(self) -> int:
        """The kind of the transition that led here, -1 at the beginning."""
        return self.record[self.state * RECORD + KIND]

    def node_below(self, depth: int) -> int:
        """The node this deep below the top of the stack, 0 if there is none."""
        index = self.top_node
        for _ in range(depth):
            index = self.node[index * NODE + BELOW]
        return index

    def node_without_head(self) -> int:
        """The topmost node of the stack that has no head, 0 if there is none."""
        index = self.top_node
        while index and self.node[index * NODE + HEAD] != 0:
            index = self.node[index * NODE + BELOW]
        return index

    def node_of(self, word: int) -> int:
        """The node of a word in front of the buffer or on the stack, 0 if it is in neither."""
        if self.next_node and self.node[self.next_node * NODE + WORD] == word:
            return self.next_node
        index = self.top_node
        while index and self.node[index * NODE + WORD] != word:
            index = self.node[index * NODE + BELOW]
        return index

    # Heads, for systems that must avoid cycles ------------------------------------------------

    def head_of(self, word: int) -> int:
        """The head that a word has, -1 if it has none, where no arc replaces another."""
        self._look_back()
        if word < 0 or word > self.size + 1:
            return self._no_token(word)
        return self.found[word]

    def topmost(self, word: int) -> int:
        """The topmost ancestor of a word so far: it has no head, or is ROOT.

        An arc to a word without head makes a cycle if and only if that word is topmost above the arc's head.
        """
        self._look_back()
        if word < 0 or word > self.size + 1:
            return self._no_token(word)
        while self.found[word] >= 0:
            word = self.found[word]
        return word

    def _no_token(self, word: int) -> int:
        with cython.gil:
            raise SettingsError(f"word: seen {word}, expected a token of the sentence, 0 to {self.size + 1}")

    def words_without_head(self) -> int:
        """How many words of the sentence have no head yet."""
        self._look_back()
        return self.size - self.found_count

    def roots(self) -> int:
        """How many words have ROOT as their head."""
        self._look_back()
        return self.root_count

    def was_popped(self, word: int) -> bool:
        """Whether a word has left one of two stacks by `pop`, or both."""
        self._look_back()
        if word < 0 or word > self.size + 1:
            return self._no_token(word) != 0
        return self.gone[word] > 0

    def _look_back(self) -> int:
        """Update `found` and `gone`: undo transitions back to the shared past, then redo those since."""
        if self.found_state == self.state:
            return 0
        if self.found_state < 0:  # the first time in this sentence
            if self.size + 2 > self.found_room:
                self._make_found_room(self.size * 2 + 2)
            for word in range(self.size + 2):
                self.found[word] = -1
                self.gone[word] = 0
            self.found_state, self.found_count, self.root_count = 0, 0, 0
        there, here = self.found_state, self.state
        while there != here:  # later records have larger numbers
            if there > here:
                self._take_in(there, -1)
                there = self.record[there * RECORD + PREVIOUS]
            else:
                here = self.record[here * RECORD + PREVIOUS]
        here = self.state
        while here != there:
            self._take_in(here, 1)
            here = self.record[here * RECORD + PREVIOUS]
        self.found_state = self.state
        return 0

    def _take_in(self, state: int, sign: int) -> int:
        """Add the arc of a record to those found, or with -1 take it away; and the token that left the first stack."""
        base = state * RECORD
        before = self.record[base + PREVIOUS] * RECORD
        word = self.record[base + ARC_DEPENDENT]
        if word > 0:
            head = self.record[base + ARC_HEAD]
            self.found[word] = head if sign > 0 else -1
            self.found_count += sign
            self.root_count += sign if head == self.root else 0
        depth = self.node[self.record[base + TOP] * NODE + DEPTH] + self.node[self.record[base + ASIDE] * NODE + DEPTH]
        top = self.record[before + TOP]
        if depth < self.node[top * NODE + DEPTH] + self.node[self.record[before + ASIDE] * NODE + DEPTH]:
            self.gone[self.node[top * NODE + WORD]] += sign
        return 0

    def _make_found_room(self, size: int) -> int:
        with cython.gil:
            self.found, self.gone, self.found_room = int_array(size), int_array(size), size
        return 0

    # What a transition does -------------------------------------------------------------------------------------

    def shift(self) -> int:
        """Move the next word from the buffer to the stack."""
        index = self._writable(self.next_node)
        self.next_node = self._behind(index)
        self._put_on(index, self.top_node)
        self.top_node = index
        return self.node[index * NODE + WORD]

    def shift_labelled(self, label: int) -> int:
        """Move the next word to the stack with a label, as if ROOT were its head; ROOT's node does not change."""
        word = self.shift()
        self.node[self.top_node * NODE + LABEL] = label
        self.arc_head = self.root
        self.arc_dependent = word
        return word

    def _behind(self, index: int) -> int:
        """The node of the token after another one in the buffer, 0 if that is the last."""
        base = index * NODE
        if self.node[base + BELOW]:
            return self.node[base + BELOW]
        if self.node[base + DEPTH] <= 1:
            return 0
        return self._in_order(self.node[base + WORD] + 1, self.node[base + DEPTH] - 1, self.node[base + LOOSE] - 1)

    def put_back(self) -> int:
        """Move the top of the stack to the front of the buffer and return its word."""
        index = self._writable(self.top_node)
        self.top_node = self.node[index * NODE + BELOW]
        self.next_node = self._put_before(index, self.next_node)
        return self.node[index * NODE + WORD]

    def put_back_second(self) -> int:
        """Move the token below the top to the front of the buffer and return its word."""
        index = self._writable(self.node[self.top_node * NODE + BELOW])
        self.pop_second()
        self.popped = -1  # it is not gone
        self.next_node = self._put_before(index, self.next_node)
        return self.node[index * NODE + WORD]

    def put_behind_next(self) -> int:
        """Move the top of the stack to the second place of the buffer and return its word."""
        index = self._writable(self.top_node)
        self.top_node = self.node[index * NODE + BELOW]
        self._put_before(index, self._behind(self.next_node))
        self.next_node = self._put_before(self._writable(self.next_node), index)
        return self.node[index * NODE + WORD]

    def set_aside(self) -> int:
        """Move the top of the stack to those set aside and return its word."""
        index = self._writable(self.top_node)
        self.top_node = self.node[index * NODE + BELOW]
        self.aside_node = self._put_on(index, self.aside_node)
        return self.node[index * NODE + WORD]

    def set_aside_second(self) -> int:
        """Move the token below the top to those set aside and return its word."""
        index = self._writable(self.node[self.top_node * NODE + BELOW])
        self.pop_second()
        self.popped = -1  # it is not gone
        self.aside_node = self._put_on(index, self.aside_node)
        return self.node[index * NODE + WORD]

    def take_back(self) -> int:
        """Move the token set aside last to the top of the stack and return its word."""
        index = self._writable(self.aside_node)
        self.aside_node = self.node[index * NODE + BELOW]
        self.top_node = self._put_on(index, self.top_node)
        return self.node[index * NODE + WORD]

    def shift_to_both(self) -> int:
        """Move the next word from the buffer to both stacks, as two nodes; a ROOT in first position lies under both."""
        index = self._writable(self.next_node)
        if self.aside_node == 0 and self.root == 0:  # the first word
            self.aside_node = self.top_node
        self.next_node = self._behind(index)
        self.aside_node = self._put_on(self._copy(index), self.aside_node)
        self.top_node = self._put_on(index, self.top_node)
        return self.node[index * NODE + WORD]

    def exchange_stacks(self) -> int:
        """Exchange the first and the second stack."""
        self.top_node, self.aside_node = self.aside_node, self.top_node
        return 0

    def _is_aside(self, word: int) -> bool:
        """Whether a word is among the upper tokens of the second stack."""
        index = self.aside_node
        for _ in range(NEAR):
            if index == 0 or self.node[index * NODE + WORD] == word:
                break
            index = self.node[index * NODE + BELOW]
        return index != 0 and self.node[index * NODE + WORD] == word

    def take_all_back(self) -> int:
        """Move all tokens set aside to the stack, the one set aside last first.

        For systems that, while tokens are set aside, only set more aside, in sentence order, with or without arcs to or from
        them.  Tokens below all those that got arcs keep their nodes, and are not copied.
        """
        state, lowest = self.state, self.size + 2
        while self.record[state * RECORD + ASIDE]:
            base = state * RECORD
            if self.record[base + ARC_DEPENDENT]:
                lowest = min(lowest, self.record[base + ARC_DEPENDENT], self.record[base + ARC_HEAD])
            state = self.record[base + PREVIOUS]
        node = self.record[state * RECORD + TOP]
        while node and self.node[node * NODE + WORD] >= lowest:
            node = self.node[node * NODE + BELOW]
        self.top_node = node
        while self.aside_node and self.node[self.aside_node * NODE + WORD] < lowest:
            self.aside_node = self.node[self.aside_node * NODE + BELOW]
        while self.aside_node:
            self.take_back()
        return 0

    def drop_aside(self) -> int:
        """Remove the tokens set aside for good."""
        self.aside_node = 0
        return 0

    def _put_before(self, index: int, behind: int) -> int:
        """Make a writable node stand before another one in the buffer."""
        base = index * NODE
        self.node[base + BELOW] = behind
        self.node[base + DEPTH] = self.node[behind * NODE + DEPTH] + 1
        self.node[base + LOOSE] = self.node[behind * NODE + LOOSE] + (1 if self.node[base + WORD] != self.root else 0)
        return index

    def pop(self) -> int:
        """Take the top off the stack and return its word."""
        base = self.top_node * NODE
        self.top_node = self.node[base + BELOW]
        self.popped = self.node[base + WORD]
        return self.popped

    def pop_next(self) -> int:
        """Take the next word out of the buffer and return it."""
        self.popped = self.node[self.next_node * NODE + WORD]
        self.next_node = self._behind(self.next_node)
        return self.popped

    def pop_second(self) -> int:
        """Take out the token below the top and return its word."""
        index = self._writable(self.top_node)
        second = self.node[index * NODE + BELOW]
        self._put_on(index, self.node[second * NODE + BELOW])
        self.top_node = index
        self.popped = self.node[second * NODE + WORD]
        return self.popped

    def pop_third(self) -> int:
        """Take out the token below the second and return its word."""
        index = self._writable(self.top_node)
        second = self._writable(self.node[index * NODE + BELOW])
        third = self.node[second * NODE + BELOW]
        self._put_on(second, self.node[third * NODE + BELOW])
        self.top_node = self._put_on(index, second)
        self.popped = self.node[third * NODE + WORD]
        return self.popped

    def _put_on(self, index: int, below: int) -> int:
        """Make a writable node lie on another one."""
        base = index * NODE
        self.node[base + BELOW] = below
        self.node[base + DEPTH] = self.node[below * NODE + DEPTH] + 1
        loose = 1 if self.node[base + HEAD] == 0 and self.node[base + WORD] != self.root else 0
        self.node[base + LOOSE] = self.node[below * NODE + LOOSE] + loose
        return index

    def add_arc(self, head: int, dependent: int, label: int) -> int:
        """Add head -label-> dependent to the arcs, and to the nodes on the stack and in front of the buffer."""
        if dependent < 1 or dependent > self.size or (head != self.root and (head < 1 or head > self.size)):
            return self._no_arc(head, dependent)
        self.arc_head = head
        self.arc_dependent = dependent
        head_node = self._add_dependent(head, dependent, label)
        return self._set_head(dependent, head_node, label)

    def add_arc_in_both(self, head: int, dependent: int, label: int) -> int:
        """The same between the top of the stack and the next word, where the top may lie on the second stack too.

        Its node there is updated too, unless many tokens lie on it, because all of them have to be copied.
        """
        index = self.add_arc(head, dependent, label)
        left = dependent == self.top()
        if self._is_aside(dependent if left else head):
            self.exchange_stacks()
            index = self._set_head(dependent, self.next_node, label) if left else self._add_dependent(head, dependent, label)
            self.exchange_stacks()
        return index

    def add_temporary_arc(self, head: int, dependent: int) -> int:
        """Show features a probable head that a later transition confirms or changes; the tree is not touched."""
        return self._set_head(dependent, self.node_of(head), -1)

    def _no_arc(self, head: int, dependent: int) -> int:
        """Refuse an arc between others than tokens; not within `add_arc`, which is faster without."""
        with cython.gil:
            expected = f"two of the words 1 to {self.size}, or c.root ({self.root}) as head"
            raise SettingsError(f"c.add_arc: seen head {head} and dependent {dependent}, expected {expected}")

    def _own(self, word: int) -> int:
        """A writable node of this word, put in its place; tokens above it on the stack are copied onto it."""
        if self.next_node and self.node[self.next_node * NODE + WORD] == word:
            self.next_node = self._writable(self.next_node)
            return self.next_node
        if self.node_of(word) == 0:
            return 0
        self.top_node = self._writable(self.top_node)
        index = self.top_node
        while self.node[index * NODE + WORD] != word:
            below = self._writable(self.node[index * NODE + BELOW])
            self.node[index * NODE + BELOW] = below
            index = below
        return index

    def _add_dependent(self, head: int, dependent: int, label: int) -> int:
        """Write a new dependent into the head's node, if it has one."""
        index = self._own(head)
        return self.write_dependent(index, head, dependent, label) if index else 0

    def write_dependent(self, index: int, head: int, dependent: int, label: int) -> int:
        """Write a new dependent into this node of its head: mostly it is the outermost one."""
        base = index * NODE
        side = 0 if dependent < head else 1
        first = base + (LEFT1 if side == 0 else RIGHT1)  # the outermost: word, label; then those of the one inside it
        if self.node[first] == 0 or (dependent < self.node[first]) == (side == 0):
            self.node[first + 2] = self.node[first]
            self.node[first + 3] = self.node[first + 1]
        elif self.node[first + 2] == 0 or (dependent < self.node[first + 2]) == (side == 0):
            first += 2  # further in, which only systems that change the order of words do
        else:
            first = 0
        if first:
            self.node[first] = dependent
            self.node[first + 1] = label
        self.node[base + LEFT_COUNT + side] += 1
        self.label_set[index * 2 + side] |= self.one << (self.bit[label] if 0 <= label < self.folded else label & 63)
        return index

    def _set_head(self, dependent: int, head_node: int, label: int) -> int:
        """Write the head into the node of a dependent that is still on the stack or in front of the buffer."""
        if dependent == self.popped or self.node_of(dependent) == 0:
            return 0
        index = self._own(dependent)
        base = index * NODE
        if self.node[base + HEAD] == 0 and index != self.next_node:
            above = self.top_node
            while above != index:
                self.node[above * NODE + LOOSE] -= 1
                above = self.node[above * NODE + BELOW]
            self.node[base + LOOSE] -= 1
        self.node[base + HEAD] = head_node
        self.node[base + LABEL] = label
        return index

    # Queries for debugging -----------------------------------------------------------------------------------------

    @property
    def stack(self) -> list[int]:
        """The words on the stack, bottom first."""
        words: list[int] = []
        index = self.top_node
        while index:
            words.append(self.node[index * NODE + WORD])
            index = self.node[index * NODE + BELOW]
        return words[::-1]

    @property
    def buffer(self) -> list[int]:
        """The words in the buffer, next word first."""
        words: list[int] = []
        index = self.next_node
        while index:
            word = self.node[index * NODE + WORD]
            words.append(word)
            if self.node[index * NODE + BELOW] == 0:
                return words + list(range(word + 1, word + self.node[index * NODE + DEPTH]))
            index = self.node[index * NODE + BELOW]
        return words

    @property
    def tokens_aside(self) -> list[int]:
        """The tokens set aside, the last one last."""
        words: list[int] = []
        index = self.aside_node
        while index:
            words.append(self.node[index * NODE + WORD])
            index = self.node[index * NODE + BELOW]
        return words[::-1]

    def arcs(self) -> tuple[list[int], list[int]]:
        """Heads and label numbers of words 1..n so far; ROOT is 0, -1 means none yet."""
        heads, labels = [-1] * self.size, [-1] * self.size
        state = self.state
        while state >= 0:
            base = state * RECORD
            dependent = self.record[base + ARC_DEPENDENT]
            if dependent > 0 and heads[dependent - 1] < 0:  # a later arc replaces an earlier one
                head = self.record[base + ARC_HEAD]
                heads[dependent - 1] = 0 if head == self.root else head
                labels[dependent - 1] = self.record[base + ARC_LABEL]
            state = self.record[base + PREVIOUS]
        return heads, labels

    @property
    def heads(self) -> list[int]:
        """Heads of words 1..n so far, ROOT as 0, -1 where there is none yet."""
        return self.arcs()[0]

    def __repr__(self) -> str:
        aside = f", aside={self.tokens_aside}" if self.aside_node else ""
        return f"Configuration(stack={self.stack}, buffer={self.buffer}{aside}, heads={self.heads})"
