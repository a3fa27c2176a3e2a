"""A trained stack-LSTM as a parser parses with it: arrays, numpy and compiled code, without PyTorch."""

from __future__ import annotations

import numpy

from treewright.classifiers.scorer import Scorer
from treewright.errors import ModelError
from treewright.features.extraction import Extraction
from treewright.networks.encoders.encoder import Encoder, floats
from treewright.networks.layers.product import Product
from treewright.networks.layers.scoring_layers import activation_of
from treewright.networks.sizes import sizes_of
from treewright.networks.stack_lstm.stack_scorer import StackScorer
from treewright.networks.stack_lstm.stack_weights import NAMES, StackWeights, StackWords
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence


class StackModel:
    """Immutable, and shared by all threads."""

    learns = False

    def __init__(self, classes: int, arrays: Arrays) -> None:
        self.classes, self._arrays = classes, dict(arrays)
        arrays = section(arrays, "network")
        self.encoder = Encoder(arrays)
        self.activation = activation_of(arrays)
        own = {name: floats(arrays, name, dimensions) for name, dimensions in NAMES.items()}
        self.weights = StackWeights(own, self.activation)
        self.root, self.bias = floats(arrays, "root", 1), floats(arrays, "token_bias", 1)
        token, width = floats(arrays, "token", 2), self.weights.stack.width
        shapes = {"root": self.root.shape, "token": token.shape, "token_bias": self.bias.shape}
        expected = {"root": (self.encoder.width,), "token": (width, self.encoder.width), "token_bias": (width,)}
        for name, shape in shapes.items():
            if shape != expected[name]:
                raise ModelError(f"network.{name}: seen {list(shape)}, expected {list(expected[name])}")
        if len(arrays["output"]) != classes:
            raise ModelError(f"network.output: seen {len(arrays['output'])} classes, expected {classes}")
        self.token = Product(token)

    @property
    def sizes(self) -> dict[str, int]:
        """The settings of [network] that the arrays tell."""
        return {**sizes_of(self.encoder), "hidden": self.weights.layers.hidden, "width": self.weights.stack.width}

    @property
    def label_rows(self) -> set[int]:
        """How many labels have vectors."""
        return {self.weights.label_rows}

    def arrays(self) -> Arrays:
        """What a model file keeps."""
        return self._arrays

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer for one search."""
        return StackScorer(self, extraction, room)

    def encoded(self, sentences: list[Sentence]) -> StackWords:
        """The vectors of the words of some sentences and of ROOT."""
        states = numpy.concatenate([self.encoder.states(sentences).vectors, self.root[None]])
        return self.weights.words(numpy.maximum(self.token.of(states) + self.bias, 0.0))
