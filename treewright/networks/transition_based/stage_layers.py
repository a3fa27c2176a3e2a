"""The layers of a parser or a tagger above its encoder while they learn, and the sentences in hand as its views see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy
import torch

from treewright.networks.layers.scoring_layers import ScoringLayers
from treewright.networks.transition_based.projected_words import ProjectedWords
from treewright.networks.transition_based.slots import Slots
from treewright.networks.transition_based.transition_net import TransitionNet
from treewright.storage.named_arrays import Arrays


class StageLayers:
    """What scorers and credit of one stage work with; several stages may share an encoder."""

    def __init__(self, net: TransitionNet, views: Sequence[Slots]) -> None:
        self.net, self.views = net, list(views)
        self.projected: list[Any] = []
        self.keep: list[Any] = []
        self.label_tables: list[Any] = []

    def take(self, states: Any, kept_units: Callable[[int], Any]) -> None:
        """Leave the products of the first layer where scorers find them."""
        self.projected = self.net.projected(states)
        self.keep = [kept_units(self.net.hidden) for _ in self.views]
        with torch.no_grad():
            self.label_tables = [self.net.label_table(at) for at in range(len(self.views))]

    def encoded(self, slots: Slots) -> ProjectedWords:
        """What a scorer reads of the sentences in hand, seen from one view."""
        at, net = [view.view for view in self.views].index(slots.view), self.net
        parts = (net.bias[at], self.label_tables[at], net.output[at].weight, net.output[at].bias)
        layers = ScoringLayers.of(net.activation, *(part.detach().numpy() for part in parts))
        rows = self.projected[at].detach().numpy()
        count = len(rows) - 2
        row_of = numpy.arange(count, dtype=numpy.int32)
        return ProjectedWords(layers, rows[:count].reshape(-1), rows[count:].reshape(-1), row_of, self.keep[at].numpy())

    def outputs(self, recorded: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        """The scores of what was recorded from each view, places of slots, and their gradients."""
        found = []
        for at, (places, amounts) in enumerate(recorded):
            if len(places):
                count = len(self.views[at].words)
                scores = self.net.scores(at, self.projected[at], torch.from_numpy(places), count, self.keep[at])
                found.append((scores, torch.from_numpy(-amounts)))
        return found

    def arrays(self, own: Arrays) -> Arrays:
        """What a model file keeps of these weights, given by the names that they have here."""
        found = {"edges": own["edges"], "activation": numpy.array([self.net.activation], numpy.int32)}
        for at, (view, *_) in enumerate(self.views):
            found[f"slots.{view}"], found[f"bias.{view}"] = own[f"slots.{at}"], own[f"bias.{at}"]
            found[f"by_label.{view}"] = own["labels"] @ own[f"by_label.{at}"].T
            found[f"output.{view}"], found[f"output_bias.{view}"] = own[f"output.{at}.weight"], own[f"output.{at}.bias"]
        return found
