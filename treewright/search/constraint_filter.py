"""Which transitions keep a sentence's constraints within reach.

Given heads are a gold tree that is only partly known: a transition that costs nothing loses none of them (Aufrant and
Wisniewski 2018).  For all other constraints a *witness* is kept for each configuration: a tree within its reach that
honours them.  A transition that costs nothing by the witness may be taken; for one that would lose it, another witness is
sought, the projective tree of arcs within reach after the transition (Eisner 1996).  So there is a way to the end always.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import grown, int_array
from treewright.constraints.given import Given
from treewright.errors import SettingsError
from treewright.oracles.oracle import Oracle
from treewright.transitions.configuration import Configuration
from treewright.trees.projective_tree import ProjectiveTree

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import KIND, PREVIOUS, RECORD
    from treewright.trees.cheapest_tree import IMPOSSIBLE

    REUSED = 16  # witnesses that are looked at before a new one is sought


class ConstraintFilter:
    """Filters the valid transitions of one sentence after the other; `oracle` and `witness_oracle` are its own."""

    def __init__(self, oracle: Oracle, witness_oracle: Oracle) -> None:
        self.oracle, self.witness_oracle = oracle, witness_oracle
        self.system = oracle.system
        self.partial = oracle.system.partial
        oracle.ignore_empty = witness_oracle.ignore_empty = True  # or a partial tree could never be completed
        self.kind_count = self.system.kind_count
        self.tree = ProjectiveTree()
        self.active = self.has_labels = self.general = False
        self.banned: Any = int_array(1)
        self.plan_room, self.pool_room = 0, 0
        self.plan, self.pool, self.no_label = int_array(1), int_array(1), int_array(1, -1)

    def take(self, given: Given | None) -> None:
        """Take the constraints of a sentence, or none."""
        self.active = given is not None
        self.has_labels = self.general = False
        if given is None:
            return
        self.size = given.size
        self.has_labels = given.has_labels
        self.oracle.prepare(given.heads, given.labels)
        if given.banned is None:
            return
        self.banned = given.banned
        if self.partial:  # a word may always be left without a head, so nothing has to be within reach
            self.general = True
            return
        if not self.oracle.knows_reach:
            raise SettingsError(
                f"constraints: {type(self.oracle).__name__} does not know which arcs are within reach, "
                "so only heads and labels can be given"
            )
        self.general = True
        self.no_label = int_array(given.size, -1)
        self.tree.begin(given.size, given.spans)
        self.count = 0
        c = self.system.initial(given.size)
        if self._find_witness(c) < 0:
            raise SettingsError("constraints: no tree honours them all")

    def take_heads(self, heads: Any, size: int) -> int:
        """Take the heads of all words, and nothing else."""
        if size > len(self.no_label):
            self.no_label = int_array(2 * size, -1)
        self.active, self.has_labels, self.general, self.size = True, False, False, size
        return self.oracle.take(heads, self.no_label, size)

    def promising(self, c: Configuration, valid: int) -> int:
        """Those of the valid kinds that lose no given head; what other constraints say of one, `confirms` must be asked."""
        self.oracle.costs(c, valid)
        mask = self._cheapest(self.oracle, valid)
        if self.general and self.partial:
            return self._without_banned(c, mask)
        if self.general:
            self._recall_witness(c, mask)
        return mask

    def confirms(self, c: Configuration, kind: int) -> bool:
        """Whether a promising kind loses no constraint at all; `plan` remembers a witness for each configuration and kind."""
        if not self.general or self.partial:
            return True
        number = self.witness
        if not self.sure >> kind & 1:
            state = c.state
            self.system.apply(c, kind, 0)
            number = self._find_witness(c)
            c.restore(state)
        self.plan[c.state * self.kind_count + kind] = number
        return number >= 0

    def allowed(self, c: Configuration, valid: int) -> int:
        """Those of the valid kinds that lose no constraint."""
        mask = self.promising(c, valid)
        for kind in range(self.kind_count):
            if mask >> kind & 1 and not self.confirms(c, kind):
                mask &= ~(1 << kind)
        return mask

    def kinds(self, c: Configuration) -> list[int]:
        """The allowed kinds as a list, for people and tests; the configurations on the way here must have been asked about."""
        mask = self.allowed(c, self.system.valid_kinds(c))
        return [kind for kind in range(self.kind_count) if mask >> kind & 1]

    def label_of(self, kind: int) -> int:
        """The given label of the word that a transition of this kind attaches in the configuration seen last, -1 if free."""
        return self.oracle.label[kind]

    def _cheapest(self, oracle: Oracle, valid: int) -> int:
        """Those of the valid kinds that cost least."""
        least, mask = oracle.least_cost(valid), 0
        for kind in range(self.kind_count):
            if valid >> kind & 1 and oracle.cost[kind] == least:
                mask |= 1 << kind
        return mask

    def _without_banned(self, c: Configuration, mask: int) -> int:
        """Those kinds that make no banned arc."""
        state = c.state
        for kind in range(self.kind_count):
            if mask >> kind & 1:
                self.system.apply(c, kind, 0)
                head = 0 if c.arc_head == c.root else c.arc_head
                if c.arc_dependent > 0 and self.banned[head * (self.size + 1) + c.arc_dependent]:
                    mask &= ~(1 << kind)
                c.restore(state)
        return mask

    def _recall_witness(self, c: Configuration, mask: int) -> int:
        """The witness of a configuration, found when the transition to it was confirmed, and the kinds that do not lose it."""
        state = c.state
        if (state + 1) * self.kind_count > self.plan_room:
            with cython.gil:
                self.plan = grown(self.plan, 2 * (state + 1) * self.kind_count)
                self.plan_room = 2 * (state + 1) * self.kind_count
        before = c.record[state * RECORD + PREVIOUS]
        self.witness = 0 if before < 0 else self.plan[before * self.kind_count + c.record[state * RECORD + KIND]]
        self._take_witness(self.witness)
        self.witness_oracle.costs(c, mask)
        self.sure = self._cheapest(self.witness_oracle, mask)
        return 0

    def _take_witness(self, number: int) -> int:
        start = number * self.size
        return self.witness_oracle.take(self.pool[start : start + self.size], self.no_label, self.size)

    def _find_witness(self, c: Configuration) -> int:
        """Look for a tree that honours all constraints and is within reach; returns its number in the pool, or -1."""
        self.oracle.locate(c)
        number = self._known_witness(c)
        if number < 0:
            number = self._try_witness(c, False)
        return self._try_witness(c, True) if number == -1 else number

    def _known_witness(self, c: Configuration) -> int:
        """One of the latest witnesses that is within reach, -1 if none is: configurations of a beam have much in common."""
        number = self.count - 1
        while number >= 0 and number >= self.count - REUSED:
            word = 1
            while word <= self.size and self._is_open(c, self.pool[number * self.size + word - 1], word):
                word += 1
            if word > self.size and self._within_reach(c, number):
                return number
            number -= 1
        return -1

    def _is_open(self, c: Configuration, head: int, word: int) -> bool:
        """Whether a word has this head (0 for ROOT) or can still get it."""
        token = c.root if head == 0 else head
        found = self.oracle.found[word]
        return found == token or (found < 0 and self.oracle.may_attach(token, word, False))

    def _within_reach(self, c: Configuration, number: int) -> bool:
        """Whether all arcs of a witness are within reach together, if each of them is."""
        self._take_witness(number)
        self.witness_oracle.locate(c)
        return self.witness_oracle.within_reach(c)

    def _try_witness(self, c: Configuration, strict: bool) -> int:
        """The number of a witness, -1 if the tree that was found is not within reach, -2 if there is no tree."""
        root = c.root
        for word in range(1, self.size + 1):
            for head in range(self.size + 1):
                cost = IMPOSSIBLE
                cell = head * (self.size + 1) + word
                token = root if head == 0 else head
                if not self.banned[cell] and token != word:
                    found = self.oracle.found[word]
                    if found == token or (found < 0 and self.oracle.may_attach(token, word, strict)):
                        cost = 0.0
                self.tree.cost[cell] = cost
        if self.tree.least(self.oracle.single_root) >= IMPOSSIBLE:
            return -2
        number = self.count
        if (number + 1) * self.size > self.pool_room:
            with cython.gil:
                self.pool = grown(self.pool, 2 * (number + 1) * self.size)
                self.pool_room = 2 * (number + 1) * self.size
        for word in range(self.size):
            self.pool[number * self.size + word] = self.tree.head[word + 1]
        if not self._within_reach(c, number):
            return -1
        self.count = number + 1
        return number
