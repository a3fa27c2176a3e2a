"""Trees in brackets: what the two formats made of brackets share."""

from __future__ import annotations

import re
from collections import Counter

from treewright.treebank.bracket_escapes import count_ambiguous, escaped, round_escaped
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token
from treewright.treebank.report import Problem
from treewright.treebank.tree_builder import without

SPACE = re.compile(r"\s")
ROOTS = frozenset(("", "ROOT", "TOP", "VROOT", "S1", "_TOP_"))  # labels of a top bracket that is no constituent


def with_root(tree: ConstituencyTree) -> bool:
    """Gives a tree whose top bracket is a constituent a root above it; returns whether it needed one."""
    if tree.constituents[0].label in ROOTS:
        return False
    nodes: list[Token | Constituent] = [*tree.tokens, *tree.constituents]
    for node in nodes:
        node.parent += 1
    tree.constituents.insert(0, Constituent("ROOT", -1))
    return True


def in_brackets(tree: ConstituencyTree, labels: list[str], leaves: list[str]) -> list[str]:
    """The pieces of a tree in brackets: how constituents and tokens begin is given; a tree may be of any depth."""
    below = tree.children()
    pieces: list[str] = [labels[0]]
    stack = [iter(below[0])]
    while stack:
        child = next(stack[-1], None)
        if child is None:
            pieces.append(")")
            stack.pop()
        elif child[1]:
            pieces += (" ", leaves[child[0]])
        else:
            pieces += (" ", labels[child[0]])
            stack.append(iter(below[child[0]]))
    return pieces


def leave_out_faulty(tree: ConstituencyTree, line: int, problems: list[Problem]) -> None:
    """Leaves out constituents without label or tokens."""
    parents = {token.parent for token in tree.tokens}.union(node.parent for node in tree.constituents)
    if len(parents) == len(tree.constituents) + 1 and all(node.label for node in tree.constituents[1:]):
        return
    filled = {number for number, covered in enumerate(tree.yields()) if covered}
    gone = set()
    for number in range(1, len(tree.constituents)):
        label = tree.constituents[number].label
        if number not in filled:
            seen = f"a {label or 'constituent'} without tokens"
            problems.append(Problem(line, seen, "at least one token in it", "constituent left out"))
            gone.add(number)
        elif not label:
            problems.append(Problem(line, "a constituent without label", "a label", "constituent left out"))
            gone.add(number)
    without(tree, gone)


def form_text(token: Token, lost: Counter[str], format: str) -> str:
    """A form as it stands in a leaf."""
    form = escaped(token.form) if token.escaped else round_escaped(token.form)
    count_ambiguous(token.form, form, lost)
    if SPACE.search(form):
        lost[f"forms with spaces, written as _: {format} has none"] += 1
        form = SPACE.sub("_", form)
    return form


def label_text(label: str, lost: Counter[str], format: str) -> str:
    """A label or tag as it stands after a bracket."""
    if label in ("(", ")"):
        lost["tags ( and ), written as -LRB- and -RRB-"] += 1
    if SPACE.search(label):
        lost[f"labels with spaces, written as _: {format} has none"] += 1
        label = SPACE.sub("_", label)
    return round_escaped(label)
