"""The best tree of a matrix of scores, for code in Python: networks, votes, and whoever has scores of arcs."""

from __future__ import annotations

from typing import Any

import numpy

from treewright.errors import InputError
from treewright.trees.cheapest_tree import CheapestTree
from treewright.trees.projective_tree import ProjectiveTree
from treewright.trees.spanning_tree import SpanningTree

LARGEST = 1e20  # scores are smaller, so that none outweighs an arc that is forbidden
TOO_LOW = -CheapestTree.impossible  # scores that forbid an arc, as minus infinity does


def best_tree(scores: Any, *, single_root: bool = True, projective: bool = False) -> list[int]:
    """The heads of the tree whose arcs score the most, one for each word; 0 is ROOT.

    `scores` is a square matrix: the arc from head i to word j scores scores[i, j]; row 0 is ROOT.
    What is in column 0 and on the diagonal does not matter.  Minus infinity forbids an arc.
    """
    matrix = numpy.asarray(scores, numpy.float64)
    size = len(matrix) - 1 if matrix.ndim == 2 else -1
    if size < 0 or matrix.shape != (size + 1, size + 1):
        raise InputError(f"scores: seen an array of shape {matrix.shape}, expected a square: ROOT and all words, twice")
    arcs = ~numpy.eye(size + 1, dtype=bool)
    arcs[:, 0] = False
    if not ((abs(matrix) < LARGEST) | (matrix <= TOO_LOW))[arcs].all():
        raise InputError("scores: seen NaN or a number beyond 1e20, expected smaller ones, or minus infinity for no arc")
    if size == 0:
        return []
    solver: CheapestTree = ProjectiveTree() if projective else SpanningTree()
    cost = numpy.where(arcs & (matrix > TOO_LOW), -matrix, solver.impossible)
    total, heads = solver.best(cost, size, [], single_root)
    if total >= solver.impossible:
        raise InputError("scores: seen too many arcs that are forbidden, expected enough others for a tree")
    return heads
