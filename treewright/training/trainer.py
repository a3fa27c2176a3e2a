"""Trainers: how one learns from a batch of sentences; the training loop does the rest."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from treewright.constraints.given import Given
from treewright.decoding.decoder import Decoder
from treewright.errors import SettingsError
from treewright.training.gold_trees import Gold
from treewright.treebank.sentence import Sentence

FROM_BATCHES = "leave it out with a network"
EARLY = 0.1  # of its epochs, in whose first half its rate of learning rises, a network has not found its way
WORSE_THAN_GUESSING = 20.0  # a loss per decision; a choice among a million at random has 14


class Example(NamedTuple):
    """A sentence to learn from: what is right in it, and what is given."""

    sentence: Sentence
    gold: Gold
    given: Given | None = None


class Trainer:
    """Base of all trainers."""

    name = ""  # what it trains, for messages
    batch = 1  # sentences that are learnt from at once
    epochs: int | None = None  # how many there are, if it is not for the settings to say
    instead = "set `batch` of the decoder to 1"  # what to do where callbacks follow single sentences
    is_network = False  # whether it has to warm up, has a loss, and may come to numbers that are not finite
    decision_loss: float | None = None  # a network's mean loss of single decisions in this epoch, whose size means something
    skipped = 0  # sentences of this epoch whose gold tree cannot be reached

    def watch(self, hook: Callable[[Any], None]) -> None:
        """Call this after each update."""
        raise SettingsError(f"callbacks: on_update follows transitions, and {self.name} makes none")

    def prepare(self, sentences: Sequence[Sentence]) -> None:
        """Look at the training data before the first epoch."""

    def preparing(self, epochs: int) -> int:
        """How many epochs of all only prepare for the others, so that their dev scores say little."""
        return math.ceil(EARLY * epochs) if self.is_network else 0

    def begin_epoch(self, epoch: int, epochs: int, seed: int) -> None:
        """An epoch begins (from 1)."""

    def learn(self, examples: Sequence[Example]) -> int:
        """Learn from some sentences; returns the number of updates."""
        raise NotImplementedError

    def end_epoch(self) -> None:
        """All sentences have been seen."""

    def astray(self, loss: float) -> str:
        """What to say if the last loss of single decisions is that of weights that grew until sure decisions are wrong."""
        if loss <= WORSE_THAN_GUESSING:
            return ""
        seen = f"seen a loss of {loss:,.2f} per decision, which is worse than guessing"
        return f"network: {seen}; a lower rate of learning (network.rate) may help"

    def figures(self) -> dict[str, Any]:
        """What the row of an epoch says of the model."""
        return {}

    def learnt(self) -> Any:
        """What has been learnt so far; it has `arrays()`, and learning goes on without changing it."""
        raise NotImplementedError

    def learnt_from(self, arrays: dict[str, Any]) -> Any:
        """The same from its arrays."""
        raise NotImplementedError

    def decoder(self, learnt: Any) -> Decoder:
        """A decoder that predicts with what was learnt, the same as that of the finished parser."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """Arrays with all that is needed to go on after this epoch."""
        return {}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from a state."""
