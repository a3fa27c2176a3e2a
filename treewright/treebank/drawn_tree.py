"""A constituency tree as drawings need it: leaves and nodes with their texts, and how they hang together."""

from __future__ import annotations

from itertools import pairwise

from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.shown_text import printable

NO_EDGE = ("", "--", "_")  # what files write where a node has no function


class DrawnTree:
    """The leaves of a tree from left to right, and its nodes, which are its constituents; node 0 is the root.

    A constituent without children gets a leaf without text, after all words, so that it is drawn as well.
    """

    def __init__(self, tree: ConstituencyTree) -> None:
        self.forms = [printable(token.form) or "_" for token in tree.tokens]
        tagged = any(token.tag for token in tree.tokens)
        self.tags = [printable(token.tag) or ("_" if tagged else "") for token in tree.tokens]
        self.edges = [_edge(token.edge) for token in tree.tokens]
        self.labels = [printable(node.label) or "_" for node in tree.constituents]
        self.label_edges = [_edge(node.edge) for node in tree.constituents]
        self.parents = [node.parent for node in tree.constituents]
        self.leaf_parents = [token.parent for token in tree.tokens]
        if tree.tokens:
            for bare in sorted(set(range(len(self.parents))).difference(self.parents, self.leaf_parents)):
                self.leaf_parents.append(bare)
                for texts in (self.forms, self.tags, self.edges):
                    texts.append("")
        self.nodes: list[list[int]] = [[] for _ in self.parents]  # per node: the nodes right below it
        self.leaves: list[list[int]] = [[] for _ in self.parents]  # per node: the leaves right below it
        for number, parent in enumerate(self.parents):
            if parent >= 0:
                self.nodes[parent].append(number)
        for leaf, parent in enumerate(self.leaf_parents):
            self.leaves[parent].append(leaf)
        self.order = [0]  # the nodes from the root down
        for number in self.order:
            self.order.extend(self.nodes[number])
        self.first, self.last = [len(self.forms)] * len(self.parents), [-1] * len(self.parents)
        sizes = [len(own) for own in self.leaves]
        for number in reversed(self.order):
            self.first[number] = min([*self.leaves[number], *(self.first[below] for below in self.nodes[number])], default=0)
            self.last[number] = max([*self.leaves[number], *(self.last[below] for below in self.nodes[number])], default=-1)
            sizes[number] += sum(sizes[below] for below in self.nodes[number])
        self.gapped = [n for n, size in enumerate(sizes) if self.last[n] - self.first[n] + 1 > size]  # in order of number

    def covered(self, number: int) -> list[int]:
        """The leaves of a node, in order."""
        found, waiting = [], [number]
        while waiting:
            node = waiting.pop()
            found += self.leaves[node]
            waiting += self.nodes[node]
        return sorted(found)

    def in_gaps(self, number: int) -> set[int]:
        """The highest nodes that lie as a whole within a gap of this one."""
        found = set()
        covered = self.covered(number)
        for before, after in pairwise(covered):
            for leaf in range(before + 1, after):
                highest, node = -1, self.leaf_parents[leaf]
                while self.first[node] > before and self.last[node] < after:
                    highest, node = node, self.parents[node]
                if highest >= 0:
                    found.add(highest)
        return found


def _edge(edge: str) -> str:
    return "" if edge in NO_EDGE else printable(edge)
