"""Walks a system of the package and the plain one side by side, and compares their transitions and costs."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy

from tools.oracles.brute_force import Heads, Space, State, System, code_of, costs_of
from treewright.oracles import ORACLES
from treewright.transitions import TRANSITION_SYSTEMS


@dataclass
class Counts:
    """How many configurations x gold trees were compared, and the results."""

    compared: int = 0
    mismatches: int = 0
    under: int = 0
    over: int = 0
    missing: int = 0  # a valid transition without a cost, or a cost of one that is not valid
    examples: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        """Count these too."""
        self.compared += other.compared
        self.mismatches += other.mismatches
        self.under += other.under
        self.over += other.over
        self.missing += other.missing
        self.examples = (self.examples + other.examples)[:3]


class Comparison:
    """All configurations of n words, in the package's system and in the plain one."""

    def __init__(self, plain: System, n: int, all_heads: bool) -> None:
        self.plain, self.space = plain, Space(plain, n)
        more = {"max_length": plain.max_length} if plain.short else {}
        if plain.name == "arc-swift":
            more["depth"] = len(plain.kinds) - 2
        self.system = TRANSITION_SYSTEMS[plain.name](root=plain.root, single_root=plain.single_root, **more)
        assert self.system.partial == plain.partial
        assert tuple(self.system.kinds) == plain.kinds
        self.configuration = self.system.initial(n)
        self.problems: list[str] = []  # differences between the systems themselves
        self.places: list[tuple[int, State, int]] = []  # snapshot, plain configuration, its number in the space
        self._walk(plain.initial(n), all_heads)
        # an oracle needs the costs of real choices only, but is asked everywhere that a transition is valid
        self.places = [place for place in self.places if self.space.edges[place[2]]]
        self.oracle = ORACLES[plain.name](self.system)
        self.known = Codes()

    def _walk(self, start: State, all_heads: bool) -> None:
        c, seen = self.configuration, set()
        todo = [(c.snapshot(), start)]
        while todo:
            here, state = todo.pop()
            future = self.plain.future(state)
            key = tuple(state) if all_heads else future
            if key in seen:
                continue
            seen.add(key)
            c.restore(here)
            self.places.append((here, state, self.space.number[future]))
            valid, expected = self.system.valid(c), self.plain.valid(state)
            self._compare_systems(state, [self.plain.kinds[kind] for kind in valid], expected)
            for kind in valid:
                name = self.plain.kinds[kind]
                if name in expected:
                    c.restore(here)
                    self.system.step(c, kind)
                    todo.append((c.snapshot(), self.plain.step(state, name)))

    def _compare_systems(self, state: State, valid: list[str], expected: list[str]) -> None:
        c, plain = self.configuration, self.plain
        if valid != expected:
            self.problems.append(f"{plain}: {state}: valid {valid}, expected {expected}")
        if self.system.final(c) != plain.final(state):
            self.problems.append(f"{plain}: {state}: final {self.system.final(c)}, expected {plain.final(state)}")
        if (tuple(c.stack), tuple(c.buffer), tuple(c.heads), tuple(c.tokens_aside))[: len(state)] != tuple(state):
            self.problems.append(f"{plain}: {state}: found {c!r}")
        if plain.final(state) and tuple(self.system.tree(c)[0]) != plain.tree(state):
            self.problems.append(f"{plain}: {state}: tree {self.system.tree(c)[0]}")

    def compare(
        self, golds: Iterable[Heads], sample: int = 0, rng: random.Random | None = None, ignore_empty: bool = False
    ) -> Counts:
        """Compares the oracle's costs for several gold trees, in all configurations or for each in a sample of them."""
        return self._compare([(gold, ()) for gold in golds], sample, rng, ignore_empty)

    def compare_directions(self, golds: Iterable[tuple[Heads, Heads]]) -> Counts:
        """Compares the oracle's costs where for some words only the direction of the head is known."""
        return self._compare(list(golds), 0, None, False)

    def _compare(
        self, golds: list[tuple[Heads, Heads]], sample: int, rng: random.Random | None, ignore_empty: bool
    ) -> Counts:
        counts, seen_gold = Counts(), self.plain.seen_gold
        room = max(1, 2_000_000 // max(1, len(self.space.start)))  # gold trees at once
        for first in range(0, len(golds), room):
            some = golds[first : first + room]
            gains = [self.space.gains(seen_gold(gold), directions, ignore_empty) for gold, directions in some]
            expected = self.space.costs(gains).T
            for (gold, directions), codes in zip(some, expected, strict=True):
                places = rng.sample(self.places, sample) if rng and 0 < sample < len(self.places) else self.places
                self.oracle.ignore_empty = ignore_empty
                self.oracle.prepare(list(gold), [0 if head >= 0 else -1 for head in gold], list(directions) or None)
                self._compare_costs(places, codes, (gold, directions) if directions else gold, counts)
        return counts

    def _compare_costs(self, places: list[tuple[int, State, int]], codes: numpy.ndarray, gold: tuple, counts: Counts) -> None:
        restore, kind_costs, known, c = self.configuration.restore, self.oracle.kind_costs, self.known, self.configuration
        wanted = codes[[number for _, _, number in places]].tolist()
        counts.compared += len(places)
        for (here, state, _), expected in zip(places, wanted, strict=True):
            restore(here)
            found = known[tuple(kind_costs(c))]
            if found != expected:
                kinds = len(self.plain.kinds)
                self._note(costs_of(found, kinds), costs_of(expected, kinds), state, gold, counts)

    def _note(self, found: tuple, expected: tuple, state: State, gold: tuple, counts: Counts) -> None:
        counts.mismatches += 1
        pairs = [(f, e) for f, e in zip(found, expected, strict=True) if f is not None and e is not None]
        counts.under += any(f < e for f, e in pairs)
        counts.over += any(f > e for f, e in pairs)
        counts.missing += [f is None for f in found] != [e is None for e in expected]
        if len(counts.examples) < 3:
            counts.examples.append(f"{self.plain}: gold {gold}, {state}: costs {found}, expected {expected}")


class Codes(dict):
    """The numbers of costs that have been met."""

    def __missing__(self, costs: tuple[int | None, ...]) -> int:
        self[costs] = code_of(costs)
        return self[costs]


@functools.lru_cache(maxsize=8)
def comparison_of(plain: System, n: int, all_heads: bool) -> Comparison:
    """One walk through the configurations for all tests that need it; those of a system must follow each other."""
    return Comparison(plain, n, all_heads)
