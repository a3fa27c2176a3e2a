"""What learns a biaffine network with PyTorch: the cross-entropy of heads, and of the labels of gold arcs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy
import torch
from torch.nn import functional

from treewright.networks.biaffine.biaffine_net import BiaffineNet
from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.encoders.torch_encoder import TorchEncoder, dropout_for
from treewright.networks.optimisation import Optimisation
from treewright.networks.transition_based.learner import IGNORED, batches
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section


class BiaffineLearner:
    """A network and its optimiser, with a source of chance of its own."""

    def __init__(
        self, lexicon: Lexicon, labels: int, *, seed: int, words: int, embeddings: Any = None, **settings: Any
    ) -> None:
        """`words` are those of the training data, `labels` is how many labels there are."""
        torch.set_num_threads(1)
        self.lexicon, self.labels, self.words, self.seed = lexicon, labels, words, seed
        self.batch = int(settings["batch"])
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            drop = dropout_for(words, float(settings["dropout"]))
            encoder = TorchEncoder(lexicon, "bilstm", settings, drop, embeddings)
            self.net = BiaffineNet(encoder, labels, arc=int(settings["arc"]), relation=int(settings["relation"]))
            self.chance = torch.get_rng_state()
        self.optimisation = Optimisation(self.net, rate=float(settings["rate"]), average=float(settings["average"]))
        self.shuffler = random.Random(seed)
        self.loss, self.steps = 0.0, 0  # of this epoch

    @contextmanager
    def own_chance(self) -> Iterator[None]:
        """Draw from the learner's own source, whatever others draw."""
        with torch.random.fork_rng(devices=[]):
            torch.set_rng_state(self.chance)
            yield
            self.chance = torch.get_rng_state()

    @property
    def parameter_count(self) -> int:
        """How many numbers are learnt."""
        return sum(weights.numel() for weights in self.net.parameters())

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """Plan the steps of all epochs."""
        self.optimisation.plan(epoch, epochs, self.words / self.batch)
        self.shuffler = random.Random(self.seed * 1_000_003 + epoch)
        self.loss, self.steps = 0.0, 0

    def learn(self, examples: Sequence[Any]) -> int:
        """Learn from sentences, those of about the same length at once; returns the number of steps."""
        some = [example for example in examples if example[0].size]
        steps = 0
        self.net.train()
        with self.own_chance():
            for numbers in batches([example[0].size for example in some], self.batch, self.shuffler):
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

    # As arrays ------------------------------------------------------------------------------------------------------

    def averaged(self) -> Arrays:
        """What a model file keeps: the moving average of all weights."""
        own = self.optimisation.averaged()
        found = joined({"lexicon": self.lexicon.arrays()})
        found.update(self.net.encoder.arrays(section(own, "encoder")))
        found.update({name: array for name, array in own.items() if not name.startswith("encoder.")})
        return joined({"network": found})

    def state(self) -> Arrays:
        """All that it takes to go on."""
        numbers = {"words": numpy.array([self.words]), **self.net.encoder.fingerprint()}
        with self.own_chance():
            return joined({"lexicon": self.lexicon.arrays(), "numbers": numbers, "optimisation": self.optimisation.state()})

    def restore(self, state: Arrays) -> None:
        """Go on from there."""
        self.net.encoder.check(section(state, "numbers"))
        with self.own_chance():
            self.optimisation.restore(section(state, "optimisation"))


def placed(sizes: Sequence[int]) -> Any:
    """The rows of the words of each sentence, ROOT (the row after all words) first; -1 where a sentence has ended."""
    found = numpy.full((len(sizes), max(sizes) + 1), -1)
    at = 0
    for number, size in enumerate(sizes):
        found[number, 1 : size + 1] = numpy.arange(at, at + size)
        at += size
    found[:, 0] = at
    return found
