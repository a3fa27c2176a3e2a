"""Trees in brackets: what the two formats made of brackets share."""

from __future__ import annotations

from treewright.treebank.constituency_tree import ConstituencyTree, Constituent, Token

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
