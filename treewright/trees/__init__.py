"""The best tree of a sentence under costs or scores of its arcs, projective or not."""

from treewright.trees.best_tree import best_tree
from treewright.trees.cheapest_tree import CheapestTree
from treewright.trees.projective_tree import ProjectiveTree
from treewright.trees.spanning_tree import SpanningTree

__all__ = ["CheapestTree", "ProjectiveTree", "SpanningTree", "best_tree"]
