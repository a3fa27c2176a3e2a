"""How a parser is put together: each part is made from its table of settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from treewright.classifiers import Classifier
from treewright.classifiers.credit import Credit
from treewright.classifiers.scorer import Scorer
from treewright.classifiers.views import ViewCredit, ViewScorer
from treewright.constraints.tree_facts import TreeFacts
from treewright.errors import SettingsError
from treewright.families import ConstituencyTrees, DependencyTrees, Family
from treewright.families.lifting import Lifting
from treewright.features import FEATURES, Extraction, FeatureModel, extraction_of
from treewright.features.chosen_tags import ChosenTags
from treewright.features.embeddings import Embeddings
from treewright.features.groups import BEAM, GREEDY
from treewright.features.names import NAMES
from treewright.oracles import ORACLES, Oracle, StaticOracle
from treewright.oracles.tag_choosing import TagChoosingOracle
from treewright.parser.classifiers import CLASSIFIERS
from treewright.parser.own_objects import imported
from treewright.search import SEARCHES, Search, TransitionClasses
from treewright.search.constraint_filter import ConstraintFilter
from treewright.search.fact_filter import FactFilter
from treewright.search.known_labels import KnownLabels
from treewright.search.steps import StepCredit, StepScorer
from treewright.settings import SETTINGS, SUITED, Table, flatten, usual
from treewright.settings.values import name_in_registry
from treewright.training import AT_SITES, OF_PROBABILITIES, STRATEGIES, TrainingStrategy
from treewright.transitions import TRANSITION_SYSTEMS, TransitionSystem


class Build:
    """Makes the six parts of a parser; a combination that cannot work is refused with a sentence."""

    settings: Table
    family: Family
    labels: list[str]
    tags: list[str]  # those that it predicts, none if it predicts no tags
    lifted: Lifting | None
    facts: TreeFacts | None
    known_labels: dict[str, str]
    embeddings: Embeddings | None
    system: TransitionSystem  # a parser with a decoder of its own has none,
    features: FeatureModel  # nor these
    _given: list[type]  # parts that were given as classes

    @property
    def chosen_tags(self) -> list[str]:
        """The tags that transitions choose from; those that a network finds by itself are no transitions."""
        return self.tags if self.settings["system"]["tags"] != "none" else []

    def part_class(self, setting: str, registry: Mapping[str, type], base: type | None = None) -> type:
        """The class that a setting names: one of ours, one given as a class, or "module:Class"."""
        if setting not in SETTINGS:
            raise SettingsError(f"part_class: seen {setting!r:.60}, expected the setting that names a part, as system.name")
        part, name = setting.split(".")
        value = str(self.settings[part][name])
        for given in self._given:
            if value == f"{given.__module__}:{given.__qualname__}":
                if base is not None and not issubclass(given, base):
                    raise SettingsError(f"{setting}: {given.__name__} is not a subclass of {base.__name__}")
                return given
        if value in registry:
            return registry[value]
        return imported(value, setting, base)

    def make_family(self) -> Family:
        """What a parser predicts if nothing else is given: what its system builds."""
        return family_of(self.settings, self._given)

    def make_system(self) -> TransitionSystem:
        """The transition system that the settings name."""
        table = self.settings["system"]
        cls = self.part_class("system.name", TRANSITION_SYSTEMS, TransitionSystem)
        more = {name: table[name] for name in cls.more_settings}  # type: ignore[attr-defined]
        system: TransitionSystem = cls(root=table["root"], single_root=table["single_root"], **more)
        encoding = self.settings["training"]["pseudo_projective"]
        if encoding not in ("auto", "none") and system.reaches != "projective":
            raise SettingsError(
                f"training.pseudo_projective = {encoding} cannot work with system.name = {table['name']}: "
                "it makes non-projective arcs itself; use training.pseudo_projective = none or a projective system"
            )
        if system.family == ConstituencyTrees.name:  # a system of the user's own has no rules in settings
            labels = self.settings["classifier"]["labels"]
            if labels != "joint" or self.classifier_class().fitted:
                seen = f"classifier.labels = {labels}, classifier.name = {self.settings['classifier']['name']}"
                expected = "joint labels, and a classifier that is not fitted once"
                raise SettingsError(f"system.name = {table['name']}: seen {seen}, expected {expected}")
        if table["tags"] != "none" and not system.tagging:
            able = ", ".join(name for name, known in TRANSITION_SYSTEMS.items() if known.tagging)
            raise SettingsError(
                f"system.tags = {table['tags']} cannot work with system.name = {table['name']}: tags are chosen by shift, and "
                f"its words have other ways to the stack; use system.tags = none or one of {able}"
            )
        return system

    def make_features(
        self, functions: Mapping[str, Callable[..., Any]] | None, views: Sequence[str] = ()
    ) -> FeatureModel:
        """The features that the settings name, for these views (those of the system); `functions` are those of f[name]."""
        table = {name: value for name, value in self.settings["features"].items() if name != "by_size"}
        network = self.classifier_class().takes_network  # it reads vectors as it reads words
        if table["embeddings"] and not network and not views and "embeddings" not in str(table["options"]):
            table["options"] = ",".join(filter(None, (str(table["options"]), "embeddings")))
        if not views and self.classifier_class().wants_constant:
            table["options"] = ",".join(filter(None, (str(table["options"]), "constant")))
        if self.settings["system"]["tags"] != "none":
            table["options"] = ",".join(filter(None, (str(table["options"]), "joint")))
        try:
            model = FeatureModel(**table)  # type: ignore[arg-type]
        except SettingsError:  # options of another kind than the templates are what the system implies
            self._refuse_unsuited(FeatureModel(**{**table, "options": ""}), views)  # type: ignore[arg-type]
            raise
        refuse_empty_files(str(table["templates"]))
        self._refuse_unsuited(model, views)
        model.user_functions.update(functions or {})
        for name in filter(None, str(table["functions"]).split(",")):
            function = imported(name, "features.functions", None)
            model.user_functions.setdefault(name.split(":")[1], function)
        check_functions(model)
        return model

    def _refuse_unsuited(self, model: FeatureModel, views: Sequence[str]) -> None:
        """Refuses templates that look at other things than the decoder (if views are given) or the system."""
        missing = [view for view in views or self.system.views if view not in model.views]
        if not missing:
            return
        reason = f"none of them looks from the view {', '.join(missing)}"
        if NAMES[missing[0]] is not model.names:
            reason = f"seen templates that look at {model.names.shown}, expected some that look at {NAMES[missing[0]].shown}"
        part, name, suited = ("search", "decoder", "graph") if views else ("system", "name", self._suited())
        raise SettingsError(
            f"features.templates = {model.templates} cannot work with {part}.{name} = {self.settings[part][name]}: {reason}; "
            f"use features.templates = {suited} or another {'decoder' if views else 'system'}"
        )

    def _suited(self) -> str:
        """The templates that are taken if none are given; a system of the user's own has those of the first of its kind."""
        name = str(self.settings["system"]["name"])
        if name not in TRANSITION_SYSTEMS:
            name = "arc-eager" if "stack" in self.system.views else "set-based"
        ours = (name_in_registry(base) for base in self.classifier_class().__mro__)
        kind = next((own for own in ours if own in SETTINGS["classifier.name"].choices), "")  # also of a subclass
        base = str(usual("features.templates", {**flatten(self.settings), "system.name": name, "classifier.name": kind}))
        return SUITED.get((base, name), base)

    def oracle_class(self) -> Any:
        """The class of the oracle that knows costs, None if the system has none."""
        if str(self.settings["oracle"]["name"]) not in ("dynamic", "static"):
            return self.part_class("oracle.name", {}, Oracle)
        return getattr(type(self.system), "oracle", None) or ORACLES.get(str(self.settings["system"]["name"]))

    def make_oracle(self) -> Oracle:
        """What judges transitions against the gold tree."""
        name = str(self.settings["oracle"]["name"])
        cls = self.oracle_class()
        if cls is None:
            raise SettingsError(
                f"oracle.name: {self.settings['system']['name']} has no oracle; give its class an attribute `oracle`, "
                "or set oracle.name to a class"
            )
        static = name == "static" or self.settings["training"]["references"] == "single"
        own: dict[str, Any] = {"canonical": static} if cls.static_itself else {}
        oracle = cls(self.system, **own, **{name: self.settings["oracle"][name] for name in cls.more_settings})
        if name != "static" and not oracle.dynamic and self.settings["training"]["exploration"] != "never":
            seen = self.settings["training"]["exploration"]
            raise SettingsError(
                f"training.exploration = {seen} cannot work with the oracle {cls.__name__}: "
                "it knows no costs away from its path (dynamic = False); use training.exploration = never (--explore never)"
            )
        oracle = StaticOracle(oracle) if static and not cls.static_itself else oracle
        return TagChoosingOracle(oracle, self.transition_classes().tag_kind) if self.chosen_tags else oracle

    def make_constraint_filter(self) -> ConstraintFilter:
        """What keeps constraints within reach; it needs the costs of a dynamic oracle."""
        return self.filter_maker()()

    def filter_maker(self) -> Callable[[], ConstraintFilter]:
        """What makes such filters, without the parser; refuses if there can be none."""
        cls = self.oracle_class()
        if not self.search_class().keeps_constraints:
            name = self.settings["system"]["name"]
            raise SettingsError(f"system.name: {name} search keeps no constraints, so it cannot parse under constraints")
        if cls is None or not cls.dynamic:
            raise SettingsError(
                f"system.name: {self.settings['system']['name']} has no dynamic oracle, so it cannot parse under constraints"
            )
        if not cls.exact:
            raise SettingsError(
                f"system.name: the costs of {self.settings['system']['name']} are not exact in every configuration, "
                "so it cannot parse under constraints"
            )
        if self.system.reaches != "projective":
            raise SettingsError(
                f"system.name: constraints are kept in projective trees, and {self.settings['system']['name']} makes others"
            )
        system = self.system
        return lambda: ConstraintFilter(cls(system), cls(system))

    def possible_filter_maker(self) -> Callable[[], ConstraintFilter] | None:
        """What makes the filter that a search keeps constraints with, None if it cannot."""
        try:
            return self.filter_maker()
        except SettingsError:
            return None

    def mending_filter_maker(self) -> Callable[[], ConstraintFilter] | None:
        """What makes the filter that a search mends trees with which break facts, None if it cannot."""
        return None if self.system.partial else self.possible_filter_maker()

    def make_strategy(self, *, local: bool = False) -> TrainingStrategy:
        """What chooses the configurations to learn from; `local`: before and beside another one, which compares paths."""
        table = self.settings["training"]
        cls = STRATEGIES["local"] if local else self.part_class("training.strategy", STRATEGIES, TrainingStrategy)
        names = (
            "restart", "exploration", "exploration_rate", "exploration_start", "margin", "positive", "reinitialise",
            "averaging", "normalise",
        )  # fmt: skip
        ours = cls in STRATEGIES.values()  # a strategy of the user's own keeps its defaults where nothing else is set
        wanted = {n: table[n] for n in names if ours or table[n] != SETTINGS[f"training.{n}"].default}
        if self.system.many_sites and cls not in AT_SITES and (self.system.search or cls.by_decision):  # type: ignore[attr-defined]
            able = " or ".join(name for name, known in STRATEGIES.items() if known in AT_SITES)
            raise SettingsError(
                f"training.strategy = {table['strategy']} cannot work with {self.settings['system']['name']} search, "
                f"which has a training of its own; set it to {able}"
            )
        if not cls.by_decision:  # type: ignore[attr-defined]
            wanted.pop("normalise", None)
        made: Any = AT_SITES.get(cls, cls) if self.system.many_sites else cls
        if self.loss() == "likelihood" or (local and self.classifier_class().probabilistic):
            made, wanted["loss"] = OF_PROBABILITIES.get(made, made), "likelihood"
        return made(**wanted)  # type: ignore[no-any-return]

    def loss(self) -> str:
        """What training.loss = auto is: the loss that suits the classifier."""
        asked = str(self.settings["training"]["loss"])
        return asked if asked != "auto" else "likelihood" if self.classifier_class().probabilistic else "perceptron"

    def learns_decisions(self) -> bool:
        """Whether it is trained on single decisions, so that scores of whole paths cannot be compared."""
        cls: Any = self.part_class("training.strategy", STRATEGIES, TrainingStrategy)
        return bool(self.classifier_class().fitted or cls.by_decision)

    def gives_probabilities(self) -> bool:
        """Whether its scores, normalised, are probabilities of single decisions, so that those of paths can be compared."""
        return self.classifier_class().probabilistic and self.learns_decisions() and self.loss() == "likelihood"

    def transition_classes(self) -> TransitionClasses:
        """Which class of the classifier stands for which transition."""
        count = len(self.labels if self.lifted is None else self.lifted)
        table = self.settings["classifier"]
        tied = bool(table["tied"]) and not self.classifier_class().fitted  # what is fitted sees whole steps
        return TransitionClasses(self.system, count, str(table["labels"]), len(self.chosen_tags), tied)

    def make_search(self, model: Any, *, global_training: bool = False) -> Search:
        """A search for a model, or for a classifier that learns; either makes the scorer."""
        search = self._new_search(model, global_training)
        if self.known_labels:
            number = {label: i for i, label in enumerate(self.labels)}
            search.known = KnownLabels({form: number[label] for form, label in self.known_labels.items()})
        search.facts = self.make_fact_filter()
        search.mending_filter_maker = self.mending_filter_maker()
        if search.facts is not None and self.lifted is not None:
            search.c.fold(search.facts.bit)
        return search

    def make_local_search(self, beam: Search) -> Search:
        """Greedy search with the scores of a beam, its configurations and what it keeps."""
        if not isinstance(beam, Search):
            raise SettingsError(f"make_local_search: seen {type(beam).__name__}, expected a search")
        search = SEARCHES["sites" if self.system.many_sites else "greedy"](self.system, beam.scorer, beam.classes)
        search.share(beam)
        return search

    def make_fact_filter(self) -> FactFilter | None:
        """What keeps the facts of the training data; without labels, or for labels that are tags, there are none."""
        return FactFilter(self.facts, self.system, self.plain_labels()) if self.facts is not None else None

    def plain_labels(self) -> list[int]:
        """The number of the label itself, for the number of each label with or without marks."""
        return list(range(len(self.labels))) if self.lifted is None else self.lifted.plain_labels()

    def search_class(self, *, global_training: bool = False) -> type[Search]:
        """The search that the system names, or the one that search.beam asks for."""
        greedy = self.settings["search"]["beam"] == 1 and not global_training  # the same as a beam of one, and faster
        one = "sites" if self.system.many_sites else "greedy"
        return SEARCHES[self.system.search or (one if greedy else "beam")]

    def _new_search(self, model: Any, global_training: bool) -> Search:
        beam = int(self.settings["search"]["beam"])
        cls = self.search_class(global_training=global_training)
        extraction = extraction_of(self.features, self.embeddings, BEAM if cls.sized else GREEDY)
        if self.chosen_tags:
            extraction.chosen = ChosenTags(self.features, self.tags, self.transition_classes().tag_kind)
        if not cls.sized and beam != 1:
            name = self.settings["system"]["name"]
            raise SettingsError(f"search.beam = {beam}: {name} search has no beam; set it to 1")
        scorer = self.make_scorer(model, extraction)
        return cls(self.system, scorer, self.transition_classes(), **({"size": beam} if cls.sized else {}))

    def make_scorer(self, model: Any, extraction: Extraction) -> Scorer:
        """What a search scores transitions with."""
        classes = self.transition_classes()
        if not hasattr(model, "scorer") or not isinstance(extraction, Extraction):
            seen = f"{type(model).__name__} and {type(extraction).__name__}"
            raise SettingsError(f"make_scorer: seen {seen}, expected a model or a classifier, and an Extraction")
        extractions = extraction.with_views()
        if len(extractions) > 1:
            return ViewScorer(model, extractions, classes.room)
        scorer: Scorer = model.scorer(extraction, classes.room)
        return StepScorer(self.system, classes, scorer) if classes.reduce >= 0 else scorer

    def make_credit(self, classifier: Classifier, search: Search) -> Credit:
        """What a strategy gives credit to, as the scorer of the search looks at configurations."""
        if not isinstance(classifier, Classifier) or not isinstance(search, Search):
            seen = f"{type(classifier).__name__} and {type(search).__name__}"
            raise SettingsError(f"make_credit: seen {seen}, expected a classifier and a search")
        extractions = search.scorer.extractions
        if len(extractions) > 1:
            return ViewCredit(classifier, extractions)
        credit = classifier.credit(extractions[0])
        return StepCredit(self.system, search.classes, credit) if search.classes.reduce >= 0 else credit

    def arc_test(self) -> Callable[[int, int], bool] | None:
        """Tells which arcs the system can make; None if it makes all."""
        return self.system.makes if self.system.limited else None

    def classifier_class(self) -> type[Classifier]:
        """The class of the classifier."""
        return self.part_class("classifier.name", CLASSIFIERS, Classifier)


def refuse_empty_files(names: str) -> None:
    """Refuses template files of the user's own that have nothing but comments: nothing could be learnt from them."""
    for name in filter(None, (name.strip() for name in names.split(","))):
        lines = [] if name in FEATURES else Path(name).read_text("utf-8").split("\n")
        if lines and not any(re.sub(r"(^|\s)#.*$", "", line).strip() for line in lines):
            raise SettingsError(f"features.templates: {name}: seen no template, expected at least one, such as S0.w N0.p")


def family_of(settings: Table, given: Iterable[type] = ()) -> Family:
    """What a parser with these settings predicts: what its system builds, which may be one of the given classes.

    A decoder of the user's own has no system, so it predicts dependency trees, unless a family is given.
    """
    name = str(settings["system"]["name"])
    own = {f"{cls.__module__}:{cls.__qualname__}": cls for cls in given}
    by_transitions = settings["search"]["decoder"] == "transitions"
    if by_transitions and getattr({**own, **TRANSITION_SYSTEMS}.get(name), "family", "") == ConstituencyTrees.name:
        classifier = {**own, **CLASSIFIERS}.get(str(settings["classifier"]["name"]))
        return ConstituencyTrees(tagged=bool(settings["network"]["tagger"]) and getattr(classifier, "takes_network", False))
    return DependencyTrees(labelled=settings["classifier"]["labels"] != "none", tagged=settings["system"]["tags"] != "none")


def check_functions(model: FeatureModel) -> None:
    """Refuses templates with a function that was not given."""
    missing = sorted(set(model.function_names()) - set(model.user_functions))
    if missing:
        raise SettingsError(
            f"features: the templates use f[{missing[0]}], but no function of that name was given; "
            f"use functions={{'{missing[0]}': ...}} or features.functions"
        )


def classes_in(given: Mapping[str, Any]) -> list[type]:
    """The classes among settings, nested or not."""
    values = [v for value in given.values() for v in (value.values() if isinstance(value, Mapping) else (value,))]
    return [value for value in values if isinstance(value, type)]
