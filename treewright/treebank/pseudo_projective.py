"""Pseudo-projective trees (Nivre and Nilsson 2005): non-projective ones, changed so that projective systems can learn them.

While an arc is non-projective, the shortest such arc is lifted: its dependent is attached to the head of its head.
Labels record how to undo this: p is the label of the lifted word, h that of its original head, q that of a word it was
lifted from:

    encoding     a lifted word     a word on the path
    head         p, up, h          q
    path         p, up             q, down
    head+path    p, up, h          q, down

To decode, lifted words are processed from the top of the tree down and from left to right. Below the head of each one, outside
its own subtree, a search level by level finds the first word with label h; `path` and `head+path` search only below marked
words; `path` takes the first marked word without a marked dependent. Words for which none is found are tried again as long
as others move, and otherwise stay. A word is never attached below itself, so a tree stays a tree with the same root.

Labels with marks are tuples and never text, so they cannot clash with any label of a treebank.
"""

from __future__ import annotations

import bisect
import heapq
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from treewright.treebank.projectivity import nonprojective_arcs

ENCODINGS = ("head", "path", "head+path")
LIFTED_FROM = 0.025  # share of non-projective arcs from which lifting them pays (docs/accuracy.md)


class MarkedLabel(NamedTuple):
    """A label with the marks that undo lifts; labels are strings, or their numbers."""

    label: Hashable
    up: bool = False  # the word was lifted
    head: Hashable = None  # the label of its original head, if the encoding has it
    down: bool = False  # a word was lifted from here

    @property
    def plain(self) -> bool:
        """Whether there is nothing to undo."""
        return not (self.up or self.down)


class Lifted(NamedTuple):
    """Heads after lifting, the words that were lifted and those they were lifted from."""

    heads: list[int]
    words: set[int]
    path: set[int]


def projectivise(heads: Sequence[int]) -> Lifted:
    """Lift the shortest non-projective arc, the leftmost of several, until there is none.

    An arc from a word whose own head is unknown cannot be lifted and stays.
    """
    heads = list(heads)
    words: set[int] = set()
    path: set[int] = set()
    # a lift detaches words from one head only: arcs from that head may become non-projective, and none becomes projective
    waiting = [(abs(head - word), word) for head, word in nonprojective_arcs(heads)]
    heapq.heapify(waiting)
    known = {word for _, word in waiting}
    while waiting:
        word = heapq.heappop(waiting)[1]
        known.discard(word)
        old = heads[word - 1]
        if heads[old - 1] < 0:
            continue
        heads[word - 1] = heads[old - 1]
        words.add(word)
        path.add(old)
        for other, head in enumerate(heads, 1):
            if (head == old or other == word) and other not in known and _is_nonprojective(heads, other):
                heapq.heappush(waiting, (abs(head - other), other))
                known.add(other)
    return Lifted(heads, words, path)


def _is_nonprojective(heads: list[int], word: int) -> bool:
    """Whether a word between an arc's ends does not descend from its head; see nonprojective_arcs for unknown heads."""
    head = heads[word - 1]
    top = _top(heads, head)
    for between in range(min(head, word) + 1, max(head, word)):
        above = between
        while above > 0 and above != head:
            above = heads[above - 1]
        if above != head and (above == 0 or _top(heads, between) == top):
            return True
    return False


def _top(heads: list[int], word: int) -> int:
    """The topmost word above a word, 0 for the root."""
    while word > 0 and heads[word - 1] >= 0:
        word = heads[word - 1]
    return word


def encode(
    encoding: str, heads: Sequence[int], labels: Sequence[Hashable | None]
) -> tuple[list[int], list[MarkedLabel | None]]:
    """The projectivised heads and the labels with their marks; None where a label is unknown."""
    lifted = projectivise(heads)
    marked: list[MarkedLabel | None] = []
    for word, label in enumerate(labels, 1):
        up = word in lifted.words
        above = labels[heads[word - 1] - 1] if up and encoding != "path" else None
        if label is None or (up and encoding != "path" and above is None):
            marked.append(None)
        else:
            marked.append(MarkedLabel(label, up, above, word in lifted.path and encoding != "head"))
    return lifted.heads, marked


def decode(
    encoding: str,
    heads: Sequence[int],
    labels: Sequence[MarkedLabel | None],
    may_move: Callable[[int, int, int], bool] | None = None,
) -> list[int]:
    """The heads with the lifts undone; `may_move(word, old, new)` says whether a word may change its head."""
    heads = list(heads)
    lifted = [word for word, label in enumerate(labels, 1) if label is not None and label.up and heads[word - 1] >= 0]
    if not lifted:
        return heads
    dependents: list[list[int]] = [[] for _ in range(len(heads) + 1)]
    for word, head in enumerate(heads, 1):
        if head >= 0:
            dependents[head].append(word)
    lifted.sort(key=lambda word: (_depth(heads, word), word))
    before = 0
    while len(lifted) != before:  # the head of a word may itself have to move first
        before, waiting = len(lifted), lifted
        lifted = []
        for word in waiting:
            old = heads[word - 1]
            new = _right_head(encoding, dependents, labels, word, old, may_move)
            if new:
                heads[word - 1] = new
                dependents[old].remove(word)
                bisect.insort(dependents[new], word)
            else:
                lifted.append(word)
    return heads


def _depth(heads: list[int], word: int) -> int:
    depth = 0
    while word > 0:
        word = heads[word - 1]
        depth += 1
    return depth


def _right_head(
    encoding: str,
    dependents: list[list[int]],
    labels: Sequence[MarkedLabel | None],
    word: int,
    old: int,
    may_move: Callable[[int, int, int], bool] | None,
) -> int:
    """The word that a lifted word is attached to, 0 if there is none."""
    wanted = labels[word - 1]
    assert wanted is not None
    level = [old]
    while level:
        below = [other for head in level for other in dependents[head] if other != word]
        if encoding != "head":
            below = [other for other in below if _is_down(labels[other - 1])]
        for other in below:
            if encoding == "path":
                found = not any(_is_down(labels[d - 1]) for d in dependents[other])
            else:
                own = labels[other - 1]
                found = own is not None and own.label == wanted.head
            if found and (may_move is None or may_move(word, old, other)):
                return other
        level = below
    return 0


def _is_down(label: MarkedLabel | None) -> bool:
    return label is not None and label.down
