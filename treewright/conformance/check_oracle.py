"""Does an oracle give the costs that its transition system has?"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy

from treewright.conformance.check_constituent_oracle import ConstituentOracleCheck
from treewright.conformance.check_transition_system import make_system
from treewright.conformance.configurations import (
    CLASSES,
    Space,
    all_trees,
    random_tree,
    step_limit,
    unchanged,
    within_reach,
)
from treewright.conformance.report import ConformanceError, Report, place
from treewright.oracles import ORACLES, Oracle
from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem


def check_oracle(
    cls: type[Oracle],
    system: type[TransitionSystem] | None = None,
    *,
    exact: bool = True,
    roots: Sequence[str] = (),
    single_roots: Sequence[bool] = (True, False),
    small: int = 4,
    longest: int = 20,
    sentences: int = 30,
    seed: int = 1,
) -> Report:
    """Compare costs with brute force in all configurations of up to `small` words; follow them in longer sentences.

    `exact=False` leaves the brute force out, for costs that are known to be estimates.
    """
    report = Report(cls.__name__)
    report.require(issubclass(cls, Oracle), "is a subclass of Oracle", repr(cls))
    system = system or _system_of(cls)
    if cls.__module__.partition(".")[0] != "treewright" and system.family == "dependencies":
        report.require(any("kind_costs" in vars(c) for c in cls.__mro__ if c is not Oracle), "defines kind_costs(c)")
    rng = random.Random(seed)
    if system.family == "constituents":
        _check_constituents(cls, system(), report, rng, small if exact and cls.dynamic else 0, longest, sentences)
        return report
    for root in roots or system.roots:
        for single_root in single_roots:
            if root == "none" and not single_root:
                continue
            made = make_system(system, root, single_root, report)
            check = _Check(made, cls(made), report, rng)
            for n in range(1, small + 1):
                check.all_configurations(n, exact)
            for _ in range(sentences):
                check.follow(random_tree(rng.randint(1, longest), rng, made.reaches), to_gold=True)
                check.follow(random_tree(rng.randint(4, longest), rng, "all"), to_gold=False)
                check.follow(_partial(random_tree(rng.randint(1, longest), rng, made.reaches), rng), to_gold=True)
    return report


def _check_constituents(
    cls: type[Oracle], system: TransitionSystem, report: Report, rng: random.Random, small: int, longest: int, sentences: int
) -> None:
    """The dynamic oracle, and the static one if it is the same class."""
    check = ConstituentOracleCheck(system, cls(system), report, rng)
    for n in range(1, min(small, 4) + 1):
        check.all_configurations(n, 2 * n)
    for _ in range(sentences):
        check.follow(rng.randint(1, longest))
        check.follow(rng.randint(1, longest), stray=rng.randint(1, 2 * longest))
    if cls.static_itself:
        static: Any = cls
        check = ConstituentOracleCheck(system, static(system, canonical=True), report, rng)
        for _ in range(sentences):
            check.follow(rng.randint(1, longest), single=True)


def _system_of(cls: type[Oracle]) -> type[TransitionSystem]:
    """The registered system of a registered oracle."""
    for name, oracle in ORACLES.items():
        if cls is oracle:
            return TRANSITION_SYSTEMS[name]
    raise ConformanceError(f"{cls.__name__}: say which transition system its costs are for: check_oracle(cls, system)")


def _partial(heads: list[int], rng: random.Random) -> list[int]:
    """The same tree with some heads unknown."""
    return [head if rng.random() < 0.6 else -1 for head in heads]


class _Check:
    """The rules of oracles, for one system with its settings."""

    def __init__(self, system: TransitionSystem, oracle: Oracle, report: Report, rng: random.Random) -> None:
        self.system, self.oracle, self.report, self.rng = system, oracle, report, rng
        assert system.reaches in CLASSES

    def costs(self, c: Any) -> list[int | None]:
        """The costs in a configuration, after all checks that need no gold tree."""
        system, report = self.system, self.report
        gold = self._gold()
        costs = unchanged(report, system, c, "kind_costs does not change the configuration", lambda: self.oracle.kind_costs(c))
        report.require(self._gold() == gold, "kind_costs does not change the gold tree")
        valid = system.valid(c)
        right = len(costs) == len(system.kinds) and [k for k, cost in enumerate(costs) if cost is not None] == valid
        rule = "kind_costs gives one cost per kind, None for those that are not valid"
        report.require(right, rule, lambda: f"{costs}, valid {valid}", "" if right else place(system, c))
        right = all(isinstance(cost, int) for cost in costs if cost is not None)
        report.require(right, "a cost is a whole number", lambda: str(costs), "" if right else place(system, c))
        right = self.oracle.kind_costs(c) == costs
        report.require(right, "kind_costs says the same when asked twice", "", "" if right else place(system, c))
        return costs  # type: ignore[no-any-return]

    def _gold(self) -> bytes:
        """The gold heads as the oracle knows them."""
        return numpy.asarray(self.oracle.gold).tobytes()  # far faster than as a list, and this is asked at every step

    def all_configurations(self, n: int, exact: bool) -> None:
        """Costs of many gold trees, whole and partial, in every configuration of n words."""
        space = Space(self.system, n, Report(self.report.part))
        trees = all_trees(n, self.system.reaches)
        trees = self.rng.sample(trees, min(len(trees), 8))
        partial = [tuple(_partial(list(tree), self.rng)) for tree in trees[: 4 if n > 1 else 0]]
        self.oracle.ignore_empty = True
        self._compare(space, (-1,) * n, [0] * len(space.edges), "a missing gold head costs nothing")
        self.oracle.ignore_empty = False
        if self.system.partial:
            trees = sorted({within_reach(self.system, tree) for tree in trees})
            partial = [within_reach(self.system, tree) for tree in partial]
            rule = "a head for a word that has none in the gold tree costs 1"
            self._compare(space, (-1,) * n, space.best((-1,) * n), rule)
        if exact and self.oracle.exact and self.oracle.dynamic:
            for tree in [*trees, *partial]:
                self._compare(space, tree, space.best(tree), "a cost is the number of gold heads that get lost")

    def _compare(self, space: Space, gold: Sequence[int], value: list[int], rule: str) -> None:
        """Costs must be what brute force says, but for a constant that all transitions of a configuration share."""
        self._prepare(gold)
        for number, edges in enumerate(space.edges):
            if not edges:
                continue
            space.c.restore(space.snapshots[number])
            costs = self.costs(space.c)
            least = min(cost for cost in costs if cost is not None)
            found = {self.system.kinds[kind]: cost - least for kind, cost in enumerate(costs) if cost is not None}
            best = max(value[after] for after in edges.values())
            expected = {self.system.kinds[kind]: best - value[after] for kind, after in edges.items()}
            seen = "" if found == expected else f"{found}, expected {expected}, for gold heads {list(gold)}"
            self.report.require(not seen, rule, seen, place(self.system, space.c) if seen else "")

    def follow(self, gold: Sequence[int], to_gold: bool) -> None:
        """Follow transitions of the least cost, any of them, to the end."""
        self._prepare(gold)
        to_gold = to_gold and self.oracle.derivable
        c = self.system.initial(len(gold))
        steps = 0
        while not self.system.final(c) and steps <= step_limit(len(gold)):
            costs = self.costs(c)
            known = [cost for cost in costs if cost is not None]
            self.report.require(bool(known), "some transition has a cost", "", "" if known else place(self.system, c))
            self.system.step(c, self.rng.choice([kind for kind, cost in enumerate(costs) if cost == min(known)]))
            steps += 1
        heads = list(self.system.tree(c)[0])
        if to_gold:
            wanted = within_reach(self.system, gold)
            reached = all(g == h or (g < 0 and not self.system.partial) for g, h in zip(wanted, heads, strict=True))
            rule = "transitions of the least cost lead to the gold tree"
            seen = "" if reached else f"heads {heads}, expected {list(wanted)}"
            self.report.require(reached, rule, seen, place(self.system, c) if seen else "")
        else:
            ended = self.system.final(c)
            self.report.require(ended, "any gold tree can be followed to the end", "" if ended else place(self.system, c))

    def _prepare(self, gold: Sequence[int]) -> None:
        self.oracle.prepare(list(gold), [0 if head >= 0 else -1 for head in gold])
        self.oracle.start() if hasattr(self.oracle, "start") else None
