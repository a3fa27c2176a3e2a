"""The encoder of a trained network: vectors of words, tags, affixes and features, and a BiLSTM over them, without PyTorch.

Only a transformer needs PyTorch and the library transformers, which are imported if a model has one.
"""

from __future__ import annotations

from typing import Any

import numpy

from treewright.errors import ModelError
from treewright.networks.extra import transformers_or_refuse
from treewright.networks.lexicon import COLUMNS, Lexicon
from treewright.networks.lstm import BiLSTM
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence


class Encoder:
    """A vector for each word of some sentences; immutable, and shared by all threads."""

    def __init__(self, arrays: Arrays) -> None:
        self.lexicon = Lexicon.from_arrays(section(arrays, "lexicon"))
        vectors = section(arrays, "vectors")
        self.vectors = {name: floats(arrays, f"vectors.{name}", 2) for name in COLUMNS if name in vectors}
        for name, own in self.vectors.items():
            if len(own) != self.lexicon.size(name):
                raise ModelError(f"vectors.{name}: seen {len(own)} rows, expected {self.lexicon.size(name)}")
        self.field_width = self.width = sum(own.shape[1] for own in self.vectors.values())
        self.transformer: Any = None
        self._take_transformer(section(arrays, "transformer"))
        self.input_width = self.width
        weights = section(arrays, "encoder")
        self.lstm = BiLSTM(weights) if weights else None
        if self.lstm is not None:
            self.width = 2 * weights["weight_hh_l0"].shape[1]
            if weights["weight_ih_l0"].shape[1] != self.input_width:
                seen = weights["weight_ih_l0"].shape[1]
                raise ModelError(f"encoder.weight_ih_l0: seen {seen} columns, expected {self.input_width}")

    def _take_transformer(self, arrays: Arrays) -> None:
        """Make the transformer, if there is one."""
        if not arrays:
            return
        transformers_or_refuse()
        from treewright.networks.transformer import Transformer

        self.transformer, self._mix = Transformer.shared(arrays), floats(arrays, "mix", 1)
        if len(self._mix) != self.transformer.layers:
            raise ModelError(f"transformer.mix: seen {len(self._mix)} layers, expected {self.transformer.layers}")
        self.width += self.transformer.width

    @property
    def in_context(self) -> bool:
        """Whether the vector of a word depends on those beside it."""
        return self.lstm is not None or self.transformer is not None

    def states(self, sentences: list[Sentence]) -> Any:
        """The vectors of all words."""
        kinds, memory = self.lexicon.kinds(sentences)
        vectors = self.embedded(memory.rows[kinds])
        if self.transformer is not None:
            vectors = numpy.concatenate([vectors, mixed(self.transformer.states(sentences), self._mix)], 1)
        if self.lstm is None:
            return vectors
        return self.lstm.run(vectors, numpy.array([sentence.size for sentence in sentences], numpy.int32))

    def embedded(self, rows: Any) -> Any:
        """The vectors of words, those of all fields side by side."""
        found = numpy.empty((len(rows), self.field_width), numpy.float32)
        at = 0
        for name, vectors in self.vectors.items():
            columns = rows[:, COLUMNS[name]]
            place = found[:, at : at + vectors.shape[1]]
            place[:] = vectors[columns[:, 0]]
            for more in range(1, columns.shape[1]):
                place += vectors[columns[:, more]]
            at += vectors.shape[1]
        return found


def mixed(states: Any, mix: Any) -> Any:
    """What a transformer says of each word: its layers' vectors, of length 1 each, in these shares."""
    found = states.astype(numpy.float32)
    found *= mix[:, None] / numpy.maximum(numpy.sqrt((found * found).sum(2, keepdims=True)), 1e-12)
    return found.sum(1)


def floats(arrays: Arrays, name: str, dimensions: int) -> Any:
    """An array of 32-bit floats, checked."""
    found = arrays.get(name)
    if not isinstance(found, numpy.ndarray) or found.dtype != numpy.float32 or found.ndim != dimensions:
        seen = "nothing" if found is None else f"{found.dtype} in {found.ndim} dimensions"
        raise ModelError(f"{name}: seen {seen}, expected 32-bit floats in {dimensions}")
    return found
