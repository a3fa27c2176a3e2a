"""The characters of words, without PyTorch: a BiLSTM reads them, and its last states are a vector of the word."""

from __future__ import annotations

from typing import Any

import numpy

from treewright.errors import ModelError
from treewright.networks.encoders.lexicon import Memory
from treewright.networks.layers.frequent_words import FrequentWords
from treewright.networks.layers.lstm import BiLSTM
from treewright.storage.named_arrays import Arrays


class CharacterEncoder:
    """A vector for each spelling; those that were met before are kept. Shared by all threads."""

    def __init__(self, vectors: Any, weights: Arrays) -> None:
        """`vectors` are those of characters, `weights` the arrays of a BiLSTM of one layer."""
        self.vectors, self.lstm = vectors, BiLSTM(weights)
        if self.lstm.layers != 1 or self.lstm.inputs != vectors.shape[1]:
            seen = f"{self.lstm.layers} layers for vectors of {self.lstm.inputs}"
            raise ModelError(f"characters: seen {seen}, expected one layer for vectors of {vectors.shape[1]}")
        self.width = self.lstm.outputs
        self._frequent = FrequentWords(self.width)

    def of(self, spellings: Any, memory: Memory) -> Any:
        """The vectors of words, given the numbers that the memory has for their spellings."""
        nothing = numpy.empty((0, self.width), numpy.float32)
        kept, more, row_of = self._frequent.rows(
            spellings, memory, lambda some: self._states(*memory.characters_of(some)), nothing
        )
        rare = row_of >= len(kept)
        found = kept[numpy.where(rare, 0, row_of)]
        found[rare] = more[row_of[rare] - len(kept)]
        return found

    def _states(self, characters: Any, lengths: Any) -> Any:
        """The last states of each direction: that of the last character, and that of the first one, which is read last."""
        states = self.lstm.run(self.vectors[characters], lengths)
        ends = numpy.cumsum(lengths)
        hidden = self.lstm.hidden
        return numpy.concatenate([states[ends - 1, :hidden], states[ends - lengths, hidden:]], axis=1)
