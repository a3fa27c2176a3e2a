"""Function tags of the Penn Treebank: NP-SBJ-1 as the label NP with the edge SBJ-1, and back."""

from __future__ import annotations

import re

from treewright.treebank.constituency_tree import ConstituencyTree

CHOICES = ("keep", "split", "join")
LABEL = re.compile(r"([^-=]+)(?:-|(?==))(.+)", re.DOTALL)  # -NONE- and the like are whole labels


def split_functions(tree: ConstituencyTree) -> ConstituencyTree:
    """Labels without function tags, which become edges; a constituent that has an edge is left alone."""
    new = tree.copy()
    for node in new.constituents[1:]:
        if (match := LABEL.fullmatch(node.label)) and not node.edge:
            node.label, node.edge = match[1], match[2]
    return new


def join_functions(tree: ConstituencyTree) -> ConstituencyTree:
    """Undoes `split_functions`: constituents with an edge have it in their labels."""
    new = tree.copy()
    for node in new.constituents[1:]:
        if node.edge:
            node.label += ("" if node.edge.startswith("=") else "-") + node.edge
            node.edge = ""
    return new
