"""Scores of a predicted treebank against the gold one."""

from __future__ import annotations

from collections.abc import Iterable

from treewright.evaluation.block import Block
from treewright.evaluation.passages import passages
from treewright.evaluation.scores import Scores
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

BLOCK = 20_000  # words counted at once: memory stays flat however long the files are


def evaluate(
    gold: Iterable[Sentence], predicted: Iterable[Sentence], *, punctuation: bool = True, subtypes: bool = False
) -> Scores:
    """All scores of the CoNLL 2018 shared task, over all words or without those whose gold UPOS is PUNCT.

    Words and sentences may be split differently, as long as the characters other than spaces are the same. As in the shared
    task, only the universal part of labels counts unless `subtypes` is true. Punctuation counts there; PanParser and
    many papers leave it out. Words without a gold head or label are left out of the scores that need it. It is not checked
    that the predicted arcs form a tree.
    """
    gold, predicted = expected_sentences(gold, place="gold"), expected_sentences(predicted, place="predicted")
    total = Scores(punctuation=punctuation, subtypes=subtypes)
    block = Block(punctuation=punctuation, subtypes=subtypes)
    for passage in passages(gold, predicted):
        block.add(passage)
        if len(block) >= BLOCK:
            total += block.scores()
            block = Block(punctuation=punctuation, subtypes=subtypes)
    return total + block.scores()
