"""Grids of settings: whole where `make verify` asks for it, else a sample that has every pair of values."""

import itertools
import os
import random

WHOLE = "TREEWRIGHT_WHOLE_GRIDS" in os.environ
SEED = 17


def pairwise(rows):
    """Rows of a grid, as few as a greedy choice finds, so that any two values that stand together in some row still do."""
    rows = list(rows)
    if WHOLE:
        return rows
    pairs_of = [{((i, row[i]), (j, row[j])) for i, j in itertools.combinations(range(len(row)), 2)} for row in rows]
    order = random.Random(SEED).sample(range(len(rows)), len(rows))  # so that ties are not all won by the first values
    missing = set().union(*pairs_of)
    chosen = []
    while missing:
        chosen.append(max(order, key=lambda at: len(pairs_of[at] & missing)))
        missing -= pairs_of[chosen[-1]]
    return [rows[at] for at in sorted(chosen)]


def sampled(pairs, times):
    """Pairs of values, drawn until each value that stands in so many pairs is in that many of the chosen ones."""
    pairs = list(pairs)
    if WHOLE:
        return pairs
    left = {value: times for pair in pairs for value in pair}
    chosen = []
    for at in random.Random(SEED).sample(range(len(pairs)), len(pairs)):
        if any(left[value] > 0 for value in pairs[at]):
            chosen.append(at)
            for value in pairs[at]:
                left[value] -= 1
    return [pairs[at] for at in sorted(chosen)]
