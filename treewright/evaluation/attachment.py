"""Attachment scores by the definitions of the CoNLL 2018 shared task, from lists or arrays of heads and labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy

from treewright.evaluation.score import Score
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
    """Scores of any number of words in a row: 10,000 of them take about two milliseconds.

    Labels are texts, or indices of `names` (negative: unknown), or None for an unlabelled parser. A word counts for a
    metric if its gold head (not negative), its gold label (not None or `_`) or both, as the metric needs, are known. A
    predicted head that is negative is a wrong one; the scores of attached words leave such words out.
    `counted` tells which words count at all.
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
    head_known, label_known = mask & (gold >= 0), mask & (gold_ids >= 0)
    both_known = head_known & label_known
    same_head, same_label = gold == predicted, gold_ids == predicted_ids
    same_both = same_head & same_label
    attached, attached_both = head_known & (predicted >= 0), both_known & (predicted >= 0)
    content = inventory.content()
    gold_content, predicted_content = both_known & content[gold_ids], both_known & content[predicted_ids]
    metrics = {
        UAS: _score(head_known & same_head, head_known, head_known),
        LAS: _score(both_known & same_both, both_known, both_known),
        CLAS: _score(gold_content & same_both, gold_content, predicted_content),
        LABEL_ACCURACY: _score(label_known & same_label, label_known, label_known),
        ATTACHED_UAS: _score(attached & same_head, attached, attached),
        ATTACHED_LAS: _score(attached_both & same_both, attached_both, attached_both),
    }
    return Scores(metrics, words=int(numpy.count_nonzero(mask)), subtypes=subtypes)


def _score(correct: numpy.ndarray, gold: numpy.ndarray, system: numpy.ndarray) -> Score:
    right, of_gold, of_system = (int(numpy.count_nonzero(mask)) for mask in (correct, gold, system))
    return Score(right, of_gold, of_system, aligned_total=of_gold)


class Inventory(dict[Any, int]):
    """Numbers the labels as they come, equal ones alike; -1 for an unknown one."""

    def __init__(self, subtypes: bool) -> None:
        super().__init__({None: -1, "_": -1, b"_": -1})
        self.subtypes = subtypes
        self.numbers: dict[str, int] = {}

    def __missing__(self, label: str | bytes) -> int:
        text = label.decode() if isinstance(label, bytes) else label
        compared = text if self.subtypes else universal(text)
        self[label] = number = self.numbers.setdefault(compared, len(self.numbers))
        return number

    def ids(self, labels: Labels, names: Sequence[str | bytes] | None) -> numpy.ndarray:
        """The numbers of labels, given as texts or as indices of names."""
        if names is None:
            return numpy.fromiter(map(self.__getitem__, labels), numpy.int64, len(labels))
        table = numpy.array([*map(self.__getitem__, names), -1], numpy.int64)
        indices = numpy.asarray(labels, numpy.int64)
        return table[numpy.where(indices < 0, len(names), indices)]

    def content(self) -> numpy.ndarray:
        """Whether each number is that of a content relation; the last row answers for -1."""
        return numpy.array([*(universal(label) in CONTENT_RELATIONS for label in self.numbers), False], bool)
