"""Which words of a gold and of a system treebank are the same, and scores over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy

from treewright.evaluation.score import Score


class Judgement(NamedTuple):
    """What one metric says of each word: which aligned words are right, and which gold and system words count."""

    right: numpy.ndarray
    gold: numpy.ndarray
    system: numpy.ndarray


@dataclass(frozen=True)
class Alignment:
    """Gold word `gold[k]` is system word `system[k]`, for each k."""

    gold: numpy.ndarray
    system: numpy.ndarray

    def on_system(self, mask: numpy.ndarray, others: numpy.ndarray) -> numpy.ndarray:
        """A mask of gold words as a mask of system words; `others` has the values of unaligned system words."""
        answer = others.copy()
        answer[self.system] = mask[self.gold]
        return answer

    def same(self, gold: numpy.ndarray, system: numpy.ndarray) -> numpy.ndarray:
        """For each aligned word, whether both sides have the same number there."""
        return gold[self.gold] == system[self.system]

    def score(self, judgement: Judgement) -> Score:
        """The score over the gold and system words that count."""
        right, gold, system = judgement
        aligned = gold[self.gold]
        return Score(*(int(numpy.count_nonzero(mask)) for mask in (aligned & right, gold, system, aligned)))
