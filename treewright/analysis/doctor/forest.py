"""All words of a treebank in columns of numbers, with a root node before each sentence: what the doctor computes with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from treewright.treebank.sentence import Sentence

ROOT = "<root>"  # what stands in the columns of a root node
FIELDS = {"form": 1, "lemma": 2, "tag": 3, "fine_tag": 4, "features": 5, "label": 7}


class Forest:
    """Nodes are numbered through the treebank; `start` is the root node of each sentence.

    A word whose head is unknown hangs on the root node here, and `known` is False for it.
    """

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self.sentences = sentences
        self.names: dict[str, dict[str, int]] = {field: {} for field in FIELDS}
        columns: dict[str, list[int]] = {field: [] for field in FIELDS}
        heads: list[int] = []
        known: list[bool] = []
        starts = []
        for sentence in sentences:
            start = len(heads)
            starts.append(start)
            for field, k in FIELDS.items():
                number = self.names[field]
                values = [ROOT, *(sentence.column(i, k) for i in range(len(sentence)))]
                values = [value.lower() for value in values] if field == "form" else values
                columns[field] += [number.setdefault(value, len(number)) for value in values]
            heads += [start, *(start + max(0, head) for head in sentence.heads)]
            known += [
                False,
                *(head >= 0 and label is not None for head, label in zip(sentence.heads, sentence.labels, strict=True)),
            ]
        self.form, self.lemma, self.tag, self.fine_tag, self.features, self.label = (
            numpy.array(columns[field], numpy.int64) for field in FIELDS
        )
        if set(self.names["tag"]) <= {ROOT, "_"}:  # a treebank with fine tags only
            self.tag, self.names["tag"] = self.fine_tag, self.names["fine_tag"]
        self.head, self.known = numpy.array(heads, numpy.int64), numpy.array(known, bool)
        self.start = numpy.array(starts, numpy.int64)
        self.size = len(heads)
        lengths = numpy.diff(numpy.append(self.start, self.size))
        self.sentence = numpy.repeat(numpy.arange(len(sentences)), lengths)
        self.root = numpy.repeat(self.start, lengths)  # of each node: the root of its sentence
        self.last = numpy.repeat(self.start + lengths - 1, lengths)  # and its last word
        self.words = numpy.flatnonzero(numpy.arange(self.size) != self.root)
        self._measure()

    def __len__(self) -> int:
        return len(self.words)

    def _measure(self) -> None:
        """Children of each node, the edges of its subtree, and when a walk through the tree enters and leaves it."""
        heads, size = self.head.tolist(), self.size
        self.children: list[list[int]] = [[] for _ in range(size)]
        for word in self.words.tolist():
            self.children[heads[word]].append(word)
        first, last = list(range(size)), list(range(size))
        entered, left = [0] * size, [0] * size
        time = 0
        for root in self.start.tolist():
            stack = [root]
            order = []
            while stack:
                node = stack.pop()
                entered[node] = time
                time += 1
                order.append(node)
                stack += self.children[node]
            for node in reversed(order):
                left[node] = max(left[node], entered[node] + 1)
                if node != root:
                    head = heads[node]
                    left[head] = max(left[head], left[node])
                    if head != root:
                        first[head], last[head] = min(first[head], first[node]), max(last[head], last[node])
        self.first, self.latest = numpy.array(first), numpy.array(last)
        self.entered, self.left = numpy.array(entered), numpy.array(left)

    def dominates(self, above: Any, below: Any) -> Any:
        """Whether nodes are other nodes or their ancestors."""
        return (self.entered[above] <= self.entered[below]) & (self.entered[below] < self.left[above])

    def beside(self, words: Any) -> tuple[Any, Any]:
        """The words next to the subtree of each word, on the left and on the right; the root node where there is none."""
        before, after = self.first[words] - 1, self.latest[words] + 1
        return before, numpy.where(after > self.last[words], self.root[words], after)

    def on_neither_side(self, words: Any, heads: Any) -> Any:
        """Whether a head is above both sides of a word: punctuation then belongs to neither of the parts it divides."""
        before, after = self.beside(words)
        inside = (before != self.root[words]) & (after != self.root[words])
        return inside & self.dominates(heads, before) & self.dominates(heads, after)

    def place(self, node: int) -> tuple[int, int]:
        """The sentence of a node, and its position there from 1 (0: the root)."""
        return int(self.sentence[node]), int(node - self.root[node])
