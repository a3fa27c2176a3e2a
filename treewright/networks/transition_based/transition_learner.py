"""What learns a transition network with PyTorch: batch by batch, from the slots and the credit that were recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch.nn import functional

from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.encoders.torch_encoder import TorchEncoder
from treewright.networks.layers.scoring_layers import ACTIVATIONS
from treewright.networks.learner import IGNORED, Learner
from treewright.networks.transition_based.projected_words import ProjectedWords
from treewright.networks.transition_based.slots import Slots
from treewright.networks.transition_based.stage_layers import StageLayers
from treewright.networks.transition_based.transition_net import TransitionNet
from treewright.storage.named_arrays import Arrays
from treewright.treebank.columns import XPOS
from treewright.treebank.sentence import Sentence


class TransitionLearner(Learner):
    """A network that sees slots, and the sentences in hand."""

    def __init__(
        self, lexicon: Lexicon, views: Sequence[Slots], classes: Sequence[int], *, labels: int, tags: Sequence[str] = (),
        **settings: Any,
    ) -> None:  # fmt: skip
        """`classes` are those of each view, `labels` is their number with none; `tags` are learnt, too, if there are any."""
        self.views, self.classes, self.labels = list(views), classes, labels
        self.tag_numbers = {tag: number for number, tag in enumerate(tags)}
        self.steps_of_batch = 2 if tags else 1
        super().__init__(lexicon, tags=tags, **settings)
        self.stages = [StageLayers(self.net, self.views)]

    def make_net(self, encoder: TorchEncoder) -> Any:
        """The network over an encoder."""
        return transition_net(encoder, self.views, self.classes, self.labels, self.settings)

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode sentences once for all stages."""
        self.net.train()
        with self.session:
            if self.tag_numbers:
                self._learn_tags(sentences)
            states = self.states(sentences)
            for stage in self.stages:
                stage.take(states, self.kept_units)

    def _learn_tags(self, sentences: list[Sentence]) -> None:
        """A step of the tagger, then comes one of the parser (Coavoux and Cohen 2019); words without a tag teach nothing."""
        tags = [self.tag_numbers.get(s.column(i, XPOS), IGNORED) for s in sentences for i in range(s.size)]
        targets = torch.tensor(tags)
        if (targets == IGNORED).all():
            self.optimisation.pass_by()
            return
        scores = self.encoder.tag_scores(self.lexicon.words(sentences), [sentence.size for sentence in sentences])
        self.optimisation.descend([functional.cross_entropy(scores, targets, ignore_index=IGNORED, reduction="sum")])

    def encoded(self, slots: Slots) -> ProjectedWords:
        """What a scorer of the first stage reads of the sentences in hand."""
        return self.stages[0].encoded(slots)

    def learn(self, recorded: Sequence[tuple[Any, Any]]) -> None:
        """One step of the optimiser: for each view of each stage, places of slots, and how much scores should rise."""
        found, at = [], 0
        with self.session:
            for stage in self.stages:
                found += stage.outputs(recorded[at : at + len(stage.views)])
                at += len(stage.views)
            if found:
                self.optimisation.descend([scores for scores, _ in found], [gradient for _, gradient in found])
            else:
                self.optimisation.pass_by()

    def layer_arrays(self, own: Arrays) -> Arrays:
        """Those of the first stage."""
        return self.stages[0].arrays(own)


def transition_net(
    encoder: TorchEncoder, views: Sequence[Slots], classes: Sequence[int], labels: int, settings: Any
) -> TransitionNet:
    """A network of the sizes that the settings say."""
    activation = ACTIVATIONS.index(settings["activation"])
    sizes = {name: int(settings[name]) for name in ("hidden", "label")}
    return TransitionNet(encoder, views, classes, labels, activation=activation, **sizes)
