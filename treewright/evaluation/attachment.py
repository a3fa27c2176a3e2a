"""Attachment scores by the definitions of the CoNLL 2018 shared task, from lists or arrays of heads and labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from treewright.evaluation.alignment import Alignment, Judgement
from treewright.evaluation.scores import ATTACHED_LAS, ATTACHED_UAS, CLAS, LABEL_ACCURACY, LAS, UAS, Scores

# As in the official scorer; `punct` is in neither set.
CONTENT_RELATIONS = frozenset(
    {
        *(
            "nsubj",
            "obj",
            "iobj",
            "csubj",
            "ccomp",
            "xcomp",
            "obl",
            "vocative",
            "expl",
            "dislocated",
            "advcl",
            "advmod",
        ),
        *("discourse", "nmod", "appos", "nummod", "acl", "amod", "conj", "fixed", "flat", "compound", "list"),
        *("parataxis", "orphan", "goeswith", "reparandum", "root", "dep"),
    }
)
FUNCTIONAL_RELATIONS = frozenset({"aux", "cop", "mark", "det", "clf", "case", "cc"})

Labels = Sequence[str | bytes | int | None] | numpy.ndarray
Numbers = Sequence[int] | numpy.ndarray


def universal(label: str) -> str:
    """The part of a label that all languages share: `nsubj` of `nsubj:pass`."""
    return label.split(":")[0]


def attachment_counts(
    gold_heads: Numbers,
    gold_labels: Labels | None,
    predicted_heads: Numbers,
    predicted_labels: Labels | None,
    *,
    names: Sequence[str | bytes] | None = None,
    counted: Sequence[bool] | numpy.ndarray | None = None,
    subtypes: bool = False,
) -> Scores:
    """Scores of any number of words: 10,000 words take about two milliseconds.

    Labels are texts, or indices of `names` (negative: unknown), or None for an unlabelled parser. A word counts for a
    metric if the gold head (not negative), the gold label (not None or `_`) or both, whichever the metric needs, are known. A
    negative predicted head is wrong; the scores of attached words leave such words out.
    `counted` says which words count at all.
    """
    inventory = Inventory(subtypes)
    gold, predicted = numpy.asarray(gold_heads, numpy.int64), numpy.asarray(predicted_heads, numpy.int64)
    if gold_labels is None or predicted_labels is None:
        gold_ids = predicted_ids = numpy.full(len(gold), -1)
    else:
        gold_ids, predicted_ids = inventory.ids(gold_labels, names), inventory.ids(predicted_labels, names)
    sizes = [len(column) for column in (gold, gold_ids, predicted, predicted_ids)]
    if len(set(sizes)) > 1:
        raise ValueError(f"gold heads, gold labels, predicted heads and predicted labels of {sizes} words")
    mask = numpy.ones(len(gold), bool) if counted is None else numpy.asarray(counted, bool)
    every = numpy.arange(len(gold))
    alignment = Alignment(every, every)
    arcs = AlignedArcs(Arcs(gold, gold_ids), Arcs(predicted, predicted_ids), alignment, inventory, mask, mask)
    scores = {name: alignment.score(judgement) for name, judgement in arcs.judgements().items()}
    return Scores(scores, words=int(numpy.count_nonzero(mask)), subtypes=subtypes)


@dataclass(frozen=True)
class Arcs:
    """The head of each word (0 is the root, negative an unknown one) and the number of its label (negative: unknown)."""

    heads: numpy.ndarray
    labels: numpy.ndarray


class AlignedArcs:
    """Compares the arcs of aligned words. The system's heads are numbers of gold words."""

    def __init__(
        self,
        gold: Arcs,
        system: Arcs,
        alignment: Alignment,
        inventory: Inventory,
        counted: numpy.ndarray,
        others: numpy.ndarray,
    ) -> None:
        """`counted` says which gold words count, `others` which unaligned system words do."""
        self.alignment, self.others = alignment, others
        self.head_known, self.label_known = counted & (gold.heads >= 0), counted & (gold.labels >= 0)
        self.both_known = self.head_known & self.label_known
        self.same_head = alignment.same(gold.heads, system.heads)
        self.same_label = alignment.same(gold.labels, system.labels)
        self.same_both = self.same_head & self.same_label
        self.attached = system.heads >= 0  # system words
        content = inventory.content()
        self.gold_content = self.both_known & content[gold.labels]
        self.system_content = alignment.on_system(self.both_known, others) & content[system.labels]

    def judgements(self) -> dict[str, Judgement]:
        """What the metrics of heads and labels say."""
        found = numpy.ones(len(self.head_known), bool)  # gold words, but for those that the system left without a head
        found[self.alignment.gold] = self.attached[self.alignment.system]
        return {
            UAS: self._judgement(self.same_head, self.head_known),
            LAS: self._judgement(self.same_both, self.both_known),
            CLAS: Judgement(self.same_both, self.gold_content, self.system_content),
            LABEL_ACCURACY: self._judgement(self.same_label, self.label_known),
            ATTACHED_UAS: self._judgement(self.same_head, self.head_known & found, self.attached),
            ATTACHED_LAS: self._judgement(self.same_both, self.both_known & found, self.attached),
        }

    def _judgement(self, right: numpy.ndarray, known: numpy.ndarray, given: numpy.ndarray | bool = True) -> Judgement:
        """Of the gold words whose answer is known and the system words that have one."""
        return Judgement(right, known, self.alignment.on_system(known, self.others) & given)


class Inventory(dict[Any, int]):
    """Numbers the labels in order of occurrence, equal labels alike; -1 is unknown."""

    def __init__(self, subtypes: bool) -> None:
        super().__init__({None: -1, "_": -1, b"_": -1})
        self.subtypes = subtypes
        self.numbers: dict[str, int] = {}

    def __missing__(self, label: str | bytes) -> int:
        text = label.decode() if isinstance(label, bytes) else label
        compared = text if self.subtypes else universal(text)
        self[label] = number = self.numbers.setdefault(compared, len(self.numbers))
        return number

    def ids(self, labels: Labels, names: Sequence[str | bytes] | None = None) -> numpy.ndarray:
        """The numbers of labels, given as texts or as indices of names."""
        if names is None:
            return numpy.fromiter(map(self.__getitem__, labels), numpy.int64, len(labels))
        table = numpy.array([*map(self.__getitem__, names), -1], numpy.int64)
        indices = numpy.asarray(labels, numpy.int64)
        return table[numpy.where(indices < 0, len(names), indices)]

    def content(self) -> numpy.ndarray:
        """Whether each number is that of a content relation; the last row is for -1."""
        return self._among(CONTENT_RELATIONS)

    def functional(self) -> numpy.ndarray:
        """Whether each number is that of a functional relation; the last row is for -1."""
        return self._among(FUNCTIONAL_RELATIONS)

    def _among(self, relations: frozenset[str]) -> numpy.ndarray:
        return numpy.array([*(universal(label) in relations for label in self.numbers), False], bool)
