"""The parser: the one place where the six parts meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from treewright.constraints.given_brackets import BracketPreparation
from treewright.constraints.preparation import Preparation
from treewright.constraints.tree_facts import TreeFacts
from treewright.decoding import Decoder, LearningDecoder, SearchDecoder
from treewright.decoding.arc_graph import too_many_words
from treewright.decoding.confidence import LEAST_WORDS, Confidence, known_words
from treewright.decoding.decoder import decoded, decoded_and_watched
from treewright.errors import InputError, ModelError, SettingsError
from treewright.families import Family
from treewright.families.lifting import LiftedTree, Lifting
from treewright.families.prediction import Prediction
from treewright.features.embeddings import Embeddings
from treewright.parser.adaptation import OPEN
from treewright.parser.archive import contents_of, parser_of
from treewright.parser.asked import ConstraintsOf
from treewright.parser.build import Build, classes_in
from treewright.parser.by_decoder import ByDecoder
from treewright.parser.by_transitions import ByTransitions
from treewright.parser.decoders import DECODERS
from treewright.parser.learnt import Learnt
from treewright.parser.parsing import RAW, Parsing
from treewright.parser.pretrained import coverage
from treewright.parser.saved_model import SavedModel
from treewright.parser.way import Way
from treewright.progress_bar import Progress, TrainingBar
from treewright.search import Search
from treewright.settings import SHORT, Resolved, checked, flatten, mapping, resolve, warn_without_effect
from treewright.storage import kinds
from treewright.storage.checkpoint import Checkpoint
from treewright.storage.model_file import ModelFile
from treewright.storage.pickling import Reduced, reduced
from treewright.storage.sections import Contents, section
from treewright.training.callbacks import Callbacks, overridden
from treewright.training.drop_arcs import DropArcs
from treewright.training.given_heads import GivenHeads
from treewright.training.gold_trees import Gold, GoldTrees
from treewright.training.training_loop import Row, TrainingLoop
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.fingerprint import fingerprint
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence
from treewright.treebank.tag_trigrams import tag_trigrams


class Parser(Build, Parsing, SavedModel):
    """A parser made of a transition system, an oracle, features, a classifier, a search and a training strategy.

    A decoder that learns by itself (search.decoder) may stand in the place of all six.
    """

    def __init__(
        self,
        settings: Mapping[str, Any] | None = None,
        *,
        preset: str | None = None,
        embeddings: Mapping[str, Sequence[float]] | str | Path | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        family: Family | None = None,
        learnt: Learnt | None = None,
        **short: Any,
    ) -> None:
        """`family` is what it predicts: dependency trees, if nothing else is given; `learnt` is what a model file has."""
        given = {**mapping(settings), **{SHORT.get(name, name): value for name, value in short.items()}}
        self._given = classes_in(given)
        if embeddings is not None:
            given["features.embeddings"] = "given" if isinstance(embeddings, Mapping) else str(embeddings)
        self.settings = resolve(given, preset)
        if "ensemble" in self.settings:
            raise SettingsError("ensemble.members: seen several parsers, expected one; tw.Ensemble trains several as one")
        if not isinstance(settings, Resolved):
            warn_without_effect(given, self.settings)
        self.open_settings: dict[tuple[str, str], Any] = {}  # what training data decide
        self.family = family or self.make_family()
        self.way = self._make_way()
        self.way.make_system(self)
        self.labels: list[str] = []
        self.tags: list[str] = []
        self.model: Any = None  # PackedWeights, or what the classifier parses with in their place
        self.scores: dict[str, Any] = {}
        self.history: list[Row] = []
        self.training_data: dict[str, Any] = {}
        self.tag_trigrams: dict[str, int] = {}  # of the training data, to compare it with other treebanks
        self.examples: list[str] = []
        self.facts: TreeFacts | None = None  # of the training data, which hold in parses
        self.known_labels: dict[str, str] = {}  # forms that always have a label, for taggers
        self.lifted: Lifting | None = None  # labels with marks of a pseudo-projective parser; they are never shown
        self.confidence: Confidence | None = None  # how probable what it predicts is, learnt from held-out trees
        self.embeddings: Embeddings | None = None
        self.followers: list[tuple[Parser, dict[int, Gold]]] = []  # who learns over its encoder, and what is right by sentence
        self.decoders = SimpleQueue()
        self.way.check(self)
        if learnt is not None:
            self._take(learnt)
            return
        self.open_settings = {(part, name): self.settings[part][name] for part, name in OPEN}
        self.way.make_features(self, embeddings, functions)

    def _make_way(self) -> Way:
        """The way that search.decoder names."""
        cls: Any = self.part_class("search.decoder", DECODERS, LearningDecoder)
        return ByTransitions() if cls is SearchDecoder else ByDecoder(cls)

    def _take(self, learnt: Learnt) -> None:
        """Take what was learnt in the place of training."""
        if not isinstance(learnt, Learnt):
            raise SettingsError(f"learnt: seen {learnt!r:.60}, expected what a model file says; tw.load reads one")
        self.way.take(self, learnt)
        self.labels, self.tags, self.known_labels = learnt.labels, learnt.tags, learnt.known_labels
        self.scores, self.training_data = learnt.scores, learnt.training_data
        self.tag_trigrams, self.examples = learnt.tag_trigrams, learnt.examples
        self.confidence = learnt.confidence
        own = self.way.own_part(self)
        self.model = self.way.model_from(self, learnt.arrays if own is None else section(learnt.arrays, own[0]))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.described()}>"

    def described(self) -> str:
        """What it is made of and what it has learnt, in a few words."""
        made = self.way.described(self)
        if self.model is None:
            return f"{', '.join(made)}; not trained yet"
        data = f"{self.training_data['sentences']:,} sentences" if "sentences" in self.training_data else "a treebank"
        return f"{', '.join(made)}; trained on {data}, {len(self.labels)} labels"

    # Training -------------------------------------------------------------------------------------------------------

    def train(
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None = None,
        *,
        epochs: int | None = None,
        seed: int | None = None,
        callbacks: Callbacks | None = None,
        log: Callable[[Row], None] | None = None,
        progress: Progress = None,
        checkpoint: str | Path | Checkpoint | None = None,
        resume: bool = False,
    ) -> list[Row]:
        """Train on gold trees; the epoch that is best on `dev` is kept.  Returns one row per epoch.

        On a terminal and in a notebook a bar shows how far it is; `progress=False` switches it off, a function replaces it.
        """
        with TrainingBar(progress) as bar:
            saved = checkpoint if isinstance(checkpoint, Checkpoint) else Checkpoint(checkpoint, resume=resume)
            return self._train(sentences, dev, epochs, seed, callbacks, bar.logging(log), bar, saved)

    def _train(
        self,
        sentences: Iterable[Sentence],
        dev: Iterable[Sentence] | None,
        epochs: int | None,
        seed: int | None,
        callbacks: Callbacks | None,
        log: Callable[[Row], None],
        bar: TrainingBar,
        saved: Checkpoint,
    ) -> list[Row]:
        if callbacks is not None and not isinstance(callbacks, Callbacks):
            raise SettingsError(f"callbacks: seen {callbacks!r}, expected an object of a class derived from tw.Callbacks")
        changed = {"epochs": epochs, "seed": seed}
        training = self.settings["training"]
        for name, value in changed.items():
            if value is not None:
                training[name] = checked(f"training.{name}", value)
                if ("training", name) in self.open_settings:
                    self.open_settings["training", name] = training[name]
        if not training["epochs"] and not self.is_network:
            raise SettingsError("training.epochs: seen 0, expected a whole number of at least 1")
        sentences = list(expected_sentences(sentences, place="training data"))
        dev = None if dev is None else list(expected_sentences(dev, place="dev data"))
        if not any(len(sentence) for sentence in sentences):
            raise InputError("training data: seen no words, expected at least one sentence with a tree")
        self.family.check(sentences, "training")
        self.family.check(dev or [], "dev")
        self._check_lengths([*sentences, *(dev or [])])
        hooked = callbacks is not None and overridden(callbacks, "on_gold") and not callbacks.keeps_trees
        trees, gold = self.look_at(sentences, facts=not hooked)  # a hook may learn from other trees
        saved.begin(self.settings, self.training_data, fingerprint(dev or []))
        label_count = len(self.labels if self.lifted is None else self.lifted)
        learnt: list[Any] = []  # of each seed
        self.history = []
        first = int(training["seed"])
        for number in range(int(training["seeds"])):
            loop = self._make_loop(first + number, callbacks, sentences, trees)
            right = GoldTrees(sentences, gold, label_count, loop.callbacks, loop.dropping, self.family.entries)
            saved.restore(loop, number)
            bar.begin(number * loop.epochs + loop.epoch, int(training["seeds"]) * loop.epochs)
            learnt.append(loop.run(sentences, right, dev, log=log, progress=bar.step, save=saved.save))
            self.history += loop.history
        self.take_learnt(learnt, sentences, dev)
        return self.history

    def _check_lengths(self, sentences: Iterable[Sentence]) -> None:
        """Refuses a sentence that is too long, before anything is learnt."""
        for sentence in sentences if self.most_words is not None else ():
            if len(sentence) > self.most_words:  # type: ignore[operator]
                raise too_many_words(sentence, str(self.settings["search"]["decoder"]))

    def look_at(
        self, sentences: Sequence[Sentence], *, facts: bool = True
    ) -> tuple[dict[int, LiftedTree], Prediction]:
        """Take what training data show before anything is learnt; the trees that are lifted, and what is right."""
        self.model, self.decoders = None, SimpleQueue()  # whatever happens, old weights never meet new labels
        self.confidence = None
        self.labels, self.tags = self.family.alphabets(sentences)
        self._decide(sentences)
        trees = self.way.look_at(self, sentences, facts=facts)
        self.training_data, self.tag_trigrams = fingerprint(sentences), tag_trigrams(sentences)
        gold = self.family.gold(sentences, self.alphabets)
        return trees, gold if self.lifted is None else self.lifted.encode(gold, sentences, trees)

    def take_learnt(self, learnt: Sequence[Any], sentences: Sequence[Sentence], dev: Sequence[Sentence] | None) -> None:
        """Parse with what was learnt with each seed; find out how well, if there are dev data."""
        self.model = self.way.finished(self, learnt)
        self.decoders = SimpleQueue()
        self.scores = {}
        if dev:
            found = self.family.score(dev, decoded(self.new_decoder(), dev), self.alphabets)
            self.scores = {**found.figures, "dev_words": found.scores.words}
            known = known_words(self.family.right(dev, self.alphabets))
            if self.way.check_confidence(self) is None and known >= LEAST_WORDS:
                self.calibrate(dev)
        self.take_examples(dev or sentences)

    def adapt(self, sentences: Iterable[Sentence]) -> list[str]:
        """Decide by these training data what is open in the settings, as `train` does; sentences that say what and why."""
        sentences = list(expected_sentences(sentences))
        decided = self._decide(sentences)
        return [*decided, *coverage(self.settings, self.embeddings, sentences, network=self.is_network)]

    def _decide(self, sentences: Sequence[Sentence]) -> list[str]:
        """What is decided by the training data, and why."""
        for (part, name), value in self.open_settings.items():  # again: they may have been decided by other data
            self.settings[part][name] = value
        return self.way.adapt(self, sentences)

    def calibrate(self, sentences: Iterable[Sentence]) -> None:
        """Learn from gold trees that it was not trained on how probable it is that what it predicts is right."""
        if (why := self.way.check_confidence(self)) is not None:
            raise SettingsError(f"confidence: {why}")
        gold = list(expected_sentences(sentences, place="calibration data"))
        if not gold:
            raise InputError(f"calibration data: seen no sentences, expected at least {LEAST_WORDS} words with known heads")
        self.family.check(gold, "calibration")
        prediction, signals = decoded_and_watched(self.new_decoder(), gold)
        right = self.family.right(gold, self.alphabets)
        beam = int(self.settings["search"]["beam"])
        self.confidence = Confidence.fitted(prediction, signals, right, list(map(len, gold)), beam)

    def calibrated(self) -> Confidence:
        """What it learnt of its confidence; refuses if it did not."""
        if (why := self.way.check_confidence(self)) is not None:
            raise SettingsError(f"confidence: {why}")
        how = "treewright calibrate MODEL DEV.conllu -o MODEL, or parser.calibrate(dev), learns that from held-out trees"
        if self.confidence is None:
            raise ModelError(f"confidence: this model does not know how reliable it is; {how}")
        beam = self.settings["search"]["beam"]
        if self.confidence.beam != beam:
            seen = f"seen a beam of {beam}, expected {self.confidence.beam}, with which its confidence was learnt"
            raise SettingsError(f"confidence: {seen}; {how}")
        return self.confidence

    def text_of(self, sentence: Sentence) -> str:
        """A parsed sentence as model files keep it."""
        return self.family.text_of(expected_sentence(sentence, RAW))

    def _make_loop(
        self,
        seed: int,
        callbacks: Callbacks | None,
        sentences: Sequence[Sentence],
        trees: Mapping[int, LiftedTree],
    ) -> TrainingLoop:
        training = self.settings["training"]
        dropping = DropArcs(str(training["drop_arcs"])) if training["drop_arcs"] else None
        giving = None
        if training["given_heads"]:
            giving = GivenHeads(float(training["given_heads"]), sentences, self.single_root, trees)
        return TrainingLoop(
            self.way.trainer(self, seed), self.family, self.alphabets, epochs=int(training["epochs"]), seed=seed,
            shuffle=bool(training["shuffle"]), patience=int(training["patience"]),
            time_limit=60.0 * float(training["time_limit"]) / max(1, int(training["seeds"])),
            alone=int(training["seeds"]) == 1, callbacks=callbacks, dropping=dropping, giving=giving,
        )  # fmt: skip

    # Parsing --------------------------------------------------------------------------------------------------------

    def new_decoder(self) -> Decoder:
        """A decoder of one's own: they hold storage, so threads must not share one."""
        if self.model is None:
            raise ModelError("this parser has no weights yet; train it or load a model")
        return self.way.decoder(self, self.model)

    def new_search(self, constrained: bool = False) -> Search:
        """A search of one's own."""
        decoder = self.new_decoder()
        if not isinstance(decoder, SearchDecoder):
            name = self.settings["search"]["decoder"]
            raise SettingsError(f"search.decoder: {name} makes no transitions, so it has no search")
        if constrained:
            decoder.search.filter = self.make_constraint_filter()
        return decoder.search

    @property
    def is_network(self) -> bool:
        """Whether it is a network, which PyTorch trains."""
        return self.way.is_network(self)

    @property
    def in_python(self) -> bool:  # type: ignore[override]
        """Whether a part in plain Python needs Python's lock all the time, so that only processes are faster."""
        return self.way.in_python(self)

    @property
    def single_root(self) -> bool:  # type: ignore[override]
        """Whether every tree has exactly one root."""
        return self.way.single_root(self)

    @property
    def most_words(self) -> int | None:  # type: ignore[override]
        """The most words that a sentence may have, None if it may have any."""
        return self.way.most_words(self)

    @property
    def keeps_heads(self) -> bool:  # type: ignore[override]
        """Whether it can parse under given heads and labels."""
        return self.way.keeps_heads(self)

    @property
    def partial(self) -> bool:
        """Whether it may leave words without a head."""
        return self.way.partial(self)

    def preparation(
        self, keep: str, constraints: ConstraintsOf | None, on_conflict: str, report: Report | None
    ) -> Preparation | BracketPreparation:
        """What finds the constraints of sentences, and those that clash."""
        labels = {label: number for number, label in enumerate(self.labels)}
        return self.way.preparation(
            self, keep=keep, constraints=constraints, on_conflict=on_conflict, report=report, labels=labels,
            single_root=self.single_root,
        )  # fmt: skip

    def check_nbest(self, count: int) -> None:
        """Refuses several trees where there is one only."""
        self.way.check_nbest(self, count)

    # Files ----------------------------------------------------------------------------------------------------------

    def contents(self) -> Contents:
        """What a model file says of a parser: a header and arrays."""
        if self.model is None:
            raise ModelError("this parser has no weights yet; train it first")
        return contents_of(self)

    @classmethod
    def load(
        cls, path: str | Path | ModelFile, *, functions: Mapping[str, Callable[..., Any]] | None = None, **given: Any
    ) -> Parser:
        """Read a model file.  Parts of your own are given as classes (`system=MySystem`), never imported by name."""
        check_given(given)
        parser: Parser = kinds.load(path, "parser", cls=cls, functions=functions, **given)
        return parser

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of its model file; classes and functions of your own are pickled by their names."""
        return reduced(self, self.contents(), self.given_again())

    def given_again(self) -> dict[str, Any]:
        """What has to be given when it is loaded: parts of the user's own, and the beam, which may be one too."""
        given = {"beam": self.settings["search"]["beam"], **self.way.given_again(self)}
        if type(self.family) is not type(self.make_family()):
            given["family"] = self.family
        return given

    @classmethod
    def from_contents(
        cls,
        header: dict[str, Any],
        arrays: dict[str, Any],
        functions: Mapping[str, Callable[..., Any]] | None = None,
        **given: Any,
    ) -> Parser:
        """A parser from what a model file says of it."""
        return parser_of(cls, header, arrays, functions, given)


def check_given(given: Mapping[str, Any]) -> None:
    """Refuses what is no setting before a file is read: such a mistake is not the file's."""
    parts = {name: value for name, value in given.items() if name not in ("embeddings", "family", "functions")}
    flatten({SHORT.get(name, name): value for name, value in parts.items()})
