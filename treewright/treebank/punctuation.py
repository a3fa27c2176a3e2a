"""Punctuation in constituency trees: kept as it is, moved to where it makes no gap, or removed."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from treewright.treebank.constituency_tree import ConstituencyTree, Token
from treewright.treebank.tree_builder import without

CHOICES = ("keep", "move", "remove")
TAGS = frozenset("`` '' , . : -LRB- -RRB- ( ) HYPH $, $. $( $[ punct PUNCT PUNC PONCT LET".split())  # noqa: SIM905


def is_punctuation(token: Token) -> bool:
    """By the tag, as in the treebanks of English, German and Dutch; without a tag, by the characters."""
    if token.tag:
        return token.tag in TAGS
    return all(unicodedata.category(character).startswith("P") for character in token.form)


def arranged(tree: ConstituencyTree, choice: str) -> ConstituencyTree:
    """The tree with its punctuation kept, moved or removed."""
    return {"keep": lambda tree: tree, "move": moved, "remove": lambda tree: removed(tree)[0]}[choice](tree)


def moved(tree: ConstituencyTree) -> ConstituencyTree:
    """A tree in which each mark lies in the lowest constituent over the words next to it on both sides.

    At the beginning and the end of a sentence this is the root.  A constituent of nothing but marks is taken for words.
    """
    marks = [is_punctuation(token) for token in tree.tokens]
    worded = {number for number, covered in enumerate(tree.yields()) if not all(marks[i] for i in covered)}
    marks = [mark and token.parent in worded for mark, token in zip(marks, tree.tokens, strict=True)]
    new = tree.copy()
    for i, token in enumerate(new.tokens):
        if marks[i]:
            token.parent = _between(new, marks, i)
    return new


def removed(tree: ConstituencyTree) -> tuple[ConstituencyTree, list[tuple[int, Token]]]:
    """A tree without punctuation, and the tokens that it had, with their places; at least one token is kept."""
    marks = [is_punctuation(token) for token in tree.tokens]
    if all(marks):
        marks = [False] * len(marks)
    new = tree.copy()
    gone = [(i, token) for i, token in enumerate(new.tokens) if marks[i]]
    new.tokens = [token for i, token in enumerate(new.tokens) if not marks[i]]
    without(new, {number for number, covered in enumerate(new.yields()) if not covered})
    return new, gone


def inserted(tree: ConstituencyTree, gone: list[tuple[int, Token]]) -> ConstituencyTree:
    """A tree with removed tokens in their places again, where `moved` would have them."""
    new = tree.copy()
    for i, token in sorted(gone, key=lambda item: item[0]):
        new.tokens.insert(i, replace(token, parent=0, edge="", secondary=[]))
    places = {i for i, _ in gone}
    marks = [i in places for i in range(len(new.tokens))]
    for i in places:
        new.tokens[i].parent = _between(new, marks, i)
    return new


def _between(tree: ConstituencyTree, marks: list[bool], at: int) -> int:
    """The lowest constituent over the nearest words on both sides of a mark."""
    before = next((i for i in range(at - 1, -1, -1) if not marks[i]), None)
    after = next((i for i in range(at + 1, len(marks)) if not marks[i]), None)
    if before is None or after is None:
        return 0
    above = set(tree.above(tree.tokens[before].parent))
    return next(number for number in tree.above(tree.tokens[after].parent) if number in above)
