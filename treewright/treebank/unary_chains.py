"""Unary chains as one constituent: S over VP alone becomes S@VP, and is undone exactly.

Edges are joined in the same way.  An @ or backslash within a label is written with a backslash before it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from treewright.treebank.constituency_tree import Bracket, ConstituencyTree, Constituent

JOINT = "@"
PIECE = re.compile(r"(?:[^@\\]|\\.)*", re.DOTALL)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
FIELDS = ("edge", "lemma", "morphology", "comment")


def collapse(tree: ConstituencyTree) -> ConstituencyTree:
    """A tree in which no constituent (but the root) has another one as its only child."""
    new = tree.copy()
    below: list[list[int]] = [[] for _ in new.constituents]
    leaves = [0] * len(new.constituents)
    for token in new.tokens:
        leaves[token.parent] += 1
    for number, node in enumerate(new.constituents):
        if number:
            below[node.parent].append(number)
    into = list(range(len(new.constituents)))  # the constituent that each becomes part of
    for top in range(1, len(new.constituents)):
        parent = new.constituents[top].parent
        if parent > 0 and len(below[parent]) == 1 and not leaves[parent]:
            continue  # not the top of its chain
        chain = [top]
        while len(below[chain[-1]]) == 1 and not leaves[chain[-1]]:
            chain.append(below[chain[-1]][0])
        nodes = [new.constituents[number] for number in chain]
        joined = new.constituents[top]
        joined.secondary = [edge for node in nodes for edge in node.secondary]
        for name in ("label", *FIELDS):
            setattr(joined, name, joined_names([getattr(node, name) for node in nodes], name != "label"))
        for number in chain:
            into[number] = top
    new.fold(into)
    return new


def expand(tree: ConstituencyTree) -> ConstituencyTree:
    """Undoes `collapse`; secondary edges stay with the highest constituent of a chain."""
    new = tree.copy()
    constituents: list[Constituent] = []
    top, bottom = [], []
    for number, node in enumerate(new.constituents):
        labels = split_names(node.label) if number else [node.label]
        top.append(len(constituents))
        fields = {name: split_names(getattr(node, name)) if number else [getattr(node, name)] for name in FIELDS}
        for at, label in enumerate(labels):
            values = {name: parts[at] for name, parts in fields.items() if at < len(parts)}
            above = node.parent if at == 0 else len(constituents) - 1
            constituents.append(Constituent(label, above, secondary=node.secondary if at == 0 else [], **values))
        bottom.append(len(constituents) - 1)
    for number, at in enumerate(top):
        parent = new.constituents[number].parent
        constituents[at].parent = bottom[parent] if parent >= 0 else -1
    for token in new.tokens:
        token.parent = bottom[token.parent]
    new.constituents = constituents
    for any_node in new.nodes():
        any_node.secondary = [(label, top[target]) for label, target in any_node.secondary]
    return new


def expanded_brackets(brackets: Iterable[Bracket]) -> list[Bracket]:
    """Constituents with joined labels as those they stand for, the lowest of each chain first."""
    return [(label, covered) for joined, covered in brackets for label in reversed(split_names(joined))]


def joined_names(names: list[str], may_be_empty: bool = False) -> str:
    """Labels from the top down as one; values that are all empty stay empty."""
    if may_be_empty and not any(names):
        return ""
    return JOINT.join(name.replace("\\", "\\\\").replace(JOINT, "\\" + JOINT) for name in names)


def split_names(joined: str) -> list[str]:
    """Undoes `joined_names`."""
    if JOINT not in joined and "\\" not in joined:
        return [joined]
    names, at = [], 0
    while True:
        match = PIECE.match(joined, at)
        stop = match.end() if match else at
        names.append(ESCAPED.sub(r"\1", joined[at:stop]))
        if stop >= len(joined):
            return names
        at = stop + 1
