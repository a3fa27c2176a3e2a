"""What learns a transition network with PyTorch: batch by batch, from the slots and the credit that were recorded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import torch
from torch.nn import functional

from treewright.networks.encoders.lexicon import Lexicon
from treewright.networks.encoders.torch_encoder import TorchEncoder, dropout_for
from treewright.networks.optimisation import Optimisation
from treewright.networks.transition_based.head import ACTIVATIONS, Batch, Head
from treewright.networks.transition_based.slots import Slots
from treewright.networks.transition_based.transition_net import TransitionNet
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section
from treewright.treebank.columns import XPOS
from treewright.treebank.sentence import Sentence

IGNORED = -100  # what PyTorch calls a target that is not learnt from


class Learner:
    """A network, its optimiser, and the sentences in hand."""

    def __init__(
        self, lexicon: Lexicon, views: Sequence[Slots], classes: Sequence[int], *, encoder: str, seed: int, words: int,
        labels: int, embeddings: Any = None, tags: Sequence[str] = (), **settings: Any,
    ) -> None:  # fmt: skip
        """`classes` are those of each view, `words` those of the training data, `labels` is their number with none.

        `tags` are those that the first layer of the BiLSTM learns, too, if there are any.
        """
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.lexicon, self.views, self.words, self.seed, self.settings = lexicon, list(views), words, seed, settings
        self.drop = dropout_for(words, float(settings["dropout"]))
        sizes = {
            "hidden": int(settings["hidden"]), "label": int(settings["label"]),
            "activation": ACTIVATIONS.index(settings["activation"]),
        }  # fmt: skip
        made = TorchEncoder(lexicon, encoder, settings, self.drop, embeddings, len(tags))
        self.net = self.make_net(made, classes, labels, sizes)
        self.encoder = self.net.encoder
        self.optimisation = Optimisation(self.net, rate=float(settings["rate"]), average=float(settings["average"]))
        self.shuffler = random.Random(seed)
        self.tag_numbers = {tag: number for number, tag in enumerate(tags)}
        self.projected: list[Any] = []
        self.keep: list[Any] = []

    def make_net(self, encoder: TorchEncoder, classes: Sequence[int], labels: int, sizes: Mapping[str, int]) -> Any:
        """The network over an encoder."""
        return TransitionNet(encoder, self.views, classes, labels, **sizes)

    @property
    def parameter_count(self) -> int:
        """How many numbers are learnt."""
        return sum(weights.numel() for weights in self.net.parameters())

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """Plan the steps of all epochs."""
        steps = 2 if self.tag_numbers else 1  # of a batch
        self.optimisation.plan(epoch, epochs, steps * self.words / float(self.settings["batch"]))
        self.shuffler = random.Random(self.seed * 1_000_003 + epoch)

    def batches(self, sizes: Sequence[int]) -> list[list[int]]:
        """Sentences of about the same length together, as many as have about so many words."""
        return batches(sizes, int(self.settings["batch"]), self.shuffler)

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode sentences, and leave the products of the first layer where scorers find them."""
        self.net.train()
        if self.tag_numbers:
            self._learn_tags(sentences)
        self.projected = self.net.projected(self.encode(sentences))
        rate = self.drop["head"]
        self.keep = [(torch.rand(self.net.hidden) >= rate) / (1.0 - rate) for _ in self.views]

    def encode(self, sentences: list[Sentence]) -> Any:
        """The vectors of all words."""
        return self.encoder(self.lexicon.words(sentences), [sentence.size for sentence in sentences])

    def _learn_tags(self, sentences: list[Sentence]) -> None:
        """A step of the tagger, then comes one of the parser (Coavoux and Cohen 2019); words without a tag teach nothing."""
        tags = [self.tag_numbers.get(s.column(i, XPOS), IGNORED) for s in sentences for i in range(s.size)]
        targets = torch.tensor(tags)
        if (targets == IGNORED).all():
            self.optimisation.pass_by()
            return
        scores = self.encoder.tag_scores(self.lexicon.words(sentences), [sentence.size for sentence in sentences])
        self.optimisation.descend([functional.cross_entropy(scores, targets, ignore_index=IGNORED, reduction="sum")])

    def encoded(self, slots: Slots) -> Batch:
        """What a scorer reads of the sentences in hand."""
        at = [view.view for view in self.views].index(slots.view)
        return batch_of(self.net, at, self.projected[at], self.keep[at])

    def learn(self, recorded: Sequence[tuple[Any, Any]]) -> None:
        """One step of the optimiser: for each view, places of slots, and how much the scores of classes should rise."""
        outputs, gradients = [], []
        for at, (places, amounts) in enumerate(recorded):
            if len(places):
                count = len(self.views[at].words)
                scores = self.net.scores(at, self.projected[at], torch.from_numpy(places), count, self.keep[at])
                outputs.append(scores)
                gradients.append(torch.from_numpy(-amounts))
        if outputs:
            self.optimisation.descend(outputs, gradients)
        else:
            self.optimisation.pass_by()

    # As arrays ------------------------------------------------------------------------------------------------------

    def averaged(self) -> Arrays:
        """What a model file keeps: the moving average of all weights."""
        own = self.optimisation.averaged()
        found = joined({"lexicon": self.lexicon.arrays()})
        found.update(self.encoder.arrays(section(own, "encoder")))
        found.update(arrays_of(self.net, self.views, own))
        return joined({"network": found})

    def state(self) -> Arrays:
        """All that it takes to go on."""
        numbers = {"words": numpy.array([self.words]), **self.encoder.fingerprint()}
        return joined({"lexicon": self.lexicon.arrays(), "numbers": numbers, "optimisation": self.optimisation.state()})

    def restore(self, state: Arrays) -> None:
        """Go on from there."""
        self.encoder.check(section(state, "numbers"))
        self.optimisation.restore(section(state, "optimisation"))


def batch_of(net: TransitionNet, at: int, projected: Any, keep: Any) -> Batch:
    """What a scorer reads of encoded sentences, seen from one view."""
    with torch.no_grad():
        parts = (net.bias[at], net.label_table(at), net.output[at].weight, net.output[at].bias)
        head = Head.of(net.activation, *(part.detach().numpy() for part in parts))
    rows = projected.detach().numpy()
    count = len(rows) - 2
    row_of = numpy.arange(count, dtype=numpy.int32)
    return Batch(head, rows[:count].reshape(-1), rows[count:].reshape(-1), row_of, keep.numpy())


def arrays_of(net: TransitionNet, views: Sequence[Slots], own: Arrays) -> Arrays:
    """What a model file keeps of the heads of a network, of these weights by the names that they have there."""
    found = {"edges": own["edges"], "activation": numpy.array([net.activation], numpy.int32)}
    for at, (view, *_) in enumerate(views):
        found[f"slots.{view}"], found[f"bias.{view}"] = own[f"slots.{at}"], own[f"bias.{at}"]
        found[f"by_label.{view}"] = own["labels"] @ own[f"by_label.{at}"].T
        found[f"output.{view}"], found[f"output_bias.{view}"] = own[f"output.{at}.weight"], own[f"output.{at}.bias"]
    return found


def batches(sizes: Sequence[int], words: int, shuffler: random.Random) -> list[list[int]]:
    """Sentences of about the same length together, as many as have so many words; the batches in any order."""
    found: list[list[int]] = [[]]
    count = 0
    for number in sorted(range(len(sizes)), key=lambda number: sizes[number]):
        if found[-1] and count + sizes[number] > words:
            found.append([])
            count = 0
        found[-1].append(number)
        count += sizes[number]
    shuffler.shuffle(found)
    return found
