"""Decoding: sentences in, predictions out; and how batches of sentences get to threads and processes."""

from treewright.decoding.decoder import Decoder
from treewright.decoding.search_decoder import SearchDecoder

__all__ = ["Decoder", "SearchDecoder"]
