"""Asks the set-based oracle in every configuration, and compares what it says with brute force."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy

from tools.oracles.set_space import LABELS, Array, BestScores, Edge, Gold, SetSpace, State
from treewright.conformance.constituent_trees import all_shapes, columns_from
from treewright.oracles.set_based import SetOracle
from treewright.transitions.set_based import SetBased

LABEL = SetBased.kinds.index("label")
CHUNK = 100  # gold trees whose scores are in memory at once
COUNTS = -1  # histories for all numbers of constituents made, and of right ones among them: F1 depends on these alone
RIGHT, WRONG = 0, 1  # labels of such histories


@dataclass
class SetCounts:
    """What was compared, and the results."""

    golds: int = 0
    configurations: int = 0  # times gold trees
    transitions: int = 0  # of these
    pairs: int = 0  # configurations with numbers of made and right constituents that can be reached, if all are asked about
    mismatches: int = 0  # what costs nothing is not what loses nothing
    paper_mismatches: int = 0  # for the paper's oracle: what costs nothing loses something, or nothing costs nothing
    static_mismatches: int = 0  # the same for the static oracle, or several cost nothing
    wrong: int = 0  # transitions that cost something for the paper's oracle
    as_good: int = 0  # and yet lose nothing
    examples: list[str] = field(default_factory=list)

    def add(self, other: SetCounts) -> None:
        """Count these, too."""
        for name in self.__dataclass_fields__:
            if name != "examples":
                setattr(self, name, getattr(self, name) + getattr(other, name))
        self.examples = (self.examples + other.examples)[:3]


def gold_trees(n: int, every_label: bool, rng: random.Random, count: int = 0, *, one_label: bool = False) -> list[Gold]:
    """All trees of n tokens, with and without one constituent over all tokens, and with every set of tokens that have labels.

    `every_label`: with each of two labels in each place, not with random ones (`one_label`: not with the same everywhere);
    `count`: so many of them, drawn at random.
    """
    shapes = _shapes(n)
    if count:
        shapes = iter(rng.sample(list(shapes), count))
    found: list[Gold] = []
    for shape in shapes:
        some = [RIGHT] * len(shape) if one_label else rng.choices((0, 1), k=len(shape))
        several = itertools.product((0, 1), repeat=len(shape)) if every_label else [some]
        found += [dict(zip(shape, labels, strict=True)) for labels in several]
    return found


def _shapes(n: int) -> Iterator[list[int]]:
    whole = frozenset(range(n))
    for shape in all_shapes(whole):
        for several in {shape, shape - {whole}}:
            masks = [sum(1 << token for token in tokens) for tokens in several]
            for chosen in itertools.product((False, True), repeat=n):
                yield masks + [1 << token for token in range(n) if chosen[token]]


class _OneConfiguration(SetBased):
    """The system for one configuration object, whose sites are made once: this is asked millions of times."""

    def sites(self, d: Any = None) -> Any:
        """Those of the object that was given first."""
        if d is None or d is not getattr(self, "c", d):
            return super().sites(d)
        if not hasattr(self, "c"):
            self.c, self.kept = d, super().sites(d)
        return self.kept


class SetComparison:
    """All configurations of n tokens; each stands for those that differ in what was made, of which some are asked about."""

    def __init__(self, n: int, histories: int, seed: int = 1) -> None:
        """`histories` is how many ways to each configuration are tried for each gold tree; 0 is all, with one label.

        COUNTS is one for each number of constituents made and of right ones among them, for gold trees with one label.
        """
        self.size, self.space, self.system = n, SetSpace(n), _OneConfiguration()
        self.c: Any = self.system.initial(n)
        self.rng = random.Random(seed)
        self.places: list[list[int]] = [[] for _ in self.space.states]  # the records of each configuration
        self.differences: list[str] = []  # between the systems
        self.histories = histories
        if histories > 0:
            self._some_histories(max(8, histories))
        else:
            self._all_histories()
        dynamic = SetOracle(self.system), SetOracle(self.system, rule="paper")
        self.oracles = *dynamic, SetOracle(self.system, canonical=True)

    def _step(self, at: int, record: int, edge: Edge) -> int:
        """Take a transition in the package's system, too, and compare where both lead; returns the record."""
        c, system, state = self.c, self.system, self.space.states[at]
        c.restore(record)
        if edge.kind in ("shift", "combine"):
            system.step(c, system.kinds.index(edge.kind), -1, 0 if edge.kind == "shift" else 1 + state.items.index(edge.what))
        elif edge.kind == "label":
            system.step(c, system.kinds.index("label"), edge.what)
        else:
            last = state.next == self.size and not state.items
            system.step(c, system.kinds.index("root" if last else "no-label"))
        items = tuple(sum(1 << token for token in item) for item in reversed(c.items))
        shown = State(items, sum(1 << token for token in c.focus or ()), c.next, not c.labelling)
        if shown != self.space.states[edge.after]:
            self.differences.append(f"{c!r} after {edge}, expected {self.space.states[edge.after]}")
        expected = len(self.space.edges[edge.after])
        offered = 0 if system.final(c) else len(system.transitions(c))
        if offered != (expected - LABELS + 1 if not shown.structural else expected):
            self.differences.append(f"{offered} transitions in {c!r}, expected {self.space.edges[edge.after]}")
        return int(c.state)

    def _some_histories(self, count: int) -> None:
        """Random ways to each configuration."""
        self.places[0] = [self.c.state] * count
        for at in range(1, len(self.places)):
            for number in range(count):
                before, edge = self.rng.choice(self.space.before[at])
                self.places[at].append(self._step(before, self.places[before][number], self.space.edges[before][edge]))

    def _all_histories(self) -> None:
        """All sets of constituents that may be made; for COUNTS, also with wrong labels of the first 1, 2 ... of them."""
        counts = self.histories == COUNTS
        chains: list[list[tuple[tuple[int, ...], list[int]]]] = [[] for _ in self.space.states]
        chains[0] = [((), [self.c.state])]  # constituents in the order they were made, a record for each number of wrong ones
        seen: set[tuple[int, frozenset[int]]] = set()
        for at, edges in enumerate(self.space.edges):
            for made, records in chains[at]:
                for edge in edges:
                    more = (*made, self.space.states[at].focus) if edge.kind == "label" else made
                    if (edge.kind == "label" and edge.what != RIGHT) or (edge.after, frozenset(more)) in seen:
                        continue
                    seen.add((edge.after, frozenset(more)))
                    after = [self._step(at, record, edge) for record in records]
                    if counts and edge.kind == "label":
                        after.append(self._step(at, records[-1], edge._replace(what=WRONG)))
                    chains[edge.after].append((more, after))
        self.places = [[record for _, records in chain for record in records] for chain in chains]
        if counts:
            self._count_pairs(chains)

    def _count_pairs(self, chains: list[list[tuple[tuple[int, ...], list[int]]]]) -> None:
        """For each record, which constituents have the right label, as a row of zeros and ones; and how many there are."""
        self.right, self.made, self.records = [], [], []
        for chain, places in zip(chains, self.places, strict=True):
            rows = [(made[wrong:], len(made)) for made, records in chain for wrong in range(len(records))]
            right = numpy.zeros((len(rows), 1 << self.size), numpy.float32)
            for row, (masks, _) in zip(right, rows, strict=True):
                row[list(masks)] = 1
            self.right.append(right)
            self.made.append(numpy.array([count for _, count in rows]))
            self.records.append(numpy.array(places))

    def _asked(self, at: int, gold: Gold) -> list[int]:
        """The records of a configuration that are asked about."""
        places = self.places[at]
        if self.histories != COUNTS:
            return self.rng.sample(places, self.histories) if 0 < self.histories < len(places) else places
        room = 2 * self.size
        pairs = (self.right[at] @ self.wanted).astype(numpy.int64) * room + self.made[at]
        middle = self.rng.randrange(len(places))  # the last record with a pair is taken: not always the same ones
        chosen = numpy.full(room * room, -1)
        for part in (slice(middle, None), slice(middle)):
            chosen[pairs[part]] = self.records[at][part]
        return chosen[chosen >= 0].tolist()  # type: ignore[no-any-return]

    def compare(self, golds: Sequence[Gold], seed: int = 1) -> SetCounts:
        """Ask all oracles about all gold trees; `seed` is for the choice of histories."""
        counts, self.rng = SetCounts(), random.Random(seed)
        for start in range(0, len(golds), CHUNK):
            chunk = golds[start : start + CHUNK]
            scores = BestScores(self.space, chunk)
            if self.histories == COUNTS:
                counts.pairs += sum(int(scores.reached[at].sum()) for at, edges in enumerate(self.space.edges) if edges)
            fine = [numpy.array([scores.lossless(at, edge) for edge in edges]).T for at, edges in enumerate(self.space.edges)]
            for number, gold in enumerate(chunk):
                self._compare_one(gold, [one[number] if len(one) else one for one in fine], counts)
            counts.golds += len(chunk)
        return counts

    def _compare_one(self, gold: Gold, fine: list[Array], counts: SetCounts) -> None:
        tokens = {frozenset(token for token in range(self.size) if mask >> token & 1): label for mask, label in gold.items()}
        columns = columns_from(self.size, tokens)
        for oracle in self.oracles:
            oracle.prepare(*columns)
        dynamic, paper, static = self.oracles
        self.wanted = numpy.array([mask in gold for mask in range(1 << self.size)], numpy.float32)
        c, restore = self.c, self.c.restore
        for at, edges in enumerate(self.space.edges):
            if not edges:
                continue
            structural = self.space.states[at].structural
            lossless = fine[at].tolist()
            for number, record in enumerate(self._asked(at, gold)):
                restore(record)
                exact = _free(dynamic.transition_costs(c), structural)
                counts.configurations += 1
                counts.transitions += len(edges)
                missed = structural and exact != lossless  # where F1 is 0 anyway, a wrong label loses nothing, too
                if missed or True not in exact or any(one and not kept for one, kept in zip(exact, lossless, strict=True)):
                    counts.mismatches += 1
                    self._example(gold, exact, lossless, "dynamic", counts)
                if self.histories == COUNTS and number:
                    continue  # the others with one history
                free = _free(paper.transition_costs(c), structural)
                single = _free(static.transition_costs(c), structural)
                if True not in free or any(one and not kept for one, kept in zip(free, lossless, strict=True)):
                    counts.paper_mismatches += 1
                    self._example(gold, free, lossless, "paper's", counts)
                if single.count(True) != 1 or not lossless[single.index(True)]:
                    counts.static_mismatches += 1
                    self._example(gold, single, lossless, "static", counts)
                counts.wrong += free.count(False)
                counts.as_good += sum(kept and not one for one, kept in zip(free, lossless, strict=True))

    def _example(self, gold: Gold, free: list[bool], lossless: list[bool], which: str, counts: SetCounts) -> None:
        if len(counts.examples) < 3:
            masks = {format(mask, f"0{self.size}b"): label for mask, label in gold.items()}
            counts.examples.append(f"{which}: {free}, expected {lossless} in {self.c!r} for gold {masks}")


def _free(costs: list[tuple[int, int, int, int]], structural: bool) -> list[bool]:
    """Whether each edge of a configuration costs nothing, in the order of SetSpace."""
    if structural:
        return [one[2] == 0 for one in costs]
    labelling, other = costs if costs[0][0] == LABEL else costs[::-1]
    return [other[2] == 0, *(labelling[2] == 0 and labelling[3] in (-1, label) for label in range(LABELS))]
