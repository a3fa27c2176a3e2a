"""Does an oracle of constituents lead to the best tree that can be reached?"""

from __future__ import annotations

import random
from typing import Any

import numpy

from treewright.conformance.check_constituent_system import LABELS, seen_of
from treewright.conformance.constituent_trees import Columns, constituents_of, random_columns
from treewright.conformance.report import Report, place
from treewright.oracles import Oracle
from treewright.transitions import TransitionSystem

Costs = list[tuple[int, int, int, int]]  # kind, site, cost, label (-1: any)


class ConstituentOracleCheck:
    """The rules, for one system and its oracle."""

    def __init__(self, system: TransitionSystem, oracle: Oracle, report: Report, rng: random.Random) -> None:
        self.system, self.oracle, self.report, self.rng = system, oracle, report, rng

    def prepare(self, gold: Columns) -> Any:
        """Give the oracle a gold tree; returns the arrays that it must not change."""
        arrays: Any = [numpy.array(column, numpy.int32) for column in gold]
        self.oracle.prepare(*arrays)
        self.oracle.start() if hasattr(self.oracle, "start") else None
        same = [array.tolist() for array in arrays] == [*gold]
        self.report.require(same, "`prepare` does not change the gold tree", repr(arrays))
        return arrays

    def costs(self, c: Any) -> Costs:
        """The costs in a configuration, after all checks that need no gold tree."""
        system, report = self.system, self.report
        before = seen_of(c)
        costs = self.oracle.transition_costs(c)
        for rule, kept in (
            ("asking for costs does not change the configuration", seen_of(c) == before),
            ("each valid transition has a cost", [(kind, site) for kind, site, _, _ in costs] == system.transitions(c)),
            ("a cost is a whole number, 0 or more", all(isinstance(cost, int) and cost >= 0 for _, _, cost, _ in costs)),
            ("costs are the same when asked twice", self.oracle.transition_costs(c) == costs),
            ("a transition costs nothing", any(cost == 0 for _, _, cost, _ in costs)),
            (
                "a labelled kind that costs nothing has a label",
                all(label >= 0 for kind, _, cost, label in costs if cost == 0 and system.kinds[kind] in system.labelled),
            ),
        ):
            if not kept:
                c.restore(before[-1])
            report.require(kept, rule, str(costs), "" if kept else place(system, c))
        return costs

    def all_configurations(self, n: int, golds: int) -> None:
        """In every configuration of n tokens, what costs nothing loses nothing: the best F1 stays within reach."""
        for _ in range(golds):
            gold = random_columns(n, self.rng, 1, gaps=0.6)
            self.prepare(gold)
            wanted = constituents_of(n, *gold)
            c = self.system.initial(n)
            best: dict[str, float] = {}
            self._best(c, wanted, best)
            self._compare(c, wanted, best, set())

    def _best(self, c: Any, gold: dict[frozenset[int], int], best: dict[str, float]) -> float:
        """The best F1 that can be reached from here; `best` remembers it by what a configuration shows."""
        key, state = self._key(c), c.state
        if key not in best:
            if self.system.final(c):
                best[key] = f1_of(c, gold)
            else:
                values = []
                for kind, site in self.system.transitions(c):
                    self.system.step(c, kind, 0, site)
                    values.append(self._best(c, gold, best))
                    c.restore(state)
                best[key] = max(values)
        return best[key]

    def _compare(self, c: Any, gold: dict[frozenset[int], int], best: dict[str, float], known: set[str]) -> None:
        key, state = self._key(c), c.state
        if key in known or self.system.final(c):
            return
        known.add(key)
        for kind, site, cost, label in self.costs(c):
            self.system.step(c, kind, max(label, 0), site)
            after = best[self._key(c)]
            kept = cost > 0 or after == best[key]
            if not kept:
                c.restore(state)
            seen = f"{self.system.kinds[kind]} at site {site}, then F1 {after:.3f} instead of {best[key]:.3f}"
            where = "" if kept else f"{place(self.system, c)}; gold {sorted(map(sorted, gold))}"
            self.report.require(kept, "what costs nothing keeps the best F1 within reach", seen, where)
            self._compare(c, gold, best, known)
            c.restore(state)

    def _key(self, c: Any) -> str:
        """What a configuration shows, and what comes next: a path may be longer than another to the same configuration."""
        return f"{c!r} {self.system.final(c) or self.system.transitions(c)}"

    def follow(self, n: int, *, stray: int = 0, single: bool = False) -> None:
        """Follow what costs nothing to the end, after some random transitions; without these it leads to the gold tree.

        `single`: only one transition of each configuration may cost nothing.
        """
        gold = random_columns(n, self.rng, LABELS)
        arrays = self.prepare(gold)
        c = self.system.initial(n)
        steps = 0
        while not self.system.final(c):
            costs = self.costs(c)
            if steps < stray:
                kind, site, _, label = self.rng.choice(costs)
            else:
                free = [one for one in costs if one[2] == 0]
                kept = not single or len(free) == 1
                rule = "the static oracle has one transition for each configuration"
                self.report.require(kept, rule, str(costs), "" if kept else place(self.system, c))
                kind, site, _, label = self.rng.choice(free)
            self.system.step(c, kind, max(label, 0), site)
            steps += 1
        wanted = constituents_of(n, *gold)
        found = constituents_of(n, *self.system.tree(c))
        if not stray:
            kept = found == wanted
            seen = f"{found}, expected {wanted}"
            self.report.require(kept, "what costs nothing leads to the gold tree", seen, "" if kept else place(self.system, c))
        same = [array.tolist() for array in arrays] == [*gold]
        self.report.require(same, "asking for costs does not change the gold tree", repr(arrays))


def f1_of(c: Any, gold: dict[frozenset[int], int]) -> float:
    """The F1 of what a final configuration has made, 1 if there is nothing to make."""
    made = {frozenset(tokens): label for label, tokens in c.constituents}
    right = len(made.items() & gold.items())
    return 2 * right / (len(made) + len(gold)) if made or gold else 1.0
