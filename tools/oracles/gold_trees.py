"""All trees of a few words, complete, partial and non-projective, and random ones of more words."""

from __future__ import annotations

import functools
import itertools
import random

from tools.oracles.brute_force import NONE, Heads


def is_tree(heads: Heads) -> bool:
    """Whether every word reaches ROOT."""
    for word in range(1, len(heads) + 1):
        steps = 0
        while word != 0:
            if steps > len(heads) or not 0 <= heads[word - 1] <= len(heads):
                return False
            word, steps = heads[word - 1], steps + 1
    return True


def is_projective(heads: Heads, root: str = "first") -> bool:
    """Whether no two arcs cross, with ROOT first or last (with one root both give the same answer)."""
    ends = [(h if h or root == "first" else len(heads) + 1, d) for d, h in enumerate(heads, 1) if h != NONE]
    spans = [(min(arc), max(arc)) for arc in ends]
    return not any(a < c < b < d for (a, b), (c, d) in itertools.permutations(spans, 2))


@functools.cache
def trees(n: int, projective: bool = True) -> list[Heads]:
    """All projective (or all non-projective) trees of n words with exactly one root."""
    every = (h for h in itertools.product(range(n + 1), repeat=n) if h.count(0) == 1)
    return [h for h in every if is_tree(h) and is_projective(h) == projective]


@functools.cache
def several_roots(n: int, root: str) -> list[Heads]:
    """All projective trees of n words with two roots or more."""
    every = (h for h in itertools.product(range(n + 1), repeat=n) if h.count(0) >= 2)
    return [h for h in every if is_tree(h) and is_projective(h, root)]


@functools.cache
def partial_trees(n: int) -> list[Heads]:
    """All projective single-rooted trees of n words with one head or more removed."""
    return sorted(with_heads_removed(trees(n)) - set(trees(n)))


def with_heads_removed(whole: list[Heads]) -> set[Heads]:
    """Some trees with every set of heads removed."""
    return {
        tuple(h if keep else NONE for h, keep in zip(tree, kept, strict=True))
        for tree in whole
        for kept in itertools.product((True, False), repeat=len(tree))
    }


def directions_only(n: int) -> list[tuple[Heads, Heads]]:
    """No head known, and every choice of directions, including those that no tree satisfies."""
    return [((NONE,) * n, directions) for directions in itertools.product((-1, 0, 1), repeat=n)]


def directions_and_heads(n: int, root: str) -> list[tuple[Heads, Heads]]:
    """All projective trees in which some heads are known, for some words only the direction, and for others nothing."""
    found = set()
    for tree in trees(n):
        sides = [-1 if h < d and (h > 0 or root == "first") else 1 for d, h in enumerate(tree, 1)]
        for told in itertools.product(("head", "direction", "nothing"), repeat=n):
            if "head" in told and "direction" in told:
                heads = tuple(h if what == "head" else NONE for h, what in zip(tree, told, strict=True))
                found.add((heads, tuple(s if what == "direction" else 0 for s, what in zip(sides, told, strict=True))))
    return sorted(found)


def random_tree(n: int, rng: random.Random) -> Heads:
    """A random projective tree of n words with exactly one root (all of them possible, not equally likely)."""
    heads = [NONE] * n

    def build(low: int, high: int, head: int) -> None:
        """Attaches the words low..high to head as one subtree."""
        top = rng.randint(low, high)
        heads[top - 1] = head
        for first, last in ((low, top - 1), (top + 1, high)):
            while first <= last:
                end = rng.randint(first, last)
                build(first, end, top)
                first = end + 1

    build(1, n, 0)
    return tuple(heads)


def random_nonprojective_tree(n: int, rng: random.Random) -> Heads:
    """A random non-projective tree of n words (at least 4) with exactly one root."""
    while True:
        heads = tuple(rng.randint(0, n) for _ in range(n))
        if heads.count(0) == 1 and is_tree(heads) and not is_projective(heads):
            return heads
