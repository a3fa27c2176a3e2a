"""Parsers by a decoder that learns by itself: they have no transition system, no features and no classifier."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from treewright.constraints.preparation import Preparation
from treewright.decoding import Decoder, LearningDecoder
from treewright.decoding.learning_decoder import CheckedDecoder
from treewright.errors import SettingsError
from treewright.parser.adaptation import epochs_for
from treewright.parser.way import NOTHING_TO_PRUNE, WITHOUT_SEEDS, WITHOUT_THREADS, Way, refuse_beyond
from treewright.storage.named_arrays import LearntArrays
from treewright.training.decoder_trainer import DecoderTrainer
from treewright.training.trainer import Trainer
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

if TYPE_CHECKING:
    from treewright.parser.parser import Parser


class ByDecoder(Way):
    """A decoder finds trees in its own way, and learns by itself."""

    def __init__(self, cls: type[LearningDecoder]) -> None:
        self.cls = cls

    def check(self, parser: Parser) -> None:
        """Refuses methods that are not there, and settings that need weights."""
        refuse_beyond(parser, f"the decoder {self.cls.__name__}", WITHOUT_SEEDS, WITHOUT_THREADS, NOTHING_TO_PRUNE)
        self.cls.check_defined()

    def own_part(self, parser: Parser) -> tuple[str, type] | None:
        """The decoder."""
        return "decoder", self.cls

    def described(self, parser: Parser) -> list[str]:
        """The decoder's name."""
        return [f"decoder {self.cls.__name__}"]

    def adapt(self, parser: Parser, sentences: Iterable[Sentence]) -> list[str]:
        """Only the number of epochs depends on the training data: there is one seed, and trees are not lifted."""
        training = parser.settings["training"]
        training.update(seeds=1, pseudo_projective="none")
        if training["epochs"] == 0:
            training["epochs"] = epochs_for(sum(map(len, expected_sentences(sentences))))
        return []

    def trainer(self, parser: Parser, seed: int) -> Trainer:
        """What shows the decoder the sentences."""
        return DecoderTrainer(self._made(parser, seed), lambda learnt: self.decoder(parser, learnt))

    def _made(self, parser: Parser, seed: int) -> LearningDecoder:
        more = {"seed": seed} if self.cls.seeded else {}
        made = self.cls(parser.alphabets, **more)  # type: ignore[arg-type]
        if getattr(made, "alphabets", None) != parser.alphabets:
            expected = "those it was given; does it call super().__init__(alphabets)?"
            raise SettingsError(f"{self.cls.__name__}.__init__: seen no alphabets, expected {expected}")
        return made

    def finished(self, parser: Parser, learnt: Sequence[Any]) -> Any:
        """What was learnt with the one seed."""
        return learnt[0]

    def model_from(self, parser: Parser, arrays: dict[str, Any]) -> Any:
        """Arrays by name."""
        return LearntArrays(arrays)

    def decoder(self, parser: Parser, model: Any) -> Decoder:
        """The decoder itself, whose predictions are checked."""
        own = self._made(parser, int(parser.settings["training"]["seed"]))
        own.restore(model.arrays())
        return CheckedDecoder(own, parser.family)

    def preparation(self, parser: Parser, **given: Any) -> Preparation:
        """Heads and labels are kept, if the decoder says that it keeps heads."""
        name = self.cls.__name__
        if not parser.family.makes_arcs:
            raise SettingsError(f"search.decoder: {name} makes no dependency trees, so no heads can be given")
        if not self.cls.keeps_heads:
            raise SettingsError(f"search.decoder: {name} keeps no given heads ({name}.keeps_heads is False)")
        if given["constraints"] is not None:
            raise SettingsError(f"search.decoder: {name} keeps heads and labels (keep=...) and knows no other constraints")
        return Preparation(**given)

    def check_nbest(self, parser: Parser, count: int) -> None:
        """Refuses several trees unless the decoder has a method `best`."""
        if count > 1 and self.cls.best is Decoder.best:
            raise SettingsError(f"nbest: seen {count}, expected 1: {self.cls.__name__} gives one tree for each sentence")

    def in_python(self, parser: Parser) -> bool:
        """It is."""
        return True

    def single_root(self, parser: Parser) -> bool:
        """As the decoder says."""
        return self.cls.single_root
