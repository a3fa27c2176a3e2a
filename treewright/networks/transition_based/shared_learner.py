"""What learns several transition networks over one encoder: those of the taggers and of the parser of a pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from treewright.networks.optimisation import Optimisation
from treewright.networks.transition_based.head import Batch
from treewright.networks.transition_based.learner import Learner, arrays_of, batch_of
from treewright.networks.transition_based.slots import Slots
from treewright.networks.transition_based.transition_net import TransitionNet
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section
from treewright.treebank.sentence import Sentence


class SharedHead:
    """The network of one stage: its heads over the states of the others' encoder."""

    def __init__(self, net: TransitionNet, views: Sequence[Slots]) -> None:
        self.net, self.views = net, list(views)
        self.projected: list[Any] = []
        self.keep: list[Any] = []

    def take(self, encoded: Any, dropout: float) -> None:
        """Leave the products of the first layer where scorers find them."""
        self.projected = self.net.projected(encoded)
        self.keep = [(torch.rand(self.net.hidden) >= dropout) / (1.0 - dropout) for _ in self.views]

    def encoded(self, slots: Slots) -> Batch:
        """What a scorer reads of the sentences in hand."""
        at = [view.view for view in self.views].index(slots.view)
        return batch_of(self.net, at, self.projected[at], self.keep[at])

    def outputs(self, recorded: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """The scores of what was recorded from each view, and their gradients."""
        found = []
        for at, (places, amounts) in enumerate(recorded):
            if len(places):
                count = len(self.views[at].words)
                scores = self.net.scores(at, self.projected[at], torch.from_numpy(places), count, self.keep[at])
                found.append((scores, torch.from_numpy(-amounts)))
        return found


class SharedLearner(Learner):
    """A batch is encoded once, and the losses of all stages add up."""

    def __init__(self, first: Learner, heads: Sequence[tuple[Sequence[Slots], Sequence[int], int]]) -> None:
        """`first` is the learner of the parser; `heads` are views, classes and labels of the networks that join it."""
        self.__dict__.update(first.__dict__)
        net, label = first.net, int(self.settings["label"])
        more = [
            TransitionNet(self.encoder, *head, hidden=net.hidden, label=label, activation=net.activation) for head in heads
        ]
        self.own = SharedHead(net, first.views)
        self.heads = [SharedHead(net, views) for net, (views, _, _) in zip(more, heads, strict=True)]
        self.net: Any = nn.ModuleList([net, *more])
        rate, average = (float(self.settings[name]) for name in ("rate", "average"))
        self.optimisation = Optimisation(self.net, rate=rate, average=average)

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode sentences once for all."""
        self.net.train()
        encoded = self.encode(sentences)
        for head in (self.own, *self.heads):
            head.take(encoded, self.drop["head"])

    def encoded(self, slots: Slots) -> Batch:
        """What a scorer of the parser reads of the sentences in hand."""
        return self.own.encoded(slots)

    def learn(self, recorded: Sequence[tuple[Any, Any]]) -> None:
        """One step of the optimiser, from what was recorded from each view of the parser, then of the others."""
        found, at = [], 0
        for head in (self.own, *self.heads):
            found += head.outputs(recorded[at : at + len(head.views)])
            at += len(head.views)
        if found:
            self.optimisation.descend([scores for scores, _ in found], [gradient for _, gradient in found])
        else:
            self.optimisation.pass_by()

    def averaged(self) -> Arrays:
        """The network of the parser, and the heads of the others."""
        own = self.optimisation.averaged()
        first = section(own, "0")
        found = joined({"lexicon": self.lexicon.arrays()})
        found.update(self.encoder.arrays(section(first, "encoder")))
        found.update(arrays_of(self.own.net, self.own.views, first))
        heads = {
            str(number): arrays_of(head.net, head.views, section(own, str(number + 1)))
            for number, head in enumerate(self.heads)
        }
        return joined({"network": found, "heads": joined(heads)})
