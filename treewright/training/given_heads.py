"""Training under constraints: a share of the gold heads of each sentence is given, others in each epoch."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from treewright.arrays import int_array
from treewright.constraints.arc_check import ArcCheck
from treewright.constraints.conflict import relax
from treewright.constraints.constraint_set import Constraints
from treewright.constraints.given import Given
from treewright.families.lifting import LiftedTree
from treewright.treebank.sentence import Sentence
from treewright.trees.projective_tree import LONGEST


class GivenHeads:
    """Draws the heads that are given; of a tree that is not projective, only what one projective tree can have."""

    def __init__(
        self, share: float, sentences: Sequence[Sentence], single_root: bool, lifted: Mapping[int, LiftedTree] | None = None
    ) -> None:
        """`lifted` has the trees of sentences that were projectivised; of these, arcs that were not lifted are given."""
        self.share = share
        arcs = ArcCheck()
        if lifted:
            sentences = [_unlifted(s, lifted[n][0]) if n in lifted else s for n, s in enumerate(sentences)]
        self.heads = [_heads(sentence, arcs, single_root) for sentence in sentences]
        self.drawn: list[float] = []
        self.starts = [0]
        for sentence in sentences:
            self.starts.append(self.starts[-1] + len(sentence))

    def begin_epoch(self, epoch: int, seed: int) -> None:
        """Draw anew; what is given does not depend on threads."""
        source = random.Random(f"given heads {seed} {epoch}")
        self.drawn = [source.random() for _ in range(self.starts[-1])]

    def given(self, number: int) -> Given:
        """What is given in a sentence."""
        start, stop = self.starts[number], self.starts[number + 1]
        heads = int_array(stop - start, -1)
        for i, head in enumerate(self.heads[number]):
            if self.drawn[start + i] < self.share:
                heads[i] = head
        return Given(heads, int_array(stop - start, -1), False)


def _unlifted(sentence: Sentence, heads: Sequence[int]) -> Sentence:
    """The sentence with those heads that are the same in its projectivised tree."""
    same = [own if own == head else -1 for own, head in zip(sentence.heads, heads, strict=True)]
    return sentence.with_tree(same, sentence.labels)


def _heads(sentence: Sentence, arcs: ArcCheck, single_root: bool) -> Any:
    """The heads that may be given together."""
    if arcs.fits(sentence.heads, len(sentence), single_root):
        return sentence.heads
    heads = int_array(len(sentence), -1)
    if len(sentence) <= LONGEST:
        for constraint in relax(Constraints.of(sentence).constraints, len(sentence), single_root=single_root)[0]:
            heads[constraint.word - 1] = constraint.words[0]
    return heads
