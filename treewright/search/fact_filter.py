"""Which labels an arc may have by the facts of the training data: see constraints/tree_facts.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cython
import numpy

from treewright.arrays import hashes, int_array, ints
from treewright.constraints.projective_tree import ProjectiveTree
from treewright.constraints.tree_facts import TreeFacts
from treewright.features.form_table import FormTable
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.constraints.projective_tree import NEVER
    from treewright.transitions.configuration import LABEL, NODE, WORD

    AMONG_OTHERS, ALONE, ROOT = range(1, 4)

BITS = 64  # of the sets of labels that configurations keep
LONGEST = 150  # words of a sentence whose tree is mended: time grows with the third power
BAD, CHANGE, FAR = 6000, 30, 9  # what an impossible arc costs, and another head; and a distance beyond which all are alike


class FactFilter:
    """Tells of one sentence after the other which labels are ruled out where; `plain` has the plain label of each number."""

    def __init__(self, facts: TreeFacts, system: TransitionSystem, plain: Sequence[int]) -> None:
        self.system = system
        self.in_training = self.unknown = False
        self.count = len(plain)
        self.table = FormTable({tag: number for number, tag in enumerate(facts.tags)})
        self.other = len(facts.tags)  # the row of words with another tag, and of ROOT
        columns = list(plain)
        nothing = numpy.zeros((1, self.count), bool)
        rows = {name: table[:, columns] for name, table in facts.tables.items()}
        self.by_root = _flat(rows["root"])
        self.by_dependent = _flat(numpy.concatenate([rows["dependent"], nothing]))
        self.by_head = _flat(numpy.concatenate([rows["head"], nothing]))
        self.by_side = _flat(numpy.concatenate([rows["side"], nothing]))  # the last row: from ROOT
        self.under = _flat(numpy.concatenate([nothing, rows["under"][columns]]))  # the first row: no label yet
        self.bit = ints([number % BITS for number in plain])
        self.not_beside = hashes([_set(rows["beside"][:, label]) for label in range(self.count)])
        self.not_below = hashes([_set(facts.tables["under"][plain[label]]) for label in range(self.count)])
        self.tag, self.room = int_array(1), 0
        self.tree = ProjectiveTree()
        self.impossible = _impossible(facts.tables)
        self.seen_state = self.seen_kind = self.least_faults = -1
        self.root_row = self.head_row = self.dependent_row = self.side_row = self.under_row = 0
        self.siblings = self.children = 0

    def training(self, on: bool) -> None:
        """Whether a parser is being trained: then only what is known of roots holds, which alone does not cost accuracy."""
        self.in_training = on

    def take(self, text: Any, cuts: Any, size: int) -> int:
        """Look up the tags of the words of a sentence."""
        if size + 2 > self.room:
            with cython.gil:
                self.room = 2 * size + 2
                self.tag = int_array(self.room)
        self.tag[0] = self.other
        for i in range(size):
            number = self.table.find(text, cuts[11 * i + 3], cuts[11 * i + 4] - 1)
            self.tag[i + 1] = number if number >= 0 else self.other
        self.tag[size + 1] = self.other
        return self.forget()

    def forget(self) -> int:
        """The configuration seen last is no longer what it was."""
        self.seen_state = -1
        return 0

    def see(self, c: Configuration, kind: int) -> int:
        """Look at the arc that a transition of this kind makes in a configuration."""
        if self.seen_state == c.state and self.seen_kind == kind:
            return 0
        self.seen_state, self.seen_kind, self.least_faults = c.state, kind, -1
        head, dependent = self.system.head_node(c, kind), self.system.dependent_node(c, kind)
        self.unknown = head == 0 or dependent == 0  # a system of the user's own may make arcs anywhere
        head_word, word = c.node[head * NODE + WORD], c.node[dependent * NODE + WORD]
        self.root_row = self.count if head_word == c.root else 0
        self.head_row = self.count * self.tag[head_word]
        self.dependent_row = self.count * self.tag[word]
        self.side_row = 2 * self.count if head_word == c.root else self.count if word > head_word else 0
        self.under_row = self.count * (c.node[head * NODE + LABEL] + 1)
        self.siblings = 0 if head_word == c.root else c.label_set[2 * head] | c.label_set[2 * head + 1]
        self.children = c.label_set[2 * dependent] | c.label_set[2 * dependent + 1]
        return 0

    def fits(self, label: int) -> bool:
        """Whether the arc seen last may have this label; where no label is without fault, as few facts as possible hold."""
        faults = self._faults(label)
        if faults == 0 or self.least_faults == faults:
            return True
        if self.least_faults < 0:
            self.least_faults = ROOT
            for other in range(self.count):
                self.least_faults = min(self.least_faults, self._faults(other))
        return self.least_faults == faults

    def _faults(self, label: int) -> int:
        """Which kind of fact a label breaks: the worst one counts."""
        if self.unknown:
            return 0
        if self.by_root[self.root_row + label]:
            return ROOT
        if self.in_training:
            return 0
        if (
            self.by_head[self.head_row + label]
            or self.by_dependent[self.dependent_row + label]
            or self.by_side[self.side_row + label]
        ):
            return ALONE
        if self.under[self.under_row + label] or self.children & self.not_below[label]:
            return AMONG_OTHERS
        if self.siblings & self.not_beside[label]:
            return AMONG_OTHERS
        return 0

    # Whole trees ----------------------------------------------------------------------------------------------------

    def rules_out(self, heads: Any, size: int) -> bool:
        """Whether the tree of the sentence taken last has an arc that can have no label."""
        for i in range(size):  # noqa: SIM110  a generator needs Python's lock
            if heads[i] >= 0 and self._is_impossible(heads[i], i + 1):
                return True
        return False

    def _is_impossible(self, head: int, word: int) -> bool:
        side = 2 if head == 0 else 1 if word > head else 0
        return self.impossible[(side * (self.other + 1) + self.tag[head]) * (self.other + 1) + self.tag[word]] != 0

    def mended(self, heads: Any, size: int, single_root: bool) -> Any:
        """The heads of a projective tree with as few such arcs and as few other heads as possible; None for long sentences."""
        if size > LONGEST:
            return None
        cost = int_array((size + 1) * (size + 1), NEVER)
        for word in range(1, size + 1):
            old = heads[word - 1]
            above = heads[old - 1] if old > 0 else -1
            for head in range(size + 1):
                if head != word:  # of other heads the head's head, else one that is near
                    change = CHANGE if head == above else CHANGE + min(abs(head - word), FAR)
                    bad = BAD if self._is_impossible(head, word) else 0
                    cost[head * (size + 1) + word] = bad + (0 if head == old else change)
        return ints(self.tree.best(cost, size, [], single_root)[1])


def _flat(table: Any) -> Any:
    return ints([int(value) for value in table.ravel()])


def _impossible(rows: Mapping[str, Any]) -> Any:
    """For each side (from ROOT the last), tag of a head and tag of a dependent, 1 if every label is ruled out."""
    nothing = numpy.zeros((1, rows["head"].shape[1]), bool)
    by_head, by_dependent = numpy.concatenate([rows["head"], nothing]), numpy.concatenate([rows["dependent"], nothing])
    tables = []
    for side, root in ((0, 0), (1, 0), (2, 1)):
        of_side = rows["root"][root] | (rows["side"][side] if side < 2 else False)
        tables.append((by_head[:, None] | by_dependent[None] | of_side).all(axis=2))
    return _flat(numpy.array(tables))


def _set(ruled_out: Any) -> int:
    """The labels that are ruled out, as bits; where several labels share a bit, all must be."""
    bits = 0
    for bit in range(min(BITS, len(ruled_out))):
        bits |= int(bool(ruled_out[bit::BITS].all())) << bit
    return bits
