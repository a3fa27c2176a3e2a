"""Measures of all trees of a treebank at once."""

from __future__ import annotations

import numpy

from treewright.analysis.scores.word_table import WordTable
from treewright.treebank.projectivity import nonprojective_arcs


def depths(table: WordTable) -> tuple[numpy.ndarray, numpy.ndarray]:
    """How many arcs lead from the root to each word, and whether any do: not for words in a cycle or below `_`."""
    above = table.head_nodes.copy()
    above[table.root] = table.root
    steps = numpy.ones(len(above), numpy.int64)
    steps[table.root] = 0
    longest = int(table.sizes.max(initial=0))
    reached = 1
    while reached <= longest:  # each round doubles how far we look
        steps += steps[above]
        above = above[above]
        reached *= 2
    return steps[: table.size], above[: table.size] == table.root


def nonprojective(table: WordTable) -> numpy.ndarray:
    """Which words have a non-projective arc."""
    found = numpy.zeros(table.size, bool)
    sentences = numpy.unique(table.sentence_of[crossed(table)])  # few sentences have such arcs
    for number in sentences.tolist():
        start = table.starts[number]
        arcs = nonprojective_arcs(table.heads[start : start + table.sizes[number]].tolist())
        found[[start + dependent - 1 for _, dependent in arcs]] = True
    return found


def crossed(table: WordTable) -> numpy.ndarray:
    """Which words have an arc over a word whose head lies outside it; only such arcs can be non-projective.

    Tables of the smallest and greatest head of 1, 2, 4 ... words give the answer however long the arcs are.
    """
    heads, positions = table.heads, table.positions
    own = numpy.where(heads < 0, positions, heads)
    left, right = numpy.minimum(heads, positions), numpy.maximum(heads, positions)
    between = right - left - 1
    offset = table.starts[table.sentence_of]
    outside = numpy.zeros(table.size, bool)
    least, greatest = own, own
    width = 1
    while True:
        here = numpy.flatnonzero((heads >= 0) & (between >= width) & (between < 2 * width))
        start, end = offset[here] + left[here], offset[here] + right[here] - 1 - width
        low = numpy.minimum(least[start], least[end])
        high = numpy.maximum(greatest[start], greatest[end])
        outside[here] = (low < left[here]) | (high > right[here])
        if len(least) <= width or width > between.max(initial=0):
            return outside
        least = numpy.minimum(least[:-width], least[width:])
        greatest = numpy.maximum(greatest[:-width], greatest[width:])
        width *= 2
