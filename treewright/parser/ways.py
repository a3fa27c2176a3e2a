"""The two ways in which a parser learns and decodes: by transitions, or by a decoder that learns by itself.

A way has no state but a class, and is given the parser that it works for: the parser keeps its way, not the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from treewright.classifiers import Classifier
from treewright.constraints.preparation import Preparation
from treewright.decoding import DECODERS, Decoder, LearningDecoder, SearchDecoder
from treewright.decoding.learning_decoder import CheckedDecoder
from treewright.errors import SettingsError
from treewright.parser.adaptation import adapt
from treewright.search.steps import StepCredit
from treewright.settings import SETTINGS
from treewright.storage.named_arrays import LearntArrays
from treewright.training import STRATEGIES, TrainingStrategy
from treewright.training.decoder_trainer import DecoderTrainer
from treewright.training.gold_paths import GoldPaths
from treewright.training.trainer import Trainer
from treewright.training.transition_trainer import TransitionTrainer, Worker
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

if TYPE_CHECKING:
    from treewright.parser.parser import Parser

# what some cannot do: a setting, the most it may be, and why
WITHOUT_WEIGHTS = ("training.seeds", 1, "only weights can be averaged over seeds")
WITHOUT_THREADS = ("training.threads", 1, "it cannot exchange what it learns between threads")
NOTHING_TO_PRUNE = ("classifier.prune", 0, "it has no weights to prune")


def way_of(parser: Parser) -> Way:
    """The way that search.decoder names."""
    cls: Any = parser._part("search.decoder", DECODERS, LearningDecoder)
    return ByTransitions() if cls is SearchDecoder else ByDecoder(cls)


class Way:
    """Base of both."""

    makes_transitions = False  # whether there are searches, facts and lifted trees

    def check(self, parser: Parser) -> None:
        """Refuses what is not a part, and settings that a part cannot work with, before anything is read."""
        raise NotImplementedError

    def own_part(self, parser: Parser) -> tuple[str, type] | None:
        """The part whose class has to be given when a model is loaded, None if none is needed."""
        raise NotImplementedError

    def described(self, parser: Parser) -> list[str]:
        """What the parser is made of, in a few words."""
        raise NotImplementedError

    def adapt(self, parser: Parser, sentences: Iterable[Sentence]) -> list[str]:
        """Let training data decide what is open in the settings; sentences that say what and why."""
        raise NotImplementedError

    def trainer(self, parser: Parser) -> Trainer:
        """What learns."""
        raise NotImplementedError

    def finished(self, parser: Parser, learnt: Sequence[Any]) -> Any:
        """The model that the parser parses with, of what was learnt with each seed."""
        raise NotImplementedError

    def model_from(self, parser: Parser, arrays: dict[str, Any]) -> Any:
        """The same from the arrays of a model file."""
        raise NotImplementedError

    def decoder(self, parser: Parser, model: Any) -> Decoder:
        """A decoder that parses with a model."""
        raise NotImplementedError

    def preparation(self, parser: Parser, **given: Any) -> Preparation:
        """What finds the constraints of sentences; `given` is what Preparation is given for both ways."""
        raise NotImplementedError

    def check_nbest(self, parser: Parser, count: int) -> None:
        """Refuses several trees where there is one only."""
        raise NotImplementedError

    def in_python(self, parser: Parser) -> bool:
        """Whether a part in plain Python needs Python's lock all the time."""
        raise NotImplementedError

    def single_root(self, parser: Parser) -> bool:
        """Whether every tree has exactly one root."""
        raise NotImplementedError


class ByTransitions(Way):
    """A classifier scores transitions, and a search finds the best sequence of them."""

    makes_transitions = True

    def check(self, parser: Parser) -> None:
        """Refuses what is not a part, and settings that the classifier cannot work with."""
        classifier = parser.classifier_class()
        cannot = []
        if not classifier.has_weights:
            cannot += [WITHOUT_WEIGHTS, NOTHING_TO_PRUNE]
        elif classifier.fitted:
            cannot.append(("training.seeds", 1, "another seed would give the same"))
        if not classifier.exchanges:
            cannot.append(WITHOUT_THREADS)
        if not classifier.reads_vectors:
            cannot.append(("features.embeddings", 0, f"it sees {classifier.looks_at}, not the numbers of vectors"))
        refuse_beyond(parser, f"the classifier {classifier.__name__}", *cannot)
        if classifier.looks_at not in ("atoms", "keys"):
            seen = f"seen {classifier.looks_at!r}, expected 'atoms' or 'keys'"
            raise SettingsError(f"{classifier.__name__}.looks_at: {seen}")
        classifier.check_defined()
        parser.oracle_class()
        parser._part("training.strategy", STRATEGIES, TrainingStrategy)

    def own_part(self, parser: Parser) -> tuple[str, type] | None:
        """The classifier, if it is in plain Python."""
        classifier = parser.classifier_class()
        return ("classifier", classifier) if classifier.needs_class else None

    def described(self, parser: Parser) -> list[str]:
        """System, features and search."""
        beam = parser.settings["search"]["beam"]
        made = [str(parser.settings["system"]["name"]), f"features {parser.settings['features']['templates']}"]
        return [*made, "greedy" if beam == 1 else f"beam {beam}"]

    def adapt(self, parser: Parser, sentences: Iterable[Sentence]) -> list[str]:
        """Templates, seeds and lifting depend on the training data."""
        before = parser.settings["features"]["templates"]
        classifier = parser.classifier_class()
        if not parser.settings["training"]["seeds"] and (not classifier.has_weights or classifier.fitted):
            parser.settings["training"]["seeds"] = 1  # there is nothing to average
        told = adapt(parser.settings, parser.system, list(expected_sentences(sentences)))
        if parser.settings["features"]["templates"] != before:
            parser.remake_features()
        return told

    def trainer(self, parser: Parser) -> Trainer:
        """A worker for each thread."""
        workers = [self.worker(parser) for _ in range(int(parser.settings["training"]["threads"]))]
        trainer = TransitionTrainer(workers, lambda learnt: self.decoder(parser, self._packed(parser, learnt)))
        if trainer.classifier.fitted:
            trainer.epochs = 1
        return trainer

    def worker(self, parser: Parser) -> Worker:
        """The parts that learn."""
        classifier = self._classifier(parser)
        oracle = parser.make_oracle()
        strategy = GoldPaths() if classifier.fitted else parser.make_strategy()
        search = parser.make_search(classifier, global_training=not strategy.by_decision)
        if parser.settings["training"]["given_heads"]:
            search.filter = parser.make_filter()
        credit = classifier.credit(search.scorer.extraction)
        if search.classes.reduce >= 0:
            credit = StepCredit(parser.system, search.classes, credit)
        strategy.attach(search, oracle, credit)
        return Worker(search, oracle, classifier, strategy)

    def _classifier(self, parser: Parser) -> Classifier:
        cls = parser.classifier_class()
        table = parser.settings["classifier"]
        changed: dict[str, Any]
        changed = {name: table[name] for name in cls.more_settings if table[name] != SETTINGS[f"classifier.{name}"].default}
        if cls.seeded:
            changed["seed"] = parser.settings["training"]["seed"]
        count = parser.transition_classes().count
        made = cls(count, **changed)  # one of the user's own may know no settings
        if made.classes != count:
            how = f"super().__init__({count})"
            raise SettingsError(f"{cls.__name__}.__init__: seen {made.classes} classes, expected {count}; does it call {how}?")
        return made

    def finished(self, parser: Parser, learnt: Sequence[Any]) -> Any:
        """Weights of all seeds are averaged and pruned."""
        prune = float(parser.settings["classifier"]["prune"])
        return self._packed(parser, parser.classifier_class().joined(learnt, prune))

    def _packed(self, parser: Parser, learnt: Any) -> Any:
        cls = parser.classifier_class()
        if cls.needs_class:
            return self.model_from(parser, learnt.arrays())
        return cls.packed(parser.transition_classes().count, learnt)

    def model_from(self, parser: Parser, arrays: dict[str, Any]) -> Any:
        """What the classifier parses with."""
        cls = parser.classifier_class()
        if not cls.needs_class:
            return cls.model_from(parser.transition_classes().count, arrays)
        made = self._classifier(parser)
        made.restore(arrays)
        return made

    def decoder(self, parser: Parser, model: Any) -> Decoder:
        """A search for each sentence."""
        return SearchDecoder(parser.make_search(model), parser.lifted, parser.kept_filter_maker())

    def preparation(self, parser: Parser, **given: Any) -> Preparation:
        """All constraints are kept, if the system allows it."""
        parser.filter_maker()  # or say now that it cannot be made
        return Preparation(**given, partial=parser.system.partial, makes=parser.arc_test())

    def check_nbest(self, parser: Parser, count: int) -> None:
        """Refuses several trees where a search has one only."""
        if count > 1 and parser.system.search and not parser.search_class().gives_several:
            name = parser.system.search
            raise SettingsError(f"nbest: seen {count}, expected 1: {name} search gives one tree for each sentence")
        if parser.tags:
            raise SettingsError("nbest: a parser that chooses tags (system.tags = upos) gives one tree for each sentence")

    def in_python(self, parser: Parser) -> bool:
        """Whether system, features or classifier are in plain Python."""
        own = parser.system.in_python or bool(parser.features.function_names())
        return own or parser.classifier_class().in_python

    def single_root(self, parser: Parser) -> bool:
        """As the system says."""
        return bool(parser.system.single_root)


class ByDecoder(Way):
    """A decoder finds trees in its own way, and learns by itself."""

    def __init__(self, cls: type[LearningDecoder]) -> None:
        self.cls = cls

    def check(self, parser: Parser) -> None:
        """Refuses methods that are not there, and settings that need weights."""
        refuse_beyond(parser, f"the decoder {self.cls.__name__}", WITHOUT_WEIGHTS, WITHOUT_THREADS, NOTHING_TO_PRUNE)
        self.cls.check_defined()

    def own_part(self, parser: Parser) -> tuple[str, type] | None:
        """The decoder."""
        return "decoder", self.cls

    def described(self, parser: Parser) -> list[str]:
        """The decoder's name."""
        return [f"decoder {self.cls.__name__}"]

    def adapt(self, parser: Parser, sentences: Iterable[Sentence]) -> list[str]:
        """Nothing depends on the training data: there is one seed, and trees are not lifted."""
        parser.settings["training"].update(seeds=1, pseudo_projective="none")
        return []

    def trainer(self, parser: Parser) -> Trainer:
        """What shows the decoder the sentences."""
        return DecoderTrainer(self._made(parser), lambda learnt: self.decoder(parser, learnt))

    def _made(self, parser: Parser) -> LearningDecoder:
        more = {"seed": parser.settings["training"]["seed"]} if self.cls.seeded else {}
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
        own = self._made(parser)
        own.restore(model.arrays())
        return CheckedDecoder(own, makes_arcs=parser.family.makes_arcs)

    def preparation(self, parser: Parser, **given: Any) -> Preparation:
        """Heads and labels are kept, if the decoder says that it keeps heads."""
        name = self.cls.__name__
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


def refuse_beyond(parser: Parser, name: str, *cannot: tuple[str, int, str]) -> None:
    """Refuses settings that ask more of a part than it can do: each setting, the most it may be, and why."""
    for setting, most, reason in cannot:
        part, own = setting.split(".")
        value: Any = parser.settings[part][own]
        if (len(value) if isinstance(value, str) else value) > most:
            instead = most if not isinstance(value, str) else '""'
            raise SettingsError(f"{setting} = {value} cannot work with {name}: {reason}; use {setting} = {instead}")
