"""The parser: the one place where the six parts meet."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from treewright.classifiers import FittedClassifier
from treewright.constraints import Constraints
from treewright.constraints.given import Given
from treewright.constraints.preparation import Preparation
from treewright.constraints.tree_facts import MOST_TAGS, Tree, TreeFacts
from treewright.errors import InputError, ModelError, SettingsError
from treewright.evaluation import Scores, evaluate
from treewright.parallel import batches, in_order
from treewright.parser.adaptation import OPEN, adapt
from treewright.parser.archive import parser_of, parts_of
from treewright.parser.build import Build, classes_in
from treewright.progress_bar import Progress, TrainingBar
from treewright.search import Search
from treewright.settings import SHORT, Resolved, checked, flatten, mapping, resolve, warn_without_effect
from treewright.storage import model_file
from treewright.storage.checkpoint import Checkpoint
from treewright.storage.pickling import Reduced, reduced
from treewright.training.callbacks import Callbacks, overridden
from treewright.training.drop_arcs import DropArcs
from treewright.training.gold_trees import LiftedTrees
from treewright.training.training_loop import Row, TrainingLoop
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.expected import expected_sentence, expected_sentences
from treewright.treebank.fingerprint import fingerprint
from treewright.treebank.lifted_labels import LiftedLabels
from treewright.treebank.report import Report
from treewright.treebank.sentence import Sentence, Shelf
from treewright.treebank.splicer import Splicer
from treewright.treebank.tag_trigrams import tag_trigrams

MOST_TREES = 1 << 30  # more than any beam has
RAW = "a parser reads words; for raw text there are pipelines: tw.load('english')(text)"
EXAMPLES = 12  # sentences a model file keeps with their trees, for `info --verify`


class Parser(Build):
    """A parser made of a transition system, an oracle, features, a classifier, a search and a training strategy."""

    def __init__(
        self,
        settings: Mapping[str, Any] | None = None,
        *,
        preset: str | None = None,
        embeddings: Mapping[str, Sequence[float]] | str | Path | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        **short: Any,
    ) -> None:
        given = {**mapping(settings), **{SHORT.get(name, name): value for name, value in short.items()}}
        self._given = classes_in(given)
        if embeddings is not None:
            given["features.embeddings"] = "given" if isinstance(embeddings, Mapping) else str(embeddings)
        self.settings = resolve(given, preset)
        if not isinstance(settings, Resolved):
            warn_without_effect(given, self.settings)
        self.open_settings = {(part, name): self.settings[part][name] for part, name in OPEN}  # until there are training data
        self.labels: list[str] = []
        self.tags: list[str] = []
        self.table: Any = None  # PackedWeights, or what the classifier parses with in their place
        self.scores: dict[str, Any] = {}
        self.history: list[Row] = []
        self.training_data: dict[str, Any] = {}
        self.tag_trigrams: dict[str, int] = {}  # of the training data, to compare it with other treebanks
        self.examples: list[str] = []
        self.embeddings = self._read_embeddings(embeddings)
        self.facts: TreeFacts | None = None  # of the training data, which hold in parses
        self.known_labels: dict[str, str] = {}  # forms that always have a label, for taggers
        self.lifted: LiftedLabels | None = None  # labels with marks of a pseudo-projective parser; they are never shown
        self.system = self._make_system()
        self.features = self._make_features(functions)
        self.check_parts()
        self._searches: SimpleQueue[Search] = SimpleQueue()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.described()}>"

    def described(self) -> str:
        """What it is made of and what it has learnt, in a few words."""
        made = [str(self.settings["system"]["name"]), f"features {self.settings['features']['templates']}"]
        made.append("greedy" if self.settings["search"]["beam"] == 1 else f"beam {self.settings['search']['beam']}")
        if self.table is None:
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
        self.settings["training"].update(
            {name: checked(f"training.{name}", value) for name, value in changed.items() if value is not None}
        )
        training = self.settings["training"]
        sentences = list(expected_sentences(sentences, place="training data"))
        dev = None if dev is None else list(expected_sentences(dev, place="dev data"))
        if not any(len(sentence) for sentence in sentences):
            raise InputError("training data: saw no words, expected at least one sentence with a tree")
        refuse_without_heads(sentences, dev or [])
        labelled = self.settings["classifier"]["labels"] != "none"
        self.labels = sorted({label for s in sentences for label in s.labels if label}) if labelled else []
        if labelled and not self.labels:
            raise InputError("training data: saw no labels, expected DEPREL on some word; or set classifier.labels = none")
        self.tags = self._tags_in(sentences)
        self.adapt(sentences)
        self._take_root_label(sentences)
        lifted = self._lift(sentences)
        hooked = callbacks is not None and overridden(callbacks, "on_gold") and not isinstance(callbacks, DropArcs)
        self.facts = None if hooked else self._learn_facts(sentences, lifted)  # a hook may learn from other trees
        self.training_data, self.tag_trigrams = fingerprint(sentences), tag_trigrams(sentences)
        saved.begin(self.settings, self.training_data, fingerprint(dev or []))
        learnt: list[Any] = []  # of each seed
        self.history = []
        first = int(training["seed"])
        for number in range(int(training["seeds"])):
            loop = self._make_loop(first + number, labelled, callbacks, lifted)
            saved.restore(loop, number)
            bar.begin(number * loop.epochs + loop.epoch, int(training["seeds"]) * loop.epochs)
            learnt.append(loop.run(sentences, dev, log=log, progress=bar.step, save=saved.save))
            self.history += loop.history
        classifier = self.classifier_class()
        mean = classifier.learnt.mean(learnt).without_small(float(self.settings["classifier"]["prune"]))
        self.table = classifier.packed.of(mean)
        self._searches = SimpleQueue()
        self.scores = {}
        if dev:
            scores = loop.evaluate(self.table, dev)
            self.scores = {"dev_uas": round(scores.uas, 2), "dev_las": round(scores.las, 2), "dev_words": scores.words}
            if self.tags:
                self.scores["dev_upos"] = round(loop.tag_accuracy, 2)
        self.take_examples(dev or sentences)
        return self.history

    def adapt(self, sentences: Iterable[Sentence]) -> list[str]:
        """Decide by these training data what is open in the settings, as `train` does; sentences that say what and why."""
        before = self.settings["features"]["templates"]
        for (part, name), value in self.open_settings.items():  # again: they may have been decided by other data
            self.settings[part][name] = value
        told = adapt(self.settings, self.system, list(expected_sentences(sentences)))
        if self.settings["features"]["templates"] != before:
            self.features = self._make_features(self.features.user_functions)
        return told

    def take_examples(self, sentences: Iterable[Sentence]) -> None:
        """Parse the first of some sentences; they travel in the model file, so that it can be verified."""
        sentences = expected_sentences(sentences)
        self.examples = [self(s).to_conllu() for s in itertools.islice((s for s in sentences if len(s)), EXAMPLES)]

    def _tags_in(self, sentences: Sequence[Sentence]) -> list[str]:
        """The tags to choose from, none if that is not wanted."""
        if self.settings["system"]["tags"] == "none":
            return []
        tags = sorted({tag for s in sentences for tag in s.tags if tag})
        if not tags:
            raise InputError("training data: saw no tags, expected UPOS on some word; or set system.tags = none")
        return tags

    def _take_root_label(self, sentences: Sequence[Sentence]) -> None:
        """Tell the system the label that most roots have: without ROOT, the word left over gets it."""
        arcs = [arc for s in sentences for arc in zip(s.heads, s.labels, strict=True)]
        found = Counter(label for head, label in arcs if head == 0 and label)
        self.system.root_label = self.labels.index(found.most_common(1)[0][0]) if found and self.labels else 0

    def _learn_facts(self, sentences: Sequence[Sentence], lifted: LiftedTrees | None) -> TreeFacts | None:
        """What the training data shows of trees, None if arcs have no labels or there are no arcs, only tags."""
        if not self.labels or self.system.reaches == "flat":
            return None
        numbers: dict[str | None, int] = {label: number for number, label in enumerate(self.labels)}
        plain = [*self._plain_labels(), -1]
        chosen = self.settings["system"]["tags"] != "none"  # then no tag is known beforehand
        chosen |= len({tag for sentence in sentences for tag in sentence.tags}) > MOST_TAGS

        def tree(at: int, sentence: Sentence) -> Tree:
            own = [None] * len(sentence) if chosen else sentence.tags
            if lifted is not None and at in lifted[1]:
                heads, labels = lifted[1][at]
                return heads, [plain[label] for label in labels], own, sentence.heads
            return sentence.heads, [numbers.get(label, -1) for label in sentence.labels], own, sentence.heads

        trees = (tree(at, sentence) for at, sentence in enumerate(sentences))
        return TreeFacts.learnt(trees, len(self.labels), float(self.settings["training"]["facts"]))

    def _lift(self, sentences: Sequence[Sentence]) -> LiftedTrees | None:
        """The trees of training data that change if they are projectivised, None if that is not wanted."""
        self.lifted = None
        encoding = str(self.settings["training"]["pseudo_projective"])
        if encoding == "none":
            return None
        self.lifted, trees = LiftedLabels.of(encoding, sentences, self.labels)
        self.lifted.makes = self.arc_test()
        return self.lifted, trees

    def _make_loop(
        self, seed: int, labelled: bool, callbacks: Callbacks | None, lifted: LiftedTrees | None
    ) -> TrainingLoop:
        training = self.settings["training"]
        workers = [self._make_worker() for _ in range(int(training["threads"]))]
        epochs = 1 if isinstance(workers[0].classifier, FittedClassifier) else int(training["epochs"])
        return TrainingLoop(
            workers, self.labels, epochs=epochs, seed=seed, shuffle=bool(training["shuffle"]),
            labelled=labelled, callbacks=callbacks, drop_arcs=str(training["drop_arcs"]),
            given_heads=float(training["given_heads"]), lifted=lifted, tags=self.tags,
        )  # fmt: skip

    # Parsing --------------------------------------------------------------------------------------------------------

    def new_search(self, constrained: bool = False) -> Search:
        """A search of one's own: they hold storage, so threads must not share one."""
        if self.table is None:
            raise ModelError("this parser has no weights yet; train it or load a model")
        search = self._make_search(self.table)
        if constrained:
            search.filter = self._make_filter()
        return search

    @contextmanager
    def searching(self, constrained: bool = False) -> Iterator[Search]:
        """A search of one's own while it lasts; the next one gets it again."""
        try:
            search = self._searches.get_nowait()
        except Empty:
            search = self.new_search()
        if constrained and search.filter is None:
            search.filter = self._make_filter()
        try:
            yield search
        finally:
            search.constrain(None)
            self._searches.put(search)

    def __call__(
        self,
        sentence: Sentence | Sequence[Any],
        *,
        keep: str = "",
        constraints: Constraints | None = None,
        on_conflict: str = "stop",
    ) -> Sentence:
        """Parse one sentence (a Sentence, or a list of words for `Sentence.from_words`), under constraints if there are."""
        sentence = expected_sentence(sentence, RAW)
        given = _same_for_all(constraints)
        batches = self.prepared([[sentence]], keep, given, "stop" if on_conflict == "skip" else on_conflict, None)
        batch = next(iter(batches))
        return Shelf(0).reread(self.parse_batch(batch), list(batch))[0]

    def parse_batch(self, batch: list[Sentence]) -> bytes:
        """The bytes of parsed sentences, a blank line after each; DEPREL becomes _ if the parser has no labels."""
        sentences = list(expected_sentences(batch, RAW))
        givens = getattr(batch, "givens", None)
        with self.searching(givens is not None) as search:
            return search.splice(sentences, _splicer(tuple(self.labels), tuple(self.tags)), givens, self.lifted)

    def labels_of(self, sentences: list[Sentence]) -> list[str | None]:
        """The labels of all words, one sentence after another, without making trees: what a tagger wants."""
        sentences = list(expected_sentences(sentences, RAW))
        with self.searching() as search:
            numbers = search.label_numbers(sentences)
        return [self.labels[number] for number in numbers]

    @property
    def in_python(self) -> bool:
        """Whether a part in plain Python needs Python's lock all the time, so that only processes are faster."""
        return self.system.in_python or bool(self.features.function_names())

    def prepared(
        self,
        batches: Iterable[list[Sentence]],
        keep: str,
        constraints: Callable[[Sentence], Constraints | None] | None,
        on_conflict: str,
        report: Report | None,
    ) -> Iterable[list[Sentence]]:
        """The batches with what is given for each sentence."""
        if not keep and constraints is None:
            return batches
        if constraints is not None and not callable(constraints):
            raise SettingsError(f"constraints: seen {constraints!r}, expected a function that gives those of a sentence")
        self._make_filter()  # or say now that it cannot be made
        preparation = Preparation(
            keep=keep, constraints=constraints, on_conflict=on_conflict, report=report, single_root=self.system.single_root,
            labels={label: number for number, label in enumerate(self.labels)}, partial=self.system.partial,
            makes=self.arc_test(),
        )  # fmt: skip
        return preparation.batches(batches)

    def _parsed(
        self,
        sentences: Iterable[Sentence],
        threads: int,
        keep: str,
        constraints: Callable[[Sentence], Constraints | None] | None,
        on_conflict: str,
        report: Report | None,
    ) -> Iterator[tuple[list[Sentence], bytes]]:
        prepared = self.prepared(batches(sentences, threads, RAW), keep, constraints, on_conflict, report)
        return in_order(self.parse_batch, iter(prepared), threads, processes=self.in_python)

    def parse_bytes(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        constraints: Callable[[Sentence], Constraints | None] | None = None,
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> Iterator[bytes]:
        """What is to be written for a stream of sentences, some at a time and in order: the fast way from file to file."""
        for _, block in self._parsed(sentences, threads, keep, constraints, on_conflict, report):
            yield block

    def pipe(
        self,
        sentences: Iterable[Sentence],
        *,
        threads: int = 1,
        keep: str = "",
        constraints: Callable[[Sentence], Constraints | None] | None = None,
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> Iterator[Sentence]:
        """Parse a stream of sentences, in order; threads work on several at once.

        `keep` ("heads", "labels", "all") keeps what the sentences have in these columns, `constraints` is a function that
        gives the constraints of a sentence; `on_conflict` ("stop", "skip", "relax") and `report` are those of Preparation.
        """
        shelf = Shelf()
        for batch, block in self._parsed(sentences, threads, keep, constraints, on_conflict, report):
            yield from shelf.reread(block, list(batch))

    def nbest(
        self,
        sentence: Sentence | Sequence[Any],
        count: int,
        *,
        keep: str = "",
        constraints: Constraints | None = None,
        on_conflict: str = "stop",
        report: Report | None = None,
    ) -> list[tuple[float, Sentence]]:
        """The best trees of a sentence with their scores, best first; as many as the beam holds at the most."""
        if not isinstance(count, int) or count < 1:
            raise SettingsError(f"nbest: seen {count!r}, expected a whole number of at least 1")
        if self.system.anywhere and count > 1:
            raise SettingsError(f"nbest: seen {count}, expected 1: easy-first search gives one tree for each sentence")
        if self.tags:
            raise SettingsError("nbest: a parser that chooses tags (system.tags = upos) gives one tree for each sentence")
        sentence = expected_sentence(sentence, RAW)
        given = _same_for_all(constraints)
        if not len(sentence):
            return []
        batch = next(iter(self.prepared([[sentence]], keep, given, on_conflict, report)))
        givens = getattr(batch, "givens", None)
        if not batch:  # skipped
            return []
        sentence = batch[0]
        with self.searching(givens is not None) as search:
            if givens:
                search.constrain(givens[0])
            found = search.best(sentence, count if self.lifted is None else MOST_TREES)
        names: list[str | None] = [*self.labels]
        given_words = givens[0] if givens else None
        trees = []
        for score, heads, numbers in self._unlifted(found, given_words)[:count]:
            labels = [names[n] if self.labels and n >= 0 else None for n in numbers]
            if given_words is not None:
                known = given_words.labels
                labels = [label if known[i] == -1 else sentence.labels[i] for i, label in enumerate(labels)]
            trees.append((score, sentence.with_tree(heads, labels)))
        return trees

    def _unlifted(
        self, found: Iterable[tuple[float, list[int], list[int]]], given: Given | None
    ) -> list[tuple[float, list[int], list[int]]]:
        """Scored trees with given heads that the system does not make, and decoded; of the same trees the best one only."""
        trees: dict[tuple[int, ...], tuple[float, list[int], list[int]]] = {}
        for score, heads, numbers in found:
            if given is not None and given.fixed is not None:
                heads = [given.fixed[i] if given.fixed[i] >= 0 else head for i, head in enumerate(heads)]
            if self.lifted is not None:
                heads, numbers = self.lifted.undo(heads, numbers, None if given is None else given.may_move)
            trees.setdefault((*heads, *numbers), (score, heads, numbers))
        return list(trees.values())

    def evaluate(self, sentences: Iterable[Sentence], *, threads: int = 1, **settings: Any) -> Scores:
        """Parse gold trees and score the result."""
        gold = list(expected_sentences(sentences))
        return evaluate(gold, self.pipe(gold, threads=threads), **settings)

    # Files ----------------------------------------------------------------------------------------------------------

    def save(self, path: str | Path, *, licence: str = "", compression: int = 0) -> None:
        """Write a model file: data only, the same parser gives the same bytes.

        With a compression of 1 to 9 the file is smaller, but it has to be unpacked into memory when it is loaded.
        """
        header, arrays = self.parts()
        model_file.write(path, {**header, "licence": licence}, arrays, compression=compression)

    def parts(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What a model file says of a parser: a header and arrays."""
        if self.table is None:
            raise ModelError("this parser has no weights yet; train it first")
        return parts_of(self)

    @classmethod
    def load(
        cls, path: str | Path, *, functions: Mapping[str, Callable[..., Any]] | None = None, **given: Any
    ) -> Parser:
        """Read a model file.  Parts of your own are given as classes (`system=MySystem`), never imported by name."""
        check_given(given)
        header, arrays = model_file.read(path)
        with model_file.loading(path):
            return cls.from_parts(header, arrays, functions, **given)

    def __reduce__(self) -> Reduced:
        """Pickled as the bytes of its model file; classes and functions of your own are pickled by their names."""
        return reduced(self, self.parts(), self.given_again())

    def given_again(self) -> dict[str, Any]:
        """What has to be given when it is loaded: parts of the user's own, and the beam, which may be one too."""
        given: dict[str, Any] = {"beam": self.settings["search"]["beam"]}
        if str(self.settings["system"]["name"]) not in TRANSITION_SYSTEMS:
            given["system"] = type(self.system)
        if self.features.user_functions:
            given["functions"] = self.features.user_functions
        return given

    @classmethod
    def from_parts(
        cls,
        header: dict[str, Any],
        arrays: dict[str, Any],
        functions: Mapping[str, Callable[..., Any]] | None = None,
        **given: Any,
    ) -> Parser:
        """A parser from what a model file says of it."""
        return parser_of(cls, header, arrays, functions, given)


@functools.lru_cache(maxsize=16)
def _splicer(labels: tuple[str, ...], tags: tuple[str, ...]) -> Splicer:
    return Splicer([label.encode() for label in labels] or [b"_"], [tag.encode() for tag in tags])


def _same_for_all(constraints: Constraints | None) -> Callable[[Sentence], Constraints | None] | None:
    """Constraints as a function of the sentence, None if there are none."""
    if constraints is None or isinstance(constraints, Constraints):
        return None if constraints is None else lambda sentence: constraints
    raise SettingsError(f"constraints: seen {constraints!r}, expected tw.Constraints()")


def refuse_without_heads(sentences: Sequence[Sentence], dev: Sequence[Sentence]) -> None:
    """Refuses data from which no tree can be learnt, or none be scored."""
    for name, given in (("training", sentences), ("dev", dev)):
        if given and not any(head >= 0 for sentence in given for head in sentence.heads):
            raise InputError(f"{name} data: saw no known heads, expected HEAD other than _ on some word")


def check_given(given: Mapping[str, Any]) -> None:
    """Refuses what is no setting before a file is read: such a mistake is not the file's."""
    flatten({SHORT.get(name, name): value for name, value in given.items() if name not in ("embeddings", "functions")})
