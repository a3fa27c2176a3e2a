"""The encoder while it learns, in PyTorch: vectors of words, tags, affixes and features, a transformer's, and a BiLSTM."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional

from treewright.errors import SettingsError
from treewright.networks.lexicon import COLUMNS, FIRST, UNKNOWN, Lexicon
from treewright.networks.mixed_layers import MixedLayers
from treewright.storage.named_arrays import Arrays
from treewright.storage.sections import joined, section
from treewright.treebank.sentence import Sentence

LIGHT, STRONG = 20_000, 8_000  # words of training data that need light dropout, and strong
DROPOUT = {"field": (0.1, 0.3), "word": (0.15, 0.25), "input": (0.1, 0.2), "layer": (0.2, 0.33), "head": (0.2, 0.33)}


def dropout_for(words: int, scale: float) -> dict[str, float]:
    """How much is left out of each layer, given the size of the training data."""
    strength = (math.log(LIGHT) - math.log(max(1, words))) / (math.log(LIGHT) - math.log(STRONG))
    strength = min(1.0, max(0.0, strength))
    return {name: scale * (light + strength * (strong - light)) for name, (light, strong) in DROPOUT.items()}


class TorchEncoder(nn.Module):
    """A vector for each word of some sentences; what `encoder.Encoder` computes without PyTorch."""

    def __init__(
        self, lexicon: Lexicon, encoder: str, settings: Mapping[str, Any], drop: Mapping[str, float], embeddings: Any = None
    ) -> None:
        """`embeddings` are pre-trained vectors, which are learnt on (network.tune) or stay as they are."""
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
                self.tables[name] = table
        if embeddings is not None:
            self._take(embeddings, bool(settings["tune"]))
        self.context: Any = MixedLayers(settings) if settings.get("transformer") else None
        self.width = sum(sizes.values()) + (self.context.width if self.context is not None else 0)
        self.lstm: Any = None
        if encoder == "bilstm" and int(settings["layers"]):
            own = int(settings["width"])
            self.lstm = nn.LSTM(self.width, own, int(settings["layers"]), batch_first=True, bidirectional=True)
            _begin(self.lstm, own)
            self.width = 2 * own

    def _take(self, embeddings: Any, tune: bool) -> None:
        """Begin with pre-trained vectors, as long as the others are on average."""
        table = self.tables["embedding"]
        vectors = torch.from_numpy(embeddings.matrix)
        scale = 1.0 / max(1e-9, float(vectors.norm(dim=1).mean()))
        table.weight.data[UNKNOWN] = torch.from_numpy(embeddings.unknown) * scale
        table.weight.data[FIRST:] = vectors * scale
        table.weight.requires_grad_(tune)

    def forward(self, rows: Any, sentences: Sequence[Sentence]) -> Any:
        """The vectors of all words of some sentences, given their rows of numbers."""
        found = self._embedded(rows, sentences)
        if self.lstm is not None:
            self.lstm.dropout = self.drop["layer"]
            sizes = [sentence.size for sentence in sentences]
            packed = nn.utils.rnn.pack_sequence(list(torch.split(found, sizes)), enforce_sorted=False)
            padded, lengths = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
            found = torch.cat([padded[i, : lengths[i]] for i in range(len(sizes))])
            found = functional.dropout(found, self.drop["layer"], self.training)
        return found

    def _embedded(self, rows: Any, sentences: Sequence[Sentence]) -> Any:
        count = len(rows)
        found = []
        hidden = torch.rand(count, 1) < self.drop["word"]  # a word that is hidden keeps its tags
        for name, table in self.tables.items():
            columns = rows[:, COLUMNS[name]]
            if name in ("word", "lemma") and self.training:
                columns = torch.where(hidden, torch.full_like(columns, UNKNOWN), columns)
            found.append(self._thinned(table(columns)))
        if self.context is not None:
            found.append(self._thinned(self.context(sentences)))
        return functional.dropout(torch.cat(found, 1), self.drop["input"], self.training)

    def _thinned(self, vectors: Any) -> Any:
        """Leave out the vectors of some words."""
        if self.drop["field"] and self.training:
            return vectors * ((torch.rand(len(vectors), 1) >= self.drop["field"]) / (1.0 - self.drop["field"]))
        return vectors

    def fingerprint(self) -> Arrays:
        """What tells the transformer from another one, nothing if there is none."""
        return {} if self.context is None else {"transformer": self.context.digest}

    def check(self, numbers: Arrays) -> None:
        """Refuses to go on with another transformer than that of a checkpoint."""
        own = self.fingerprint()
        seen = numbers.get("transformer")
        if own and (seen is None or not numpy.array_equal(own["transformer"], seen)):
            raise SettingsError("network.transformer: seen another transformer, expected that of the checkpoint")

    def arrays(self, weights: Mapping[str, Any]) -> Arrays:
        """What `encoder.Encoder` reads, of these weights by the names that they have here."""
        found = {f"vectors.{name}": weights[f"tables.{name}.weight"] for name in self.tables}
        if self.context is not None:
            found.update(joined({"transformer": self.context.arrays(section(weights, "context"))}))
        own = {name: array for name, array in weights.items() if name.startswith("lstm.")}
        return {**found, **{f"encoder.{name.removeprefix('lstm.')}": array for name, array in own.items()}}


def _begin(lstm: Any, width: int) -> None:
    """Orthogonal recurrent weights; the gates that forget are open at first."""
    for name, weights in lstm.named_parameters():
        if "weight_hh" in name:
            for gate in range(4):
                nn.init.orthogonal_(weights.data[gate * width : (gate + 1) * width])
        elif "bias" in name:
            nn.init.zeros_(weights)
            if "bias_ih" in name:
                weights.data[width : 2 * width] = 1.0
