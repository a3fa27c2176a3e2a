"""Parsers by transitions: a classifier scores them, and a search finds the best sequence of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from treewright.classifiers import Classifier
from treewright.constraints.given_brackets import BracketPreparation
from treewright.constraints.preparation import Preparation
from treewright.constraints.tree_facts import MOST_TAGS, AnnotatedTree, TreeFacts
from treewright.decoding import Decoder, SearchDecoder
from treewright.errors import ModelError, SettingsError
from treewright.families import ConstituencyTrees
from treewright.families.lifting import LiftedTree, Lifting
from treewright.parser import pretrained
from treewright.parser.adaptation import adapt
from treewright.parser.classifiers import CLASSIFIERS
from treewright.parser.learnt import Learnt
from treewright.parser.way import NOTHING_TO_PRUNE, WITHOUT_SEEDS, WITHOUT_THREADS, Way, refuse_beyond
from treewright.settings import SETTINGS
from treewright.training import STRATEGIES, TrainingStrategy
from treewright.training.gold_paths import GoldPaths
from treewright.training.shared_trainer import Follower, SharedTrainer
from treewright.training.trainer import Trainer
from treewright.training.transition_trainer import LocalTraining, TransitionTrainer, Worker
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

if TYPE_CHECKING:
    from treewright.parser.parser import Parser


class ByTransitions(Way):
    """A classifier scores transitions, and a search finds the best sequence of them."""

    makes_transitions = True

    def make_system(self, parser: Parser) -> None:
        """Make the transition system."""
        parser.system = parser.make_system()

    def make_features(
        self, parser: Parser, embeddings: Any, functions: Mapping[str, Callable[..., Any]] | None
    ) -> None:
        """Read the vectors of words, and make the features."""
        parser.embeddings = pretrained.read_embeddings(parser.settings, embeddings)
        if parser.classifier_class().takes_network:
            pretrained.check_transformer(parser.settings)
        parser.features = parser.make_features(functions)

    def check(self, parser: Parser) -> None:
        """Refuses what is not a part, and settings that the classifier cannot work with."""
        classifier = parser.classifier_class()
        cannot = []
        if not classifier.has_weights:
            cannot += [WITHOUT_SEEDS, NOTHING_TO_PRUNE]
        elif classifier.fitted:
            cannot.append(("training.seeds", 1, "another seed would give the same"))
        if not classifier.exchanges and not classifier.takes_network:
            cannot.append(WITHOUT_THREADS)
        if not classifier.reads_vectors:
            cannot.append(("features.embeddings", 0, f"it sees {classifier.looks_at}, not the numbers of vectors"))
        name = next((name for name, known in CLASSIFIERS.items() if known is classifier), classifier.__name__)
        refuse_beyond(parser, f"the classifier {name}", *cannot)
        if classifier.looks_at not in ("atoms", "keys"):
            seen = f"seen {classifier.looks_at!r}, expected 'atoms' or 'keys'"
            raise SettingsError(f"{classifier.__name__}.looks_at: {seen}")
        views = parser.system.views
        if classifier.in_python and classifier.looks_at == "atoms" and len(views) > 1:
            why = f"the views {', '.join(views[:-1])} and {views[-1]} have different numbers of atoms"
            raise SettingsError(f"{classifier.__name__}.looks_at: seen 'atoms', expected 'keys': {why}")
        classifier.check_defined()
        parser.oracle_class()
        parser.part_class("training.strategy", STRATEGIES, TrainingStrategy)

    def own_part(self, parser: Parser) -> tuple[str, type] | None:
        """The classifier, if it is in plain Python."""
        classifier = parser.classifier_class()
        return ("classifier", classifier) if classifier.needs_class else None

    def given_again(self, parser: Parser) -> dict[str, Any]:
        """Besides a classifier, the system and functions of features."""
        given = super().given_again(parser)
        if str(parser.settings["system"]["name"]) not in TRANSITION_SYSTEMS:
            given["system"] = type(parser.system)
        if parser.features.user_functions:
            given["functions"] = parser.features.user_functions
        return given

    def header(self, parser: Parser) -> dict[str, Any]:
        """What numbers of transitions stand for, and the templates."""
        system = parser.system
        header = {"root_label": system.root_label, "kinds": list(system.kinds), "templates": parser.features.text}
        return {**header, "heads": parser.features.heads.header()} if parser.features.heads else header

    def take(self, parser: Parser, learnt: Learnt) -> None:
        """Take features and what belongs to the system, which must have the same transitions."""
        kinds = list(parser.system.kinds)
        if learnt.kinds is not None and learnt.kinds != kinds:
            seen, name = str(learnt.kinds)[:60], type(parser.system).__name__
            raise ValueError(f"kinds: seen {seen}, expected those of {name}: {kinds}")
        assert learnt.features is not None
        if not learnt.features.fits(parser.system.views):
            seen = f"those of the views {', '.join(learnt.features.views)}"
            raise ValueError(f"templates: seen {seen}, expected those of {', '.join(parser.system.views)}")
        parser.features, parser.embeddings = learnt.features, learnt.embeddings
        parser.system.root_label = learnt.root_label
        parser.facts, parser.lifted = learnt.facts, learnt.lifted
        if parser.lifted is not None:
            parser.lifted.makes = parser.arc_test()

    def described(self, parser: Parser) -> list[str]:
        """System, classifier if it is not the usual one, features and search."""
        beam, classifier = parser.settings["search"]["beam"], str(parser.settings["classifier"]["name"])
        named = [] if classifier == SETTINGS["classifier.name"].default else [classifier]
        made = [str(parser.settings["system"]["name"]), *named, f"features {parser.settings['features']['templates']}"]
        return [*made, "greedy" if beam == 1 else f"beam {beam}"]

    def adapt(self, parser: Parser, sentences: Iterable[Sentence]) -> list[str]:
        """Templates, seeds and lifting depend on the training data."""
        before = parser.settings["features"]["templates"]
        classifier = parser.classifier_class()
        if not parser.settings["training"]["seeds"] and (not classifier.has_weights or classifier.fitted):
            parser.settings["training"]["seeds"] = 1  # there is nothing to average
        told = adapt(parser.settings, parser.system, list(expected_sentences(sentences)))
        if parser.settings["features"]["templates"] != before:
            parser.features = parser.make_features(parser.features.user_functions)
        return told

    def look_at(self, parser: Parser, sentences: Sequence[Sentence], facts: bool) -> dict[int, LiftedTree]:
        """The label of roots, the trees that are lifted, and what the training data shows of trees."""
        self._take_root_label(parser, sentences)
        trees = self._lift(parser, sentences)
        parser.features.heads = parser.family.head_ranks(sentences, parser.alphabets)
        parser.facts = self._facts(parser, sentences, trees) if facts else None
        return trees

    def _take_root_label(self, parser: Parser, sentences: Sequence[Sentence]) -> None:
        """Tell the system the label that most roots have: without ROOT, the word left over gets it."""
        parser.system.root_label = 0
        if not parser.family.makes_arcs:
            return
        arcs = [arc for s in sentences for arc in zip(s.heads, s.labels, strict=True)]
        found = Counter(label for head, label in arcs if head == 0 and label)
        parser.system.root_label = parser.labels.index(found.most_common(1)[0][0]) if found and parser.labels else 0

    def _facts(
        self, parser: Parser, sentences: Sequence[Sentence], lifted: Mapping[int, LiftedTree]
    ) -> TreeFacts | None:
        """What the training data shows of trees, None if there are no arcs or they have no labels."""
        if not parser.labels or not parser.family.makes_arcs:
            return None
        numbers: dict[str | None, int] = {label: number for number, label in enumerate(parser.labels)}
        plain = [*parser.plain_labels(), -1]
        # no tag is known beforehand, if transitions choose them or taggers find them from the same states
        chosen = parser.settings["system"]["tags"] != "none" or bool(parser.followers)
        chosen |= len({tag for sentence in sentences for tag in sentence.tags}) > MOST_TAGS

        def tree(at: int, sentence: Sentence) -> AnnotatedTree:
            own = [None] * len(sentence) if chosen else sentence.tags
            if at in lifted:
                heads, labels = lifted[at]
                return heads, [plain[label] for label in labels], own, sentence.heads
            return sentence.heads, [numbers.get(label, -1) for label in sentence.labels], own, sentence.heads

        trees = (tree(at, sentence) for at, sentence in enumerate(sentences))
        return TreeFacts.learnt(trees, len(parser.labels), float(parser.settings["training"]["facts"]))

    def _lift(self, parser: Parser, sentences: Sequence[Sentence]) -> dict[int, LiftedTree]:
        """The trees of training data that change if they are projectivised, none if that is not wanted."""
        parser.lifted = None
        encoding = str(parser.settings["training"]["pseudo_projective"])
        if encoding == "none":
            return {}
        parser.lifted, trees = Lifting.of(encoding, sentences, parser.labels)
        parser.lifted.makes = parser.arc_test()
        return trees

    def is_network(self, parser: Parser) -> bool:
        """If the classifier is a network."""
        return parser.classifier_class().takes_network

    def trainer(self, parser: Parser, seed: int) -> Trainer:
        """A worker for each thread."""
        threads = 1 if self.is_network(parser) else int(parser.settings["training"]["threads"])  # those of one are PyTorch's
        workers = [self.worker(parser, seed) for _ in range(threads)]

        def decoder(learnt: Any) -> Decoder:
            return self.decoder(parser, self._packed(parser, learnt))

        if parser.followers:
            others = [Follower(self.worker(own, seed), gold) for own, gold in parser.followers]
            return SharedTrainer(workers[0], decoder, others)
        trainer = TransitionTrainer(workers, decoder)
        if trainer.classifier.fitted:
            trainer.epochs = 1
        return trainer

    def worker(self, parser: Parser, seed: int) -> Worker:
        """The parts that learn."""
        classifier = self._classifier(parser, seed)
        oracle = parser.make_oracle()
        strategy = GoldPaths() if classifier.fitted else parser.make_strategy()
        search = parser.make_search(classifier, global_training=not strategy.by_decision)
        if parser.settings["training"]["given_heads"]:
            search.filter = parser.make_constraint_filter()
        credit = parser.make_credit(classifier, search)
        strategy.attach(search, oracle, credit)
        local, table = None, parser.settings["training"]
        share, beside = float(table["local_share"]), bool(table["local_beside"])
        if (share or beside) and not strategy.by_decision:
            local = LocalTraining(share, beside, parser.make_local_search(search), parser.make_strategy(local=True))
            local.strategy.attach(local.search, oracle, credit)
        return Worker(search, oracle, classifier, strategy, local)

    def _classifier(self, parser: Parser, seed: int) -> Classifier:
        cls = parser.classifier_class()
        table = parser.settings["classifier"]
        changed: dict[str, Any]
        changed = {name: table[name] for name in cls.more_settings if table[name] != SETTINGS[f"classifier.{name}"].default}
        if cls.takes_network:
            classes, system = parser.transition_classes(), parser.system
            seen = {view: classes.seen_from(system, view) for view in system.views}
            more = {"labels": _label_rows(parser), "seen": seen, "embeddings": parser.embeddings}
            more["threads"] = parser.settings["training"]["threads"]
            changed = {**parser.settings["network"], **more, "tags": parser.tags if parser.family.tagged else []}
        if cls.seeded:
            changed["seed"] = seed
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
            model = cls.model_from(parser.transition_classes().count, arrays)
            wanted = len(parser.tags) if cls.takes_network and parser.family.tagged else 0
            seen = getattr(model, "tag_count", 0)
            if seen != wanted:
                raise ModelError(f"tagger: seen {seen} tags, expected {wanted}")
            if cls.takes_network:
                cls.check_model(model, parser.settings["network"])
                for rows in getattr(model, "label_rows", set()) - {_label_rows(parser)}:
                    raise ModelError(f"by_label: seen vectors of {rows} labels, expected {_label_rows(parser)}")
            return model
        made = self._classifier(parser, int(parser.settings["training"]["seed"]))  # which one does not matter
        made.restore(arrays)
        return made

    def decoder(self, parser: Parser, model: Any) -> Decoder:
        """A search for each sentence."""
        return SearchDecoder(parser.make_search(model), parser.lifted, parser.possible_filter_maker())

    def preparation(self, parser: Parser, **given: Any) -> Preparation | BracketPreparation:
        """All constraints are kept, if the system allows it; a parser of constituents keeps constituents."""
        if parser.system.family == ConstituencyTrees.name:
            return BracketPreparation(**given)
        parser.filter_maker()  # or say now that it cannot be made
        return Preparation(**given, partial=parser.system.partial, makes=parser.arc_test())

    def keeps_heads(self, parser: Parser) -> bool:
        """If the system and its oracle allow a filter of transitions."""
        return parser.possible_filter_maker() is not None

    def check_nbest(self, parser: Parser, count: int) -> None:
        """Refuses several trees where a search has one only."""
        if count > 1 and parser.system.search and not parser.search_class().gives_several:
            name = parser.settings["system"]["name"]
            raise SettingsError(f"nbest: seen {count}, expected 1: {name} search gives one tree for each sentence")
        if parser.chosen_tags:
            raise SettingsError("nbest: a parser that chooses tags (system.tags = upos) gives one tree for each sentence")

    def check_confidence(self, parser: Parser) -> str | None:
        """Systems that also decide where to go on are not calibrated."""
        if not parser.system.many_sites and not parser.system.search:
            return None
        return f"{parser.settings['system']['name']} also decides where to go on, which no margin tells; use a stack system"

    def in_python(self, parser: Parser) -> bool:
        """Whether system, features or classifier are in plain Python."""
        own = parser.system.in_python or bool(parser.features.function_names())
        return own or parser.classifier_class().in_python

    def partial(self, parser: Parser) -> bool:
        """As the system says."""
        return bool(parser.system.partial)

    def single_root(self, parser: Parser) -> bool:
        """As the system says."""
        return bool(parser.system.single_root)


def _label_rows(parser: Parser) -> int:
    """How many labels a network has vectors of: those of arcs, no label, and names that stand beside them."""
    return len(parser.labels if parser.lifted is None else parser.lifted) + 1 + parser.features.names.codes
