"""The trainer of decoders that learn by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral
from typing import Any

from treewright.decoding.decoder import Decoder
from treewright.decoding.learning_decoder import LearningDecoder
from treewright.errors import TreewrightError
from treewright.storage.named_arrays import Arrays, LearntArrays, checked_arrays
from treewright.training.trainer import FROM_BATCHES, Example, Trainer


class DecoderTrainer(Trainer):
    """Shows a decoder the sentences, a batch at a time, and keeps what it has learnt."""

    def __init__(self, own: LearningDecoder, decoder: Callable[[LearntArrays], Decoder]) -> None:
        """`decoder` makes a decoder of what has been learnt."""
        self.own, self._decoder = own, decoder
        self.name = type(own).__name__
        self.batch, self.is_network = own.batch, own.takes_network
        if own.takes_network:
            self.instead = FROM_BATCHES
        if not isinstance(self.batch, int) or self.batch < 1:
            raise TreewrightError(f"{self.name}.batch: seen {self.batch!r:.40}, expected a whole number of at least 1")

    def prepare(self, sentences: Sequence[Any]) -> None:
        """Show the training data to the decoder."""
        self.own.prepare(sentences)

    def begin_epoch(self, epoch: int, epochs: int, seed: int) -> None:
        """An epoch begins."""
        self.own.begin_epoch(epoch, epochs)

    def learn(self, examples: Sequence[Example]) -> int:
        """Learn from some sentences; returns the number of updates."""
        updates = self.own.learn(examples)
        if not isinstance(updates, Integral) or updates < 0:
            raise TreewrightError(f"{self.name}.learn: seen {updates!r:.40}, expected the number of updates")
        return int(updates)

    def end_epoch(self) -> None:
        """All sentences have been seen."""
        self.own.end_epoch()

    @property
    def decision_loss(self) -> float | None:  # type: ignore[override]
        """The mean loss of a network for each arc."""
        return self.own.figures().get("loss") if self.is_network else None

    def figures(self) -> dict[str, Any]:
        """What the decoder says of its model."""
        return self.own.figures()

    def learnt(self) -> LearntArrays:
        """Copies of all that was learnt."""
        return LearntArrays.of(self.own)

    def learnt_from(self, arrays: Arrays) -> LearntArrays:
        """The same from its arrays."""
        return LearntArrays(arrays)

    def decoder(self, learnt: LearntArrays) -> Decoder:
        """A decoder that predicts with what was learnt."""
        return self._decoder(learnt)

    def state(self) -> Arrays:
        """What the decoder needs to go on."""
        return checked_arrays(self.own, "state")

    def restore(self, state: Arrays) -> None:
        """Go on from a state."""
        self.own.restore(state)
