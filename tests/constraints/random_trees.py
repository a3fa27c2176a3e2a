"""Random projective trees, and random constraints that they honour."""

from __future__ import annotations

import itertools
import random
from functools import cache

from treewright.constraints import Constraints


@cache
def projective_trees(n: int, single_root: bool = True) -> list[tuple[int, ...]]:
    """All projective trees of n words."""
    found = []
    for heads in itertools.product(range(n + 1), repeat=n):
        if not single_root or heads.count(0) == 1:
            arcs = [(min(h, d), max(h, d)) for d, h in enumerate(heads, 1)]
            if all_reach_root(heads) and not any(a < c < b < d for (a, b), (c, d) in itertools.permutations(arcs, 2)):
                found.append(heads)
    return found


def all_reach_root(heads):
    for word in range(1, len(heads) + 1):
        for _ in heads:
            word = heads[word - 1] if word else 0
        if word:
            return False
    return True


def random_tree(n: int, rng: random.Random) -> list[int]:
    """A projective tree of n words with one root."""
    heads = [0] * (n + 1)

    def hang(first: int, last: int, head: int) -> None:
        while first <= last:
            end = rng.randint(first, last)
            word = rng.randint(first, end)
            heads[word] = head
            hang(first, word - 1, word)
            hang(word + 1, end, word)
            first = end + 1

    root = rng.randint(1, n)
    hang(1, root - 1, root)
    hang(root + 1, n, root)
    return heads[1:]


def descendants(heads: list[int], word: int) -> set[int]:
    found = {word}
    for _ in heads:
        found |= {d for d, h in enumerate(heads, 1) if h in found}
    return found


def random_constraints(heads: list[int], rng: random.Random) -> Constraints:
    """Constraints of every kind that a tree honours."""
    n = len(heads)
    found = Constraints()
    for word, head in enumerate(heads, 1):
        kind = rng.choice(("head", "no head", "one of", "direction", "", "", ""))
        if kind == "head" and head == 0:
            found.root(word)
        elif kind == "head":
            found.head(word, head)
        elif kind == "no head":
            found.no_head(word, *(h for h in range(n + 1) if h != head and rng.random() < 0.4))
        elif kind == "one of":
            found.one_of(word, [h for h in range(n + 1) if h == head or rng.random() < 0.2])
        elif kind == "direction" and head:
            (found.left if head < word else found.right)(word)
    if rng.random() < 0.5:
        words = descendants(heads, rng.randint(1, n))
        found.subtree(min(words), max(words))
    first, last = sorted((rng.randint(1, n), rng.randint(1, n)))
    if sum(not first <= heads[word - 1] <= last for word in range(first, last + 1)) == 1:
        found.span(first, last)
    return found
