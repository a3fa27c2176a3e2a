"""The gold trees of the training data in the numbers that oracles take, and changed as hooks want them in an epoch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy

from treewright.arrays import COMPILED
from treewright.training.callbacks import Callbacks, overridden
from treewright.training.drop_arcs import DropArcs
from treewright.treebank.lifted_labels import LiftedLabels, Tree
from treewright.treebank.sentence import Sentence

LiftedTrees = tuple[LiftedLabels, dict[int, Tree]]  # labels, and the trees of the sentences that were projectivised
Gold = tuple[Any, ...]  # what an oracle prepares: heads and label numbers of one sentence, -1 where unknown; perhaps tags


class GoldTrees:
    """All gold trees side by side; `tree` gives that of one sentence.  The sentences themselves never change."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        labels: Mapping[Any, int],
        callbacks: Callbacks,
        drop_arcs: DropArcs | None,
        lifted: LiftedTrees | None = None,
        tags: Mapping[Any, int] | None = None,
    ) -> None:
        self.callbacks, self.dropping = callbacks, drop_arcs
        self.asks = overridden(callbacks, "on_gold")
        self.most_label = len(lifted[0] if lifted else labels) - 1
        self.starts = [0]
        for sentence in sentences:
            self.starts.append(self.starts[-1] + sentence.size)
        size = self.starts[-1]
        self.all_heads = numpy.fromiter((head for s in sentences for head in s.heads), numpy.int32, size)
        known = (labels.get(label, -1) for s in sentences for label in s.labels) if labels else iter([-1] * size)
        self.all_labels = numpy.fromiter(known, numpy.int32, size)
        self.tags: Any = None
        if tags:
            self.tags = numpy.fromiter((tags.get(tag, -1) for s in sentences for tag in s.tags), numpy.int32, size)
        for number, (heads, numbers) in (lifted[1] if lifted else {}).items():
            self.all_heads[self.starts[number] : self.starts[number + 1]] = heads
            self.all_labels[self.starts[number] : self.starts[number + 1]] = numbers
        self.heads, self.labels = self.all_heads, self.all_labels  # those of this epoch
        if drop_arcs:
            drop_arcs.prepare(sentences)

    def begin_epoch(self, epoch: int, seed: int) -> None:
        """Leave out the arcs that are drawn for this epoch."""
        if self.dropping:
            drawn = self.dropping.draw(seed, epoch)
            self.heads = numpy.where(drawn, numpy.int32(-1), self.all_heads)
            self.labels = numpy.where(drawn, numpy.int32(-1), self.all_labels)

    def tree(self, loop: Any, number: int) -> Gold:
        """Heads and labels of a sentence for this epoch, and the tags if transitions choose them."""
        tree = self._tree(loop, number)
        if self.tags is None:
            return tree
        tags = self.tags[self.starts[number] : self.starts[number + 1]]
        return (*tree, None, tags if COMPILED else tags.tolist())

    def _tree(self, loop: Any, number: int) -> Gold:
        start, stop = self.starts[number], self.starts[number + 1]
        heads, labels = self.heads[start:stop], self.labels[start:stop]
        if self.asks:
            changed = self.callbacks.on_gold(loop, number, heads.tolist(), labels.tolist())
            if changed is not None:
                return self._checked(number, changed)
        return (heads, labels) if COMPILED else (heads.tolist(), labels.tolist())

    def _checked(self, number: int, changed: Any) -> Gold:
        """What a hook answered; compiled oracles would read anywhere in memory for numbers out of range."""
        size = self.starts[number + 1] - self.starts[number]
        heads, labels = ([int(value) for value in values] for values in changed)
        for name, values, most in (("heads", heads, size), ("labels", labels, self.most_label)):
            wrong = [value for value in values if not -1 <= value <= most]
            if wrong or len(values) != size:
                seen = f"{wrong[0]} among the {name}" if wrong else f"{len(values)} {name}"
                expected = f"{size} numbers, each from -1 (unknown) to {most}"
                raise ValueError(f"on_gold, sentence {number}: seen {seen}, expected {expected}")
        return heads, labels
