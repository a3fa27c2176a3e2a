"""Hooks at the places where people watch or steer training."""

from __future__ import annotations

from typing import Any


class Callbacks:
    """Override what you need; every method may read and change what it is given.

    `on_sentence` returning False leaves the sentence out in this epoch, `on_gold` may leave out arcs (subsampling on the fly).
    """

    keeps_trees = False  # whether `on_gold` only leaves arcs out, so that facts of the training trees still hold

    def on_training_start(self, loop: Any) -> None:
        """Before the first epoch (or the first after a resume)."""

    def on_epoch_start(self, loop: Any, epoch: int) -> None:
        """Before an epoch, from 1."""

    def on_sentence(self, loop: Any, number: int) -> bool | None:
        """Before a sentence of the training data is learnt from; `number` is its place there."""
        return None

    def on_gold(self, loop: Any, number: int, heads: list[int], labels: list[int]) -> tuple[Any, Any] | None:
        """The gold heads and label numbers (of `loop.labels`) of a sentence in this epoch, -1 where unknown.

        Return both changed to learn from another tree: an arc that is -1 costs nothing.  With training.pseudo_projective this
        is the projectivised tree, and greater numbers than those of `loop.labels` stand for labels with marks.  With
        several threads this is called for some dozens of sentences before they are learnt from.
        """
        return None

    def on_sentence_end(self, loop: Any, number: int, updates: int) -> None:
        """After a sentence has been learnt from, with the updates it caused."""

    def on_update(self, strategy: Any) -> None:
        """After an update of the weights."""

    def on_evaluation(self, loop: Any, epoch: int, scores: Any) -> None:
        """After the dev treebank has been scored."""

    def on_epoch_end(self, loop: Any, epoch: int, row: dict[str, Any]) -> None:
        """After an epoch, with the row that the log gets."""

    def on_training_end(self, loop: Any) -> None:
        """When the best weights have been chosen."""


def overridden(callbacks: Callbacks, name: str) -> bool:
    """Whether a hook is overridden; the training loop skips those that are not."""
    return getattr(type(callbacks), name) is not getattr(Callbacks, name)
