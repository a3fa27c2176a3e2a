"""What a parser takes from elsewhere, made from more text than a treebank has: vectors of words, and a transformer."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from treewright.features.embeddings import Embeddings
from treewright.networks.transformer.transformer_folder import check_folder
from treewright.networks.transformer.transformer_folder import coverage as coverage_by_pieces
from treewright.settings import Table
from treewright.treebank.sentence import Sentence


def read_embeddings(settings: Table, embeddings: Any) -> Embeddings | None:
    """The vectors of words that were given, or those of a file."""
    if isinstance(embeddings, Mapping):
        return Embeddings(embeddings)
    path = str(settings["features"]["embeddings"])
    return Embeddings.read(path) if path and path != "given" else None


def check_transformer(settings: Table) -> None:
    """Refuses a folder without a transformer, before anything is trained."""
    if folder := _folder(settings):
        check_folder(folder)


def coverage(settings: Table, embeddings: Embeddings | None, sentences: Sequence[Sentence], *, network: bool) -> list[str]:
    """Sentences that say how many words of a treebank have vectors, and can be read by the transformer of a network."""
    reads = network and os.path.isdir(_folder(settings))
    if embeddings is None and not reads:
        return []
    words = {form for sentence in sentences for form in sentence.forms}
    told = [] if embeddings is None else embeddings.coverage(words)
    return [*told, *([coverage_by_pieces(_folder(settings), words)] if reads else [])]


def _folder(settings: Table) -> str:
    return str(settings["network"]["transformer"])
