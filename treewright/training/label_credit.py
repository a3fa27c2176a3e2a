"""Credit for a label, where labels have classes of their own: the gold one becomes more probable among all of them."""

from __future__ import annotations

import cython

from treewright.classifiers.credit import Credit
from treewright.classifiers.scorer import Scorer
from treewright.transitions.derivations import Derivations

if not cython.compiled:  # in C these are functions of the .pxd
    from math import exp, log


def give_label(credit: Credit, scorer: Scorer, d: Derivations, first: int, count: int, gold: int, certain: float) -> float:
    """Give credit to the labels whose classes begin at `first`, as they are scored, unless the loss is less than `certain`.

    The probability of a label is a softmax over their scores; returns the loss, -log of that of the gold label.
    """
    top, whole = scorer.score[first], 0.0
    for number in range(first, first + count):
        top = max(top, scorer.score[number])
    for number in range(first, first + count):
        whole += exp(scorer.score[number] - top)
    loss = top + log(whole) - scorer.score[first + gold]
    if loss < certain:
        return loss
    credit.look(d)
    for number in range(first, first + count):
        share = exp(scorer.score[number] - top) / whole
        credit.give(d, number, (1.0 if number == first + gold else 0.0) - share)
    return loss
