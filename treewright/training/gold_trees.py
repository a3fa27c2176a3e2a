"""The gold columns of the training data as oracles take them, and changed as hooks want them in an epoch."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy

from treewright.arrays import COMPILED
from treewright.errors import SettingsError
from treewright.families.prediction import Prediction
from treewright.training.callbacks import Callbacks, overridden
from treewright.training.drop_arcs import DropArcs
from treewright.treebank.sentence import Sentence

Gold = tuple[Any, ...]  # what an oracle prepares: heads and label numbers of one sentence, -1 where unknown; perhaps tags


class GoldTrees:
    """All gold trees side by side; `tree` gives that of one sentence.  The sentences themselves never change."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        gold: Prediction,
        label_count: int,
        callbacks: Callbacks,
        drop_arcs: DropArcs | None = None,
        entries: Callable[[int], int] = int,
    ) -> None:
        """`entries` tells how many entries the columns have for a sentence of some size."""
        self.callbacks, self.dropping = callbacks, drop_arcs
        self.asks = overridden(callbacks, "on_gold")
        self.most_label = label_count - 1
        self.starts = [0]
        for sentence in sentences:
            self.starts.append(self.starts[-1] + entries(sentence.size))
        self.all_heads, self.all_labels, self.tags = gold.heads, gold.labels, gold.tags
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
        """What a hook answered; compiled oracles would read beyond their arrays for numbers out of range."""
        size = self.starts[number + 1] - self.starts[number]
        try:
            heads, labels = ([operator.index(value) for value in values] for values in changed)
        except (TypeError, ValueError):
            seen, expected = f"seen {changed!r:.60}", "two lists of whole numbers, heads and labels, or None"
            raise SettingsError(f"on_gold, sentence {number}: {seen}, expected {expected}") from None
        for name, values, most in (("heads", heads, size), ("labels", labels, self.most_label)):
            wrong = [value for value in values if not -1 <= value <= most]
            if wrong or len(values) != size:
                seen = f"{wrong[0]} among the {name}" if wrong else f"{len(values)} {name}"
                expected = f"{size} numbers, each from -1 (unknown) to {most}"
                raise SettingsError(f"on_gold, sentence {number}: seen {seen}, expected {expected}")
        return heads, labels
