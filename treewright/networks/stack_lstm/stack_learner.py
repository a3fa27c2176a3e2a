"""What learns a stack-LSTM with PyTorch: batch by batch, from the paths and the credit that were recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import torch

from treewright.networks.encoders.torch_encoder import TorchEncoder
from treewright.networks.stack_lstm.stack_net import StackNet, multiplied_out
from treewright.networks.stack_lstm.stack_weights import StackBatch, StackWeights
from treewright.networks.transition_based.learner import Learner
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section
from treewright.treebank.sentence import Sentence


class StackLearner(Learner):
    """A network, its optimiser, and the sentences in hand."""

    def make_net(self, encoder: TorchEncoder, classes: Sequence[int], labels: int, sizes: Mapping[str, int]) -> Any:
        """The stack-LSTM over an encoder."""
        return StackNet(encoder, classes[0], labels, width=int(self.settings["width"]), **sizes)

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode sentences, and draw what is left out; weights stay the same until the batch is learnt from."""
        self.net.train()
        self.tokens = self.net.tokens(self.encode(sentences))
        self.weights = self.net.weights()
        rate = self.drop["head"]
        self.keep = [(torch.rand(self.net.hidden) >= rate) / (1.0 - rate)]

    def batch(self) -> StackBatch:
        """What a scorer reads of the sentences in hand."""
        arrays = {name: numpy.ascontiguousarray(weights.detach().numpy()) for name, weights in self.weights.items()}
        weights = StackWeights(arrays, self.net.activation)
        return weights.batch(self.tokens.detach().numpy(), self.keep[0].numpy())

    def learn_paths(self, recorded: tuple[Any, Any], credit: tuple[Any, Any]) -> None:
        """One step of the optimiser: how vectors and states were made, what shows configurations, and their credit."""
        (made, chain), (places, amounts) = recorded, credit
        if not len(places):
            self.optimisation.pass_by()
            return
        scores = self.net.scores(self.weights, self.tokens, made, chain, places, self.keep[0])
        self.optimisation.descend([scores], [torch.from_numpy(-amounts)])

    def averaged(self) -> Arrays:
        """What a model file keeps: the moving average of all weights."""
        own = self.optimisation.averaged()
        found = joined({"lexicon": self.lexicon.arrays()})
        found.update(self.net.encoder.arrays(section(own, "encoder")))
        found["activation"] = numpy.array([self.net.activation], numpy.int32)
        found["root"], found["token"], found["token_bias"] = own["root"], own["token.weight"], own["token.bias"]
        output = {"output": own["output.weight"], "output_bias": own["output.bias"]}
        found.update(multiplied_out({**section(own, "own"), **output}))
        return joined({"network": found})
