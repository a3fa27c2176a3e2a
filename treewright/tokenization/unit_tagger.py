"""The taggers within a tokenizer, of units and of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treewright.decoding import SearchDecoder
from treewright.families import TagSequences
from treewright.parser import Parser
from treewright.storage.stage_checkpoints import StageCheckpoints
from treewright.tagging.flat_parser import flat_parser
from treewright.treebank.columns import DEPREL
from treewright.treebank.fields import checked_fields
from treewright.treebank.sentence import Sentence

Log = Callable[[dict[str, Any]], None] | None


class UnitTarget:
    """The classes of units and tokens; rows made for training have them in DEPREL, which no template of theirs reads."""

    def __init__(self) -> None:
        self.name, self.columns = "units", [DEPREL]

    def classes(self, sentence: Sentence) -> Sequence[str | None]:
        """The class of each row."""
        return sentence.labels

    def values(self, sentences: Sequence[Sentence], classes: Sequence[str]) -> list[list[bytes]]:
        """The values of the column."""
        return [[name.encode() for name in classes]]

    def check(self, classes: Sequence[str]) -> None:
        """Refuses, with a ValueError, what cannot be a field."""
        checked_fields(classes, "labels")


def tag_pieces(tagger: Parser, text: bytes, cuts: Any, size: int, labels: Any) -> None:
    """Leave the label numbers of words whose columns are pieces of a text in `labels`."""
    with tagger.decoding() as decoder:
        assert isinstance(decoder, SearchDecoder)
        decoder.tag(text, cuts, size, labels)


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
    given = {"features.templates": templates, **{f"training.{name}": value for name, value in settings.items()}}
    tagger = flat_parser(given, TagSequences(UnitTarget()))
    checkpoint = (checkpoints or StageCheckpoints()).of(f"{templates}-{margin}")
    learnt, held = ([s for s in given if len(s)] for given in (sentences, dev))
    tagger.train(learnt, held or None, log=log, progress=False, checkpoint=checkpoint)
    tagger.examples, tagger.tag_trigrams, tagger.confidence = [], {}, None
    return tagger
