"""Walks a system of the package and the plain one side by side, and compares what they and the oracle say."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from brute_force import Heads, Space, State, System

from treewright.oracles import ORACLES
from treewright.transitions import TRANSITION_SYSTEMS


@dataclass
class Counts:
    """How many configurations x gold trees were compared, and what came out."""

    compared: int = 0
    mismatches: int = 0
    under: int = 0
    over: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, other: Counts) -> None:
        self.compared += other.compared
        self.mismatches += other.mismatches
        self.under += other.under
        self.over += other.over
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
            self._compare_systems(state)
            self.places.append((here, state, self.space.number[future]))
            for kind in self.system.valid(c):
                name = self.plain.kinds[kind]
                if name in self.plain.valid(state):
                    c.restore(here)
                    self.system.step(c, kind)
                    todo.append((c.snapshot(), self.plain.step(state, name)))

    def _compare_systems(self, state: State) -> None:
        c, plain = self.configuration, self.plain
        valid = [plain.kinds[kind] for kind in self.system.valid(c)]
        if valid != plain.valid(state):
            self.problems.append(f"{plain}: {state}: valid {valid}, expected {plain.valid(state)}")
        if self.system.final(c) != plain.final(state):
            self.problems.append(f"{plain}: {state}: final {self.system.final(c)}, expected {plain.final(state)}")
        if (tuple(c.stack), tuple(c.buffer), tuple(c.heads), tuple(c.tokens_aside))[: len(state)] != tuple(state):
            self.problems.append(f"{plain}: {state}: found {c!r}")
        if plain.final(state) and tuple(self.system.tree(c)[0]) != plain.tree(state):
            self.problems.append(f"{plain}: {state}: tree {self.system.tree(c)[0]}")

    def costs(
        self,
        gold: Heads,
        counts: Counts,
        sample: int = 0,
        rng: random.Random | None = None,
        directions: Heads = (),
        ignore_empty: bool = False,
    ) -> None:
        """Compares the oracle's costs for one gold tree, in all configurations or in a sample of them."""
        places = self.places
        if sample and rng and len(places) > sample:
            places = rng.sample(places, sample)
        expected = self.space.costs(self.space.gains(self.plain.seen_gold(gold), directions, ignore_empty))
        self.oracle.ignore_empty = ignore_empty
        self.oracle.prepare(list(gold), [0 if head >= 0 else -1 for head in gold], list(directions) or None)
        c, kind_costs = self.configuration, self.oracle.kind_costs
        for here, state, number in places:
            c.restore(here)
            found = exact(kind_costs(c))
            counts.compared += 1
            if found != expected[number]:
                self._note(found, expected[number], state, (gold, directions) if directions else gold, counts)

    def _note(self, found: tuple, expected: tuple, state: State, gold: tuple, counts: Counts) -> None:
        counts.mismatches += 1
        pairs = [(f, e) for f, e in zip(found, expected, strict=True) if f is not None and e is not None]
        counts.under += any(f < e for f, e in pairs)
        counts.over += any(f > e for f, e in pairs)
        if len(counts.examples) < 3:
            counts.examples.append(f"{self.plain}: gold {gold}, {state}: costs {found}, expected {expected}")

    def compare(
        self, golds: Iterable[Heads], sample: int = 0, rng: random.Random | None = None, ignore_empty: bool = False
    ) -> Counts:
        """Compares the oracle's costs for several gold trees."""
        counts = Counts()
        for gold in golds:
            self.costs(gold, counts, sample, rng, ignore_empty=ignore_empty)
        return counts

    def compare_directions(self, golds: Iterable[tuple[Heads, Heads]]) -> Counts:
        """Compares the oracle's costs where for some words only the direction of the head is known."""
        counts = Counts()
        for gold, directions in golds:
            self.costs(gold, counts, directions=directions)
        return counts


def exact(relaxed: list) -> tuple:
    """Costs from relaxed costs, which are the same plus a constant."""
    known = [cost for cost in relaxed if cost is not None]
    lowest = min(known) if known else 0
    return tuple(None if cost is None else cost - lowest for cost in relaxed)
