"""What the arrays of a network say of its settings, so that a model file whose header says something else is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treewright.errors import ModelError
from treewright.networks.encoders.encoder import Encoder
from treewright.networks.encoders.lexicon import CHARACTERS, COLUMNS

FIELDS = tuple(name for name in COLUMNS if name != "embedding")  # pre-trained vectors have the size of their file


def sizes_of(encoder: Encoder) -> dict[str, int]:
    """The settings of [network] that the arrays of an encoder tell."""
    found = {name: encoder.vectors[name].shape[1] if name in encoder.vectors else 0 for name in FIELDS}
    found[CHARACTERS] = 0
    if encoder.characters is not None:
        found.update({CHARACTERS: encoder.characters.lstm.hidden, "character_vectors": encoder.characters.lstm.inputs})
    lstms = [lstm for lstm in (encoder.lstm, encoder.upper) if lstm is not None]
    found["layers"] = sum(lstm.layers for lstm in lstms)
    return {**found, **({"width": lstms[0].hidden} if lstms else {})}


def check_sizes(seen: Mapping[str, int], settings: Mapping[str, Any], encoder: str, tagged: bool = False) -> None:
    """Refuses arrays of other sizes than the settings of [network] say; `encoder` is bilstm or none."""
    layers = max(int(settings["layers"]), int(tagged)) if encoder == "bilstm" else 0
    for name, size in seen.items():
        expected = layers if name == "layers" else int(settings[name])
        if size != expected:
            what = "layers of a BiLSTM" if name == "layers" else "units"
            raise ModelError(f"network.{name}: seen arrays of {size} {what}, expected {expected}, as the settings say")
