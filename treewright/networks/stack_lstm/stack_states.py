"""The states of a stack-LSTM: LSTMs over the stack, over the buffer from its end, and over the transitions so far.

Nodes of configurations never change, so a state belongs to a node, and one of the history to a record: going back, or sharing
a past among the items of a beam, costs nothing. What shows a configuration depends on nothing but the path that led to it.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import aligned, grown, int_array
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums of the .pxd
    from treewright.transitions.configuration import ARC_DEPENDENT, ARC_HEAD, ASIDE, BELOW, DEPTH, NEXT, NODE, RECORD, WORD
    from treewright.transitions.derivations import ARC_LABEL, KIND, PREVIOUS, TOP

    RUN, HISTORY, CHANGED, OLD, NEW, MARK = range(6)
    FIRST, SECOND, THIRD, LEVEL, CELL, STEP = range(6)
    ON_STACK, IN_BUFFER, IN_HISTORY = range(3)
    TOPS = 4


class StackStates:
    """What was made for a sentence; for all sentences of a batch if they are learnt from (`keeps`)."""

    def __init__(self, keeps: bool) -> None:
        self.keeps, self.root_hidden = keeps, False
        self.mark_room, self.node_room, self.word_room, self.vector_room, self.state_room = 0, 0, 0, 0, 0
        self.run, self.of, self.at = 0, -1, 0
        self.place = int_array(TOPS)
        self.current, self.order, self.mark, self.path, self.node, self.pending = (int_array(1) for _ in range(6))

    def take(self, encoded: Any, words: int) -> None:
        """Take several sentences, with so many words in all."""
        weights = encoded.weights
        self.stack, self.buffer, self.history = weights.stack, weights.buffer, weights.history
        self.composition = weights.composition
        self.by_kind, self.by_label, self.label_rows = weights.by_kind, weights.by_label, weights.label_rows
        self.vector, self.on_stack, self.in_buffer = encoded.vectors, encoded.on_stack, encoded.in_buffer
        self.words, self.vector_room = words, words + 1
        self.made = int_array(self.vector_room * STEP)
        self.sums = aligned(max(self.stack.gates, self.composition.row), numpy.float32)
        self.state_room = 64
        self.state, self.chain = aligned(self.state_room * self.stack.row, numpy.float32), int_array(self.state_room * STEP)
        self.vector_count, self.state_count = words + 1, 1  # 0 is the state of what is empty
        self.of = -1

    def begin(self, start: int, size: int) -> None:
        """Take the sentence of the batch whose words begin at a place."""
        self.start, self.size, self.of, self.begun = start, size, -1, False
        if not self.keeps:
            self.vector_count, self.state_count = self.words + 1, 1

    def find(self, c: Configuration) -> int:
        """Leave the states that show a configuration in `place`: of stack, buffer, tokens set aside, and history."""
        if c.record_count > self.mark_room or c.node_count > self.node_room or c.size + 3 > self.word_room:
            with cython.gil:
                self._make_room(c.record_count, c.node_count, c.size + 3)
        if c.starts != self.of:
            self._restart(c)
        there, here, count = self.at, c.state, 0
        while there != here:  # later records have larger numbers
            if there > here:
                if self.mark[there * MARK + CHANGED] >= 0:
                    self.current[self.mark[there * MARK + CHANGED]] = self.mark[there * MARK + OLD]
                there = c.record[there * RECORD + PREVIOUS]
            else:
                self.path[count] = here
                count += 1
                here = c.record[here * RECORD + PREVIOUS]
        while count:
            count -= 1
            self._take(c, self.path[count])
        self.at = c.state
        self.place[0] = self._on_stack(c, c.top_node)
        self.place[1] = self._in_buffer(c, c.next_node)
        self.place[2] = self._on_stack(c, c.aside_node)
        self.place[3] = self.mark[c.state * MARK + HISTORY]
        return 0

    def _restart(self, c: Configuration) -> int:
        """Forget the nodes of what was searched before; the states of the buffer in sentence order stay for the sentence."""
        self.of, self.at = c.starts, 0
        self.run += 1
        for word in range(c.size + 2):
            self.current[word] = self._vector_of(word)
        if not self.begun:
            self.begun = True
            self.order[c.last + 1] = 0
            for word in range(c.last, 0, -1):
                if word == c.root and self.root_hidden:
                    self.order[word] = 0
                else:
                    self.order[word] = self._push(IN_BUFFER, self._vector_of(word), self.order[word + 1], 0)
            self.kept = self.state_count
        elif not self.keeps:
            self.vector_count, self.state_count = self.words + 1, self.kept
        self.mark[RUN], self.mark[HISTORY], self.mark[CHANGED] = self.run, 0, -1
        return 0

    def _vector_of(self, word: int) -> int:
        """The vector of a word without dependents; ROOT's comes last."""
        return self.words if word == 0 or word > self.size else self.start + word - 1

    def _take(self, c: Configuration, record_number: int) -> int:
        """Take in the transition that led to a record: its arc, its place in the history, and the nodes that it made."""
        base, record = record_number * MARK, record_number * RECORD
        if self.mark[base + RUN] == self.run:
            if self.mark[base + CHANGED] >= 0:
                self.current[self.mark[base + CHANGED]] = self.mark[base + NEW]
            return 0
        self.mark[base + RUN], self.mark[base + CHANGED] = self.run, -1
        dependent, label = c.record[record + ARC_DEPENDENT], 0
        if dependent > 0:  # labels of other transitions say nothing, or name a tag
            head, label = c.record[record + ARC_HEAD], c.record[record + ARC_LABEL] + 1
            if label < 0 or label >= self.label_rows:
                label = 0
            self.mark[base + CHANGED], self.mark[base + OLD] = head, self.current[head]
            self.current[head] = self._compose(
                self.current[head], self.current[dependent], 2 * label + (1 if head < dependent else 0)
            )
            self.mark[base + NEW] = self.current[head]
        before = c.record[record + PREVIOUS] * MARK
        self.mark[base + HISTORY] = self._push(IN_HISTORY, c.record[record + KIND], self.mark[before + HISTORY], label)
        self._on_stack(c, c.record[record + TOP])
        self._in_buffer(c, c.record[record + NEXT])
        self._on_stack(c, c.record[record + ASIDE])
        return 0

    def _on_stack(self, c: Configuration, node: int) -> int:
        """The state of a node of a stack: it comes after that of the node below."""
        count = self._unknown(c, node)
        found = self.found
        while count:
            count -= 1
            at = self.pending[count]
            found = self._push(ON_STACK, self.current[c.node[at * NODE + WORD]], found, 0)
            self.node[2 * at], self.node[2 * at + 1] = self.run, found
        return found

    def _unknown(self, c: Configuration, node: int) -> int:
        """How many nodes from here on have no state yet; they wait in `pending`, and come after the state `found`."""
        count = 0
        while node and self.node[2 * node] != self.run:
            self.pending[count] = node
            count += 1
            node = c.node[node * NODE + BELOW]
        self.found = self.node[2 * node + 1] if node else 0
        return count

    def _in_buffer(self, c: Configuration, node: int) -> int:
        """The same in the buffer, which is read from its end; the words that follow a node without a link are in order."""
        count = self._unknown(c, node)
        found = self.found
        while count:
            count -= 1
            at = self.pending[count]
            word = c.node[at * NODE + WORD]
            if c.node[at * NODE + BELOW] == 0:
                found = self.order[word + 1] if c.node[at * NODE + DEPTH] > 1 else 0
            if word == c.root and self.root_hidden:
                pass
            elif c.node[at * NODE + BELOW] == 0 and c.node[at * NODE + DEPTH] == c.last + 1 - word and (
                self.current[word] == self._vector_of(word)
            ):
                found = self.order[word]
            else:
                found = self._push(IN_BUFFER, self.current[word], found, 0)
            self.node[2 * at], self.node[2 * at + 1] = self.run, found
        return found

    def _compose(self, head: int, dependent: int, relation: int) -> int:
        """A new vector of a head with one more dependent."""
        if self.vector_count >= self.vector_room:
            with cython.gil:
                self._make_vectors()
        base = self.vector_count * STEP
        self.made[base + FIRST], self.made[base + SECOND], self.made[base + THIRD] = head, dependent, relation
        self.made[base + LEVEL] = 1 + max(
            self.made[head * STEP + LEVEL] if head > self.words else 0,
            self.made[dependent * STEP + LEVEL] if dependent > self.words else 0,
        )
        self.composition.make(self.vector, head, dependent, relation, self.vector_count, self.sums)
        self.vector_count += 1
        return self.vector_count - 1

    def _push(self, cell: int, first: int, before: int, third: int) -> int:
        """A new state after another one."""
        if self.state_count >= self.state_room:
            with cython.gil:
                self._make_states()
        base, after = self.state_count * STEP, self.state_count
        self.state_count += 1
        self.chain[base + FIRST], self.chain[base + SECOND], self.chain[base + THIRD] = first, before, third
        self.chain[base + LEVEL], self.chain[base + CELL] = self.chain[before * STEP + LEVEL] + 1 if before else 1, cell
        if cell == IN_HISTORY:
            for i in range(self.history.gates):
                self.sums[i] = self.by_kind[first * self.history.gates + i] + self.by_label[third * self.history.gates + i]
            self.history.step(self.sums, self.state, before, after)
        elif cell == ON_STACK:
            self._read(self.stack, self.on_stack, first)
            self.stack.step(self.sums, self.state, before, after)
        else:
            self._read(self.buffer, self.in_buffer, first)
            self.buffer.step(self.sums, self.state, before, after)
        return after

    def _read(self, cell: Any, known: Any, vector: int) -> int:
        """What a vector adds to the gates of a cell: it is known for those of words without dependents."""
        if vector > self.words:
            return cell.begin(self.vector, vector * self.composition.row, self.sums)  # type: ignore[no-any-return]
        for i in range(cell.gates):
            self.sums[i] = known[vector * cell.gates + i]
        return 0

    # Room ---------------------------------------------------------------------------------------------------------------

    def _make_room(self, records: int, nodes: int, words: int) -> int:
        if records > self.mark_room:
            self.mark, self.path = grown(self.mark, 2 * records * MARK), int_array(2 * records)
            self.mark_room = 2 * records
        if nodes > self.node_room:
            self.node, self.pending = grown(self.node, 2 * nodes * 2), int_array(2 * nodes)
            self.node_room = 2 * nodes
        if words > self.word_room:
            self.current, self.order = grown(self.current, 2 * words), grown(self.order, 2 * words)
            self.word_room = 2 * words
        return 0

    def _make_vectors(self) -> int:
        room = 2 * self.vector_room + 32
        self.vector, self.made = grown(self.vector, room * self.composition.row), grown(self.made, room * STEP)
        self.vector_room = room
        return 0

    def _make_states(self) -> int:
        room = 2 * self.state_room
        self.state, self.chain = grown(self.state, room * self.stack.row), grown(self.chain, room * STEP)
        self.state_room = room
        return 0

    def recorded(self) -> tuple[Any, Any]:
        """How the vectors after those of words, and all states, were made: a row for each."""
        made = numpy.array(self.made[: self.vector_count * STEP], numpy.int64).reshape(-1, STEP)
        chain = numpy.array(self.chain[: self.state_count * STEP], numpy.int64).reshape(-1, STEP)
        return made[self.words + 1 :], chain
