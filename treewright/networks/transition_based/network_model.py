"""A trained network as a parser parses with it: arrays, numpy and compiled code, without PyTorch."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy

from treewright.classifiers.scorer import Scorer
from treewright.errors import ModelError
from treewright.features.extraction import Extraction
from treewright.networks.encoders.encoder import Encoder, floats
from treewright.networks.layers.frequent_words import FrequentWords
from treewright.networks.layers.product import Product
from treewright.networks.layers.scoring_layers import ScoringLayers, activation_of
from treewright.networks.sizes import sizes_of
from treewright.networks.transition_based.projected_words import ProjectedWords
from treewright.networks.transition_based.slot_scorer import SlotScorer
from treewright.networks.transition_based.slots import Slots
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import section
from treewright.treebank.sentence import Sentence


class ViewWeights(NamedTuple):
    """What scores configurations that are seen from one view."""

    by_word: Product  # the first layer, a part for each slot of a word
    edges: Any  # products with the root, and with an empty slot
    frequent: FrequentWords
    layers: ScoringLayers


class NetworkModel:
    """Immutable, and shared by all threads."""

    def __init__(self, classes: int, arrays: Arrays) -> None:
        self.classes, self._arrays = classes, dict(arrays)
        arrays = section(arrays, "network")
        self.encoder = Encoder(arrays)
        self.edges = floats(arrays, "edges", 2)
        if self.edges.shape != (2, self.encoder.width):
            raise ModelError(f"edges: seen {self.edges.shape}, expected {(2, self.encoder.width)}")
        self.activation = activation_of(arrays)
        self.tag_count = self.encoder.tags  # 0 if it does not tag
        self.views: dict[int, ViewWeights] = {}
        for name in section(arrays, "slots"):
            self._take_view(arrays, name)

    def _take_view(self, arrays: Arrays, view: str) -> None:
        names = {"bias": 1, "by_label": 2, "output": 2, "output_bias": 1}
        parts = [floats(arrays, f"{name}.{view}", dimensions) for name, dimensions in names.items()]
        slots = floats(arrays, f"slots.{view}", 2)
        classes, hidden = parts[2].shape
        seen = (slots.shape[0] % max(1, hidden), slots.shape[1], len(parts[0]), len(parts[3]))
        if seen != (0, self.encoder.width, hidden, classes) or not (0 < classes <= self.classes and hidden and len(slots)):
            raise ModelError(f"slots.{view}: seen {slots.shape}, expected a network of {self.classes} classes")
        product, layers = Product(slots), ScoringLayers.of(self.activation, *parts)
        self.views[int(view)] = ViewWeights(product, product.of(self.edges), FrequentWords(len(slots)), layers)

    @property
    def sizes(self) -> dict[str, int]:
        """The settings of [network] that the arrays tell."""
        hidden = {view.layers.hidden for view in self.views.values()}
        if len(hidden) > 1:
            raise ModelError(f"slots: seen views of {', '.join(map(str, sorted(hidden)))} hidden units, expected the same")
        return {**sizes_of(self.encoder), **({"hidden": hidden.pop()} if hidden else {})}

    @property
    def label_rows(self) -> set[int]:
        """How many labels have vectors, seen from each view."""
        return {view.layers.label_rows for view in self.views.values()}

    def share(self, encoder: Encoder) -> None:
        """Score over the states of an encoder that others have, too; its weights are the same."""
        self.encoder = encoder

    def arrays(self) -> Arrays:
        """What a model file keeps."""
        return self._arrays

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer for one search."""
        scorer = SlotScorer(self, extraction, room)
        view, _, words, labels = scorer.slots
        if not words:
            return scorer
        if view not in self.views:
            raise ModelError(f"slots.{view}: seen nothing, expected the weights of a view")
        product, _, _, layers = self.views[view]
        seen = product.columns, layers.by_label.size if labels else 0
        if seen != (len(words) * layers.hidden, layers.label_rows * len(labels) * layers.hidden):
            raise ModelError(f"slots.{view}: seen weights of other slots, expected those of {len(words)} words")
        return scorer

    def states(self, sentences: list[Sentence]) -> Any:
        """The vectors of words of some sentences; without a BiLSTM, the type of each."""
        if self.encoder.in_context:
            return self.encoder.states(sentences)  # with their tags, if it tags
        return self.encoder.lexicon.types(sentences)

    def tags(self, states: Any) -> Any:
        """The tags of all words, None if the network does not tag."""
        return states.tags if self.tag_count else None

    def encoded(self, states: Any, slots: Slots) -> ProjectedWords:
        """The products of the first layer with all words, seen from one view."""
        product, edges, frequent, layers = self.views[slots.view]
        if not self.encoder.in_context:  # the same words have the same rows
            types, memory = states
            projected, more, row_of = frequent.rows(
                types, memory, lambda some: product.of(self.encoder.embedded(some, memory)), edges
            )
        else:
            projected, more, row_of = product.of(states.vectors), edges, numpy.arange(len(states.vectors))
        return ProjectedWords(layers, projected.reshape(-1), more.reshape(-1), row_of.astype(numpy.int32))
