"""What follows from a setting, which settings cannot work together, and which have no effect beside others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from treewright.settings.table import (
    ESTIMATED,
    LEARNERS,
    NON_PROJECTIVE,
    PARTIAL,
    SETTINGS,
    STATIC,
    STRATEGIES,
    SVMS,
    SYSTEMS,
    WHOLE,
    Value,
)

# Defaults that depend on another setting: where the first has the value and the second is not given, it gets the next.
# What a system, a classifier or a given setting implies goes before a preset, and a later line before an earlier one.
IMPLIED: tuple[tuple[str, Value, str, Value], ...] = (
    *(("system.name", system, "oracle.name", "static") for system in STATIC),
    ("system.name", "easy-first", "search.beam", 1),
    ("system.name", "easy-first", "training.strategy", "local"),
    ("system.name", "easy-first", "features.history", False),
    ("system.name", "arc-swift", "training.margin", 1.0),  # with fast, too
    ("system.name", "arc-swift", "classifier.tied", True),
    *(("system.name", system, "training.pseudo_projective", "none") for system in (*NON_PROJECTIVE, *PARTIAL)),
    *(("classifier.name", name, *implied) for name in LEARNERS for implied in (
        ("training.strategy", "local"), ("search.beam", 1), ("oracle.name", "static"), ("training.exploration", "never"),
        ("training.margin", 0.0), ("training.epochs", 1), ("training.seeds", 1),
        ("classifier.tied", False),
    )),
    ("classifier.labels", "second", "classifier.tied", False),
    ("classifier.name", "poly2-svm", "features.second_order", True),
    ("classifier.name", "poly2-svm", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.history", False),
    ("training.strategy", "local", "search.beam", 1),
    ("search.beam", 1, "training.strategy", "local"),
    ("training.strategy", "local", "training.averaging", "transition"),
    *(("training.strategy", strategy, "training.restart", "none") for strategy in STRATEGIES[:-1]),
    ("training.strategy", "laso", "training.restart", "positive"),
    ("training.strategy", "laso", "training.exploration", "after-first"),
    ("training.restart", "negative", "training.exploration", "always"),
    ("oracle.name", "static", "training.references", "single"),
    ("oracle.name", "static", "training.exploration", "never"),
    ("classifier.labels", "none", "features.labels", False),
    ("classifier.labels", "none", "training.pseudo_projective", "none"),
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

# Template sets that suit a system better than the default's or those of fast, by set and system, chosen on dev over five
# treebanks (benchmarks/accuracy/systems.py): they are taken where no templates are given. None of them needs features.options.
_SHIFTED = ("arc-standard", "swap")  # their arcs join the two topmost tokens
_BOTH = ("arc-hybrid", "arc-hybrid-partial", "arc-hybrid-span", "arc-hybrid-swap", "non-monotonic-arc-eager")  # right arcs do
SUITED: dict[tuple[str, str], str] = {
    (base, system): suited.format(base)
    for base in ("rich", "fast")
    for systems, suited in ((_SHIFTED, "{}-stack"), (_BOTH, "{},second"))
    for system in systems
}


class Rule(NamedTuple):
    """A combination that cannot work (or has no effect): the two settings, when, why, and what would."""

    first: str
    second: str
    broken: Callable[[Mapping[str, Any]], bool]
    reason: str
    instead: str = ""
    item: str = ""  # of a comma list, if the rule is about one item of the first setting


def learner(setting: str, broken: Callable[[Any], bool], reason: str, instead: str) -> Rule:
    """What a learner that is fitted once cannot do."""
    return Rule(setting, "classifier.name", lambda t: t["classifier.name"] in LEARNERS and broken(t[setting]), reason, instead)


def used_by(setting: str, users: tuple[str, ...]) -> Rule:
    """What only some of our classifiers read."""
    ours = SETTINGS["classifier.name"].choices
    return Rule(f"classifier.{setting}", "classifier.name",
                lambda t: t["classifier.name"] in ours and t["classifier.name"] not in users,
                f"only {' and '.join(users)} read{'s' if len(users) == 1 else ''} it")  # fmt: skip


def fitted(setting: str) -> Rule:
    """What a learner that is fitted once does not read."""
    return Rule(setting, "classifier.name", lambda t: t["classifier.name"] in LEARNERS, "it is fitted once, to gold paths")


def goes_on(t: Mapping[str, Any]) -> bool:
    """Whether training goes on after an update; strategies of the user's own may always do."""
    strategy = t["training.strategy"]
    if strategy not in STRATEGIES[1:]:
        return True
    return t["training.restart"] != "none" and not (strategy == "full-update" and t["training.reinitialise"] == 0)


def draws(t: Mapping[str, Any]) -> bool:
    """Whether anything but the order of sentences is drawn in training."""
    chosen = t["training.exploration"] in DRAWN and t["training.restart"] != "negative"
    return (chosen and goes_on(t)) or bool(t["training.drop_arcs"]) or t["training.given_heads"] > 0


def names_no_function(t: Mapping[str, Any]) -> bool:
    """Whether all templates are ours; none of them names a function of the user."""
    return ".features" not in f"{t['features.templates']},{t['features.options']}"


DRAWN = ("after-first", "sampled")

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
    learner("classifier.tied", bool, "it decides once in each configuration", "classifier.tied = false"),
    Rule("classifier.tied", "classifier.labels",
         lambda t: t["classifier.tied"] and t["classifier.labels"] == "second",
         "the second classifier labels the transition as a whole, not its steps",
         "classifier.labels = joint or classifier.tied = false"),
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
         "its last transitions were made far apart in the sentence", "features.history = false or another system"),
    Rule("training.given_heads", "system.name",
         lambda t: t["training.given_heads"] > 0 and t["system.name"] == "easy-first",
         "easy-first search keeps no constraints", "training.given_heads = 0 or another system"),
    Rule("training.restart", "oracle.name",
         lambda t: t["training.restart"] == "negative" and t["oracle.name"] == "static",
         "a static oracle knows no costs in a wrong configuration, where training would go on",
         "oracle.name = dynamic or training.restart = positive"),
    Rule("training.exploration", "oracle.name",
         lambda t: t["training.exploration"] != "never" and t["oracle.name"] == "static",
         "a static oracle knows no costs away from its one gold path, where exploration leads",
         "oracle.name = dynamic or training.exploration = never"),
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
         lambda t: t["training.pseudo_projective"] not in ("auto", "none") and t["classifier.labels"] == "none",
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

# settings that a decoder of the user's own does not read: it has no transitions
_OF_TRANSITIONS = tuple(
    name for name in SETTINGS
    if name.partition(".")[0] in ("system", "oracle", "features", "classifier", "search", "training")
    and name not in (
        "search.decoder", "classifier.labels", "training.drop_arcs", "training.shuffle", "training.epochs", "training.seed",
        "training.seeds", "training.threads", "training.given_heads", "classifier.prune",
    )
)  # fmt: skip

IDLE = (
    *(Rule(name, "search.decoder", lambda t: t["search.decoder"] != "transitions", "only parsers by transitions read it")
      for name in _OF_TRANSITIONS),
    Rule("training.facts", "classifier.labels", lambda t: t["classifier.labels"] == "none", "facts are about labels"),
    Rule("features.by_size", "features.templates",
         lambda t: "rich" not in t["features.templates"], "only rich has a smaller set to take its place"),
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
    Rule("classifier.tied", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "arc-swift",
         "only the arcs of arc-swift take tokens off the stack first"),
    Rule("system.crossing", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] != "attardi", "only attardi has these transitions"),
    *(Rule(f"training.{name}", "training.exploration",
           lambda t: t["training.exploration"] not in DRAWN, "only after-first and sampled read it")
      for name in ("exploration_rate", "exploration_start")),
    *(Rule(f"training.{name}", "training.restart",
           lambda t: t["training.restart"] == "none" and t["training.strategy"] in STRATEGIES[1:],
           "the sentence is left after its first update")
      for name in ("exploration", "exploration_rate", "exploration_start")),
    *(Rule(f"training.{name}", "training.restart",
           lambda t: t["training.restart"] == "negative" and t["training.exploration"] != "always",
           "training always goes on from the negative configuration")
      for name in ("exploration", "exploration_rate", "exploration_start")),
    *(Rule(f"training.{name}", "training.strategy",
           lambda t: t["training.strategy"] == "full-update" and t["training.reinitialise"] == 0,
           "it updates at the end of the sentence, where nothing is left; training.reinitialise makes it stop before")
      for name in ("restart", "exploration", "exploration_rate", "exploration_start")),
    *(Rule(f"training.{name}", "training.epochs",
           lambda t: t["training.exploration"] in DRAWN and t["training.epochs"] <= t["training.exploration_start"],
           "training ends before exploration starts (training.exploration_start)")
      for name in ("exploration", "exploration_rate")),
    Rule("training.positive", "training.strategy",
         lambda t: t["training.strategy"] == "local", "local training has no beam to choose from"),
    Rule("training.reinitialise", "training.strategy",
         lambda t: t["training.strategy"] == "local", "local training has no beam to start anew"),
    Rule("training.positive", "training.references",
         lambda t: t["training.references"] == "single" and t["training.exploration"] == "never",
         "there is one positive path"),
    Rule("training.positive", "search.beam",
         lambda t: t["search.beam"] == 1, "a beam of one has one configuration to choose from"),
    Rule("training.reinitialise", "search.beam",
         lambda t: t["search.beam"] == 1 and t["training.strategy"] in ("early-update", "laso"),
         "a beam of one that has made no error has one configuration, and goes on from it anyway"),
    Rule("training.references", "oracle.name",
         lambda t: t["oracle.name"] == "static", "a static oracle knows a single path anyway"),
    *(Rule(f"training.{name}", "training.shuffle",
           lambda t: not t["training.shuffle"] and not draws(t), "nothing else is drawn in this training")
      for name in ("seed", "seeds")),
    *(fitted(f"training.{name}") for name in ("averaging", "positive", "reinitialise")),
    *(Rule(f"training.{name}", "classifier.name", lambda t: t["classifier.name"] == "nearest-neighbours",
           "it remembers all decisions, in any order")
      for name in ("seed", "shuffle")),
    Rule("features.second_order", "classifier.name",
         lambda t: t["classifier.name"] == "nearest-neighbours", "it compares atoms, and no pairs of them"),
    Rule("classifier.update", "system.name",
         lambda t: t["system.name"] == "easy-first", "it compares arcs of different places, and punishes the one that won"),
    Rule("system.single_root", "system.name",
         lambda t: t["system.name"].endswith("-span"), "it makes no arcs from ROOT"),
    Rule("features.embeddings", "features.lexicalised",
         lambda t: not t["features.lexicalised"], "a delexicalised parser must not see the vectors of words"),
    Rule("features.functions", "features.templates", names_no_function, "no template names a function, f[name]"),
    *(Rule(f"features.{name}", "training.given_heads",
           lambda t: t["training.given_heads"] == 0, "no heads are given while it learns", item="given")
      for name in ("templates", "options")),
    Rule("tagger.known_share", "tagger.known_count", lambda t: t.get("tagger.known_count") == 0, "no word is known"),
    *(Rule(f"tokenizer.{name}", "tokenizer.epochs", lambda t: t.get("tokenizer.epochs") == 0, "there is no tokenizer")
      for name in ("units", "often")),
    *(Rule(f"lemmatizer.{name}", "lemmatizer.epochs", lambda t: t.get("lemmatizer.epochs") == 0, "there is no lemmatizer")
      for name in ("templates", "prune")),
)  # fmt: skip
