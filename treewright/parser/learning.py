"""What a parser learns with and decodes with: a classifier and its transitions, or a decoder that learns by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakMethod

from treewright.classifiers import Classifier
from treewright.classifiers.credit import Credit
from treewright.decoding import DECODERS, Decoder, LearningDecoder, SearchDecoder
from treewright.decoding.learning_decoder import CheckedDecoder
from treewright.errors import SettingsError
from treewright.families.family import Alphabets
from treewright.parser.build import Build
from treewright.search import Search
from treewright.search.steps import StepCredit
from treewright.settings import SETTINGS
from treewright.storage.named_arrays import LearntArrays
from treewright.training import STRATEGIES, TrainingStrategy
from treewright.training.decoder_trainer import DecoderTrainer
from treewright.training.gold_paths import GoldPaths
from treewright.training.trainer import Trainer
from treewright.training.transition_trainer import TransitionTrainer, Worker


class Learning(Build):
    """Makes trainers, models and decoders out of the six parts; a base of Parser."""

    alphabets: Alphabets

    def decoder_class(self) -> type[LearningDecoder] | None:
        """The class of a decoder that learns by itself, None if the parser makes transitions."""
        cls: Any = self._part("search.decoder", DECODERS, Decoder)
        if cls is SearchDecoder:
            return None
        if not issubclass(cls, LearningDecoder):
            raise SettingsError(f"search.decoder: {cls.__name__} is not a subclass of LearningDecoder")
        return cls  # type: ignore[no-any-return]

    def own_part(self) -> tuple[str, type] | None:
        """The part whose class has to be given when a model is loaded, None if ours is enough."""
        if (decoder := self.decoder_class()) is not None:
            return "decoder", decoder
        classifier = self.classifier_class()
        return ("classifier", classifier) if classifier.needs_class else None

    def check_parts(self) -> None:
        """Refuses parts of the user's own that are none, or that cannot do what is set, before anything is read."""
        decoder, classifier = self.decoder_class(), self.classifier_class()
        if decoder is not None:
            self._refuse_beyond(f"the decoder {decoder.__name__}", has_weights=False, reads_vectors=True)
            return
        sees = f"it sees {classifier.looks_at}, not the numbers of vectors"
        name = f"the classifier {classifier.__name__}"
        self._refuse_beyond(name, classifier.has_weights, classifier.reads_vectors, sees)
        if classifier.looks_at not in ("atoms", "keys"):
            seen = f"seen {classifier.looks_at!r}, expected 'atoms' or 'keys'"
            raise SettingsError(f"{classifier.__name__}.looks_at: {seen}")
        self._oracle_class()
        self._part("training.strategy", STRATEGIES, TrainingStrategy)

    def _refuse_beyond(self, name: str, has_weights: bool, reads_vectors: bool, sees: str = "") -> None:
        """Refuses settings that ask more of a classifier or a decoder than it declares."""
        needed = (
            ("training.seeds", 1, has_weights, "only weights can be averaged over seeds"),
            ("training.threads", 1, has_weights, "only weights can be added up over threads"),
            ("classifier.prune", 0, has_weights, "it has no weights to prune"),
            ("features.embeddings", 0, reads_vectors, sees),
        )
        for setting, most, able, reason in needed:
            part, own = setting.split(".")
            value = self.settings[part][own]
            if not able and (len(value) if isinstance(value, str) else value) > most:
                instead = most if not isinstance(value, str) else '""'
                raise SettingsError(f"{setting} = {value} cannot work with {name}: {reason}; use {setting} = {instead}")

    # Models and decoders --------------------------------------------------------------------------------------------

    def _finished(self, learnt: Sequence[Any]) -> Any:
        """The model that a parser parses with, of what was learnt with each seed."""
        if self.decoder_class() is not None:
            return learnt[0]
        cls = self.classifier_class()
        return cls.packed(cls.joined(learnt, float(self.settings["classifier"]["prune"])))

    def model_from(self, arrays: dict[str, Any]) -> Any:
        """The model that a parser parses with, from the arrays of a model file."""
        if self.decoder_class() is not None:
            return LearntArrays(len(self.labels), arrays)
        return self.classifier_class().model_from(self.transition_classes().count, arrays)

    def _make_decoder(self, model: Any) -> Decoder:
        """A decoder that parses with a model."""
        if (cls := self.decoder_class()) is None:
            return SearchDecoder(self._make_search(model), self.lifted, WeakMethod(self.make_filter))
        own = self._make_learning_decoder(cls)
        own.restore(model.arrays())
        return CheckedDecoder(own, makes_arcs=self.family.makes_arcs)

    def _make_learning_decoder(self, cls: type[LearningDecoder]) -> LearningDecoder:
        more = {"seed": self.settings["training"]["seed"]} if cls.seeded else {}
        made = cls(self.alphabets, **more)  # type: ignore[arg-type]
        if getattr(made, "alphabets", None) != self.alphabets:
            expected = "those it was given; does it call super().__init__(alphabets)?"
            raise SettingsError(f"{cls.__name__}.__init__: seen no alphabets, expected {expected}")
        return made

    # Training -------------------------------------------------------------------------------------------------------

    def _make_trainer(self) -> Trainer:
        """What learns, in as many threads as are wanted."""
        if (cls := self.decoder_class()) is not None:
            return DecoderTrainer(self._make_learning_decoder(cls), self._make_decoder)
        workers = [self._make_worker() for _ in range(int(self.settings["training"]["threads"]))]
        trainer = TransitionTrainer(workers, lambda learnt: self._make_decoder(self.classifier_class().packed(learnt)))
        if trainer.classifier.fitted:
            trainer.epochs = 1
        return trainer

    def _make_worker(self) -> Worker:
        classifier = self._make_classifier()
        oracle = self._make_oracle()
        strategy = GoldPaths() if classifier.fitted else self._make_strategy()
        search = self._make_search(classifier, global_training=not strategy.by_decision)
        if self.settings["training"]["given_heads"]:
            search.filter = self.make_filter()
        strategy.attach(search, oracle, self._make_credit(classifier, search))
        return Worker(search, oracle, classifier, strategy)

    def _make_classifier(self) -> Classifier:
        cls = self.classifier_class()
        table = self.settings["classifier"]
        changed: dict[str, Any]
        changed = {name: table[name] for name in cls.more_settings if table[name] != SETTINGS[f"classifier.{name}"].default}
        if cls.seeded:
            changed["seed"] = self.settings["training"]["seed"]
        count = self.transition_classes().count
        made = cls(count, **changed)  # one of the user's own may know no settings
        if made.classes != count:
            how = f"super().__init__({count})"
            raise SettingsError(f"{cls.__name__}.__init__: seen {made.classes} classes, expected {count}; does it call {how}?")
        return made

    def _make_credit(self, classifier: Classifier, search: Search) -> Credit:
        """What a strategy tells the classifier what was right and wrong with."""
        credit = classifier.credit(search.scorer.extraction)
        return StepCredit(self.system, search.classes, credit) if search.classes.reduce >= 0 else credit
