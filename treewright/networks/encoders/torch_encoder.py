"""The encoder while it learns, in PyTorch: vectors of words, of what belongs to them, a transformer's, and a BiLSTM."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional

from treewright.errors import SettingsError
from treewright.networks.encoders.lexicon import CHARACTERS, COLUMNS, FIRST, UNKNOWN, Lexicon, Words
from treewright.networks.encoders.torch_bilstm import TorchBiLSTM
from treewright.networks.encoders.torch_characters import TorchCharacters
from treewright.networks.transformer.mixed_layers import MixedLayers
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section

HIDDEN = ("word", "lemma")  # fields that some words do without while the network learns, as if unknown
LIGHT, STRONG = 20_000, 8_000  # words of training data that need light dropout, and strong
DROPOUT = {"field": (0.1, 0.3), "word": (0.15, 0.25), "input": (0.1, 0.2), "layer": (0.2, 0.33), "hidden": (0.2, 0.33),
           "tagger": (0.5, 0.5)}  # fmt: skip


def dropout_for(words: int, scale: float) -> dict[str, float]:
    """How much is left out of each layer, given the size of the training data."""
    strength = (math.log(LIGHT) - math.log(max(1, words))) / (math.log(LIGHT) - math.log(STRONG))
    strength = min(1.0, max(0.0, strength))
    return {name: scale * (light + strength * (strong - light)) for name, (light, strong) in DROPOUT.items()}


class TorchEncoder(nn.Module):
    """A vector for each word of some sentences; what `encoder.Encoder` computes without PyTorch."""

    def __init__(
        self, lexicon: Lexicon, encoder: str, settings: Mapping[str, Any], drop: Mapping[str, float], embeddings: Any = None,
        tags: int = 0,
    ) -> None:  # fmt: skip
        """`embeddings` are pre-trained vectors, which are learnt on (network.tune) or stay as they are.

        If there are `tags`, the first layer of the BiLSTM also scores them.
        """
        super().__init__()
        self.drop = dict(drop)
        self.tables: Any = nn.ModuleDict()
        sizes = {name: int(settings[name]) for name in COLUMNS if name in settings}
        if embeddings is not None:
            sizes["embedding"] = embeddings.dimensions
        for name, size in sizes.items():
            if size:
                table: Any = nn.EmbeddingBag(lexicon.size(name), size, mode="sum", padding_idx=0)
                nn.init.normal_(table.weight, std=1.0 / math.sqrt(size))
                table.weight.data[0] = 0.0
                if name not in HIDDEN:  # nothing teaches what an unknown value means
                    table.weight.data[UNKNOWN] = 0.0
                self.tables[name] = table
        if embeddings is not None:
            self._take(embeddings, bool(settings["tune"]))
        self.width = sum(sizes.values())
        self.characters: Any = None
        if settings.get(CHARACTERS):
            count, size, states = lexicon.size(CHARACTERS), int(settings["character_vectors"]), int(settings[CHARACTERS])
            self.characters = TorchCharacters(count, size, states)
            self.width += self.characters.width
        self.context: Any = MixedLayers(settings) if settings.get("transformer") else None
        self.width += self.context.width if self.context is not None else 0
        self.lstm: Any = None
        self.upper: Any = None  # the layers above the one that tags
        self.tagger: Any = None
        if encoder == "bilstm" and (int(settings["layers"]) or tags):
            self._make_layers(int(settings["width"]), int(settings["layers"]), tags)

    def _make_layers(self, own: int, layers: int, tags: int) -> None:
        below = 1 if tags else layers
        self.lstm = TorchBiLSTM(self.width, own, below)
        self.width = self.lstm.width
        if layers > below:
            self.upper = TorchBiLSTM(self.width, own, layers - below)
        if tags:
            self.tagger = nn.Linear(self.width, tags)
            nn.init.xavier_uniform_(self.tagger.weight)
            nn.init.zeros_(self.tagger.bias)

    def _take(self, embeddings: Any, tune: bool) -> None:
        """Begin with pre-trained vectors, as long as the others are on average."""
        table = self.tables["embedding"]
        vectors = torch.from_numpy(embeddings.matrix)
        scale = 1.0 / max(1e-9, float(vectors.norm(dim=1).mean()))
        table.weight.data[UNKNOWN] = torch.from_numpy(embeddings.unknown) * scale
        table.weight.data[FIRST:] = vectors * scale
        table.weight.requires_grad_(tune)

    def forward(self, words: Words, sizes: list[int]) -> Any:
        """The vectors of all words, given how many words each sentence has."""
        found = self._embedded(words)
        for lstm in (self.lstm, self.upper):
            if lstm is not None:
                found = functional.dropout(lstm(found, sizes, self.drop["layer"]), self.drop["layer"], self.training)
        return found

    def tag_scores(self, words: Words, sizes: list[int]) -> Any:
        """word x tag."""
        states = self.lstm(self._embedded(words), sizes)
        return self.tagger(functional.dropout(states, self.drop["tagger"], self.training))

    def _embedded(self, words: Words) -> Any:
        rows = torch.from_numpy(words.rows)
        count = len(rows)
        found = []
        hidden = torch.rand(count, 1) < self.drop["word"]  # a word that is hidden keeps its tags
        for name, table in self.tables.items():
            columns = rows[:, COLUMNS[name]]
            if name in HIDDEN and self.training:
                columns = torch.where(hidden, torch.full_like(columns, UNKNOWN), columns)
            found.append(self._or_nothing(table(columns)))
        if self.characters is not None:
            found.append(self._or_nothing(self.characters(words)))
        if self.context is not None:
            found.append(self._or_nothing(self.context(words.sentences)))
        return functional.dropout(torch.cat(found, 1), self.drop["input"], self.training)

    def _or_nothing(self, vectors: Any) -> Any:
        """Some words do without this field while the network learns."""
        if not self.drop["field"] or not self.training:
            return vectors
        return vectors * ((torch.rand(len(vectors), 1) >= self.drop["field"]) / (1.0 - self.drop["field"]))

    def fingerprint(self) -> Arrays:
        """What tells the transformer from another one, nothing if there is none."""
        return {} if self.context is None else {"transformer": self.context.digest}

    def check(self, numbers: Arrays) -> None:
        """Refuses to go on with another transformer than that of a checkpoint."""
        own, seen = self.fingerprint(), numbers.get("transformer")
        if own and (seen is None or not numpy.array_equal(own["transformer"], seen)):
            raise SettingsError("network.transformer: seen another transformer, expected that of the checkpoint")

    def arrays(self, weights: Mapping[str, Any]) -> Arrays:
        """What `encoder.Encoder` reads, of these weights by the names that they have here."""
        found = {f"vectors.{name}": weights[f"tables.{name}.weight"] for name in self.tables}
        if self.context is not None:
            found.update(joined({"transformer": self.context.arrays(section(weights, "context"))}))
        for name, array in weights.items():
            part, _, own = name.partition(".")
            if part == "lstm":
                found[f"encoder.{own}"] = array
            elif part == "upper":  # its first layer is the second one of all
                found["encoder." + re.sub(r"_l(\d+)", lambda layer: f"_l{int(layer[1]) + 1}", own)] = array
            elif part == "tagger":
                found[f"tagger.{own}"] = array
            elif part == CHARACTERS:
                table = own == "table.weight"
                found[f"vectors.{part}" if table else f"{part}.{own.removeprefix('lstm.')}"] = array
        return found
