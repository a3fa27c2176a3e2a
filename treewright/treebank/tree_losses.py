"""Counts what a format cannot hold of a tree."""

from __future__ import annotations

from collections import Counter

from treewright.treebank.constituency_tree import ConstituencyTree


def count_losses(tree: ConstituencyTree, lost: Counter[str], format: str) -> None:
    """What a tree has besides forms, tags and labels, which formats of brackets leave out."""
    nodes = [*tree.tokens, *tree.constituents[1:]]
    for what in ("lemma", "morphology", "edge", "secondary", "comment"):
        if times := sum(1 for node in nodes if getattr(node, what)):
            lost[f"{NAMES[what]} left out: {format} has none"] += times
    if tree.before:
        lost[f"lines between sentences left out: {format} has none"] += len(tree.before)


NAMES = {
    "lemma": "lemmas",
    "morphology": "morphological tags",
    "edge": "edges (functions)",
    "secondary": "nodes with secondary edges, which were",
    "comment": "comments on nodes",
}
