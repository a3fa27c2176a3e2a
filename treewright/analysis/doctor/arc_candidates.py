"""Arcs that come into question for each word: what the jury found, and what the rest of the tree suggests."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy

from treewright.analysis.doctor.forest import Forest
from treewright.analysis.doctor.jury import Jury

PUNCTUATION = ("PUNCT", "PUNC")  # tags of words for which all likely heads are tried


class ArcCandidates:
    """One row for each arc: `word`, `head`, `label`, `votes`; rows of a word are together, words in order.

    No arc is proposed because it is annotated, or a model could tell the annotated arc by its being there. An annotated arc
    that nobody proposed is added to be scored (`added`); such words teach nothing. A word that all agree on has one row.
    """

    def __init__(self, table: Forest, jury: Jury) -> None:
        self.table = table
        words = table.words[table.known[table.words]]
        usual = _usual_labels(table, words)
        always = {table.names["tag"][name] for name in PUNCTUATION if name in table.names["tag"]}
        rows: list[tuple[int, int, int, int, bool]] = []
        heads, labels, tags = table.head.tolist(), table.label.tolist(), table.tag.tolist()
        voted = (jury.heads[:, words].T.tolist(), jury.labels[:, words].T.tolist())
        for word, *votes in zip(words.tolist(), *voted, strict=True):
            counted = Counter(zip(*votes, strict=True))
            (head, label), most = counted.most_common(1)[0]
            arcs = dict(counted)
            if most < len(jury.members) or tags[word] in always:
                for other in _likely_heads(table, heads, word):
                    arcs.setdefault((other, label), 0)
                for other in usual.get((tags[word], tags[head], head < word), ()):
                    arcs.setdefault((head, other), 0)
            annotated = (heads[word], labels[word])
            added = annotated not in arcs
            if added:
                arcs[annotated] = 0
            rows += [(word, *arc, number, added and arc == annotated) for arc, number in arcs.items()]
        columns: Any = numpy.array(rows, numpy.int64).reshape(-1, 5).T
        self.word, self.head, self.label, self.votes = columns[:4]
        self.added = columns[4].astype(bool)
        self.annotated = (self.head == table.head[self.word]) & (self.label == table.label[self.word])
        self.begin = numpy.flatnonzero(numpy.append(True, self.word[1:] != self.word[:-1])) if len(rows) else self.word
        self.count = numpy.diff(numpy.append(self.begin, len(rows)))
        self.group = numpy.repeat(numpy.arange(len(self.begin)), self.count)  # which word a row belongs to

    def __len__(self) -> int:
        return len(self.word)

    def teaching(self) -> Any:
        """Which words a model can learn from: those with several arcs, of which the annotated one was proposed."""
        return (self.count > 1) & ~numpy.logical_or.reduceat(self.added, self.begin)


def _usual_labels(table: Forest, words: Any) -> dict[tuple[int, int, bool], list[int]]:
    """The two most frequent labels between two tags in a direction."""
    heads = table.head[words]
    columns = (table.tag[words], table.tag[heads], heads < words, table.label[words])
    seen: dict[tuple[int, int, bool], Counter[int]] = defaultdict(Counter)
    for tag, head_tag, left, label in zip(*(column.tolist() for column in columns), strict=True):
        seen[tag, head_tag, left][label] += 1
    return {key: [label for label, _ in counts.most_common(2)] for key, counts in seen.items()}


def _likely_heads(table: Forest, heads: list[int], word: int) -> set[int]:
    """The words beside the subtree of a word, the highest ones above them on that side, and the heads of those."""
    root, last = int(table.root[word]), int(table.last[word])
    found = set()
    before, after = int(table.first[word]) - 1, int(table.latest[word]) + 1
    if before > root:
        top = before
        while root < heads[top] < word:
            top = heads[top]
        found |= {before, top, heads[top]}
    if after <= last:
        top = after
        while heads[top] > word:
            top = heads[top]
        found |= {after, top, heads[top]}
    return found - {word, root}
