"""Taggers and a parser over one encoder: they learn together, and a sentence is encoded once for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treewright.networks.encoders.shared_encoder import SharedEncoder, above_encoder, of_encoder
from treewright.parser import Parser
from treewright.storage.checkpoint import Checkpoint
from treewright.storage.named_arrays import Arrays, LearntArrays
from treewright.storage.sections import joined, section
from treewright.tagging import Tagger
from treewright.training.callbacks import Callbacks
from treewright.training.gold_trees import GoldTrees
from treewright.training.training_loop import Row
from treewright.treebank.sentence import Sentence


def train_together(
    parser: Parser,
    taggers: Sequence[Tagger],
    sentences: list[Sentence],
    dev: list[Sentence] | None,
    *,
    log: Callable[[Row], None],
    progress: Callable[[int, int], None],
    checkpoint: Checkpoint,
) -> None:
    """Train all of them by one training, whose best epoch is that of the parser."""
    parser.followers = [_follower(tagger, sentences) for tagger in taggers]
    try:
        parser.train(sentences, dev, log=log, progress=progress, checkpoint=checkpoint)
    finally:
        parser.followers = []
    learnt = parser.model.arrays()
    own = section(learnt, "network")
    parser.take_learnt([LearntArrays(joined({"network": own}))], sentences, dev)
    for number, tagger in enumerate(taggers):
        network = {**of_encoder(own), **section(section(learnt, "followers"), str(number))}
        tagger.parser.take_learnt([LearntArrays(joined({"network": network}))], sentences, dev)
    share(parser, taggers)


def _follower(tagger: Tagger, sentences: list[Sentence]) -> Any:
    """A tagger that is ready to learn, and the right tags of each sentence."""
    tagger.look_at(sentences)
    own = tagger.parser
    _, gold = own.look_at(sentences)
    trees = GoldTrees(sentences, gold, len(own.labels), Callbacks(), None, own.family.entries)
    return own, {id(sentence): trees.tree(None, number) for number, sentence in enumerate(sentences)}


def share(parser: Parser, taggers: Sequence[Tagger]) -> None:
    """Let all of them have one encoder, that of the parser."""
    encoder = SharedEncoder(section(parser.model.arrays(), "network"))
    for one in (parser, *(tagger.parser for tagger in taggers)):
        one.model.share(encoder)


def without_encoder(arrays: Arrays) -> Arrays:
    """What a model file keeps of a tagger whose encoder is kept with the parser."""
    return joined({"network": above_encoder(section(arrays, "network"))})


def with_encoder(arrays: Arrays, of_parser: Arrays) -> Arrays:
    """The same, whole again."""
    return joined({"network": {**section(arrays, "network"), **of_encoder(section(of_parser, "network"))}})
