"""How narrowly a search decided for each word: the raw signals from which confidence is calibrated.

A search that has `margins` fills them in; without them it does nothing more than it always did.  A greedy search notes each
decision as it makes it.  A beam walks its best path once more when it is over, which costs one step in as many as the beam
is wide.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, int_array
from treewright.classifiers.scorer import Scorer
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are names of the .pxd files
    from treewright.transitions.configuration import ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, KIND, PREVIOUS, RECORD, STEP

    ARC, LABEL, LEAST, RIVAL, LABEL_RIVAL, TAG, SIGNALS = range(7)
    FREE = 1_000_000_000

NAMES = ("arc", "label", "least", "rival", "label_rival", "tag")


class Margins:
    """Six signals of each word, one word after the other; `FREE` where there was nothing to decide.

    arc           the transition that made the arc: its score less that of the best transition of another kind
    label         the same transition: its score less that of its best other label
    least         the narrowest decision between kinds while the word was on top of the stack or next in the buffer
    rival         by how much the best path of the last beam that has another head of the word is behind; if there is none,
                  by how much the last path is behind, as a negative number
    label_rival   the same for another head or another label
    tag           the transition that chose the tag: its score less that of the best other tag
    """

    def __init__(self, system: TransitionSystem, scorer: Scorer, classes: TransitionClasses, c: Configuration) -> None:
        self.system, self.scorer, self.c = system, scorer, c
        self.first, self.width, self.label_first = classes.first, classes.width, classes.label_first
        self.label_count, self.kind_count = classes.label_count, len(system.kinds)
        self.tag_kind = classes.tag_kind
        self.size = self.room = 0
        self.arc = self.label = 0.0  # of the decision that was noted last
        self.signal = float_array(SIGNALS)
        self.on_path, self.path_room = int_array(1), 1

    def clear(self, size: int) -> int:
        """Begin a sentence."""
        if size > self.room:
            with cython.gil:
                self.signal = float_array(SIGNALS * 2 * size)
                self.room = 2 * size
        self.size = size
        for i in range(SIGNALS * size):
            self.signal[i] = FREE
        return 0

    def note(self, valid: int, kind: int, label: int) -> int:
        """Take in the decision that is made in the current configuration, whose classes have been scored."""
        other: float = -FREE
        for k in range(self.kind_count):
            if valid >> k & 1 and k != kind:
                other = max(other, self.best_of(self.first[k], self.width[k], -1))
        first, width = self.first[kind], self.width[kind]
        if self.label_first[kind] >= 0:
            self.arc = self.scorer.score[first] - other
            first, width = self.label_first[kind], self.label_count
        else:
            self.arc = -other
        self.label = FREE
        if 0 <= label < width:
            rival = self.best_of(first, width, label)
            if width > 1:
                self.label = self.scorer.score[first + label] - rival
            if self.label_first[kind] < 0:
                self.arc += max(rival, self.scorer.score[first + label])
        else:
            self.arc += self.best_of(first, width, -1)
        self.arc = min(self.arc, FREE)
        self._narrow(self.c.top())
        self._narrow(self.c.next())
        if kind == self.tag_kind:
            self._put(self.c.next(), TAG, self.label)
        return 0

    def note_free(self) -> int:
        """There is nothing to decide in the current configuration."""
        self.arc = self.label = FREE
        return 0

    def attach(self, word: int) -> int:
        """The decision that was noted last gave a word its arc; 0: it gave none."""
        self._put(word, ARC, self.arc)
        self._put(word, LABEL, self.label)
        return 0

    def best_of(self, first: int, width: int, but: int) -> float:
        """The highest score of some classes but for one."""
        if but >= 0:
            left, right = self.best_of(first, but, -1), self.best_of(first + but + 1, width - but - 1, -1)
            return max(left, right)
        if width == 0:
            return -FREE
        if not cython.compiled:
            return max(self.scorer.score[first : first + width])
        score = cython.address(self.scorer.score[first])
        one = two = three = four = score[0]
        i = 0
        while i + 4 <= width:  # four at a time: each waits only for itself
            one = score[i] if score[i] > one else one
            two = score[i + 1] if score[i + 1] > two else two
            three = score[i + 2] if score[i + 2] > three else three
            four = score[i + 3] if score[i + 3] > four else four
            i += 4
        while i < width:
            one = score[i] if score[i] > one else one
            i += 1
        one = two if two > one else one
        three = four if four > three else three
        return one if one > three else three

    def _narrow(self, word: int) -> int:
        if 0 < word <= self.size and self.arc < self.signal[SIGNALS * (word - 1) + LEAST]:
            self.signal[SIGNALS * (word - 1) + LEAST] = self.arc
        return 0

    def _put(self, word: int, place: int, value: float) -> int:
        if 0 < word <= self.size:
            self.signal[SIGNALS * (word - 1) + place] = value
        return 0

    def walk(self, last: int) -> int:
        """Note every decision of the path to a final configuration, which are scored once more."""
        state = last
        while self.c.record[state * RECORD + PREVIOUS] >= 0:
            before = self.c.record[state * RECORD + PREVIOUS]
            self.c.restore(before)
            valid = self.system.valid_kinds(self.c)
            kind = self.c.record[state * RECORD + KIND]
            if valid & (valid - 1) or self.width[kind] > 1 or self.label_first[kind] >= 0:
                self.scorer.scores(self.c)
                self.note(valid, kind, self.c.record[state * RECORD + ARC_LABEL])
            else:
                self.note_free()
            dependent = self.c.record[state * RECORD + ARC_DEPENDENT]
            # a word whose arc was replaced on the way has the signals of its last one, which is met first
            if 0 < dependent <= self.size and self.signal[SIGNALS * (dependent - 1) + ARC] == FREE:
                self.attach(dependent)
            state = before
        self.c.restore(last)
        self.scorer.read_tags(self.c, last)
        return 0

    def compare(self, best: int, other: int, behind: float, heads: Any, labels: Any) -> int:
        """Compare the best path with another one, which is behind it; only from where they part."""
        state = best
        steps = self.c.record[best * RECORD + STEP] + 1
        if steps > self.path_room:
            with cython.gil:
                self.on_path = int_array(2 * steps)
                self.path_room = 2 * steps
        while state >= 0:
            self.on_path[self.c.record[state * RECORD + STEP]] = state
            state = self.c.record[state * RECORD + PREVIOUS]
        state = other
        while state >= 0:
            base = state * RECORD
            if self.c.record[base + STEP] < steps and self.on_path[self.c.record[base + STEP]] == state:
                break
            word = self.c.record[base + ARC_DEPENDENT]
            if 0 < word <= self.size:
                head = self.c.record[base + ARC_HEAD]
                same = heads[word - 1] == (0 if head == self.c.root else head)
                if not same:
                    self._rival(word, RIVAL, behind)
                if not same or labels[word - 1] != self.c.record[base + ARC_LABEL]:
                    self._rival(word, LABEL_RIVAL, behind)
            state = self.c.record[base + PREVIOUS]
        return 0

    def _rival(self, word: int, place: int, behind: float) -> int:
        if behind < self.signal[SIGNALS * (word - 1) + place]:
            self.signal[SIGNALS * (word - 1) + place] = behind
        return 0

    def close(self, behind: float) -> int:
        """Finish a sentence whose last path is so far behind (0: there are no others)."""
        for i in range(self.size):
            at = SIGNALS * i
            if self.signal[at + ARC] == FREE:  # ROOT's word, which no transition attaches, or the only kind that was valid
                self.signal[at + ARC] = self.signal[at + LEAST]
            for place in range(RIVAL, LABEL_RIVAL + 1):
                if self.signal[at + place] == FREE:
                    self.signal[at + place] = -behind
        return 0
