"""Removes the gaps of a tree: by splitting constituents into blocks (Boyd 2007), which can be undone, or by raising children.

split    VP over tokens 1 and 4 becomes two nodes VP*1, each over one of them; `merge` makes them one again.  The number
         says which nodes belong together: it counts the constituents of the sentence that were split.
raise    a constituent keeps one of its blocks; what is in the others moves up to the next constituent, as far as needed.
         The block it keeps has a child whose edge is HD (the head), else it has the most tokens, or is the first of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from treewright.errors import InputError
from treewright.treebank.constituency_tree import ConstituencyTree, Constituent

BLOCK = re.compile(r"(.+)\*([1-9][0-9]*)", re.DOTALL)
HEADS = ("HD", "hd", "head")


class _Node(NamedTuple):
    """A child of a constituent while gaps are removed."""

    tokens: list[int]
    number: int
    leaf: bool
    head: bool


def split(tree: ConstituencyTree) -> ConstituencyTree:
    """A tree whose constituents each are one block, with the numbers in the labels of those that were split."""
    new = tree.copy()
    new.constituents = []
    first: list[int] = []  # for each constituent, the number of its first block
    block_of: list[dict[int, int]] = []  # for each constituent and token, the number of the block
    split_so_far = 0
    for node, covered in zip(tree.constituents, tree.yields(), strict=True):
        if BLOCK.fullmatch(node.label):
            raise InputError(f"tree {tree.name}: seen the label {node.label!r}, expected none that looks like that of a block")
        found = blocks(covered)
        first.append(len(new.constituents))
        block_of.append({token: len(new.constituents) + at for at, block in enumerate(found) for token in block})
        split_so_far += len(found) > 1
        label = f"{node.label}*{split_so_far}" if len(found) > 1 else node.label
        new.constituents.append(replace(node, label=label, secondary=[]))
        new.constituents += [Constituent(label, node.parent, node.edge) for _ in found[1:]]
    for old, blocks_by_token in enumerate(block_of):
        parent = tree.constituents[old].parent
        for token, block in blocks_by_token.items():
            new.constituents[block].parent = block_of[parent][token] if parent >= 0 else -1
        own = new.constituents[first[old]]
        own.secondary = [(label, first[target]) for label, target in tree.constituents[old].secondary]
    for i, token_node in enumerate(new.tokens):
        token_node.parent = block_of[token_node.parent][i]
        token_node.secondary = [(label, first[target]) for label, target in token_node.secondary]
    return new


def merge(tree: ConstituencyTree) -> ConstituencyTree:
    """Undoes `split`; blocks of one number that do not lie in the same constituent only lose their numbers."""
    new = tree.copy()
    belongs = list(range(len(new.constituents)))  # the node that each becomes
    matches = [BLOCK.fullmatch(node.label) for node in new.constituents]
    changed = any(matches)
    while changed:
        changed = False
        firsts: dict[tuple[str, int], int] = {}
        for number, node in enumerate(new.constituents):
            if number and matches[number] and belongs[number] == number:
                at = firsts.setdefault((node.label, belongs[node.parent]), number)
                if at != number:
                    belongs = [at if other == number else other for other in belongs]
                    changed = True
    for node, match in zip(new.constituents, matches, strict=True):
        if match:
            node.label = match[1]
    new.fold(belongs)
    return new


def raise_gaps(tree: ConstituencyTree) -> tuple[ConstituencyTree, int]:
    """A tree without gaps, and how many children were attached higher."""
    new = tree.copy()
    below = new.children()
    raised = set()
    order = sorted(range(len(below)), key=lambda number: -sum(1 for _ in new.above(number)))
    children: list[list[_Node]] = [[] for _ in below]
    for i, token in enumerate(new.tokens):
        children[token.parent].append(_Node([i], i, True, token.edge in HEADS))
    for number in order:  # what lies deeper comes first, so all children are without gaps
        own = sorted(children[number])
        own_blocks: list[list[_Node]] = []
        for child in own:
            if own_blocks and own_blocks[-1][-1].tokens[-1] + 1 == child.tokens[0]:
                own_blocks[-1].append(child)
            else:
                own_blocks.append([child])
        keep = max(own_blocks, key=lambda block: (any(child.head for child in block), sum(len(c.tokens) for c in block)))
        node = new.constituents[number]
        for block in own_blocks:
            for child in block if block is not keep else []:
                (new.tokens if child.leaf else new.constituents)[child.number].parent = node.parent
                children[node.parent].append(_Node(child.tokens, child.number, child.leaf, False))  # no head there
                raised.add((child.number, child.leaf))
        if node.parent >= 0:
            tokens = [token for child in keep for token in child.tokens]
            children[node.parent].append(_Node(tokens, number, False, node.edge in HEADS))
    return new, len(raised)


def blocks(covered: Sequence[int]) -> list[list[int]]:
    """Neighbouring tokens together."""
    found: list[list[int]] = []
    for token in covered:
        if found and found[-1][-1] + 1 == token:
            found[-1].append(token)
        else:
            found.append([token])
    return found
