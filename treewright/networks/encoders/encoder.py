"""The encoder of a trained network, without PyTorch: vectors of words, of what belongs to them, and a BiLSTM over them.

Only a transformer needs PyTorch and the library transformers, which are imported if a model has one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from treewright.errors import ModelError, NotFinite
from treewright.networks.encoders.character_encoder import CharacterEncoder
from treewright.networks.encoders.lexicon import CHARACTERS, COLUMNS, SPELLING, Lexicon, Memory
from treewright.networks.extra import transformers_or_refuse
from treewright.networks.layers.lstm import BiLSTM
from treewright.networks.layers.product import Product
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence


class States(NamedTuple):
    """What an encoder makes of the words of some sentences."""

    vectors: Any
    tags: Any = None  # the best tag of each word, if the first layer tags


class Encoder:
    """A vector for each word of some sentences; immutable, and shared by all threads."""

    def __init__(self, arrays: Arrays) -> None:
        self.lexicon = Lexicon.from_arrays(section(arrays, "lexicon"))
        vectors = section(arrays, "vectors")
        self.vectors = {name: floats(arrays, f"vectors.{name}", 2) for name in COLUMNS if name in vectors}
        self.characters = None
        if CHARACTERS in vectors:
            self.characters = CharacterEncoder(floats(arrays, f"vectors.{CHARACTERS}", 2), section(arrays, CHARACTERS))
        for name, own in [*self.vectors.items(), *([(CHARACTERS, self.characters.vectors)] if self.characters else ())]:
            if len(own) != self.lexicon.size(name):
                raise ModelError(f"vectors.{name}: seen {len(own)} rows, expected {self.lexicon.size(name)}")
        self.width = self.input_width = sum(own.shape[1] for own in self.vectors.values())
        if self.characters is not None:
            self.width = self.input_width = self.input_width + self.characters.width
        self.field_width = self.width
        self.transformer: Any = None
        self._take_transformer(section(arrays, "transformer"))
        self.input_width = self.width
        self.tagger: Any = None
        self.lstm: BiLSTM | None = None
        self.upper: BiLSTM | None = None  # the layers above the one that tags
        if weights := section(arrays, "encoder"):
            self._take_layers(weights, section(arrays, "tagger"))

    def _take_transformer(self, arrays: Arrays) -> None:
        """Make the transformer, if there is one."""
        if not arrays:
            return
        transformers_or_refuse()
        from treewright.networks.transformer.transformer import Transformer

        self.transformer, self._mix = Transformer.shared(arrays), floats(arrays, "mix", 1)
        if len(self._mix) != self.transformer.layers:
            raise ModelError(f"transformer.mix: seen {len(self._mix)} layers, expected {self.transformer.layers}")
        self.width += self.transformer.width

    @property
    def in_context(self) -> bool:
        """Whether the vector of a word depends on those beside it."""
        return self.lstm is not None or self.transformer is not None

    def _take_layers(self, weights: Arrays, tagger: Arrays) -> None:
        first, others = (weights, {}) if not tagger else layers_of(weights)
        self.lstm = BiLSTM(first)
        if self.lstm.inputs != self.input_width:
            raise ModelError(f"encoder.weight_ih_l0: seen {self.lstm.inputs} columns, expected {self.input_width}")
        self.upper = BiLSTM(others) if others else None
        self.width = self.lstm.outputs
        if self.upper is not None and (self.upper.inputs, self.upper.outputs) != (self.width, self.width):
            raise ModelError(f"encoder.weight_ih_l1: seen {self.upper.inputs} columns, expected {self.width}")
        if tagger:
            scores, bias = floats(tagger, "weight", 2), floats(tagger, "bias", 1)
            if scores.shape != (len(bias), self.width) or not len(bias):
                raise ModelError(f"tagger.weight: seen {scores.shape}, expected {(len(bias), self.width)}")
            self.tagger, self.tag_bias = Product(scores), bias

    @property
    def tags(self) -> int:
        """How many tags the first layer chooses from; 0 if it does not tag."""
        return 0 if self.tagger is None else len(self.tag_bias)

    def states(self, sentences: list[Sentence]) -> States:
        """The vectors of all words."""
        types, memory = self.lexicon.types(sentences)
        vectors = self.embedded(types, memory)
        if self.transformer is not None:
            vectors = numpy.concatenate([vectors, mixed(self.transformer.states(sentences), self._mix)], 1)
        if self.lstm is None:
            return States(vectors)
        sizes, tags = numpy.array([sentence.size for sentence in sentences], numpy.int32), None
        vectors = self.lstm.run(vectors, sizes)
        if self.tagger is not None:
            tags = (self.tagger.of(vectors) + self.tag_bias).argmax(1).astype(numpy.int32)
        return States(vectors if self.upper is None else self.upper.run(vectors, sizes), tags)

    def embedded(self, types: Any, memory: Memory) -> Any:
        """The vectors of words, those of all fields side by side, given their types."""
        rows = memory.rows[types]
        found = numpy.empty((len(rows), self.field_width), numpy.float32)
        at = 0
        for name, vectors in self.vectors.items():
            columns = rows[:, COLUMNS[name]]
            place = found[:, at : at + vectors.shape[1]]
            place[:] = vectors[columns[:, 0]]
            for more in range(1, columns.shape[1]):
                place += vectors[columns[:, more]]
            at += vectors.shape[1]
        if self.characters is not None:
            found[:, at:] = self.characters.of(rows[:, SPELLING], memory)
        return found


def mixed(states: Any, mix: Any) -> Any:
    """What a transformer says of each word: its layers' vectors, of length 1 each, in these shares."""
    found = states.astype(numpy.float32)
    found *= mix[:, None] / numpy.maximum(numpy.sqrt((found * found).sum(2, keepdims=True)), 1e-12)
    return found.sum(1)


def layers_of(weights: Arrays) -> tuple[Arrays, Arrays]:
    """The first layer of a BiLSTM, and the others as one that begins with the second."""
    first, others = {}, {}
    for name, array in weights.items():
        part, _, layer = name.rpartition("_l")
        number, reverse, _ = layer.partition("_reverse")
        if number == "0" or not number.isdigit():
            first[name] = array
        else:
            others[f"{part}_l{int(number) - 1}{reverse}"] = array
    return first, others


def floats(arrays: Arrays, name: str, dimensions: int) -> Any:
    """An array of 32-bit floats, checked."""
    found = arrays.get(name)
    if not isinstance(found, numpy.ndarray) or found.dtype != numpy.float32 or found.ndim != dimensions:
        seen = "nothing" if found is None else f"{found.dtype} in {found.ndim} dimensions"
        raise ModelError(f"{name}: seen {seen}, expected 32-bit floats in {dimensions}")
    if not numpy.isfinite(found).all():
        raise NotFinite(f"{name}: seen NaN or infinity, expected finite numbers")
    return found
