"""Derives the trees of a treebank with a system of constituents, by both oracles, and rebuilds them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

from treewright.errors import InputError
from treewright.families.constituent_columns import brackets_of, columns_of, entries_of
from treewright.oracles import ORACLES
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank import read
from treewright.treebank.tree_sentence import TreeSentence


class Derived(NamedTuple):
    """Trees of a file, how many of them are discontinuous, how long derivations are, and what is wrong, by each oracle."""

    trees: int
    discontinuous: int
    tokens: int
    steps: int  # of the static oracle
    most: float  # steps for a token of one tree
    static: list[str]
    dynamic: list[str]  # empty, too, if there is no dynamic oracle


def derive_all(path: Path, every: int = 1, name: str = "set-based") -> Derived:
    """Derive each tree of a file, or every so many-th; the dynamic oracle chooses at random among what costs nothing."""
    sentences = [sentence for number, sentence in enumerate(read(path)) if number % every == 0]
    trees = [sentence.tree for sentence in sentences if isinstance(sentence, TreeSentence)]
    if len(trees) < len(sentences):
        raise InputError(f"{path}: seen a sentence without constituents, expected only trees")
    names = sorted({name for tree in trees for name in entries_of(tree)[1] if name is not None})
    numbers = {name: number for number, name in enumerate(names)}
    system, cls, rng = TRANSITION_SYSTEMS[name](), ORACLES[name], random.Random(1)
    problems: tuple[list[str], list[str]] = ([], [])
    lengths = []
    for found, canonical in zip(problems, (True, False), strict=True):
        made: Any = cls
        oracle = made(system, canonical=canonical)
        for at, tree in enumerate(trees if canonical or cls.dynamic else []):
            size = len(tree.tokens)
            oracle.prepare(*columns_of(tree, numbers))
            (parents, labels), steps = derived(system, oracle, size, rng)
            more = [-1] * (2 * size - 1 - len(parents))
            lengths += [steps] if canonical else []
            if name == "set-based" and steps != 4 * size - 2:
                found.append(f"{path}: tree {at * every + 1}: {steps} steps for {size} tokens")
            elif brackets_of(parents + more, labels + more, names) != tree.brackets():
                found.append(f"{path}: tree {at * every + 1} is not rebuilt")
    sizes = [len(tree.tokens) for tree in trees]
    most = max((steps / size for steps, size in zip(lengths, sizes, strict=True)), default=0.0)
    return Derived(len(trees), sum(tree.discontinuous for tree in trees), sum(sizes), sum(lengths), most, *problems)


def derived(system: Any, oracle: Any, size: int, rng: random.Random) -> tuple[tuple[list[int], list[int]], int]:
    """The tree that an oracle leads to, and the number of steps; of several choices one at random."""
    c = system.initial(size)
    steps = 0
    while not system.final(c) and steps < 4 * size + size * size:
        kind, site, _, label = rng.choice([one for one in oracle.transition_costs(c) if one[2] == 0])
        system.step(c, kind, label, site)
        steps += 1
    return system.tree(c), steps
