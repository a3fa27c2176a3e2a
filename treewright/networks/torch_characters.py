"""The characters of words while a network learns, in PyTorch: what `character_encoder.CharacterEncoder` computes without it."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn

from treewright.networks.lexicon import Words


class TorchCharacters(nn.Module):
    """Vectors of characters, and a BiLSTM that reads those of each spelling."""

    def __init__(self, characters: int, size: int, states: int) -> None:
        """`size` is that of the vectors, `states` that of the states in each direction."""
        super().__init__()
        self.table = nn.Embedding(characters, size)
        nn.init.normal_(self.table.weight, std=1.0 / math.sqrt(size))
        self.lstm = nn.LSTM(size, states, batch_first=True, bidirectional=True)
        begin_lstm(self.lstm, states)
        self.width = 2 * states

    def forward(self, words: Words) -> Any:
        """A vector for each word: the last states of both directions."""
        vectors = self.table(torch.from_numpy(words.characters.astype("int64")))
        packed = nn.utils.rnn.pack_sequence(list(torch.split(vectors, words.lengths.tolist())), enforce_sorted=False)
        _, (states, _) = self.lstm(packed)
        return torch.cat([states[0], states[1]], 1)[torch.from_numpy(words.spelling)]


def begin_lstm(lstm: Any, width: int) -> None:
    """Orthogonal recurrent weights; the gates that forget are open at first."""
    for name, weights in lstm.named_parameters():
        if "weight_hh" in name:
            for gate in range(4):
                nn.init.orthogonal_(weights.data[gate * width : (gate + 1) * width])
        elif "bias" in name:
            nn.init.zeros_(weights)
            if "bias_ih" in name:
                weights.data[width : 2 * width] = 1.0
