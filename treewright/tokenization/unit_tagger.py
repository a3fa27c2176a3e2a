"""The taggers within a tokenizer, of units and of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treewright.parser import Parser
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging.flat_parser import flat_parser
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
    checkpoints: StageCheckpoints | None = None,
) -> Parser:
    """A tagger that has learnt from flat trees; it keeps nothing of their text."""
    settings = {"margin": margin, "epochs": epochs, "seed": seed, "seeds": seeds}
    tagger = flat_parser({"features.templates": templates, **{f"training.{name}": value for name, value in settings.items()}})
    checkpoint = (checkpoints or StageCheckpoints()).of(f"{templates}-{margin}")
    learnt, held = ([s for s in given if len(s)] for given in (sentences, dev))
    tagger.train(learnt, held or None, log=log, progress=False, checkpoint=checkpoint)
    tagger.examples, tagger.tag_trigrams = [], {}
    return tagger
