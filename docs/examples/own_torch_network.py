"""A network of one's own, written with PyTorch."""

import numpy
import torch
from torch import nn

import treewright as tw


class SmallNetwork(tw.Classifier):
    """A vector for each atom at each position, added up; ReLU; a score for each transition."""

    seeded = True  # it draws numbers, so the constructor takes the seed
    probabilistic = True  # scores are logarithms of probabilities: credit comes for every decision, not for errors only
    rows = 1 << 14

    def __init__(self, classes: int, *, seed: int = 1) -> None:
        super().__init__(classes)
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            self.layers = nn.Sequential(nn.EmbeddingBag(self.rows, 64, mode="sum"), nn.ReLU(), nn.Linear(64, classes))
        self.optimiser = torch.optim.Adam(self.layers.parameters(), lr=0.005)

    def numbers(self, features: numpy.ndarray) -> numpy.ndarray:
        """Rows of vectors: the hash of an atom, mixed with its position."""
        places = numpy.arange(1, len(features) + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        return ((features ^ places) >> numpy.uint64(40)).astype(numpy.int64) % self.rows

    def scores(self, features: numpy.ndarray) -> numpy.ndarray:
        """One score for each class."""
        found: numpy.ndarray = self.layers(torch.from_numpy(self.numbers(features)[None]))[0].detach().numpy()
        return found

    def learn(self, credits: list) -> None:
        """Learn from a sentence: an amount is how much the score of a class should rise, the negative gradient of the loss."""
        seen: dict[int, int] = {}  # all credit for one configuration comes with the same features
        places = [seen.setdefault(id(features), len(seen)) for features, _, _ in credits]
        inputs = {place: features for place, (features, _, _) in zip(places, credits, strict=True)}
        gradient = torch.zeros(len(inputs), self.classes)
        for place, (_, number, amount) in zip(places, credits, strict=True):
            gradient[place, number] -= amount
        self.optimiser.zero_grad()
        self.layers(torch.from_numpy(numpy.stack([self.numbers(inputs[i]) for i in range(len(inputs))]))).backward(gradient)
        self.optimiser.step()

    def arrays(self) -> dict:
        """What a model file keeps."""
        return {name: weights.detach().numpy().copy() for name, weights in self.layers.named_parameters()}

    def state(self) -> dict:
        """What a checkpoint keeps: Adam's own numbers, too."""
        own = self.optimiser.state_dict()["state"].items()
        return self.arrays() | {f"adam.{at}.{key}": one.numpy().copy() for at, some in own for key, one in some.items()}

    def restore(self, state: dict) -> None:
        """Take what a model file or a checkpoint has."""
        weights, adam = dict(self.layers.named_parameters()), self.optimiser.state_dict()
        for name, array in state.items():
            part = torch.from_numpy(numpy.array(array))
            if name in weights:
                weights[name].data = part
            else:
                _, at, key = name.split(".")
                adam["state"].setdefault(int(at), {})[key] = part
        self.optimiser.load_state_dict(adam)
