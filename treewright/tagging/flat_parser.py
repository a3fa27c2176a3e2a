"""Parsers that tag: their one transition gives the next word its class."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from treewright.errors import SettingsError
from treewright.families import TagSequences
from treewright.oracles.tagging import TaggingOracle
from treewright.parser import Parser
from treewright.settings import SETTINGS, resolve, warn_without_effect
from treewright.settings.declared import NETWORKS, TAGGING_NETWORKS
from treewright.transitions.tagging import Tagging

# greedy, and trained on its own mistakes: a beam gained nothing on the dev parts of six treebanks
DEFAULTS: dict[str, Any] = {
    "system.root": "first", "system.single_root": False, "features.history": False, "search.beam": 1,
    "training.strategy": "local", "training.exploration": "always", "training.margin": 1.0, "training.epochs": 10,
    "training.pseudo_projective": "none", "training.seeds": 1,
}  # fmt: skip
OF_NETWORKS = ("network.affixes", "network.lemma")  # which a network that parses may do without
OF_PERCEPTRONS = ("training.exploration", "training.margin", "training.epochs")  # networks have defaults of their own


def flat_parser(given: Mapping[str, Any], family: TagSequences) -> Parser:
    """A parser that tags, with these settings over the defaults."""
    defaults = dict(DEFAULTS)
    if given.get("classifier.name") in NETWORKS and given["classifier.name"] not in TAGGING_NETWORKS:
        name, able = given["classifier.name"], ", ".join(TAGGING_NETWORKS)
        raise SettingsError(f"classifier.name: seen {name} in a tagger, which makes no arcs, expected another one: {able}")
    if given.get("classifier.name") in NETWORKS:
        defaults = {name: value for name, value in DEFAULTS.items() if name not in OF_PERCEPTRONS}
        defaults.update({name: SETTINGS[name].default for name in OF_NETWORKS})
    table = resolve({"system.name": Tagging, "oracle.name": TaggingOracle, **defaults, **given})
    warn_without_effect(given, table)
    return Parser(table, family=family)


def load_flat_parser(header: dict[str, Any], arrays: dict[str, Any], family: TagSequences) -> Parser:
    """The same from what a model file keeps of it."""
    parser = Parser.from_contents(header, arrays, system=Tagging, family=family)
    parser.settings["oracle"]["name"] = header["settings"]["oracle"]["name"]  # so that it is saved as it was
    return parser
