"""Counts what a format cannot hold of a tree."""

from __future__ import annotations

from collections import Counter

from treewright.treebank.columns import DEPS, HEAD, MISC, UPOS, XPOS
from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.sentence import Sentence


def count_losses(tree: ConstituencyTree, lost: Counter[str], format: str) -> None:
    """What a tree has besides forms, tags and labels, which formats of brackets leave out."""
    nodes = [*tree.tokens, *tree.constituents[1:]]
    for what in ("lemma", "morphology", "edge", "secondary", "comment"):
        if times := sum(1 for node in nodes if getattr(node, what)):
            lost[f"{NAMES[what]} left out: {format} has none"] += times
    if tree.before:
        lost[f"lines between sentences left out: {format} has none"] += len(tree.before)


def count_lost_columns(sentence: Sentence, lost: Counter[str], format: str) -> None:
    """What the rows of a sentence have that no format of trees holds: they may come from CoNLL-U."""
    for column, what in COLUMNS.items():
        seen = [text for i in range(len(sentence)) if (text := sentence.column(i, column)) != "_"]
        if column == MISC:
            seen = [text for text in seen if not text.startswith("Space")]  # the text is a comment
        elif column == UPOS and seen and all(sentence.column(i, XPOS) == "_" for i in range(len(sentence))):
            continue  # these are the tags
        if seen:
            lost[f"{what} left out: {format} has none"] += len(seen)


COLUMNS = {UPOS: "UPOS beside XPOS", HEAD: "heads", DEPS: "DEPS", MISC: "MISC"}
NAMES = {
    "lemma": "lemmas",
    "morphology": "morphological tags",
    "edge": "edges (functions)",
    "secondary": "nodes with secondary edges, which were",
    "comment": "comments on nodes",
}
