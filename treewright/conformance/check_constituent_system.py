"""Does a transition system of constituents keep the rules that search, oracles and training rely on?

A configuration is known by its repr and its transitions, so that any kind of configuration will do that has these, the
`constituents` it has made, and `path`, `state` and `restore`.
"""

from __future__ import annotations

import random
from typing import Any

from treewright.conformance.constituent_trees import all_shapes, constituents_of, problem_of
from treewright.conformance.report import Report, place
from treewright.transitions import TransitionSystem

REACHES = ("continuous", "discontinuous")
LABELS = 3
TAKEN = "every transition that is offered can be taken"
STEPS_PER_TOKEN = 100  # no reasonable path is longer, but for squares


class ConstituentSystemCheck:
    """The rules, for one system with its settings."""

    def __init__(self, system: TransitionSystem, report: Report) -> None:
        self.system, self.report = system, report

    def require(self, kept: bool, rule: str, c: Any, seen: Any = "") -> None:
        """Count a rule that is kept in a configuration, or say where it is broken."""
        self.report.require(kept, rule, seen, "" if kept else place(self.system, c))

    def offered(self, c: Any) -> list[tuple[int, int]]:
        """The valid transitions (kind, site); none if the sentence is parsed."""
        before = seen_of(c)
        final = self.system.final(c)
        self.require(seen_of(c) == before, "`final` does not change the configuration", c, repr(c))
        found = [] if final else self.system.transitions(c)
        self.require(seen_of(c) == before, "`transitions` does not change the configuration", c, repr(c))
        if final:
            return []
        self.require(self.system.transitions(c) == found, "`transitions` says the same when asked twice", c)
        self.require(bool(found), "a configuration that is not final has a valid transition (no dead ends)", c)
        fine = len(set(found)) == len(found) and all(0 <= kind < len(self.system.kinds) for kind, _ in found)
        self.require(fine, "`transitions` names each kind and site once", c, str(found))
        return found

    def take(self, c: Any, kind: int, site: int, label: int) -> None:
        """Take a transition that was offered; it makes a constituent only if its kind is labelled, with its label."""
        start, before = c.state, c.constituents
        try:
            self.system.step(c, kind, label, site)
        except ValueError as error:
            c.restore(start)
            self.require(False, TAKEN, c, str(error))
        self.report.require(True, TAKEN)
        made = [one for one in c.constituents if one not in before]
        name = self.system.kinds[kind]
        labelled = name in self.system.labelled
        kept = len(made) <= 1 and all(labelled and number == label for number, _ in made)
        if not kept:
            c.restore(start)
        self.require(kept, "only labelled kinds make a constituent, with their label", c, f"{made} by {name}, label {label}")

    def all_configurations(self, n: int) -> None:
        """No dead end, each end a tree, and all trees of the class it claims, in all configurations of n tokens."""
        c = self.system.initial(n)
        todo = [(c.state, self.offered(c))]
        known: set[tuple[Any, ...]] = set()
        found: set[frozenset[frozenset[int]]] = set()
        while todo:
            state, offered = todo.pop()
            c.restore(state)
            if not offered:
                found.add(frozenset(self.tree(c, n)))
            for kind, site in offered:
                for label in (0,) if self.system.kinds[kind] in self.system.labelled else (-1,):
                    c.restore(state)
                    self.take(c, kind, site, label)
                    after = self.offered(c)
                    if (repr(c), *after) not in known:
                        known.add((repr(c), *after))
                        todo.append((c.state, after))
        rule = f"reaches every tree of the class it claims ({self.system.reaches})"
        for shape in self.shapes(n):
            seen = "" if shape in found else f"no path to {sorted(map(sorted, shape))} of {n} tokens"
            self.report.require(not seen, rule, seen)

    def shapes(self, n: int) -> list[frozenset[frozenset[int]]]:
        """All trees of n tokens that the system claims to reach: with and without labels of some tokens and of the whole."""
        tokens = frozenset(range(n))
        singles = [frozenset([token]) for token in range(n)]
        found = []
        for shape in all_shapes(tokens):
            if self.system.reaches == "continuous" and any(max(one) - min(one) >= len(one) for one in shape):
                continue
            for chosen in (frozenset(), frozenset(singles[: n // 2]), frozenset(singles)):
                found += [shape - {tokens} | chosen, shape | chosen]
        return found

    def walk(self, n: int, rng: random.Random) -> None:
        """A random path of n tokens: each step keeps the rules, and can be taken back and taken again."""
        c = self.system.initial(n)
        seen: list[tuple[Any, ...]] = []
        taken: list[tuple[int, int, int]] = []
        while offered := self.offered(c):
            here = seen_of(c)
            for kind, site in offered if len(offered) <= 4 else rng.sample(offered, 4):
                self.take(c, kind, site, rng.randrange(LABELS))
                self.go_back(c, here)
            kind, site = rng.choice(offered)
            seen.append(here)
            taken.append((kind, site, rng.randrange(LABELS)))
            self.take(c, *taken[-1])
            limit = STEPS_PER_TOKEN * n + n * n
            self.require(len(taken) <= limit, "every path comes to an end", c, f"{len(taken)} transitions for {n} tokens")
        tree, end = self.tree(c, n), seen_of(c)
        for at in sorted(rng.sample(range(len(seen)), min(3, len(seen))), reverse=True):
            self.go_back(c, seen[at])
            for step in taken[at:]:
                self.take(c, *step)
            same = repr(c) == end[0] and self.tree(c, n) == tree
            self.require(same, "the same transitions lead to the same configuration", c, repr(c))

    def go_back(self, c: Any, seen: tuple[Any, ...]) -> None:
        """Restore a configuration that looked like this."""
        c.restore(seen[-1])
        self.require(seen_of(c) == seen, "going back to an earlier configuration gives that configuration", c, repr(c))

    def tree(self, c: Any, n: int) -> dict[frozenset[int], int]:
        """The constituents of a final configuration, which are a tree, those that it says it has made."""
        before = seen_of(c)
        parents, labels = self.system.tree(c)
        self.require(seen_of(c) == before, "`tree` does not change the configuration", c, repr(c))
        problem = problem_of(n, parents, labels)
        self.require(not problem, "a final configuration holds a tree", c, f"{problem}; {parents}, {labels}")
        found = constituents_of(n, parents, labels)
        made = {frozenset(tokens): label for label, tokens in c.constituents}
        self.require(found == made, "the tree has the constituents that were made", c, f"{parents}, {labels}")
        return found


def seen_of(c: Any) -> tuple[Any, ...]:
    """All that a person can see of a configuration, and its number."""
    return repr(c), c.path(), c.state
