"""Derives the trees of a treebank with the set-based system, by both oracles, and rebuilds them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from treewright.errors import InputError
from treewright.families.constituent_columns import brackets_of, columns_of, entries_of
from treewright.oracles.set_based import SetOracle
from treewright.transitions.set_based import SetBased
from treewright.treebank import read
from treewright.treebank.tree_sentence import TreeSentence


class Derived(NamedTuple):
    """How many trees a file has, how many of them are discontinuous, and what is wrong, for each oracle."""

    trees: int
    discontinuous: int
    static: list[str]
    dynamic: list[str]


def derive_all(path: Path, every: int = 1) -> Derived:
    """Derive each tree of a file, or every so many-th; the dynamic oracle chooses at random among what costs nothing."""
    sentences = [sentence for number, sentence in enumerate(read(path)) if number % every == 0]
    trees = [sentence.tree for sentence in sentences if isinstance(sentence, TreeSentence)]
    if len(trees) < len(sentences):
        raise InputError(f"{path}: seen a sentence without constituents, expected only trees")
    names = sorted({name for tree in trees for name in entries_of(tree)[1] if name is not None})
    numbers = {name: number for number, name in enumerate(names)}
    system, rng = SetBased(), random.Random(1)
    problems: tuple[list[str], list[str]] = ([], [])
    for found, oracle in zip(problems, (SetOracle(system, canonical=True), SetOracle(system)), strict=True):
        for at, tree in enumerate(trees):
            size = len(tree.tokens)
            oracle.prepare(*columns_of(tree, numbers))
            (parents, labels), steps = derived(system, oracle, size, rng)
            more = [-1] * (2 * size - 1 - len(parents))
            if steps != 4 * size - 2:
                found.append(f"{path}: tree {at * every + 1}: {steps} steps for {size} tokens")
            elif brackets_of(parents + more, labels + more, names) != tree.brackets():
                found.append(f"{path}: tree {at * every + 1} is not rebuilt")
    return Derived(len(trees), sum(tree.discontinuous for tree in trees), *problems)


def derived(system: SetBased, oracle: SetOracle, size: int, rng: random.Random) -> tuple[tuple[list[int], list[int]], int]:
    """The tree that an oracle leads to, and the number of steps; of several choices one at random."""
    c = system.initial(size)
    steps = 0
    while not system.final(c) and steps < 4 * size:
        kind, site, _, label = rng.choice([one for one in oracle.transition_costs(c) if one[2] == 0])
        system.step(c, kind, label, site)
        steps += 1
    return system.tree(c), steps
