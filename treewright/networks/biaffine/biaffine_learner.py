"""What learns a biaffine network with PyTorch: the cross-entropy of heads, and of the labels of gold arcs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import torch
from torch.nn import functional

from treewright.networks.biaffine.biaffine_net import BiaffineNet
from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.encoders.torch_encoder import TorchEncoder
from treewright.networks.learner import IGNORED, Learner
from treewright.storage.named_arrays import Arrays


class BiaffineLearner(Learner):
    """A biaffine network over a BiLSTM."""

    def __init__(self, lexicon: Lexicon, labels: int, **settings: Any) -> None:
        """`labels` is how many labels there are."""
        self.labels = labels
        super().__init__(lexicon, encoder="bilstm", **settings)
        self.loss, self.steps = 0.0, 0  # of this epoch

    def make_net(self, encoder: TorchEncoder) -> Any:
        """The network over an encoder."""
        sizes = {name: int(self.settings[name]) for name in ("arc", "relation")}
        return BiaffineNet(encoder, self.labels, **sizes)

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """Plan the steps of all epochs."""
        super().begin_epoch(epoch, epochs)
        self.loss, self.steps = 0.0, 0

    def learn(self, examples: Sequence[Any]) -> int:
        """Learn from sentences, those of about the same length at once; returns the number of steps."""
        some = [example for example in examples if example[0].size]
        steps = 0
        self.net.train()
        with self.session:
            for numbers in self.batches([example[0].size for example in some]):
                loss = self.loss_of([some[number] for number in numbers]) if numbers else None
                if loss is not None:
                    self.optimisation.descend([loss])
                    self.loss += float(loss.detach())
                    steps += 1
        self.steps += steps
        return steps

    def loss_of(self, examples: Sequence[Any]) -> Any:
        """The mean cross-entropy of heads plus that of labels; None if nothing is known."""
        sizes = [example[0].size for example in examples]
        words = sum(sizes)
        places, targets = placed(sizes), numpy.full((len(sizes), max(sizes)), IGNORED)
        heads, labels = numpy.full(words, IGNORED), numpy.full(words, IGNORED)  # the rows of heads; ROOT is the last
        at = 0
        for number, (sentence, gold, given) in enumerate(examples):
            own, size = numpy.asarray(gold[0], numpy.int64), sentence.size
            known = own >= 0
            heads[at : at + size] = numpy.where(known, places[number][own * known], IGNORED)
            labels[at : at + size] = numpy.where(known, numpy.asarray(gold[1], numpy.int64), IGNORED)
            if given is not None:  # there is nothing to be learnt of a head that is known before
                known &= numpy.asarray(given.heads)[:size] < 0
            targets[number, :size] = numpy.where(known, own, IGNORED)
            at += size
        shown = self.net.shown(self.lexicon.words([example[0] for example in examples]), sizes)
        losses = []
        if (targets >= 0).any():
            scores = self.net.arc_scores(shown[0], shown[1], torch.from_numpy(places))
            wanted = torch.from_numpy(targets).flatten()
            losses.append(functional.cross_entropy(scores.flatten(0, 1), wanted, ignore_index=IGNORED))
        arcs = numpy.flatnonzero(labels >= 0)
        if len(arcs) and self.labels > 1:
            asked = shown[2][torch.from_numpy(heads[arcs])], shown[3][torch.from_numpy(arcs)]
            losses.append(functional.cross_entropy(self.net.label_scores(*asked), torch.from_numpy(labels[arcs])))
        return sum(losses) if losses else None

    def layer_arrays(self, own: Arrays) -> Arrays:
        """What a model file keeps of the layers above the encoder."""
        return {name: array for name, array in own.items() if not name.startswith("encoder.")}


def placed(sizes: Sequence[int]) -> Any:
    """The rows of the words of each sentence, ROOT (the row after all words) first; -1 where a sentence has ended."""
    found = numpy.full((len(sizes), max(sizes) + 1), -1)
    at = 0
    for number, size in enumerate(sizes):
        found[number, 1 : size + 1] = numpy.arange(at, at + size)
        at += size
    found[:, 0] = at
    return found
