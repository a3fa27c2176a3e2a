"""What tells a likely arc from an unlikely one: votes, words, the rest of the annotated tree, and the same words elsewhere.

No feature looks at the annotated arc of the word itself: what is called the rest of the tree is the tree without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import numpy

from treewright.analysis.doctor.arc_candidates import ArcCandidates
from treewright.analysis.doctor.arc_model import BITS
from treewright.analysis.doctor.jury import Jury

CUES = ("votes", "words", "tree", "variation")
DISTANCES = (1, 2, 3, 5, 8, 12)
FACTOR = numpy.uint64(0xFF51AFD7ED558CCD)


class ArcFeatures:
    """Rows of `numbers`, one for each candidate: places in the table of weights."""

    def __init__(self, candidates: ArcCandidates, jury: Jury, cues: Collection[str] = CUES) -> None:
        self.candidates, self.table, self.jury = candidates, candidates.table, jury
        self.word, self.head, self.label = candidates.word, candidates.head, candidates.label
        self.columns: list[Any] = []
        self._look()
        for cue in CUES:
            if cue in cues:
                getattr(self, f"_add_{cue}")()
        self.numbers = numpy.stack(self.columns, axis=1) if self.columns else numpy.zeros((len(candidates), 0), numpy.int32)

    def _add(self, *values: Any) -> None:
        """One template: the values together are a feature."""
        key = numpy.full(len(self.word), 0x9E3779B97F4A7C15 * (len(self.columns) + 1) % (1 << 63), numpy.uint64)
        for value in values:
            key = (key ^ numpy.asarray(value).astype(numpy.uint64)) * FACTOR
            key ^= key >> numpy.uint64(29)
        self.columns.append(((key >> numpy.uint64(20)) & numpy.uint64((1 << BITS) - 1)).astype(numpy.int32))

    def _look(self) -> None:
        """What several templates use."""
        table, word, head = self.table, self.word, self.head
        self.root, self.end = table.root[word], table.last[word]
        self.side = (head < word).astype(numpy.int64)
        from_root = head == self.root
        self.distance = self.side * 10 + numpy.searchsorted(DISTANCES, numpy.abs(head - word)) + 100 * from_root
        self.tag, self.head_tag = table.tag[word], table.tag[head]
        self.before, self.after = table.beside(word)
        self.left_edge, self.right_edge = self._relation(self.before), self._relation(self.after)
        above = table.head[head]
        self.above = numpy.select(
            [from_root, above == self.root, above == word], [4, 3, 2], (above < word).astype(numpy.int64)
        )  # where the head's own head is: then this head may be the highest one on its side
        cycle = table.dominates(word, head)
        shape = ((self.side * 10 + self.left_edge) * 10 + self.right_edge) * 10 + self.above
        self.shape = (shape * 2 + cycle) * 2 + from_root

    def _relation(self, beside: Any) -> Any:
        """How the head stands to the word beside the subtree: 0 not above it, 1 it is it, 2 above it, 9 there is none."""
        above = numpy.where(self.table.dominates(self.head, beside), 2, 0)
        return numpy.select([beside == self.root, beside == self.head], [9, 1], above)

    def _add_votes(self) -> None:
        votes, label = self.candidates.votes, self.label
        for values in ((), (label,), (label, self.tag), (self.distance,), (label, self.head_tag)):
            self._add(votes, *values)
        for heads, labels in zip(self.jury.heads, self.jury.labels, strict=True):
            same = (heads[self.word] == self.head) + 2 * (labels[self.word] == label)
            self._add(same)
            self._add(same, label)

    def _add_words(self) -> None:
        table, word, head, label = self.table, self.word, self.head, self.label
        form, lemma, tag = table.form, table.lemma, table.tag
        previous, following = word - 1, numpy.minimum(word + 1, self.end)
        pair = (label, self.tag, self.head_tag)
        for values in (
            (label, self.tag), (label, form[word]), (*pair, self.side), (*pair, self.distance),
            (label, lemma[word], self.head_tag), (label, lemma[head], self.tag), (label, lemma[word], lemma[head]),
            (self.tag, self.head_tag, self.distance), (label, self.distance), (label, self.head_tag, form[word]),
            (label, self.tag, tag[previous], tag[following]), (label, form[previous], self.tag),
            (label, form[following], self.tag), (label, form[word], form[following]), (label, form[previous], form[word]),
            (label, table.fine_tag[word], table.fine_tag[head], self.side), (label, table.features[word]),
        ):  # fmt: skip
            self._add(*values)

    def _add_tree(self) -> None:
        table, word, head, label = self.table, self.word, self.head, self.label
        form, tag, head_label = table.form[word], table.tag, table.label[head]
        ends = (word == self.end) * 2 + (word == self.root + 1)
        below, first = self._children()
        same, others, nearest = self._siblings()
        for values in (
            (self.shape,), (label, self.shape), (label, self.shape, form), (label, self.shape, ends, form),
            (label, head_label), (label, head_label, self.head_tag, self.tag),
            (label, self.left_edge, self.right_edge, self.above, head_label),
            (label, self.above, self.side, self.head_tag, head_label),
            (label, self.left_edge, self.side, tag[self.before], self.tag),
            (label, self.right_edge, self.side, tag[self.after], self.tag),
            (label, below), (label, self.tag, below), (label, first, self.tag), (label, first, table.lemma[head]),
            (label, first, self.head_tag, self.side), (first, self.tag, self.head_tag, self.side, self.above),
            (label, same), (label, same, self.side, self.head_tag), (label, others, self.head_tag),
            (label, nearest, self.side), (label, nearest, self.head_tag, self.tag),
        ):  # fmt: skip
            self._add(*values)

    def _children(self) -> tuple[Any, Any]:
        """The labels below each word as one number, and its first child (for a phrase with a preposition, that)."""
        table = self.table
        labels, lemmas = table.label.tolist(), table.lemma.tolist()
        below, first = numpy.zeros(table.size, numpy.int64), numpy.zeros(table.size, numpy.int64)
        for node, children in enumerate(table.children):
            if children:
                below[node] = _together(labels[child] for child in children)
                first[node] = lemmas[children[0]] + 1
        return below[self.word], first[self.word]

    def _siblings(self) -> tuple[Any, Any, Any]:
        """What the head has without this word: children with this label, all labels, the nearest child on the same side."""
        table = self.table
        labels = table.label.tolist()
        rows = []
        for word, head, label in zip(self.word.tolist(), self.head.tolist(), self.label.tolist(), strict=True):
            others = [child for child in table.children[head] if child != word]
            near = [child for child in others if (child < head) == (word < head)]
            nearest = min(near, key=lambda child: abs(child - word), default=-1)
            same = min(3, sum(labels[child] == label for child in others))
            beside = 0 if nearest < 0 else 1 + 2 * labels[nearest] + (nearest < word)
            rows.append((same, _together(labels[child] for child in others), beside))
        columns: Any = numpy.array(rows, numpy.int64).reshape(-1, 3).T
        return columns[0], columns[1], columns[2]

    def _add_variation(self) -> None:
        """How often the same words have the same arc elsewhere: a word with its neighbours, or with one of them."""
        table = self.table
        words = table.words[table.known[table.words]]
        form = table.form
        following = numpy.where(table.last > numpy.arange(table.size), numpy.arange(table.size) + 1, table.root)
        around = form[numpy.arange(table.size) - 1], form, form[following]
        for parts in ((0, 1, 2), (1, 2), (0, 1)):
            key = numpy.zeros(table.size, numpy.int64)
            for part in parts:
                key = key * (len(table.names["form"]) + 1) + around[part] + 1
            annotated = _arc_numbers(table.head - numpy.arange(table.size), table.label)
            seen = Counter(zip(key[words].tolist(), annotated[words].tolist(), strict=True))
            total = Counter(key[words].tolist())
            arcs = _arc_numbers(self.head - self.word, self.label)
            keys = key[self.word].tolist()
            alike = numpy.array([seen[pair] for pair in zip(keys, arcs.tolist(), strict=True)]) - self.candidates.annotated
            others = numpy.array([total[one] for one in keys]) - 1
            share = numpy.searchsorted((0.01, 0.34, 0.67, 0.99), alike / numpy.maximum(1, others))
            self._add(numpy.minimum(3, others), share)
            self._add(numpy.minimum(3, alike), numpy.minimum(3, others - alike), self.tag)


def _arc_numbers(offsets: Any, labels: Any) -> Any:
    """An arc as one number: how far away the head is, and the label."""
    return (offsets + (1 << 20)) * (1 << 20) + labels


def _together(labels: Any) -> int:
    """A set of labels as one number."""
    number = 0
    for label in sorted(set(labels)):
        number = (number * 1_000_003 + label + 1) % (1 << 61)
    return number
