"""A BiLSTM that learns, in PyTorch: sentences are padded, and each direction runs by itself.

PyTorch has a quick kernel for sequences of one length in one direction, four times as fast as that for packed ones. What
stands behind the end of a sentence changes nothing before it, so the states are those of nn.LSTM, whose weights these are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional


class TorchBiLSTM(nn.LSTM):
    """What `lstm.BiLSTM` computes without PyTorch."""

    def __init__(self, inputs: int, states: int, layers: int = 1) -> None:
        """`states` is the size of the states in each direction; orthogonal recurrent weights, gates that forget are open."""
        super().__init__(inputs, states, layers, bidirectional=True)
        self.width = 2 * states
        for name, weights in self.named_parameters():
            if "weight_hh" in name:
                for gate in range(4):
                    nn.init.orthogonal_(weights.data[gate * states : (gate + 1) * states])
            elif "bias" in name:
                nn.init.zeros_(weights)
                if "bias_ih" in name:
                    weights.data[states : 2 * states] = 1.0

    def forward(self, vectors: Any, sizes: Sequence[int], drop: float = 0.0) -> Any:  # type: ignore[override]
        """The states of all words of sentences of these sizes, one after another; `drop` is what is dropped between layers."""
        places = _places(sizes)
        for layer in range(self.num_layers):
            if layer:
                vectors = functional.dropout(vectors, drop, self.training)
            both = [self._one_way(vectors, place, layer, way) for way, place in enumerate(places)]
            found = [states.flatten(0, 1).index_select(0, back) for states, back in zip(both, _backs(sizes), strict=True)]
            vectors = torch.cat(found, 1)
        return vectors

    def last(self, vectors: Any, sizes: Sequence[int]) -> Any:
        """The last state of each direction, for each sentence."""
        ends = torch.tensor([size - 1 for size in sizes])
        ways = enumerate(_places(sizes))
        return torch.cat([self._one_way(vectors, place, 0, way)[torch.arange(len(ends)), ends] for way, place in ways], 1)

    def _one_way(self, vectors: Any, place: Any, layer: int, way: int) -> Any:
        """sentence x step x state of one direction of a layer, in the order of its steps."""
        names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        weights = [getattr(self, f"{name}_l{layer}{'_reverse' if way else ''}") for name in names]
        start = vectors.new_zeros(1, len(place), self.hidden_size)
        padded = functional.embedding(place, vectors)
        return torch.lstm(padded, (start, start), weights, True, 1, 0.0, self.training, False, True)[0]


def _places(sizes: Sequence[int]) -> tuple[Any, Any]:
    """sentence x step: the row of the word that is read then, in either direction; any row after the end."""
    steps, lengths = numpy.arange(max(sizes)), numpy.asarray(sizes)[:, None]
    starts = numpy.cumsum(lengths, 0) - lengths
    there = steps < lengths
    forth = numpy.where(there, starts + steps, starts)
    back = numpy.where(there, starts + lengths - 1 - steps, starts)
    return torch.from_numpy(forth), torch.from_numpy(back)


def _backs(sizes: Sequence[int]) -> tuple[Any, Any]:
    """For each word, the step of its sentence at which it was read, in either direction."""
    longest = max(sizes)
    forth = [numpy.arange(size) + number * longest for number, size in enumerate(sizes)]
    back = [numpy.arange(size)[::-1] + number * longest for number, size in enumerate(sizes)]
    return torch.from_numpy(numpy.concatenate(forth)), torch.from_numpy(numpy.concatenate(back))
