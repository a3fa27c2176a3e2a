"""Constituency trees for checks: all of a few tokens, random ones of more; as columns (families/constituent_columns.py)."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

Columns = tuple[list[int], list[int]]  # parents and label numbers of 2n - 1 entries
Tokens = frozenset[int]


@functools.cache
def all_shapes(tokens: Tokens) -> list[frozenset[Tokens]]:
    """Every tree over these tokens, as the sets of tokens of its constituents; those of one token are left out."""
    if len(tokens) == 1:
        return [frozenset()]
    found = []
    for parts in partitions(tuple(sorted(tokens))):
        if len(parts) > 1:
            for below in itertools.product(*[all_shapes(part) for part in parts]):
                found.append(frozenset([tokens]).union(*below))
    return found


def partitions(tokens: tuple[int, ...]) -> Iterator[list[Tokens]]:
    """All ways to divide tokens into parts."""
    if not tokens:
        yield []
        return
    for size in range(len(tokens)):
        for rest in itertools.combinations(tokens[1:], size):
            part = frozenset((tokens[0], *rest))
            for others in partitions(tuple(token for token in tokens if token not in part)):
                yield [part, *others]


def columns_from(n: int, labels: Mapping[Tokens, int]) -> Columns:
    """The columns of constituents that have these labels; their sets of tokens do not cross."""
    parents, numbers = [-1] * max(0, 2 * n - 1), [-1] * max(0, 2 * n - 1)
    above = [-1] * n  # the lowest constituent so far over each token
    count = n
    for tokens in sorted(labels, key=lambda one: (-len(one), min(one))):
        if len(tokens) > 1:
            parents[count], numbers[count] = above[min(tokens)], labels[tokens]
            for token in tokens:
                above[token] = count
            count += 1
        else:
            numbers[min(tokens)] = labels[tokens]
    parents[:n] = above
    return parents, numbers


def constituents_of(n: int, parents: Sequence[int], labels: Sequence[int]) -> dict[Tokens, int]:
    """The label of each set of tokens that is a constituent, from columns that may leave out entries that are not used."""
    covered: list[set[int]] = [set() for _ in parents]
    for token in range(n):
        entry = token
        while entry >= 0:
            covered[entry].add(token)
            entry = parents[entry]
    return {frozenset(covered[entry]): label for entry, label in enumerate(labels) if label >= 0}


def random_shape(n: int, rng: random.Random, gaps: float = 0.3) -> set[Tokens]:
    """A random tree of n tokens: the sets of tokens of its constituents, with or without one that has all tokens."""
    found: set[Tokens] = set()
    todo = [list(range(n))]
    while todo:
        tokens = todo.pop()
        if (len(tokens) < n or rng.random() < 0.7) and (len(tokens) > 1 or rng.random() < 0.3):
            found.add(frozenset(tokens))
        if len(tokens) > 1:
            if rng.random() < gaps:
                rng.shuffle(tokens)
            cuts = sorted(rng.sample(range(1, len(tokens)), rng.randint(1, min(3, len(tokens) - 1))))
            todo += [sorted(tokens[a:b]) for a, b in zip([0, *cuts], [*cuts, len(tokens)], strict=True)]
    return found


def random_columns(n: int, rng: random.Random, labels: int = 3, gaps: float = 0.3) -> Columns:
    """A random tree of n tokens."""
    shape = sorted(random_shape(n, rng, gaps), key=sorted)
    return columns_from(n, {tokens: rng.randrange(labels) for tokens in shape})


def problem_of(n: int, parents: Sequence[int], labels: Sequence[int]) -> str:
    """What is wrong with the columns of a tree, "" if nothing is."""
    if not n <= len(parents) == len(labels) <= max(n, 2 * n - 1):
        return f"{len(parents)} parents and {len(labels)} labels, expected one of each for {n} tokens and some constituents"
    children: list[set[int]] = [set() for _ in parents]
    for token in range(n):
        entry, steps = token, 0
        while parents[entry] >= 0:
            if not n <= parents[entry] < len(parents):
                return f"{parents[entry]} as the parent of entry {entry}, expected a constituent: {n} to {len(parents) - 1}"
            if steps > len(parents):
                return f"a cycle above token {token}"
            children[parents[entry]].add(entry)
            entry, steps = parents[entry], steps + 1
    for entry in range(n, len(parents)):
        if labels[entry] < 0 and (children[entry] or parents[entry] >= 0):
            return f"entry {entry} without label, expected one for each constituent"
        if labels[entry] >= 0 and len(children[entry]) < 2:
            return f"{len(children[entry])} children of constituent {entry}, expected two or more"
    return ""
