"""A transition network while it learns, in PyTorch: an encoder, and for each view slots, a hidden layer and scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from treewright.networks.encoders.torch_encoder import TorchEncoder
from treewright.networks.transition_based.slots import Slots

ACTIVATED = (torch.relu, torch.tanh, lambda total: total**3)  # in the order of head.ACTIVATIONS


class TransitionNet(nn.Module):
    """Encoder and heads."""

    def __init__(
        self, encoder: TorchEncoder, views: Sequence[Slots], classes: Sequence[int], labels: int, *,
        hidden: int, label: int, activation: int,
    ) -> None:  # fmt: skip
        """`classes` are those of each view, `labels` with the one for none; `label` is the size of their vectors."""
        super().__init__()
        self.encoder, self.hidden, self.activation = encoder, hidden, activation
        width = encoder.width
        self.edges = nn.Parameter(torch.randn(2, width) / math.sqrt(width))  # the root, and an empty slot
        self.labels = nn.Parameter(torch.randn(labels, label) / math.sqrt(label))
        self.slots, self.by_label, self.bias = nn.ParameterList(), nn.ParameterList(), nn.ParameterList()
        self.output: Any = nn.ModuleList()
        for view, count in zip(views, classes, strict=True):
            spread = math.sqrt(2.0 / (width * len(view.words) + label * len(view.labels)))
            self.slots.append(nn.Parameter(torch.randn(len(view.words) * hidden, width) * spread))
            self.by_label.append(nn.Parameter(torch.randn(len(view.labels) * hidden, label) * spread))
            self.bias.append(nn.Parameter(torch.zeros(hidden)))
            output = nn.Linear(hidden, count)
            nn.init.xavier_uniform_(output.weight)
            nn.init.zeros_(output.bias)
            self.output.append(output)

    def projected(self, encoded: Any) -> list[Any]:
        """For each view the products of its slots with each word, then with the root and with an empty slot."""
        states = torch.cat([encoded, self.edges])
        return [states @ slots.T for slots in self.slots]

    def label_table(self, at: int) -> Any:
        """The products of a view's slots of labels with each label."""
        return self.labels @ self.by_label[at].T

    def scores(self, at: int, projected: Any, places: Any, slot_count: int, keep: Any) -> Any:
        """The scores of all classes in configurations of one view, whose slots have these places."""
        index = places[:, :slot_count] * slot_count + torch.arange(slot_count)
        total = functional.embedding_bag(index, projected.reshape(-1, self.hidden), mode="sum") + self.bias[at]
        more = places.shape[1] - slot_count
        if more:
            index = places[:, slot_count:] * more + torch.arange(more)
            total = total + functional.embedding_bag(index, self.label_table(at).reshape(-1, self.hidden), mode="sum")
        return self.output[at](ACTIVATED[self.activation](total) * keep)
