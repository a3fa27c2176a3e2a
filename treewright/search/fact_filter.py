"""Which labels an arc may have by the facts of the training data: see constraints/tree_facts.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import hash_array, int_array
from treewright.constraints.tree_facts import TreeFacts
from treewright.features.form_table import FormTable
from treewright.search.fact_tables import BITS, FactTables
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem
from treewright.trees.projective_tree import ProjectiveTree

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import NODE, WORD
    from treewright.transitions.transition_system import NEXT_TOKEN
    from treewright.treebank.columns import CUTS, UPOS, XPOS

    NOTHING, ROOT, DEPENDENT, ALONE, ALL = range(5)
    MOST_LOOKS = 2000

    def first_bit(bits: int) -> int:  # noqa: D103
        return (bits & -bits).bit_length() - 1


LONGEST = 150  # words of a sentence in which other heads are looked for: time grows with the third power
BAD, CHANGE, FAR = 6000, 30, 9  # what an impossible arc costs, and another head; and a distance beyond which all are alike


class FactFilter:
    """Tells of one sentence after the other which labels are ruled out where; `plain` has the plain label of each number.

    Sets of labels are rows of 64-bit words, so that one look at an arc answers for all its labels.
    """

    def __init__(self, facts: TreeFacts, system: TransitionSystem, plain: Sequence[int]) -> None:
        self.system = system
        self.count = len(plain)
        self.words = (self.count + BITS - 1) // BITS
        self.table = FormTable({tag: number for number, tag in enumerate(facts.tags)})
        self.other = len(facts.tags)  # the row of words with another tag, and of ROOT
        tables = FactTables(facts, plain)
        self.by_root, self.by_dependent, self.by_head = tables.by_root, tables.by_dependent, tables.by_head
        self.under, self.once, self.beside, self.whole = tables.under, tables.once, tables.beside, tables.whole
        self.bit, self.once_bits = tables.bit, tables.once_bits
        self.usual, self.usual_width, self.impossible = tables.usual, tables.usual_width, tables.impossible
        self.ruled_out = hash_array(system.kind_count * self.words + self.words)
        self.seen = int_array(system.kind_count, -1)
        self.row = self.starts = 0
        self.projective = system.reaches == "projective"
        self.tag, self.before, self.mended, self.room = int_array(1), int_array(1), int_array(1), 0
        self.one = 1
        self.tree = ProjectiveTree()
        self.root_row = self.head_row = self.dependent_row = 0
        self.siblings = 0

    def take(self, text: Any, cuts: Any, size: int) -> int:
        """Look up the tags of the words of a sentence."""
        if size + 2 > self.room:
            with cython.gil:
                room = 2 * size + 2
                self.tag, self.before, self.mended = int_array(room), int_array(room), int_array(room)
                self.room = room
        self.tag[0] = self.other
        for i in range(size):
            number = self.table.find(text, cuts[CUTS * i + UPOS], cuts[CUTS * i + XPOS] - 1)
            self.tag[i + 1] = number if number >= 0 else self.other
        self.tag[size + 1] = self.other
        return self.forget()

    def forget(self) -> int:
        """The configuration seen last is no longer what it was."""
        for kind in range(self.system.kind_count):
            self.seen[kind] = -1
        return 0

    def see(self, c: Configuration, kind: int) -> int:
        """Look at the arc that a transition of this kind makes; where all labels are ruled out, fewer facts hold."""
        if self.starts != c.starts:
            self.starts = c.starts
            self.forget()
        if self.seen[kind] == c.state:
            return 0
        self.seen[kind], self.row = c.state, kind * self.words
        level = ALL if self._find_arc(c, kind) else NOTHING
        while self._rule_out(level) and level > NOTHING:
            level -= 1
        return 0

    def _find_arc(self, c: Configuration, kind: int) -> bool:
        """Find the rows of the arc that a transition of this kind makes; in a system of the user's own it may be any."""
        head = self._node(c, kind, self.system.head_place[kind], True)
        dependent = self._node(c, kind, self.system.dependent_place[kind], False)
        if head == 0 or dependent == 0:
            return False
        head_word = c.node[head * NODE + WORD]
        self.siblings = c.label_set[2 * head] | c.label_set[2 * head + 1]
        if head_word == c.root:
            head_word = self.siblings = 0
        self._look_at(head_word, c.node[dependent * NODE + WORD])
        return True

    def _node(self, c: Configuration, kind: int, place: int, head: bool) -> int:
        """The node of the head or of the dependent; the usual places need no call into another module."""
        if place == 0:
            return c.top_node
        if place == NEXT_TOKEN:
            return c.next_node
        return self.system.head_node(c, kind) if head else self.system.dependent_node(c, kind)

    def _look_at(self, head: int, word: int) -> int:
        """Find the rows of the two words of an arc; ROOT is 0."""
        side = 2 if head == 0 else 1 if word > head else 0
        self.root_row = self.words if head == 0 else 0
        self.head_row = self.words * (side * (self.other + 1) + self.tag[head])
        self.dependent_row = self.words * (self.tag[word] + (self.other + 1 if head == 0 else 0))
        return 0

    def _rule_out(self, level: int) -> bool:
        """Rule out the labels that break facts: of roots, of the dependent, of the two words, of the others; is none left?"""
        siblings = self.siblings & self.once_bits if level >= ALL else 0
        all_are = True
        for w in range(self.words):
            ruled_out = 0
            if level >= ALONE:
                ruled_out = self.by_dependent[self.dependent_row + w] | self.by_head[self.head_row + w]
            elif level == DEPENDENT:
                ruled_out = self.by_dependent[self.dependent_row + w]
            elif level == ROOT:
                ruled_out = self.by_root[self.root_row + w]
            left = siblings
            while left:
                ruled_out |= self.once[self.words * first_bit(left) + w]
                left &= left - 1
            self.ruled_out[self.row + w] = ruled_out
            all_are = all_are and ruled_out == self.whole[w]
        return all_are

    def fits(self, kind: int, label: int) -> bool:
        """Whether the arc of this kind that was seen last may have this label."""
        return self.ruled_out[kind * self.words + (label >> 6)] >> (label & 63) & 1 == 0

    def allows(self, c: Configuration, kind: int, label: int) -> bool:
        """Whether a transition of this kind may make its arc with this label; if no fact is broken, one look is enough."""
        if self._find_arc(c, kind) and not self.siblings & self.beside[label]:
            ruled_out = self.by_dependent[self.dependent_row + (label >> 6)] | self.by_head[self.head_row + (label >> 6)]
            if ruled_out >> (label & 63) & 1 == 0:
                return True
        self.see(c, kind)
        return self.fits(kind, label)

    def left_over(self, kind: int, word: int, but: int) -> int:
        """The labels that the arc of this kind may have, but for one, as bits: a word of the set."""
        left = self.whole[word] & ~self.ruled_out[kind * self.words + word]
        return left & ~(self.one << (but & 63)) if but >> 6 == word else left

    # Whole trees ----------------------------------------------------------------------------------------------------

    def rules_out(self, heads: Any, labels: Any, size: int) -> bool:
        """Whether the tree of the sentence taken last has an arc that breaks a fact."""
        for i in range(size):
            if heads[i] >= 0 and (self._is_impossible(heads[i], i + 1) or self._is_misplaced(heads, labels, i)):
                return True
        return False

    def _is_impossible(self, head: int, word: int) -> bool:
        """Whether an arc can have no label."""
        side = 2 if head == 0 else 1 if word > head else 0
        return self.impossible[(side * (self.other + 1) + self.tag[head]) * (self.other + 1) + self.tag[word]] != 0

    def _is_misplaced(self, heads: Any, labels: Any, i: int) -> bool:
        """Whether the label of a word is never seen below that of its head."""
        if heads[i] <= 0 or labels[i] < 0 or labels[heads[i] - 1] < 0:
            return False
        return self.under[self.words * labels[heads[i] - 1] + (labels[i] >> 6)] >> (labels[i] & 63) & 1 != 0

    def reattach(self, heads: Any, labels: Any, size: int) -> bool:
        """Give words in such arcs to the heads of their heads; whether no impossible arc is left then.

        Each look goes through the whole sentence: a tree that needs too many of them stays as it is, so that time grows with
        the length only.
        """
        looks = 0
        for i in range(size):
            self.before[i] = heads[i]
        for i in range(size):
            keeps, steps = heads[i] > 0 and not self._is_impossible(heads[i], i + 1), 0
            while heads[i] > 0 and (self._is_impossible(heads[i], i + 1) or (keeps and self._is_misplaced(heads, labels, i))):
                heads[i] = heads[heads[i] - 1] if steps < MOST_LOOKS else 0
                steps += 1
        changed = True
        while changed and looks <= MOST_LOOKS:  # what goes back may be in the way of others
            changed = False
            for i in range(size):
                if heads[i] != self.before[i] and looks <= MOST_LOOKS:
                    looks += 1
                    if not self._may_be_reattached(i, heads, labels, size):
                        heads[i] = self.before[i]
                        changed = True
        if looks > MOST_LOOKS:
            for i in range(size):
                heads[i] = self.before[i]
        possible = True
        for i in range(size):
            if heads[i] >= 0 and self._is_impossible(heads[i], i + 1):
                possible = False
            if heads[i] != self.before[i] and not self._keeps_label(i, heads, labels, size):
                labels[i] = self._usual_label(i)
        return possible

    def relabel(self, heads: Any, labels: Any, size: int) -> int:
        """Give heads of words that are still misplaced another label, if there is one under which they are not."""
        looks = 0
        for i in range(size):
            if looks <= MOST_LOOKS and self._is_misplaced(heads, labels, i) and heads[heads[i] - 1] > 0:
                looks += self._relabel(heads[i] - 1, heads, labels, size)
        return 0

    def _relabel(self, i: int, heads: Any, labels: Any, size: int) -> int:
        """Try the usual labels of a word, the most frequent one first; returns how often it looked at the sentence."""
        old, first, looks = labels[i], self.tag[i + 1] * self.usual_width, 1
        self._keeps_label(i, heads, labels, size)
        for at in range(first, first + self.usual_width):
            if self.usual[at] < 0 or not self.fits(self.system.kind_count, self.usual[at]):
                continue
            labels[i] = self.usual[at]
            looks += 1
            misplaced = self._is_misplaced(heads, labels, i)
            for j in range(size):
                misplaced |= heads[j] == i + 1 and self._is_misplaced(heads, labels, j)
            if not misplaced:
                return looks
        labels[i] = old
        return looks

    def _may_be_reattached(self, i: int, heads: Any, labels: Any, size: int) -> bool:
        """Whether the system makes such an arc, no other is crossed, and only a word in an impossible arc loses its label."""
        low, high = min(heads[i], i + 1), max(heads[i], i + 1)
        if self.system.limited and not self._is_made(i + 1, heads[i]):
            return False
        for j in range(size):
            first, last = min(heads[j], j + 1), max(heads[j], j + 1)
            if self.projective and heads[j] >= 0 and (first < low < last < high or low < first < high < last):
                return False
        return low > 0 and (self._is_impossible(self.before[i], i + 1) or self._keeps_label(i, heads, labels, size))

    def _is_made(self, word: int, head: int) -> bool:
        """Whether the system can make an arc."""
        with cython.gil:
            return self.system.makes(word, head)

    def _keeps_label(self, i: int, heads: Any, labels: Any, size: int) -> bool:
        """Whether the label of a word fits its new head and the other dependents there."""
        self._look_at(heads[i], i + 1)
        self.siblings = 0
        for j in range(size):
            if heads[j] == heads[i] and j != i and labels[j] >= 0:
                self.siblings |= self.one << self.bit[labels[j]]
        self.row = self.system.kind_count * self.words  # the last row is for this
        self._rule_out(ALL)
        return labels[i] >= 0 and self.fits(self.system.kind_count, labels[i])

    def _usual_label(self, i: int) -> int:
        """The most frequent label of words with this tag that fits where `_keeps_label` looked last; else any that does."""
        first, own = self.tag[i + 1] * self.usual_width, self.system.kind_count
        for level in range(ALL, DEPENDENT, -1):
            self._rule_out(level)
            for at in range(first, first + self.usual_width):
                if self.usual[at] >= 0 and self.fits(own, self.usual[at]):
                    return self.usual[at]
            for label in range(self.count):
                if self.fits(own, label):
                    return label
        return 0

    def mend(self, heads: Any, size: int, single_root: bool) -> bool:
        """Leave another tree in `mended`: projective, with as few impossible arcs and as few other heads as possible.

        Long sentences are not mended, because that takes too long; returns whether there is a tree.
        """
        if size > LONGEST:
            return False
        self.tree.begin(size, [])
        for word in range(1, size + 1):
            old = heads[word - 1]
            above = heads[old - 1] if old > 0 else -1
            for head in range(size + 1):
                if head != word:  # of other heads the head's head, else one that is near
                    change = CHANGE if head == above else CHANGE + min(abs(head - word), FAR)
                    bad = BAD if self._is_impossible(head, word) else 0
                    self.tree.cost[head * (size + 1) + word] = bad + (0 if head == old else change)
        self.tree.least(single_root)
        for i in range(size):
            self.mended[i] = self.tree.head[i + 1]
        return True
