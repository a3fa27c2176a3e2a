"""Decoding: sentences in, predictions out; and how batches of sentences get to threads and processes."""

from treewright.decoding.decoder import Decoder
from treewright.decoding.graph_decoder import GraphDecoder
from treewright.decoding.learning_decoder import LearningDecoder
from treewright.decoding.search_decoder import SearchDecoder

DECODERS: dict[str, type[Decoder]] = {"transitions": SearchDecoder, "graph": GraphDecoder}

__all__ = ["DECODERS", "Decoder", "GraphDecoder", "LearningDecoder", "SearchDecoder"]
