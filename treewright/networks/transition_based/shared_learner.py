"""What learns several transition networks over one encoder: those of the taggers and of the parser of a pipeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from torch import nn

from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.transition_based.slots import Slots
from treewright.networks.transition_based.stage_layers import StageLayers
from treewright.networks.transition_based.transition_learner import TransitionLearner, transition_net
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section

Follower = tuple[Sequence[Slots], Sequence[int], int]  # views, classes of each, labels


class SharedLearner(TransitionLearner):
    """A batch is encoded once, and the losses of all stages add up; the first stage is the parser."""

    def __init__(
        self, lexicon: Lexicon, views: Sequence[Slots], classes: Sequence[int], *, followers: Sequence[Follower],
        **settings: Any,
    ) -> None:  # fmt: skip
        """`followers` are the networks of the other stages."""
        super().__init__(lexicon, views, classes, **settings)
        with self.session:
            more = [transition_net(self.encoder, *follower, self.settings) for follower in followers]
        self.stages += [StageLayers(net, views) for net, (views, _, _) in zip(more, followers, strict=True)]
        self.optimise(nn.ModuleList([self.net, *more]))

    def averaged(self) -> Arrays:
        """The network of the parser, and the layers of the others."""
        own = self.optimisation.averaged()
        others = {
            str(number): stage.arrays(section(own, str(number + 1))) for number, stage in enumerate(self.stages[1:])
        }
        return joined({"network": self.network_arrays(section(own, "0")), "followers": joined(others)})
