"""The taggers within a tokenizer: parsers of flat trees, with greedy search and local training."""

from __future__ import annotations

from typing import Any

from treewright.oracles.tagging import TaggingOracle
from treewright.parser import Parser
from treewright.transitions.tagging import Tagging

MARGIN = 0.3


def make_tagger(templates: str, *, epochs: int, seed: int) -> Parser:
    """A tagger that is not trained yet."""
    return Parser({
        "system.name": Tagging, "system.root": "first", "system.single_root": False, "oracle.name": TaggingOracle,
        "features.templates": templates, "features.history": False, "search.beam": 1, "training.strategy": "local",
        "training.exploration": "always", "training.margin": MARGIN, "training.epochs": epochs, "training.seed": seed,
    })  # fmt: skip


def load_tagger(header: dict[str, Any], arrays: dict[str, Any]) -> Parser:
    """A tagger from the parts of a model file."""
    return Parser.from_parts(header, arrays, system=Tagging)
