"""What follows from a setting, which settings cannot work together, and which have no effect beside others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from treewright.settings.table import ESTIMATED, LEARNERS, SETTINGS, STATIC, STRATEGIES, SVMS, SYSTEMS, WHOLE, Value

# Defaults that depend on another setting: where the first has the value and the second is not given, it gets the next.
# What a system or a classifier implies goes before a preset.
IMPLIED: tuple[tuple[str, Value, str, Value], ...] = (
    *(("system.name", system, "oracle.name", "static") for system in STATIC),
    ("system.name", "easy-first", "search.beam", 1),
    ("system.name", "easy-first", "training.strategy", "local"),
    ("system.name", "easy-first", "features.history", False),
    *(("classifier.name", name, *implied) for name in LEARNERS for implied in (
        ("training.strategy", "local"), ("search.beam", 1), ("oracle.name", "static"), ("training.exploration", "never"),
        ("training.margin", 0.0), ("training.epochs", 1),
    )),
    ("classifier.name", "poly2-svm", "features.second_order", True),
    ("classifier.name", "poly2-svm", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.history", False),
    ("training.strategy", "local", "search.beam", 1),
    ("search.beam", 1, "training.strategy", "local"),
    ("training.strategy", "laso", "training.restart", "positive"),
    ("training.strategy", "laso", "training.exploration", "after-first"),
    ("oracle.name", "static", "training.references", "single"),
    ("classifier.labels", "none", "features.labels", False),
    ("features.second_order", True, "features.history", False),
    *(("system.name", system, "training.exploration", "never") for system in STATIC),
    ("system.name", "swap", "features.options", "second"),
    ("system.name", "arc-hybrid-swap", "features.options", "second"),
    ("system.name", "easy-first", "features.options", "around"),
    ("system.name", "two-planar", "features.options", "planes"),
    ("system.name", "attardi", "features.options", "attardi"),
    ("classifier.name", "poly2-svm", "features.options", ""),  # nothing but atoms can be paired
    ("system.name", "covington", "features.options", "covington"),
    ("system.name", "covington-projective", "features.options", "covington"),
)


class Rule(NamedTuple):
    """A combination that cannot work (or has no effect): the two settings, when, why, and what would."""

    first: str
    second: str
    broken: Callable[[Mapping[str, Any]], bool]
    reason: str
    instead: str = ""


def learner(setting: str, broken: Callable[[Any], bool], reason: str, instead: str) -> Rule:
    """What a learner that is fitted once cannot do."""
    return Rule(setting, "classifier.name", lambda t: t["classifier.name"] in LEARNERS and broken(t[setting]), reason, instead)


def used_by(setting: str, users: tuple[str, ...]) -> Rule:
    """What only some of our classifiers read."""
    ours = SETTINGS["classifier.name"].choices
    return Rule(f"classifier.{setting}", "classifier.name",
                lambda t: t["classifier.name"] in ours and t["classifier.name"] not in users,
                f"only {' and '.join(users)} read{'s' if len(users) == 1 else ''} it")  # fmt: skip


IMPOSSIBLE = (
    Rule("system.root", "system.single_root",
         lambda t: t["system.root"] == "none" and not t["system.single_root"],
         "without a ROOT token exactly one word is left over at the end", "system.root = last or system.single_root = true"),
    learner("training.strategy", lambda strategy: strategy != "local",
            "it learns single decisions on gold paths", "training.strategy = local"),
    learner("training.exploration", lambda exploration: exploration != "never",
            "it learns from gold paths only, all at once", "training.exploration = never"),
    learner("training.margin", bool, "margins are for perceptrons", "training.margin = 0 and classifier.cost"),
    learner("training.threads", lambda threads: threads > 1, "it is fitted once, in one thread", "training.threads = 1"),
    learner("training.seeds", lambda seeds: seeds > 1, "another seed would give the same", "training.seeds = 1"),
    learner("training.drop_arcs", bool, "it learns from whole trees", "classifier.name = averaged-perceptron"),
    learner("training.given_heads", bool, "it sees every sentence once", "classifier.name = averaged-perceptron"),
    learner("classifier.labels", lambda labels: labels == "second",
            "it decides once in each configuration", "classifier.labels = joint"),
    learner("classifier.update", lambda update: update == "uniform", "it makes no updates", "classifier.update = single"),
    Rule("classifier.prune", "classifier.name",
         lambda t: t["classifier.prune"] > 0 and t["classifier.name"] == "nearest-neighbours",
         "it has no weights", "classifier.prune = 0"),
    Rule("features.embeddings", "classifier.name",
         lambda t: bool(t["features.embeddings"]) and t["classifier.name"] in LEARNERS[2:],
         "it compares atoms, and vectors are numbers", "classifier.name = linear-svm or features.embeddings = \"\""),
    Rule("oracle.name", "system.name",
         lambda t: t["oracle.name"] == "dynamic" and t["system.name"] in STATIC,
         "what a transition of it costs away from its gold path is not known",
         "oracle.name = static or system.name = arc-hybrid-swap"),
    Rule("training.drop_arcs", "system.name",
         lambda t: bool(t["training.drop_arcs"]) and t["system.name"] in WHOLE,
         "its oracle finds a path to whole trees only", "system.name = arc-hybrid-swap"),
    Rule("training.given_heads", "system.name",
         lambda t: t["training.given_heads"] > 0 and t["system.name"] in ESTIMATED,
         "its oracle cannot tell which transitions keep given heads", "training.given_heads = 0 or another system"),
    Rule("search.beam", "system.name",
         lambda t: t["search.beam"] != 1 and t["system.name"] == "easy-first",
         "easy-first compares all arcs of one configuration, not paths", "search.beam = 1 or another system"),
    Rule("training.strategy", "system.name",
         lambda t: t["training.strategy"] in STRATEGIES[1:] and t["system.name"] == "easy-first",
         "easy-first follows one configuration and corrects each arc on its own",
         "training.strategy = local or another system"),
    Rule("oracle.name", "system.name",
         lambda t: t["oracle.name"] == "static" and t["system.name"] == "easy-first",
         "easy-first learns itself in which order the arcs of a tree are made", "oracle.name = dynamic or another system"),
    Rule("training.references", "system.name",
         lambda t: t["training.references"] == "single" and t["system.name"] == "easy-first",
         "easy-first learns itself in which order the arcs of a tree are made", "training.references = all or another system"),
    Rule("features.history", "system.name",
         lambda t: t["features.history"] and t["system.name"] == "easy-first",
         "its last transitions were made anywhere in the sentence", "features.history = false or another system"),
    Rule("training.given_heads", "system.name",
         lambda t: t["training.given_heads"] > 0 and t["system.name"] == "easy-first",
         "easy-first search keeps no constraints", "training.given_heads = 0 or another system"),
    Rule("training.exploration", "oracle.name",
         lambda t: t["training.exploration"] != "never" and t["oracle.name"] == "static",
         "a static oracle knows no costs away from its one gold path, where exploration leads",
         "oracle.name = dynamic or training.exploration = never"),
    Rule("training.restart", "oracle.name",
         lambda t: t["training.restart"] == "negative" and t["oracle.name"] == "static",
         "a static oracle knows no costs in a wrong configuration, where training would go on",
         "oracle.name = dynamic or training.restart = positive"),
    Rule("training.references", "oracle.name",
         lambda t: t["training.references"] == "all" and t["oracle.name"] == "static",
         "a static oracle knows one gold path for each tree",
         "training.references = single or oracle.name = dynamic"),
    Rule("training.strategy", "search.beam",
         lambda t: t["training.strategy"] == "local" and t["search.beam"] != 1,
         "local training follows one configuration, and its scores cannot be compared between those of a beam",
         "search.beam = 1, or training.strategy = early-update, max-violation or laso"),
    Rule("training.restart", "training.strategy",
         lambda t: t["training.restart"] != "none" and t["training.strategy"] == "local",
         "local training always goes on after an update; training.exploration says from where",
         "training.exploration = always or never, or training.strategy = early-update"),
    Rule("classifier.update", "training.strategy",
         lambda t: t["classifier.update"] == "uniform" and t["training.strategy"] in STRATEGIES[1:],
         "global training compares two paths; which classes beat the right one is asked of single decisions",
         "classifier.update = single or training.strategy = local"),
    Rule("features.labels", "classifier.labels",
         lambda t: t["features.labels"] and t["classifier.labels"] == "none",
         "a parser without labels builds no labels that features could read",
         "features.labels = false or classifier.labels = joint"),
    Rule("training.pseudo_projective", "classifier.labels",
         lambda t: t["training.pseudo_projective"] != "none" and t["classifier.labels"] == "none",
         "the way back to a non-projective tree is kept in the labels",
         "classifier.labels = joint or second, or training.pseudo_projective = none"),
    Rule("system.tags", "classifier.labels",
         lambda t: t["system.tags"] != "none" and t["classifier.labels"] == "second",
         "the second classifier knows labels of arcs only",
         "classifier.labels = joint or none, or system.tags = none"),
    learner("system.tags", lambda value: value != "none", "it needs gold paths without a gap, and a tag may be unknown",
            "classifier.name = averaged-perceptron or system.tags = none"),
    Rule("features.options", "features.lexicalised",
         lambda t: not t["features.lexicalised"] and bool({"lemma", "affixes"} & {*t["features.options"].split(",")}),
         "lemmas and affixes are made of the words that a delexicalised parser must not see",
         "features.lexicalised = true, or leave lemma and affixes out"),
)  # fmt: skip

IDLE = (
    Rule("training.epochs", "classifier.name", lambda t: t["classifier.name"] in LEARNERS, "it is fitted once"),
    used_by("cost", SVMS),
    used_by("least_count", SVMS),
    used_by("gamma", LEARNERS[2:3]),
    used_by("neighbours", LEARNERS[3:]),
    used_by("weighting", LEARNERS[3:]),
    Rule("oracle.swap", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "swap", "only swap has a lazy and an eager oracle"),
    Rule("system.max_length", "system.name",
         lambda t: t["system.name"] in SYSTEMS and not t["system.name"].endswith("-span"),
         "only arc-eager-span and arc-hybrid-span leave out long arcs"),
    Rule("system.depth", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "arc-swift",
         "only arc-swift has right-arcs for each depth of the stack"),
    Rule("system.crossing", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "attardi", "only attardi has these transitions"),
    Rule("training.exploration_rate", "training.exploration",
         lambda t: t["training.exploration"] != "after-first", "only after-first reads it"),
    Rule("training.exploration_start", "training.exploration",
         lambda t: t["training.exploration"] != "after-first", "only after-first reads it"),
    Rule("training.positive", "training.strategy",
         lambda t: t["training.strategy"] == "local", "local training has no beam to choose from"),
    Rule("training.reinitialise", "training.strategy",
         lambda t: t["training.strategy"] == "local", "local training has no beam to start anew"),
    Rule("training.positive", "training.references",
         lambda t: t["training.references"] == "single", "there is one positive path"),
    Rule("training.exploration", "training.restart",
         lambda t: t["training.restart"] == "none" and t["training.strategy"] in STRATEGIES[1:4],
         "the sentence is left after its first update"),
)  # fmt: skip
