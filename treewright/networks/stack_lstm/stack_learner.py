"""What learns a stack-LSTM with PyTorch: batch by batch, from the paths and the credit that were recorded."""

from __future__ import annotations

from typing import Any

import numpy
import torch

from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.encoders.torch_encoder import TorchEncoder
from treewright.networks.layers.scoring_layers import ACTIVATIONS
from treewright.networks.learner import Learner
from treewright.networks.stack_lstm.stack_net import StackNet, multiplied_out
from treewright.networks.stack_lstm.stack_weights import StackWeights, StackWords
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence


class StackLearner(Learner):
    """A network, its optimiser, and the sentences in hand."""

    def __init__(self, lexicon: Lexicon, classes: int, *, labels: int, **settings: Any) -> None:
        """`labels` is their number with none."""
        self.classes, self.labels = classes, labels
        super().__init__(lexicon, **settings)

    def make_net(self, encoder: TorchEncoder) -> Any:
        """The stack-LSTM over an encoder."""
        sizes = {name: int(self.settings[name]) for name in ("width", "hidden", "label")}
        activation = ACTIVATIONS.index(self.settings["activation"])
        return StackNet(encoder, self.classes, self.labels, activation=activation, **sizes)

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode sentences, and draw what is left out; weights stay the same until the batch is learnt from."""
        self.net.train()
        with self.session:
            self.tokens = self.net.tokens(self.states(sentences))
            self.weights = self.net.weights()
            self.keep = self.kept_units(self.net.hidden)

    def stack_words(self) -> StackWords:
        """What a scorer reads of the sentences in hand."""
        arrays = {name: numpy.ascontiguousarray(weights.detach().numpy()) for name, weights in self.weights.items()}
        weights = StackWeights(arrays, self.net.activation)
        return weights.words(self.tokens.detach().numpy(), self.keep.numpy())

    def learn_paths(self, recorded: tuple[Any, Any], credit: tuple[Any, Any]) -> None:
        """One step of the optimiser: how vectors and states were made, what shows configurations, and their credit."""
        (made, chain), (places, amounts) = recorded, credit
        with self.session:
            if not len(places):
                self.optimisation.pass_by()
                return
            scores = self.net.scores(self.weights, self.tokens, made, chain, places, self.keep)
            self.optimisation.descend([scores], [torch.from_numpy(-amounts)])

    def layer_arrays(self, own: Arrays) -> Arrays:
        """What a model file keeps of the layers above the encoder."""
        found = {"activation": numpy.array([self.net.activation], numpy.int32)}
        found["root"], found["token"], found["token_bias"] = own["root"], own["token.weight"], own["token.bias"]
        output = {"output": own["output.weight"], "output_bias": own["output.bias"]}
        found.update(multiplied_out({**section(own, "own"), **output}))
        return found
