"""Parsers by a decoder that learns by itself: they have no transition system, no features and no classifier."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from treewright.constraints.preparation import Preparation
from treewright.decoding import Decoder, LearningDecoder
from treewright.decoding.learning_decoder import CheckedDecoder
from treewright.errors import SettingsError
from treewright.parser import pretrained
from treewright.parser.adaptation import adapt_epochs, adapt_tree
from treewright.parser.decoders import DECODERS
from treewright.parser.learnt import Learnt
from treewright.parser.way import (
    NOT_AVERAGED,
    NOTHING_TO_PRUNE,
    WITHOUT_SEEDS,
    WITHOUT_THREADS,
    Way,
    refuse_beyond,
)
from treewright.settings import value_of
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
        self.name = next((name for name, known in DECODERS.items() if known is cls), cls.__name__)
        self.ours = cls in DECODERS.values()

    def make_features(
        self, parser: Parser, embeddings: Any, functions: Mapping[str, Callable[..., Any]] | None
    ) -> None:
        """Make the templates, if the decoder reads some, and read the vectors of words for a network."""
        if self.cls.takes_network:
            parser.embeddings = pretrained.read_embeddings(parser.settings, embeddings)
            pretrained.check_transformer(parser.settings)
        if self.cls.views:
            parser.features = parser.make_features(functions, self.cls.views)

    def check(self, parser: Parser) -> None:
        """Refuses methods that are not there, and settings that need weights."""
        cannot = [NOT_AVERAGED if self.ours else WITHOUT_SEEDS]
        if not self.cls.takes_network:
            cannot.append(WITHOUT_THREADS)
        if "classifier.prune" not in self.cls.more_settings:
            cannot.append(NOTHING_TO_PRUNE)
        refuse_beyond(parser, f"the decoder {self.name}", *cannot)
        self.cls.check_defined()

    def own_part(self, parser: Parser) -> tuple[str, type] | None:
        """The decoder, unless it is one of ours."""
        return None if self.ours else ("decoder", self.cls)

    def given_again(self, parser: Parser) -> dict[str, Any]:
        """Besides a decoder, functions of features."""
        given = super().given_again(parser)
        if self.cls.views and parser.features.user_functions:
            given["functions"] = parser.features.user_functions
        return given

    def header(self, parser: Parser) -> dict[str, Any]:
        """The templates, if there are some."""
        return {"templates": parser.features.text} if self.cls.views else {}

    def take(self, parser: Parser, learnt: Learnt) -> None:
        """Take the templates of a model file, if there are some."""
        if not self.cls.views:
            return
        if learnt.features is None or not learnt.features.fits(self.cls.views):
            raise ValueError(f"templates: seen none of the views {', '.join(self.cls.views)}, which {self.name} reads")
        parser.features = learnt.features

    def described(self, parser: Parser) -> list[str]:
        """The decoder's name, and what it reads."""
        named = [f"{name.partition('.')[2]} {value_of(parser.settings, name)}" for name in self.cls.more_settings]
        templates = [f"features {parser.settings['features']['templates']}"] if self.cls.views else []
        return [f"decoder {self.name}", *templates, *named[:1]]

    def adapt(self, parser: Parser, sentences: Iterable[Sentence]) -> list[str]:
        """The training data says how long a network learns, and which trees a graph-based parser finds; there is one seed."""
        parser.settings["training"].update(seeds=1, pseudo_projective="none")
        sentences = list(expected_sentences(sentences))
        told = adapt_epochs(parser.settings, sentences)
        return told + (adapt_tree(parser.settings, sentences) if "search.tree" in self.cls.more_settings else [])

    def is_network(self, parser: Parser) -> bool:
        """If the decoder is a network."""
        return self.cls.takes_network

    def most_words(self, parser: Parser) -> int | None:
        """As the decoder says."""
        return self.cls.most_words

    def trainer(self, parser: Parser, seed: int) -> Trainer:
        """What shows the decoder the sentences."""
        return DecoderTrainer(self._made(parser, seed), lambda learnt: self.decoder(parser, learnt))

    def _made(self, parser: Parser, seed: int) -> LearningDecoder:
        more: dict[str, Any] = {name.partition(".")[2]: value_of(parser.settings, name) for name in self.cls.more_settings}
        if self.cls.takes_network:
            threads = parser.settings["training"]["threads"]
            more.update(parser.settings["network"], embeddings=parser.embeddings, threads=threads)
        if self.cls.seeded:
            more["seed"] = seed
        if self.cls.views:
            more["features"] = parser.features
        made = self.cls(parser.alphabets, **more)
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
        """The decoder itself; the predictions of one that is not ours are checked."""
        own = self._made(parser, int(parser.settings["training"]["seed"]))
        own.restore(model.arrays())
        return own if self.ours else CheckedDecoder(own, parser.family)

    def preparation(self, parser: Parser, **given: Any) -> Preparation:
        """Heads and labels are kept, if the decoder says that it keeps heads; all else, if it says so."""
        name = self.name
        if not parser.family.makes_arcs:
            raise SettingsError(f"search.decoder: {name} makes no dependency trees, so no heads can be given")
        if not self.cls.keeps_heads:
            raise SettingsError(f"search.decoder: {name} keeps no given heads ({self.cls.__name__}.keeps_heads is False)")
        if given["constraints"] is not None and not self.cls.keeps_constraints:
            raise SettingsError(f"search.decoder: {name} keeps heads and labels (keep=...) and knows no other constraints")
        return Preparation(**given, projective=self._made(parser, 1).projective)

    def keeps_heads(self, parser: Parser) -> bool:
        """As the decoder says."""
        return self.cls.keeps_heads

    def check_nbest(self, parser: Parser, count: int) -> None:
        """Refuses several trees unless the decoder has a method `best`."""
        if count > 1 and self.cls.best is Decoder.best:
            raise SettingsError(f"nbest: seen {count}, expected 1: {self.name} gives one tree for each sentence")

    def in_python(self, parser: Parser) -> bool:
        """Whether the decoder, or a function of its features, is in plain Python."""
        return self.cls.in_python or bool(self.cls.views and parser.features.function_names())

    def single_root(self, parser: Parser) -> bool:
        """As the decoder says."""
        return self.cls.single_root
