"""The characters of words while a network learns, in PyTorch; `CharacterEncoder` computes the same without it."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from treewright.networks.encoders.lexicon import Words
from treewright.networks.encoders.torch_bilstm import TorchBiLSTM


class TorchCharacters(nn.Module):
    """Vectors of characters, and a BiLSTM that reads those of each spelling."""

    def __init__(self, characters: int, size: int, states: int) -> None:
        """`size` is that of the vectors, `states` that of the states in each direction."""
        super().__init__()
        self.table = nn.Embedding(characters, size)
        nn.init.normal_(self.table.weight, std=1.0 / math.sqrt(size))
        self.lstm = TorchBiLSTM(size, states)
        self.width = self.lstm.width

    def forward(self, words: Words) -> Any:
        """A vector for each word: the last states of both directions."""
        vectors = self.table(torch.from_numpy(words.characters.astype("int64")))
        return functional.embedding(torch.from_numpy(words.spelling), self.lstm.last(vectors, words.lengths.tolist()))
