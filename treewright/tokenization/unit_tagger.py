"""The taggers within a tokenizer: parsers of flat trees, with greedy search and local training."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treewright.oracles.tagging import TaggingOracle
from treewright.parser import Parser
from treewright.transitions.tagging import Tagging
from treewright.treebank.sentence import Sentence

Log = Callable[[dict[str, Any]], None] | None


def train_tagger(
    templates: str,
    sentences: Sequence[Sentence],
    dev: Sequence[Sentence],
    *,
    margin: float,
    epochs: int,
    seed: int,
    seeds: int = 1,
    log: Log = None,
) -> Parser:
    """A tagger that has learnt from flat trees; it keeps nothing of their text."""
    tagger = Parser({
        "system.name": Tagging, "system.root": "first", "system.single_root": False, "oracle.name": TaggingOracle,
        "features.templates": templates, "features.history": False, "search.beam": 1, "training.strategy": "local",
        "training.exploration": "always", "training.margin": margin, "training.epochs": epochs, "training.seed": seed,
        "training.seeds": seeds,
    })  # fmt: skip
    tagger.train([s for s in sentences if len(s)], [s for s in dev if len(s)] or None, log=log)
    tagger.examples, tagger.tag_trigrams = [], {}
    return tagger


def load_tagger(header: dict[str, Any], arrays: dict[str, Any]) -> Parser:
    """A tagger from the parts of a model file."""
    return Parser.from_parts(header, arrays, system=Tagging)
