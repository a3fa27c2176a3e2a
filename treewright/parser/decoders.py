"""All decoders by name: those of decoding, and networks that are decoders."""

from __future__ import annotations

from treewright.decoding import DECODERS as OF_DECODING
from treewright.decoding import Decoder
from treewright.networks import NETWORK_DECODERS

DECODERS: dict[str, type[Decoder]] = {**OF_DECODING, **NETWORK_DECODERS}
