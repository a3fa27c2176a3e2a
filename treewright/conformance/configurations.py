"""All trees of a few words, random ones of more, and every configuration that a transition system can reach."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from typing import Any

from treewright.conformance.report import Report, place, view
from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem
from treewright.treebank.dependency_tree import is_tree
from treewright.treebank.planarity import is_two_planar
from treewright.treebank.projectivity import is_projective

CLASSES = ("projective", "2-planar", "many", "all")  # what `reaches` of a transition system may say; many: not all, but more

DEPENDENCIES = {name: cls for name, cls in TRANSITION_SYSTEMS.items() if cls.family == "dependencies"}


def all_trees(n: int, reaches: str) -> list[tuple[int, ...]]:
    """Every tree of n words with exactly one root, of a class that a system reaches; of many, the projective ones."""
    every = (heads for heads in itertools.product(range(n + 1), repeat=n) if heads.count(0) == 1 and is_tree(heads))
    belongs = {"projective": is_projective, "many": is_projective, "2-planar": is_two_planar}.get(reaches, is_tree)
    return [heads for heads in every if belongs(heads)]


def random_tree(n: int, rng: random.Random, reaches: str = "projective") -> list[int]:
    """A random tree of n words with exactly one root."""
    if reaches == "all":
        order = rng.sample(range(1, n + 1), n)
        return [0 if word == order[0] else rng.choice(order[: order.index(word)]) for word in range(1, n + 1)]
    heads = [0] * n
    todo = [(1, n, 0)]  # words low..high form one subtree under a head
    while todo:
        low, high, head = todo.pop()
        top = rng.randint(low, high)
        heads[top - 1] = head
        for first, last in ((low, top - 1), (top + 1, high)):
            while first <= last:
                end = rng.randint(first, last)
                todo.append((first, end, top))
                first = end + 1
    return _crossed(heads, rng) if reaches == "2-planar" else heads


def _crossed(heads: list[int], rng: random.Random) -> list[int]:
    """The same tree with other heads for some words, so that it is 2-planar and mostly not projective."""
    for _ in heads:
        changed = list(heads)
        changed[rng.randrange(len(heads))] = rng.randint(1, len(heads))
        if changed.count(0) == 1 and is_tree(changed) and is_two_planar(changed):
            heads = changed
    return heads


def within_reach(system: TransitionSystem, heads: Sequence[int]) -> tuple[int, ...]:
    """What a system can give of a tree: all, or what is left without the arcs that it cannot make."""
    return tuple(head if head < 0 or system.makes(word, head) else -1 for word, head in enumerate(heads, 1))


class Space:
    """Every configuration of sentences of n words, and which transition leads from one to another."""

    def __init__(self, system: TransitionSystem, n: int, report: Report) -> None:
        self.system, self.size, self.report = system, n, report
        self.c = system.initial(n)
        self.snapshots = [self.c.snapshot()]
        self.edges: list[dict[int, int]] = []  # for each configuration: kind -> number of the next configuration
        self.heads: list[list[int] | None] = []  # of final configurations
        self._numbers = {self._key(): 0}
        self._depth = [0]
        while len(self.edges) < len(self.snapshots):
            self._visit(len(self.edges))
        self.order = self._ordered()

    def _key(self) -> tuple[Any, ...]:
        """What the future depends on: configurations that look the same and allow the same count as one."""
        c, system, report = self.c, self.system, self.report
        final = unchanged(report, system, c, "is_final does not change the configuration", lambda: system.final(c))
        valid = unchanged(report, system, c, "is_valid does not change the configuration", lambda: system.valid(c))
        return tuple(c.stack), tuple(c.buffer), tuple(c.tokens_aside), tuple(c.heads), tuple(valid), final

    def _visit(self, number: int) -> None:
        c, system = self.c, self.system
        c.restore(self.snapshots[number])
        edges: dict[int, int] = {}
        final = system.final(c)
        self.heads.append(list(system.tree(c)[0]) if final else None)
        for kind in [] if final else system.valid(c):
            c.restore(self.snapshots[number])
            take(self.report, system, c, kind, 0)
            depth = self._depth[number] + 1
            require_end(self.report, system, c, depth)
            key = self._key()
            if key not in self._numbers:
                self._numbers[key] = len(self.snapshots)
                self.snapshots.append(c.snapshot())
                self._depth.append(depth)
            edges[kind] = self._numbers[key]
        self.edges.append(edges)

    def _ordered(self) -> list[int]:
        """The configurations, each after all that can follow it; refuses a path that comes back to where it was."""
        order: list[int] = []
        state = [0] * len(self.edges)  # 0: not seen, 1: on the way, 2: done
        todo = [0]
        while todo:
            number = todo[-1]
            if state[number] == 0:
                state[number] = 1
                followers = list(self.edges[number].values())
                circle = [n for n in followers if state[n] == 1]
                if circle:
                    self.c.restore(self.snapshots[circle[0]])
                    seen = "a configuration that comes back after some transitions"
                    self.report.require(False, "every path comes to an end", seen, place(self.system, self.c))
                todo += [n for n in followers if state[n] == 0]
            else:
                if todo.pop() == number and state[number] == 1:
                    order.append(number)
                    state[number] = 2
        return order

    def best(self, gold: Sequence[int]) -> list[int]:
        """For each configuration, the most gold heads that a complete path from there can give."""
        value = [0] * len(self.edges)
        for number in self.order:
            heads = self.heads[number]
            if heads is not None:
                value[number] = sum(g == h for g, h in zip(gold, heads, strict=True))
            else:
                value[number] = max((value[after] for after in self.edges[number].values()), default=0)
        return value


def step_limit(n: int) -> int:
    """No reasonable path for n words is longer than this."""
    return n * n + 10 * n + 20  # any two words may change places once (swap), or meet (covington)


def require_end(report: Report, system: TransitionSystem, c: Any, steps: int) -> None:
    """A path that has taken so many steps may still be reasonable."""
    endless = steps > step_limit(c.size)
    seen = f"{steps} transitions for {c.size} words" if endless else ""
    report.require(not endless, "every path comes to an end", seen, place(system, c) if endless else "")


def take(report: Report, system: TransitionSystem, c: Any, kind: int, label: int) -> None:
    """Take a transition that was said to be valid."""
    try:
        system.step(c, kind, label)
    except ValueError as error:
        report.require(False, "is_valid says the same when asked twice", str(error))


def unchanged(report: Report, system: TransitionSystem, c: Any, rule: str, action: Any) -> Any:
    """Do something that must leave the configuration as it is; returns what it gave."""
    before = view(c)
    result = action()
    seen = "" if view(c) == before else repr(c)
    if seen:
        c.restore(before[-1])
    report.require(not seen, rule, seen, place(system, c) if seen else "")
    return result
