"""What learns a network with PyTorch: what all of them have in common."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy
import torch

from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.encoders.torch_encoder import TorchEncoder, dropout_for
from treewright.networks.optimisation import Optimisation
from treewright.networks.torch_session import TorchSession
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section
from treewright.treebank.sentence import Sentence

IGNORED = -100  # what PyTorch calls a target that is not learnt from


class Learner:
    """Base: a lexicon, a network over an encoder, its optimiser, and the order of the sentences."""

    steps_of_batch = 1  # of the optimiser

    def __init__(
        self, lexicon: Lexicon, *, encoder: str, seed: int, words: int, threads: int = 1, embeddings: Any = None,
        tags: Sequence[str] = (), **settings: Any,
    ) -> None:  # fmt: skip
        """`words` are those of the training data, `tags` those that the first layer of the BiLSTM chooses from, if any."""
        self.session = TorchSession(seed, threads)
        self.lexicon, self.words, self.seed, self.settings = lexicon, words, seed, settings
        self.drop = dropout_for(words, float(settings["dropout"]))
        with self.session:
            self.encoder = TorchEncoder(lexicon, encoder, settings, self.drop, embeddings, len(tags))
            self.net = self.make_net(self.encoder)
        self.optimise(self.net)
        self.shuffler = random.Random(seed)

    def make_net(self, encoder: TorchEncoder) -> Any:
        """The network over an encoder."""
        raise NotImplementedError

    def optimise(self, net: Any) -> None:
        """Learn all weights of this network."""
        self.net = net
        rate, average = (float(self.settings[name]) for name in ("rate", "average"))
        self.optimisation = Optimisation(net, rate=rate, average=average)

    @property
    def parameter_count(self) -> int:
        """How many numbers are learnt."""
        return sum(weights.numel() for weights in self.net.parameters())

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """Plan the steps of all epochs."""
        self.optimisation.plan(epoch, epochs, self.steps_of_batch * self.words / float(self.settings["batch"]))
        self.shuffler = random.Random(self.seed * 1_000_003 + epoch)

    def batches(self, sizes: Sequence[int]) -> list[list[int]]:
        """Sentences of about the same length together, as many as have about so many words; the batches in any order."""
        found: list[list[int]] = [[]]
        words, count = int(self.settings["batch"]), 0
        for number in sorted(range(len(sizes)), key=lambda number: sizes[number]):
            if found[-1] and count + sizes[number] > words:
                found.append([])
                count = 0
            found[-1].append(number)
            count += sizes[number]
        self.shuffler.shuffle(found)
        return found

    def states(self, sentences: list[Sentence]) -> Any:
        """The vectors of all words, as the encoder makes them now."""
        return self.encoder(self.lexicon.words(sentences), [sentence.size for sentence in sentences])

    def kept_units(self, count: int) -> Any:
        """What dropout makes of each unit of a hidden layer."""
        rate = self.drop["hidden"]
        return (torch.rand(count) >= rate) / (1.0 - rate)

    # As arrays ------------------------------------------------------------------------------------------------------

    def averaged(self) -> Arrays:
        """What a model file keeps: the moving average of all weights."""
        return joined({"network": self.network_arrays(self.optimisation.averaged())})

    def network_arrays(self, own: Arrays) -> Arrays:
        """The arrays of lexicon, encoder and the layers above it, given weights by the names that they have here."""
        found = joined({"lexicon": self.lexicon.arrays()})
        found.update(self.encoder.arrays(section(own, "encoder")))
        found.update(self.layer_arrays(own))
        return found

    def layer_arrays(self, own: Arrays) -> Arrays:
        """Those of the layers above the encoder."""
        raise NotImplementedError

    def state(self) -> Arrays:
        """All that it takes to go on."""
        numbers = {"words": numpy.array([self.words]), **self.encoder.fingerprint()}
        with self.session:
            return joined({"lexicon": self.lexicon.arrays(), "numbers": numbers, "optimisation": self.optimisation.state()})

    def restore(self, state: Arrays) -> None:
        """Go on from there."""
        self.encoder.check(section(state, "numbers"))
        with self.session:
            self.optimisation.restore(section(state, "optimisation"))
