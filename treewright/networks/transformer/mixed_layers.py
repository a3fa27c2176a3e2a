"""A transformer while a network learns: what its layers say of a word, mixed by weights that are learnt."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import torch
from torch import nn
from torch.nn import functional

from treewright.networks.transformer.kept_states import KeptStates
from treewright.networks.transformer.transformer import Transformer
from treewright.networks.transformer.transformer_arrays import config_of, packed, tokenizer_of
from treewright.networks.transformer.transformer_folder import digest_of, read_folder
from treewright.storage.named_arrays import Arrays
from treewright.treebank.sentence import Sentence

USUAL = 50  # as large as the numbers of so long a vector of length 1 are those of a mixed one at first


class MixedLayers(nn.Module):
    """The transformer stays as it is, or learns on (network.tune): all but its vectors of pieces."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        super().__init__()
        arrays = read_folder(str(settings["transformer"]))
        self.digest = digest_of(arrays)
        self.tune = bool(settings["tune"])
        self.source = Transformer(arrays) if self.tune else Transformer.shared(arrays)
        self.width = self.source.width
        self.weights = nn.Parameter(torch.zeros(self.source.layers))
        self.gain = nn.Parameter(torch.full((1,), math.sqrt(self.width / USUAL)))
        self.kept: Any = None
        self.tuned: Any = None
        if self.tune:
            self.tuned = self.source.module
            self.tuned.requires_grad_(True)
            self.tuned.get_input_embeddings().requires_grad_(False)
            able = torch.cpu.get_capabilities()
            self.fast = bool(able.get("avx512_bf16") or able.get("amx_bf16"))  # numbers of 16 bits, in half the time
        else:
            self.kept = KeptStates()
            self.source.keep(self.kept)

    def forward(self, sentences: Sequence[Sentence]) -> Any:
        """A vector for each word."""
        if self.tune:
            with torch.autocast("cpu", torch.bfloat16, enabled=self.fast):
                states = self.source.tuned_states(sentences)
        else:
            states = torch.from_numpy(self.source.states(sentences)).float()
        mix = torch.softmax(self.weights, 0) * self.gain
        return (functional.normalize(states, dim=2) * mix[:, None]).sum(1)

    def arrays(self, weights: Mapping[str, Any]) -> Arrays:
        """What a model file keeps: the transformer, and how its layers are mixed."""
        own = weights["weights"] - weights["weights"].max()
        mix = numpy.exp(own) / numpy.exp(own).sum() * weights["gain"]
        arrays = self.source.arrays
        if self.tune:
            found = {name: array.detach().numpy() for name, array in self.tuned.state_dict().items()}
            prefix = "tuned."
            found.update({name.removeprefix(prefix): array for name, array in weights.items() if name.startswith(prefix)})
            arrays = packed(config_of(arrays), tokenizer_of(arrays), found)
        return {**arrays, "mix": mix.astype(numpy.float32)}
