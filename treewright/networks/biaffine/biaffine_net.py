"""The biaffine network while it learns, in PyTorch (Dozat and Manning 2017): scores of all arcs and of the labels of some."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from treewright.networks.encoders.lexicon import Words
from treewright.networks.encoders.torch_encoder import TorchEncoder


class BiaffineNet(nn.Module):
    """An encoder, a hidden layer that shows each word as a head and as a dependent, and the products of the two."""

    def __init__(self, encoder: TorchEncoder, labels: int, *, arc: int, relation: int) -> None:
        """`arc` and `relation` are how many units show a word where arcs, and where labels, are scored."""
        super().__init__()
        self.encoder = encoder
        self.parts = (arc, arc, relation, relation)  # of the hidden layer: head, dependent; the same for labels
        self.root = nn.Parameter(torch.randn(encoder.width) / math.sqrt(encoder.width))
        self.hidden = nn.Linear(encoder.width, sum(self.parts))
        nn.init.kaiming_uniform_(self.hidden.weight, nonlinearity="relu")
        nn.init.zeros_(self.hidden.bias)
        self.arcs = nn.Parameter(torch.zeros(arc, arc + 1))  # head x dependent, and a constant
        self.relations = nn.Parameter(torch.zeros(relation + 1, relation + 1, labels))  # dependent x head x label

    def shown(self, words: Words, sizes: list[int]) -> list[Any]:
        """Each word, and ROOT in the last row, as a head and a dependent of arcs, and as a head and a dependent of labels."""
        states = torch.cat([self.encoder(words, sizes), self.root[None]])
        found = functional.dropout(torch.relu(self.hidden(states)), self.encoder.drop["hidden"], self.training)
        return list(found.split(self.parts, 1))

    def arc_scores(self, heads: Any, dependents: Any, places: Any) -> Any:
        """sentence x dependent x head, given the rows of the words of each sentence: ROOT first, -1 where it has ended.

        What is no head, the word itself or a place after the end, scores minus infinity.
        """
        own = torch.where(places < 0, len(heads) - 1, places)
        asked = functional.linear(dependents, self.arcs[:, :-1], self.arcs[:, -1])
        scores = functional.embedding(own[:, 1:], asked) @ functional.embedding(own, heads).transpose(1, 2)
        itself = torch.eye(places.shape[1], dtype=torch.bool)[1:]
        return scores.masked_fill((places < 0)[:, None, :] | itself, float("-inf"))

    def label_scores(self, heads: Any, dependents: Any) -> Any:
        """arc x label, given the rows of the heads of some arcs and of their dependents."""
        width = self.relations.shape[1]
        asked = functional.linear(dependents, self.relations[:-1].reshape(width - 1, -1).T, self.relations[-1].reshape(-1))
        whole = functional.pad(heads, (0, 1), value=1.0)
        return (whole[:, None, :] @ asked.view(len(heads), width, -1))[:, 0]
