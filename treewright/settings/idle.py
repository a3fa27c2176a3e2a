"""Which settings have no effect beside others, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treewright.settings.declared import (
    AT_FIRST_ERROR,
    AT_THE_END,
    BY_DECISION,
    CLASSIFIERS,
    COMPARING,
    CONSTITUENTS,
    DECODERS,
    GLOBAL,
    NETWORK_DECODERS,
    NETWORKS,
    OWN_SEARCH,
    SHORT_ARCS,
    SYSTEMS,
    TIED,
    WITHOUT_TRANSITIONS,
)
from treewright.settings.rule import Rule, fitted, read_by_some
from treewright.settings.table import PARTS, SETTINGS

DRAWN = ("after-first", "sampled")
NOTHING_LEFT = "it updates at the end of the sentence, where nothing is left; training.reinitialise makes it stop before"


def goes_on(t: Mapping[str, Any]) -> bool:
    """Whether training goes on after an update; strategies of the user's own may always do."""
    strategy = t["training.strategy"]
    if strategy not in GLOBAL or has_local_training(t):
        return True
    return t["training.restart"] != "none" and not ends_with_update(t)


def ends_with_update(t: Mapping[str, Any]) -> bool:
    """Whether a strategy updates where the sentence ends."""
    return t["training.strategy"] in AT_THE_END and t["training.reinitialise"] == 0


def has_local_training(t: Mapping[str, Any]) -> bool:
    """Whether a global strategy has local training before it or beside it, which goes on after each update."""
    return (t["training.local_share"] > 0 or t["training.local_beside"]) and t["training.strategy"] not in BY_DECISION


def is_network(t: Mapping[str, Any]) -> bool:
    """Whether a network scores transitions or arcs."""
    if t["search.decoder"] == "transitions":
        return t["classifier.name"] in NETWORKS
    return t["search.decoder"] in NETWORK_DECODERS


def draws(t: Mapping[str, Any]) -> bool:
    """Whether anything but the order of sentences is drawn in training."""
    if is_network(t):
        return True
    chosen = t["training.exploration"] in DRAWN and t["training.restart"] != "negative"
    return (chosen and goes_on(t)) or bool(t["training.drop_arcs"]) or t["training.given_heads"] > 0


def networks(t: Mapping[str, Any]) -> set[str]:
    """The networks among the classifiers of a parser, or of all stages of a pipeline."""
    chosen = {t.get(name) for name in ("classifier.name", "tagger.classifier", "lemmatizer.classifier")}
    return {name for name in NETWORKS if name in chosen}


def names_no_function(t: Mapping[str, Any]) -> bool:
    """Whether all templates are ours; none of them names a function of the user."""
    return ".features" not in f"{t['features.templates']},{t['features.options']}"


def is_read(name: str, decoder: str) -> bool:
    """Whether a decoder without transitions reads a setting that is one of parsers by transitions."""
    ours = DECODERS.get(decoder)
    templates = ("features.templates", "features.options", "features.lexicalised", "features.functions")
    vectors = ours is not None and ours.takes_network and name == "features.embeddings"
    return ours is not None and (ours.by_transitions or vectors or (name in templates and bool(ours.views)))


def of_transitions(name: str) -> Rule:
    """What decoders without transitions do not read."""
    others = [decoder for decoder in WITHOUT_TRANSITIONS if is_read(name, decoder)]
    why = f"only parsers by transitions{''.join(f' and {decoder}' for decoder in others)} read it"
    usual = {"training.pseudo_projective": "none"}.get(name)  # what it comes to without transitions
    return Rule(name, "search.decoder", lambda t: t[name] != usual and not is_read(name, t["search.decoder"]), why)


# settings that decoders without transitions do not read, but for templates
_OF_TRANSITIONS = tuple(
    name for name in SETTINGS
    if name.partition(".")[0] in PARTS and not name.startswith("network.")
    and name not in (
        "search.decoder", "search.tree", "system.tags", "classifier.labels", "training.drop_arcs", "training.shuffle",
        "training.epochs", "training.patience", "training.time_limit", "training.seed", "training.seeds",
        "training.threads", "training.given_heads", "classifier.prune",
    )
)  # fmt: skip

_OF_NETWORKS = tuple(name for name in SETTINGS if name.startswith("network."))

IDLE = (
    *(of_transitions(name) for name in _OF_TRANSITIONS),
    Rule("classifier.labels", "search.decoder",
         lambda t: t["search.decoder"] in WITHOUT_TRANSITIONS and t["classifier.labels"] == "second",
         "its labels come after its arcs anyway"),
    Rule("search.tree", "search.decoder", lambda t: t["search.decoder"] == "transitions", "only graph-based parsers read it"),
    Rule("training.facts", "classifier.labels", lambda t: t["classifier.labels"] == "none", "facts are about labels"),
    Rule("features.by_size", "features.templates",
         lambda t: "rich" not in t["features.templates"], "only rich has a smaller set to take its place"),
    *(fitted(f"training.{name}", "it is fitted once") for name in ("epochs", "patience", "time_limit")),
    *(read_by_some(f"classifier.{name}") for name in ("cost", "least_count", "gamma", "neighbours", "weighting")),
    *(Rule(name, "classifier.name",
           lambda t: t["search.decoder"] == "transitions" and not networks(t), "only networks read it")
      for name in _OF_NETWORKS),
    *(Rule(name, "search.decoder",
           lambda t: t["search.decoder"] in WITHOUT_TRANSITIONS and not is_network(t) and not networks(t),
           "only networks read it")
      for name in _OF_NETWORKS),
    Rule("network.width", "classifier.name",
         lambda t: t["search.decoder"] == "transitions" and networks(t) == {"feed-forward"}, "it has no BiLSTM"),
    Rule("network.layers", "classifier.name",
         lambda t: t["search.decoder"] == "transitions" and bool(networks(t)) and "bilstm" not in networks(t),
         "it has no BiLSTM"),
    *(Rule(f"features.{name}", "classifier.name", lambda t: t["classifier.name"] == "stack-lstm",
           "it reads stack, buffer and history, and no templates")
      for name in ("templates", "options", "labels")),
    *(Rule(f"network.{name}", "search.decoder",
           lambda t: t["search.decoder"] in NETWORK_DECODERS and not networks(t), "it scores arcs, not configurations")
      for name in ("hidden", "activation", "label")),
    *(Rule(f"network.{name}", "search.decoder",
           lambda t: t["search.decoder"] == "transitions" and bool(networks(t)), "only biaffine scores arcs")
      for name in ("arc", "relation")),
    Rule("network.tune", "classifier.name",
         lambda t: bool(networks(t)) and not is_network(t) and not t["network.transformer"], "only a parser has vectors"),
    Rule("network.tune", "features.embeddings",
         lambda t: is_network(t) and not t["features.embeddings"] and not t["network.transformer"],
         "there are no vectors to learn on"),
    Rule("network.width", "network.layers",
         lambda t: t["network.layers"] == 0 and "stack-lstm" not in networks(t), "there is no BiLSTM"),
    Rule("network.character_vectors", "network.characters",
         lambda t: t["network.characters"] == 0, "there is no BiLSTM over characters"),
    read_by_some("oracle.swap", "only swap has a lazy and an eager oracle"),
    read_by_some("oracle.rule", "only set-based has two dynamic oracles"),
    Rule("oracle.rule", "oracle.name", lambda t: t["oracle.name"] == "static", "it is about the dynamic oracle"),
    read_by_some("system.max_length", "only arc-eager-span and arc-hybrid-span leave out long arcs"),
    read_by_some("system.depth", "only arc-swift has right-arcs for each depth of the stack"),
    read_by_some("system.crossing", "only attardi has these transitions"),
    read_by_some("system.candidates", "only set-based combines its focus with items of a set"),
    Rule("classifier.tied", "system.name",
         lambda t: t["system.name"] in SYSTEMS and t["system.name"] not in TIED,
         "only the arcs of arc-swift take tokens off the stack first"),
    *(Rule(f"training.{name}", "training.exploration",
           lambda t: t["training.exploration"] not in DRAWN, "only after-first and sampled read it")
      for name in ("exploration_rate", "exploration_start")),
    *(Rule(f"training.{name}", "training.restart",
           lambda t: t["training.restart"] == "none" and t["training.strategy"] in GLOBAL and not has_local_training(t),
           "the sentence is left after its first update")
      for name in ("exploration", "exploration_rate", "exploration_start")),
    *(Rule(f"training.{name}", "training.restart",
           lambda t: t["training.restart"] == "negative" and t["training.exploration"] != "always",
           "training always goes on from the negative configuration")
      for name in ("exploration", "exploration_rate", "exploration_start")),
    Rule("training.restart", "training.strategy", ends_with_update, NOTHING_LEFT),
    *(Rule(f"training.{name}", "training.strategy", lambda t: ends_with_update(t) and not has_local_training(t), NOTHING_LEFT)
      for name in ("exploration", "exploration_rate", "exploration_start")),
    Rule("training.loss", "classifier.name",
         lambda t: t["classifier.name"] in CLASSIFIERS and t["classifier.name"] not in NETWORKS,
         "only networks have a choice"),
    Rule("training.margin", "training.loss",
         lambda t: t["classifier.name"] in NETWORKS and t["training.strategy"] in BY_DECISION
         and t["training.loss"] != "perceptron" and t["system.name"] not in (*OWN_SEARCH, *CONSTITUENTS),
         "likelihood makes right transitions more probable, however far ahead they are"),
    Rule("training.averaging", "classifier.name", lambda t: t["classifier.name"] in NETWORKS,
         "a network keeps a moving average of its weights (network.average)"),
    Rule("training.local_share", "training.strategy",
         lambda t: t["training.strategy"] in BY_DECISION, "all of its training is local"),
    Rule("training.local_beside", "training.strategy",
         lambda t: t["training.strategy"] in BY_DECISION, "all of its training is local"),
    Rule("training.normalise", "classifier.name",
         lambda t: t["classifier.name"] in CLASSIFIERS and t["classifier.name"] not in NETWORKS,
         "only networks learn probabilities"),
    Rule("training.normalise", "training.loss",
         lambda t: t["training.loss"] == "perceptron" and t["training.strategy"] in BY_DECISION,
         "only likelihood has this term"),
    Rule("training.normalise", "training.strategy",
         lambda t: t["training.strategy"] in GLOBAL and not has_local_training(t), "none of its training is local"),
    Rule("training.local_share", "training.epochs",
         lambda t: t["training.epochs"] == 1, "the last epoch is always global"),
    *(Rule(f"training.{name}", "training.epochs",
           lambda t: t["training.exploration"] in DRAWN and 0 < t["training.epochs"] <= t["training.exploration_start"],
           "training ends before exploration starts (training.exploration_start)")
      for name in ("exploration", "exploration_rate")),
    Rule("training.positive", "training.strategy",
         lambda t: t["training.strategy"] in BY_DECISION, "local training has no beam to choose from"),
    Rule("training.reinitialise", "training.strategy",
         lambda t: t["training.strategy"] in BY_DECISION, "local training has no beam to start anew"),
    Rule("training.positive", "training.references",
         lambda t: t["training.references"] == "single" and t["training.exploration"] == "never",
         "there is one positive path"),
    Rule("training.positive", "search.beam",
         lambda t: t["search.beam"] == 1, "a beam of one has one configuration to choose from"),
    Rule("training.reinitialise", "search.beam",
         lambda t: t["search.beam"] == 1 and t["training.strategy"] in AT_FIRST_ERROR,
         "a beam of one that has made no error has one configuration, and goes on from it anyway"),
    Rule("training.references", "oracle.name",
         lambda t: t["oracle.name"] == "static", "a static oracle knows a single path anyway"),
    *(Rule(f"training.{name}", "training.shuffle",
           lambda t: not t["training.shuffle"] and not draws(t), "nothing else is drawn in this training")
      for name in ("seed", "seeds")),
    *(fitted(f"training.{name}") for name in ("averaging", "positive", "reinitialise")),
    *(Rule(f"training.{name}", "classifier.name", lambda t: t["classifier.name"] in COMPARING,
           "it remembers all decisions, in any order")
      for name in ("seed", "shuffle")),
    Rule("features.second_order", "classifier.name",
         lambda t: t["classifier.name"] in COMPARING, "it compares atoms, and no pairs of them"),
    Rule("classifier.update", "system.name",
         lambda t: t["system.name"] in (*OWN_SEARCH, *CONSTITUENTS),
         "it compares transitions at different places, and punishes the one that won"),
    *(Rule(name, "system.name", lambda t: t["system.name"] in CONSTITUENTS, reason) for name, reason in (
        ("system.root", "constituency trees have no ROOT token"),
        ("system.single_root", "constituency trees have no ROOT token"),
        ("training.facts", "facts are about heads"),
        ("features.history", "templates for sets of items name the last transitions themselves"),
    )),
    Rule("system.single_root", "system.name",
         lambda t: t["system.name"] in SHORT_ARCS, "it makes no arcs from ROOT"),
    Rule("features.embeddings", "features.lexicalised",
         lambda t: not t["features.lexicalised"], "a delexicalised parser must not see the vectors of words"),
    Rule("features.functions", "features.templates", names_no_function, "no template names a function, f[name]"),
    *(Rule(f"features.{name}", "training.given_heads",
           lambda t: t["training.given_heads"] == 0, "no heads are given while it learns", item="given")
      for name in ("templates", "options")),
    *(Rule(f"tagger.{name}", "tagger.encoder", lambda t: t.get("tagger.encoder") == "shared", reason)
      for name, reason in (("epochs", "the parser's training is that of the taggers"),
                           ("folds", "the parser does not see tags"))),
    Rule("tagger.known_share", "tagger.known_count", lambda t: t.get("tagger.known_count") == 0, "no word is known"),
    *(Rule(f"tokenizer.{name}", "tokenizer.epochs", lambda t: t.get("tokenizer.epochs") == 0, "there is no tokenizer")
      for name in ("units", "often")),
    *(Rule(f"lemmatizer.{name}", "lemmatizer.epochs", lambda t: t.get("lemmatizer.epochs") == 0, "there is no lemmatizer")
      for name in ("classifier", "templates", "prune")),
)  # fmt: skip
