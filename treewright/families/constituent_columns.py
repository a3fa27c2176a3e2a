"""Constituency trees as flat columns, which transition systems and oracles read, and back.

A tree over n tokens has 2n - 1 entries: 0 to n - 1 are its tokens, those after them its constituents of several children, and
the rest is not used.  An entry has a parent (-1: the root of the treebank, which is no entry) and a label (-1: none).  A unary
chain is one label (treebank/unary_chains.py); that over a token is the token's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from treewright.errors import InputError
from treewright.treebank.constituency_tree import Bracket, ConstituencyTree
from treewright.treebank.unary_chains import expanded_brackets, joined_names


def entries_of(tree: ConstituencyTree) -> tuple[list[int], list[str | None]]:
    """The parents of all entries, and their labels by name."""
    tokens, constituents = tree.tokens, tree.constituents
    size = len(tokens)
    above = [constituent.parent for constituent in constituents]
    children = [0] * len(constituents)
    for token in tokens:
        children[token.parent] += 1
    for number in above[1:]:
        children[number] += 1
    entry = [-1] * len(constituents)
    count = size
    for number in range(1, len(constituents)):
        if children[number] > 1:
            entry[number] = count
            count += 1
        elif not children[number]:
            seen = f"a {constituents[number].label} without tokens"
            raise InputError(f"tree {tree.name or 'without name'}: seen {seen}, expected at least one")
    parents, names = [-1] * max(0, 2 * size - 1), [None] * max(0, 2 * size - 1)  # type: list[int], list[str | None]
    for i, token in enumerate(tokens):
        number = token.parent
        if number and children[number] == 1:
            parents[i], names[i] = _climb(tree, number, children, entry)
        else:
            parents[i] = entry[number]
    for number in range(1, len(constituents)):
        if entry[number] >= 0:
            parents[entry[number]], names[entry[number]] = _climb(tree, number, children, entry)
    return parents, names


def productions_of(tree: ConstituencyTree) -> list[tuple[str | None, list[tuple[str, str]]]]:
    """Each constituent with the categories of its children: labels, or tags of tokens; None is the root of the treebank."""
    parents, names = entries_of(tree)
    children: dict[int, list[tuple[str, str]]] = {}
    for entry, (parent, name) in enumerate(zip(parents, names, strict=True)):
        if name is not None:
            children.setdefault(parent, []).append(("label", name))
        elif entry < len(tree.tokens):
            children.setdefault(parent, []).append(("tag", tree.tokens[entry].tag))
    return [(names[parent] if parent >= 0 else None, found) for parent, found in children.items()]


def _climb(tree: ConstituencyTree, number: int, children: list[int], entry: list[int]) -> tuple[int, str]:
    """The entry above the unary chain that begins with a constituent, and the label of the chain."""
    constituents = tree.constituents
    labels = [constituents[number].label]
    number = constituents[number].parent
    while number and children[number] == 1:
        labels.append(constituents[number].label)
        number = constituents[number].parent
    return entry[number], joined_names(labels[::-1])


def columns_of(tree: ConstituencyTree, number_of: Mapping[str, int]) -> tuple[list[int], list[int]]:
    """Parents and labels of all entries, labels by the numbers of the names that `entries_of` gives."""
    parents, names = entries_of(tree)
    try:
        return parents, [-1 if name is None else number_of[name] for name in names]
    except KeyError as error:
        where = f"tree {tree.name or 'without name'}"
        raise InputError(f"{where}: seen {error.args[0]!r}, expected one of {len(number_of)} known labels") from None


def brackets_of(parents: Sequence[int], labels: Sequence[int], names: Sequence[str]) -> list[Bracket]:
    """The constituents of a tree in columns, in the order of ConstituencyTree.brackets; `names` are those of label numbers."""
    own = list(map(int, labels))
    found = [(tuple(tokens), names[own[entry]]) for entry, tokens in covered(parents).items() if own[entry] >= 0]
    found.sort(key=lambda item: (len(item[0]), item[0]))
    return expanded_brackets((name, tokens) for tokens, name in found)


def problem_of(parents: Sequence[int]) -> str | None:
    """What makes a column of parents no tree, in words, None if it is one."""
    size = (len(parents) + 1) // 2
    for entry, parent in enumerate(parents):
        if parent != -1 and not size <= parent < len(parents):
            return f"seen {parent} as the parent of entry {entry}, expected -1 or a constituent, {size} to {len(parents) - 1}"
        at, steps = parent, 0
        while at >= 0 and steps < size and -1 <= at < len(parents):
            at, steps = parents[at], steps + 1
        if at >= 0 and steps >= size:
            return f"seen entry {entry} above itself or above another that is, expected a tree"
    return None


def covered(parents: Sequence[int]) -> dict[int, list[int]]:
    """The tokens of each entry that is used."""
    above = list(map(int, parents))
    found: dict[int, list[int]] = {}
    for token in range((len(above) + 1) // 2):
        entry = token
        while entry >= 0:
            found.setdefault(entry, []).append(token)
            entry = above[entry]
    return found
