"""The root as a parser sees it: a label over all tokens where it branches, nothing where one constituent covers them all."""

from __future__ import annotations

from collections.abc import Sequence

from treewright.treebank.constituency_tree import Bracket, ConstituencyTree


def with_top(tree: ConstituencyTree) -> list[Bracket]:
    """The constituents of a tree, of which one at least covers all tokens: the root, if it branches.  It is the last."""
    brackets = tree.brackets()
    root = tree.constituents[0].label
    if not tree.tokens:
        return brackets
    top = brackets[-1] if brackets else None
    if top is None or len(top[1]) < len(tree.tokens) or top[0] == root:
        brackets.append((root, tuple(range(len(tree.tokens)))))
    return brackets


def without_top(brackets: Sequence[Bracket], size: int, root: str = "ROOT") -> list[Bracket]:
    """Undoes `with_top`: leaves out the last label of the root over all tokens."""
    for at in range(len(brackets) - 1, -1, -1):
        label, covered = brackets[at]
        if label == root and len(covered) == size:
            return [*brackets[:at], *brackets[at + 1 :]]
    return list(brackets)
