"""What the rules about settings know of each part, under the names of its attributes.

The classes declare it; it stands here a second time because the command line would start slowly if it imported them.
`tests/settings/test_declared.py` compares every line with its class.
"""

from __future__ import annotations

from typing import NamedTuple


class System(NamedTuple):
    """A transition system and its oracle."""

    reaches: str = "projective"
    family: str = "dependencies"  # what it builds
    partial: bool = False  # words may be left without a head
    tied: bool = False  # some kinds of transitions can share their weights
    search: str = ""  # the one search that goes with it; it has no beam and learns in which order arcs are made
    more_settings: tuple[str, ...] = ()
    dynamic: bool = True  # the oracle knows costs in every configuration
    exact: bool = True  # these costs are no estimates
    whole_trees: bool = False  # the oracle needs a head for each word
    oracle_settings: tuple[str, ...] = ()


class Classifier(NamedTuple):
    """A classifier."""

    fitted: bool = True  # once, to whole gold paths
    has_weights: bool = True
    reads_vectors: bool = True
    more_settings: tuple[str, ...] = ()
    takes_network: bool = False  # it is a network, with the settings of [network]


class Strategy(NamedTuple):
    """A training strategy."""

    by_decision: bool = False  # it corrects single decisions, and compares no paths
    update: str = "early"
    restart: str = "none"


class Decoder(NamedTuple):
    """A decoder."""

    by_transitions: bool = False
    views: tuple[str, ...] = ()  # of the templates that it reads
    more_settings: tuple[str, ...] = ()
    takes_network: bool = False


SYSTEMS = {
    "arc-eager": System(),
    "arc-swift": System(exact=False, tied=True, more_settings=("depth",)),
    "arc-hybrid": System(),
    "arc-standard": System(),
    "non-monotonic-arc-eager": System(),
    "arc-eager-partial": System(partial=True),
    "arc-hybrid-partial": System(partial=True),
    "arc-eager-span": System(partial=True, more_settings=("max_length",)),
    "arc-hybrid-span": System(partial=True, more_settings=("max_length",)),
    "swap": System("all", dynamic=False, exact=False, whole_trees=True, oracle_settings=("swap",)),
    "arc-hybrid-swap": System("all", exact=False),
    "easy-first": System(search="sites"),
    "two-planar": System("2-planar", exact=False, whole_trees=True),
    "attardi": System("many", dynamic=False, exact=False, whole_trees=True, more_settings=("crossing",)),
    "covington": System("all"),
    "covington-projective": System(),
    "set-based": System(
        "discontinuous", family="constituents", more_settings=("candidates",), oracle_settings=("rule",)
    ),
    "merge-gap": System("discontinuous", family="constituents"),
    "merge-swap": System("discontinuous", family="constituents", dynamic=False, exact=False),
}
CLASSIFIERS = {
    "averaged-perceptron": Classifier(fitted=False, more_settings=("update",)),
    "linear-svm": Classifier(more_settings=("cost", "least_count")),
    "logistic-regression": Classifier(more_settings=("cost", "least_count")),
    "poly2-svm": Classifier(reads_vectors=False, more_settings=("cost", "least_count", "gamma")),
    "nearest-neighbours": Classifier(has_weights=False, reads_vectors=False, more_settings=("neighbours", "weighting")),
    "feed-forward": Classifier(fitted=False, has_weights=False, takes_network=True),
    "bilstm": Classifier(fitted=False, has_weights=False, takes_network=True),
    "stack-lstm": Classifier(fitted=False, has_weights=False, takes_network=True),
}
DECODERS = {
    "transitions": Decoder(by_transitions=True, views=("stack",)),
    "graph": Decoder(views=("arc", "relation"), more_settings=("search.tree", "classifier.prune")),
    "biaffine": Decoder(more_settings=("search.tree",), takes_network=True),
}
STRATEGIES = {
    "local": Strategy(by_decision=True),
    "early-update": Strategy(),
    "max-violation": Strategy(update="max-violation"),
    "full-update": Strategy(update="full"),
    "laso": Strategy(restart="positive"),
}

STATIC = tuple(name for name, system in SYSTEMS.items() if not system.dynamic)
ESTIMATED = tuple(name for name, system in SYSTEMS.items() if not system.exact)
WHOLE = tuple(name for name, system in SYSTEMS.items() if system.whole_trees)
NON_PROJECTIVE = tuple(name for name, system in SYSTEMS.items() if system.reaches != "projective")
PARTIAL = tuple(name for name, system in SYSTEMS.items() if system.partial)
TIED = tuple(name for name, system in SYSTEMS.items() if system.tied)
SHORT_ARCS = tuple(name for name, system in SYSTEMS.items() if "max_length" in system.more_settings)
CONSTITUENTS = tuple(name for name, system in SYSTEMS.items() if system.family == "constituents")
OWN_SEARCH = tuple(name for name, system in SYSTEMS.items() if system.search)

LEARNERS = tuple(name for name, classifier in CLASSIFIERS.items() if classifier.fitted)
NETWORKS = tuple(name for name, classifier in CLASSIFIERS.items() if classifier.takes_network)
TAGGING_NETWORKS = tuple(name for name in NETWORKS if name != "stack-lstm")  # those that taggers and lemmatizers may be
WITHOUT_WEIGHTS = tuple(name for name, classifier in CLASSIFIERS.items() if not classifier.has_weights)
COMPARING = tuple(name for name in LEARNERS if name in WITHOUT_WEIGHTS)  # a configuration with those of training
WITHOUT_VECTORS = tuple(name for name, classifier in CLASSIFIERS.items() if not classifier.reads_vectors)

NETWORK_DECODERS = tuple(name for name, decoder in DECODERS.items() if decoder.takes_network)
WITHOUT_TRANSITIONS = tuple(name for name, decoder in DECODERS.items() if not decoder.by_transitions)

BY_DECISION = tuple(name for name, strategy in STRATEGIES.items() if strategy.by_decision)
GLOBAL = tuple(name for name, strategy in STRATEGIES.items() if not strategy.by_decision)
AT_FIRST_ERROR = tuple(name for name in GLOBAL if STRATEGIES[name].update == "early")
AT_THE_END = tuple(name for name in GLOBAL if STRATEGIES[name].update == "full")


def readers(setting: str) -> tuple[str, ...]:
    """The systems or classifiers that take a setting (a dotted name) beside what all of them take."""
    part, _, name = setting.partition(".")
    if part == "classifier":
        return tuple(own for own, classifier in CLASSIFIERS.items() if name in classifier.more_settings)
    of_oracle = part == "oracle"
    return tuple(own for own, s in SYSTEMS.items() if name in (s.oracle_settings if of_oracle else s.more_settings))
