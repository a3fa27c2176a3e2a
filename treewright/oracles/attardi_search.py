"""The shortest derivation of a gold tree with the rules of DeSR, by search over configurations.

Only gold arcs are made, to words that have all their dependents.  All derivations have the same number of arcs, and the
input must shrink to one token, so derivations differ in length only by the extra steps of some rules:

    right2 1 (it puts a token back)    right3 2 (two)    extract 1 (insert must follow)    all others 0

Among derivations of the same length the simplest one counts: left2 and right2 before left3 and right3 before extract.
Configurations are visited cheapest first, each only once: two are the same if stack, input and T are.
Tokens are cells, each linked to the next one; a cell is made once for each word, number of missing dependents and rest.

An eager search always makes the arc between top and next word if it is gold.  That loses no tree (checked for all trees
of up to 6 words), but occasionally a shorter derivation, in which the arc is delayed.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from treewright.arrays import int_array
from treewright.transitions.attardi import Attardi

if not cython.compiled:  # in C these are the enums of the .pxd
    from treewright.transitions.attardi import EXTRACT, INSERT, LEFT, LEFT2, LEFT3, RIGHT, RIGHT2, RIGHT3, SHIFT

    WORD, MISSING, REST, CELL_CHAIN, CELL = range(5)
    STACK, INPUT, ASIDE, COST, BEFORE, KIND, DONE, PLACE_CHAIN, PLACE = range(9)
    LONGER, MOST_COST = 128, 128 * 64


class AttardiSearch:
    """Finds a derivation: `path` has its kinds of transitions, `length` their number and `cost` what its rules cost."""

    def __init__(self, system: Attardi) -> None:
        self.system = system
        self.room, self.mask, self.length, self.cost, self.tried = 0, 0, 0, 0, 0
        self.gave_up = False
        self.path = int_array(1)
        self.waiting = int_array(MOST_COST)
        self.weight = int_array(9)
        for kind, weight in (
            (LEFT2, 1), (LEFT3, 2), (RIGHT2, LONGER + 1), (RIGHT3, 2 * LONGER + 2), (EXTRACT, LONGER + 3)
        ):  # fmt: skip
            self.weight[kind] = weight

    def _make_room(self, places: int) -> int:
        """Room for about this many configurations, and for the successors of one more."""
        with cython.gil:
            table = 1
            while table < 2 * places:
                table *= 2
            self.cell, self.cell_table = int_array((4 * places + 32) * CELL), int_array(table)
            self.place, self.place_table = int_array((places + 16) * PLACE), int_array(table)
            self.waiting_place, self.waiting_chain = int_array(4 * places + 64), int_array(4 * places + 64)
            self.path = int_array(places + 16)
            self.mask, self.room = table - 1, places
        return 0

    def find(
        self, gold: Sequence[int], child_start: Sequence[int], size: int, allowed: int, eager: bool, places: int, bound: int
    ) -> bool:
        """Look for a derivation that costs less than `bound`, in at most this many configurations.

        `gold` has the heads of the words, ROOT as its own number; `child_start` where the dependents of each begin.
        """
        if places > self.room:
            self._make_room(places)
        self.gold, self.size, self.root = gold, size, 0 if self.system.root_first else size + 1
        self.bound = bound if bound < MOST_COST else MOST_COST
        self.cell_count, self.place_count, self.waiting_count, self.gave_up, self.tried = 1, 1, 1, False, 0
        self.cell[WORD], self.cell[MISSING], self.cell[REST] = -2, 0, 0  # cell 0 means "nothing"
        rest = 0
        first = size if self.system.root_first else size + 1
        for i in range(first):
            word = first - i
            rest = self._cons(word, child_start[word + 1] - child_start[word], rest)
        self.from_place, self.from_cost = 0, 0
        self._reach(SHIFT, self._cons(0, child_start[1], 0) if self.system.root_first else 0, rest, 0)
        end = self._run(allowed, eager)
        if end:
            self._keep_path(end)
        self._forget()
        return end > 0

    def _run(self, allowed: int, eager: bool) -> int:
        """The number of the final configuration, 0 if none was found."""
        cost = 0
        while cost < self.bound:
            entry = self.waiting[cost]
            if entry == 0:
                cost += 1
                continue
            self.waiting[cost] = self.waiting_chain[entry]
            here = self.waiting_place[entry]
            if self.place[here * PLACE + DONE]:
                continue
            self.place[here * PLACE + DONE] = 1
            if (
                self.place[here * PLACE + STACK] == 0
                and self.place[here * PLACE + ASIDE] == 0
                and self.cell[self.place[here * PLACE + INPUT] * CELL + REST] == 0
            ):
                return here
            full = self.place_count > self.room or self.cell_count > 4 * self.room or self.waiting_count > 4 * self.room
            if full:
                self.gave_up = True
                return 0
            self.tried += 1
            self._try(here, allowed, eager)
        return 0

    def _try(self, here: int, allowed: int, eager: bool) -> int:
        """Reach the configurations one transition further; what is to be tried first comes last."""
        base = here * PLACE
        self.from_place, self.from_cost = here, self.place[base + COST]
        stack, front, aside = self.place[base + STACK], self.place[base + INPUT], self.place[base + ASIDE]
        n, lacks, behind = self.cell[front * CELL + WORD], self.cell[front * CELL + MISSING], self.cell[front * CELL + REST]
        s1, s2 = stack, self.cell[stack * CELL + REST]
        s3 = self.cell[s2 * CELL + REST]
        s1_word, s1_lacks = self.cell[s1 * CELL + WORD], self.cell[s1 * CELL + MISSING]
        s2_word, s2_lacks = self.cell[s2 * CELL + WORD], self.cell[s2 * CELL + MISSING]
        s3_word, s3_lacks = self.cell[s3 * CELL + WORD], self.cell[s3 * CELL + MISSING]
        wanted = self.gold[n] if lacks == 0 else -3  # the head that n can be given now
        with_dependent = 0  # n when it has got one more dependent
        if s1 and s1_lacks == 0 and self.gold[s1_word] == n:
            with_dependent = self._cons(n, lacks - 1, behind)
            if eager:
                return self._reach(RIGHT, s2, with_dependent, aside)
        elif eager and wanted == s1_word:
            return self._reach(LEFT, s2, self._cons(s1_word, s1_lacks - 1, behind), aside)
        stays = behind == 0 or (self.system.single_root and self.cell[behind * CELL + WORD] == self.root)
        if allowed >> INSERT & 1 and aside:
            rest = self._cons(self.cell[aside * CELL + WORD], self.cell[aside * CELL + MISSING], stack)
            self._reach(INSERT, rest, front, self.cell[aside * CELL + REST])
        if allowed >> EXTRACT & 1 and s2 and s2_word != self.root and not stays:
            rest = self._cons(s2_word, s2_lacks, aside)
            self._reach(EXTRACT, self._cons(n, lacks, self._cons(s1_word, s1_lacks, s3)), behind, rest)
        if allowed >> LEFT3 & 1 and wanted == s3_word:
            one_fewer = self._cons(s3_word, s3_lacks - 1, self.cell[s3 * CELL + REST])
            self._reach(LEFT3, self._cons(s2_word, s2_lacks, one_fewer), self._cons(s1_word, s1_lacks, behind), aside)
        if allowed >> RIGHT3 & 1 and s3 and s3_lacks == 0 and self.gold[s3_word] == n:
            rest = self._cons(n, lacks - 1, behind)
            if self.system.as_printed:
                rest = self._cons(s1_word, s1_lacks, self._cons(s2_word, s2_lacks, rest))
            else:
                rest = self._cons(s2_word, s2_lacks, self._cons(s1_word, s1_lacks, rest))
            self._reach(RIGHT3, self.cell[s3 * CELL + REST], rest, aside)
        if allowed >> LEFT2 & 1 and wanted == s2_word:
            one_fewer = self._cons(s2_word, s2_lacks - 1, s3)
            self._reach(LEFT2, one_fewer, self._cons(s1_word, s1_lacks, behind), aside)
        if allowed >> RIGHT2 & 1 and s2 and s2_lacks == 0 and self.gold[s2_word] == n:
            rest = self._cons(n, lacks - 1, behind)
            self._reach(RIGHT2, s3, self._cons(s1_word, s1_lacks, rest), aside)
        if not stays or (behind and stack == 0 and aside == 0):
            self._reach(SHIFT, self._cons(n, lacks, stack), behind, aside)
        if wanted == s1_word:
            self._reach(LEFT, s2, self._cons(s1_word, s1_lacks - 1, behind), aside)
        if with_dependent:
            self._reach(RIGHT, s2, with_dependent, aside)
        return 0

    def _cell_slot(self, word: int, missing: int, rest: int) -> int:
        return (word * 40503 + missing * 9973 + rest * 31337) & self.mask

    def _cons(self, word: int, missing: int, rest: int) -> int:
        """The cell of a word in front of others."""
        slot = self._cell_slot(word, missing, rest)
        index = self.cell_table[slot]
        while index:
            base = index * CELL
            if self.cell[base + WORD] == word and self.cell[base + MISSING] == missing and self.cell[base + REST] == rest:
                return index
            index = self.cell[base + CELL_CHAIN]
        index = self.cell_count
        self.cell_count = index + 1
        base = index * CELL
        self.cell[base + WORD], self.cell[base + MISSING], self.cell[base + REST] = word, missing, rest
        self.cell[base + CELL_CHAIN] = self.cell_table[slot]
        self.cell_table[slot] = index
        return index

    def _place_slot(self, stack: int, front: int, aside: int) -> int:
        return (stack * 7919 + front * 104729 + aside * 1299709) & self.mask

    def _reach(self, kind: int, stack: int, front: int, aside: int) -> int:
        """Record a configuration if it is new or this path to it is cheaper."""
        cost = self.from_cost + self.weight[kind]
        if cost >= self.bound:
            return 0
        slot = self._place_slot(stack, front, aside)
        index = self.place_table[slot]
        while index:
            base = index * PLACE
            if self.place[base + STACK] == stack and self.place[base + INPUT] == front and self.place[base + ASIDE] == aside:
                break
            index = self.place[base + PLACE_CHAIN]
        if index == 0:
            index = self.place_count
            self.place_count = index + 1
            base = index * PLACE
            self.place[base + STACK], self.place[base + INPUT], self.place[base + ASIDE] = stack, front, aside
            self.place[base + DONE] = 0
            self.place[base + PLACE_CHAIN] = self.place_table[slot]
            self.place_table[slot] = index
        elif self.place[base + COST] <= cost:
            return 0
        self.place[base + COST] = cost
        self.place[base + BEFORE], self.place[base + KIND] = self.from_place, kind
        self.waiting_place[self.waiting_count], self.waiting_chain[self.waiting_count] = index, self.waiting[cost]
        self.waiting[cost] = self.waiting_count
        self.waiting_count += 1
        return 0

    def _forget(self) -> int:
        """Empty the tables for the next search."""
        for index in range(1, self.cell_count):
            base = index * CELL
            self.cell_table[self._cell_slot(self.cell[base + WORD], self.cell[base + MISSING], self.cell[base + REST])] = 0
        for index in range(1, self.place_count):
            base = index * PLACE
            stack, front, aside = self.place[base + STACK], self.place[base + INPUT], self.place[base + ASIDE]
            self.place_table[self._place_slot(stack, front, aside)] = 0
        for index in range(self.bound):
            self.waiting[index] = 0
        return 0

    def _keep_path(self, here: int) -> int:
        """Write down the transitions that led to a configuration."""
        self.cost = self.place[here * PLACE + COST]
        length, at = -1, here
        while at:
            length += 1
            at = self.place[at * PLACE + BEFORE]
        self.length, at = length, here
        while length:
            length -= 1
            self.path[length] = self.place[at * PLACE + KIND]
            at = self.place[at * PLACE + BEFORE]
        return 0
