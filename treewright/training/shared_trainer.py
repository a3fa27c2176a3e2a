"""The trainer of a parser whose network has an encoder that others learn with it: the taggers of a pipeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from treewright.decoding.decoder import Decoder
from treewright.training.gold_trees import Gold
from treewright.training.trainer import Example
from treewright.training.transition_trainer import TransitionTrainer, Worker


class Follower(NamedTuple):
    """The parts of another one that learns over the same encoder, and what is right in each sentence, by its id."""

    worker: Worker
    gold: dict[int, Gold]


class SharedTrainer(TransitionTrainer):
    """All learn from the same batches: a sentence is encoded once, and the losses add up."""

    def __init__(self, worker: Worker, decoder: Callable[[Any], Decoder], followers: Sequence[Follower]) -> None:
        super().__init__([worker], decoder)
        self.followers = list(followers)
        self.classifier.followers = [follower.worker.classifier for follower in followers]

    def begin_epoch(self, epoch: int, epochs: int, seed: int) -> None:
        """Make all ready."""
        super().begin_epoch(epoch, epochs, seed)
        for number, follower in enumerate(self.followers, 1):
            follower.worker.begin_epoch(epoch, epochs, seed + number * 7919)

    def learn_batch(self, examples: Sequence[Example]) -> int:
        """Learn from some sentences at once; returns the number of the parser's updates."""
        updates = super().learn_batch(examples)
        sentences = [example.sentence for example in examples]
        for worker, gold in self.followers:
            worker.search.begin_batch(sentences)
            for sentence in sentences:
                worker.learn(Example(sentence, gold[id(sentence)]))
        return updates
