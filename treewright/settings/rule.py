"""A rule about two settings that do not go together, and the rules that follow from what parts declare."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from treewright.settings.declared import CLASSIFIERS, CONSTITUENTS, LEARNERS, NETWORKS, OWN_SEARCH, SYSTEMS, readers

VECTORS = tuple(
    f"network.{name}" for name in ("word", "lemma", "affixes", "upos", "xpos", "feats", "characters", "transformer")
)


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


def own_search(setting: str, broken: Callable[[Any], bool], reason: str, instead: str) -> Rule:
    """What a system with a search of its own cannot do."""
    instead += " or another system"
    return Rule(setting, "system.name", lambda t: t["system.name"] in OWN_SEARCH and broken(t[setting]), reason, instead)


def constituents(setting: str, broken: Callable[[Any], bool], reason: str, instead: str) -> Rule:
    """What makes no sense for constituency trees."""
    return Rule(setting, "system.name", lambda t: t["system.name"] in CONSTITUENTS and broken(t[setting]), reason, instead)


def unpruned(stage: str) -> Rule:
    """What a stage of a pipeline that is a network cannot do."""
    prune, name = f"{stage}.prune", f"{stage}.classifier"
    return Rule(prune, name, lambda t: t[prune] > 0 and t[name] in NETWORKS, "it has no weights of features", f"{prune} = 0")


def fitted(setting: str, reason: str = "it is fitted once, to gold paths") -> Rule:
    """What a learner that is fitted once does not read."""
    return Rule(setting, "classifier.name", lambda t: t["classifier.name"] in LEARNERS, reason)


def read_by_some(setting: str, reason: str = "") -> Rule:
    """What only some of our systems or classifiers read; those of the user's own may."""
    second = "classifier.name" if setting.startswith("classifier.") else "system.name"
    ours = (*CLASSIFIERS, *SYSTEMS)
    users = readers(setting)
    named = " and ".join(filter(None, (", ".join(users[:-1]), users[-1])))
    why = reason or f"only {named} read{'s' if len(users) == 1 else ''} it"
    return Rule(setting, second, lambda t: t[second] in ours and t[second] not in users, why)


def blind(second: str, names: Collection[str]) -> Rule:
    """A network sees words by their vectors, so it needs some."""

    def sees_nothing(t: Mapping[str, Any]) -> bool:
        read = second == "search.decoder" or t["search.decoder"] == "transitions"
        return read and t[second] in names and not t["features.embeddings"] and not any(t[name] for name in VECTORS)

    reason = "all vectors of words have the size 0, so it would see nothing"
    return Rule("network.word", second, sees_nothing, reason, "a size above 0 for one of them, or features.embeddings")


def worded(second: str, names: Collection[str]) -> Rule:
    """A network sees the vectors of a word at each position, so leaving out templates with forms would not hide them."""

    def sees_words(t: Mapping[str, Any]) -> bool:
        read = second == "search.decoder" or t["search.decoder"] == "transitions"
        return read and t[second] in names and not t["features.lexicalised"]

    reason = "a network sees words by their vectors, whatever the templates are"
    sizes = ", ".join(f"network.{name} = 0" for name in ("word", "lemma", "affixes", "characters"))
    return Rule("features.lexicalised", second, sees_words, reason, f"features.lexicalised = true and {sizes}")


def unshared(name: str, wanted: Any, reason: str) -> Rule:
    """One encoder for taggers and parser needs a setting to have one value."""
    first = "tagger.encoder"
    return Rule(first, name, lambda t: t[first] == "shared" and t[name] != wanted, reason, f"{name} = {wanted}")
