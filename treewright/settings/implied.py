"""What follows from a setting: defaults of others, and templates that suit a system."""

from __future__ import annotations

from treewright.settings.declared import (
    CONSTITUENTS,
    LEARNERS,
    NETWORKS,
    NON_PROJECTIVE,
    OWN_SEARCH,
    PARTIAL,
    STATIC,
    STRATEGIES,
    TAGGING_NETWORKS,
    TIED,
)
from treewright.settings.table import Value

# Defaults that depend on another setting: where the first has the value and the second is not given, it gets the next.
# What a system, a classifier or a given setting implies overrides a preset, and a later line before an earlier one.
IMPLIED: tuple[tuple[str, Value, str, Value], ...] = (
    ("tagger.encoder", "shared", "classifier.name", "bilstm"),  # before what a network implies
    ("tagger.encoder", "shared", "tagger.classifier", "bilstm"),
    *(("tagger.encoder", "shared", f"network.{name}", 0) for name in ("lemma", "upos", "xpos", "feats")),
    *(("system.name", system, "oracle.name", "static") for system in STATIC),
    *(("system.name", system, *implied) for system in OWN_SEARCH for implied in (
        ("search.beam", 1), ("training.strategy", "local"), ("features.history", False),
    )),
    ("system.name", "arc-swift", "training.margin", 1.0),  # with fast, too
    *(("system.name", system, "classifier.tied", True) for system in TIED),
    *(("system.name", system, "training.pseudo_projective", "none") for system in (*NON_PROJECTIVE, *PARTIAL)),
    *(("system.name", system, *implied) for system in CONSTITUENTS for implied in (
        ("features.history", False), ("training.margin", 0.1), ("training.epochs", 10),
        ("features.templates", "set" if system == "set-based" else system),
    )),
    *(("classifier.name", name, *implied) for name in LEARNERS for implied in (
        ("training.strategy", "local"), ("search.beam", 1), ("oracle.name", "static"), ("training.exploration", "never"),
        ("training.margin", 0.0), ("training.epochs", 1), ("training.seeds", 1),
        ("classifier.tied", False),
    )),
    ("search.decoder", "graph", "features.templates", "graph"),
    ("search.decoder", "graph", "training.epochs", 10),
    ("search.decoder", "graph", "classifier.prune", 0.003),  # no accuracy, and two fifths of the model
    ("search.decoder", "biaffine", "training.epochs", 0),
    *(("classifier.name", name, *implied) for name in NETWORKS for implied in (
        ("search.beam", 1), ("training.exploration", "always"),
        ("training.exploration_rate", 0.5), ("training.margin", 0.0), ("training.seeds", 1), ("training.epochs", 0),
        ("classifier.tied", False), ("features.by_size", False), ("features.history", False),
        ("training.strategy", "laso"), ("training.local_share", 0.5), ("training.local_beside", True),
        ("training.normalise", 0.1),
    )),
    *(("classifier.name", "feed-forward", f"network.{name}", 0) for name in ("affixes", "lemma")),  # it learns them by heart
    *((f"{stage}.classifier", name, "network.affixes", 50) for stage in ("tagger", "lemmatizer") for name in TAGGING_NETWORKS),
    ("system.tags", "upos", "network.affixes", 50),  # what sees no tags needs them
    *(("system.name", system, f"network.{name}", 50) for system in CONSTITUENTS for name in ("affixes", "lemma")),
    *(("search.decoder", "biaffine", f"network.{name}", 50) for name in ("affixes", "lemma")),
    *(("network.tagger", True, *implied) for implied in (  # the network of Coavoux and Cohen (2019), Table 5
        ("network.upos", 0), ("network.xpos", 0), ("network.feats", 0), ("network.lemma", 0), ("network.characters", 50),
        ("training.exploration", "sampled"), ("training.exploration_rate", 0.15), ("oracle.rule", "paper"),
        ("training.references", "single"),
    )),
    ("classifier.name", "feed-forward", "features.templates", "slots"),
    ("classifier.name", "bilstm", "features.templates", "few-slots"),
    ("classifier.name", "stack-lstm", "features.templates", "few-slots"),  # it reads none of them
    *((f"{stage}.classifier", name, f"{stage}.epochs", 20) for stage in ("tagger", "lemmatizer") for name in TAGGING_NETWORKS),
    *(("lemmatizer.classifier", name, "lemmatizer.templates", "lemma-slots") for name in TAGGING_NETWORKS),
    ("classifier.labels", "second", "classifier.tied", False),
    ("classifier.name", "poly2-svm", "features.second_order", True),
    ("classifier.name", "poly2-svm", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.templates", "desr"),
    ("classifier.name", "nearest-neighbours", "features.history", False),
    ("training.strategy", "local", "search.beam", 1),
    ("search.beam", 1, "training.strategy", "local"),
    ("training.strategy", "local", "training.averaging", "transition"),
    ("training.strategy", "local", "training.local_beside", False),
    ("search.beam", 1, "training.normalise", 0.0),  # greedy search adds nothing up
    *(("training.strategy", name, "training.restart", strategy.restart) for name, strategy in STRATEGIES.items()),
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
    ("search.decoder", "graph", "features.options", ""),  # it makes no transitions
)

# Template sets that suit a system better than the default's or those of fast, by set and system, chosen on dev over five
# treebanks (benchmarks/accuracy/systems.py): they are taken where no templates are given. None of them needs features.options.
# Networks see items of a set by their corners.
_SHIFTED = ("arc-standard", "swap")  # their arcs join the two topmost tokens
_BOTH = ("arc-hybrid", "arc-hybrid-partial", "arc-hybrid-span", "arc-hybrid-swap", "non-monotonic-arc-eager")  # right arcs do
SUITED: dict[tuple[str, str], str] = {
    (base, system): suited.format(base)
    for base in ("rich", "fast")
    for systems, suited in ((_SHIFTED, "{}-stack"), (_BOTH, "{},second"))
    for system in systems
} | {
    (base, system): "set-slots" if system == "set-based" else "merge-slots"
    for base in ("slots", "few-slots")
    for system in CONSTITUENTS
}
