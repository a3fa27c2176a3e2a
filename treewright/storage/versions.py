"""What the header of each version of the format looked like; a reader makes of it what the newest one looks like.

    3   "sections" has the sizes, types and shapes of the arrays of each section; the kind of a parser is "parser"
    2   "parts" had them, all in one; the kind of a parser was "dependency parser"; the first files had no "root_label",
        "tag_trigrams", nor the settings of OLDEST; all that they knew of trees was "one_root_label", or no pairs of labels;
        classes of taggers were escaped as labels of trees, unless "escaped" was there

Readers trust nothing: they change what is as they know it, and whoever loads the model finds what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Header = dict[str, Any]
VERSION = 3  # what is written
OLDEST: dict[str, dict[str, Any]] = {  # settings that the first files of version 2 do not have, and what they did
    "training": {"pseudo_projective": "none"},
    "classifier": {"tied": False},
    "features": {"second_order": False},
    "search": {"decoder": "transitions"},
}
SINCE: dict[str, dict[str, Any]] = {  # settings that later files have; no part read them before
    "system": {"candidates": 4},
    "oracle": {"rule": "exact"},
    "search": {"tree": "auto"},
    "training": {
        "loss": "auto", "local_share": 0.0, "local_beside": False, "normalise": 0.0, "patience": 0, "time_limit": 0.0,
    },
    "network": {
        "word": 50, "lemma": 50, "affixes": 50, "upos": 24, "xpos": 24, "feats": 48, "label": 24, "tune": False, "layers": 2,
        "transformer": "",
        "width": 128, "arc": 100, "relation": 50, "hidden": 200, "activation": "relu", "dropout": 1.0, "rate": 0.002,
        "batch": 100, "average": 0.99, "characters": 0, "character_vectors": 50, "tagger": False,
    },
    "tagger": {"classifier": "averaged-perceptron", "encoder": "own"},
    "lemmatizer": {"classifier": "averaged-perceptron"},
}
NETWORKS = {"feed-forward", "bilstm", "stack-lstm", "biaffine"}
ESCAPED = (("%/", "\t"), ("%5F", "_"), ("%09", "\t"), ("%3A", ":"), ("%25", "%"))


def version_3(header: Header) -> Header:
    """It is the newest one; later settings have the values that do what was done before."""
    if header.get("kind") == "checkpoint" and "ensemble" not in header["settings"]:  # whose members have all settings
        _add_settings(header["settings"], SINCE)
    _take_settings(header)
    return header


def _take_settings(header: Any) -> None:
    """Change what a model, and those that it is made of, say of their settings."""
    if not isinstance(header, dict):
        return
    for key in ("stages", "members"):
        for inner in header[key] if isinstance(header.get(key), list) else ():
            _take_settings(inner)
    settings = header.get("settings")
    if "templates" in header and isinstance(settings, dict) and all(isinstance(own, dict) for own in settings.values()):
        _add_settings(settings, {"training": SINCE["training"]})
        parts = {settings.get(part, {}).get(name) for part, name in (("classifier", "name"), ("search", "decoder"))}
        if parts & NETWORKS and "lexicalised" in settings.get("features", {}):
            settings["features"]["lexicalised"] = True  # the file has the templates that were left, and no word was hidden


def version_2(header: Header) -> Header:
    """The same in the words of version 3."""
    header["sections"] = header.pop("parts")
    _take_model(header)
    return header


READERS: dict[int, Callable[[Header], Header]] = {2: version_2, 3: version_3}


def _take_model(header: Any) -> None:
    """Change what version 2 said of a model, and of those that it is made of."""
    if not isinstance(header, dict):
        return
    for inner in header["stages"] if isinstance(header.get("stages"), list) else ():
        _take_model(inner)
    _take_model(header.get("tagger"))
    _take_model(header.get("splitter"))
    if header.get("kind") == "dependency parser":
        header["kind"] = "parser"
    if "templates" in header or header.get("kind") == "checkpoint":
        _add_settings(header["settings"], OLDEST)
        _add_settings(header["settings"], SINCE)
    if "templates" in header:
        _take_parser(header)
    if header.get("kind") == "tagger" and not header.pop("escaped", True):
        return
    if header.get("kind") == "tagger":
        header["labels"] = [_unescaped(label) for label in header["labels"]]
        header["known_labels"] = {form: _unescaped(label) for form, label in header.get("known_labels", {}).items()}


def _add_settings(settings: Any, more: Mapping[str, Mapping[str, Any]]) -> None:
    """Add the settings that a file does not have."""
    for part, values in more.items():
        if part in settings or (part == "network" and "training" in settings):
            settings[part] = {**values, **settings.get(part, {})}


def _take_parser(header: Header) -> None:
    """Add what the first files did not say."""
    header.setdefault("root_label", 0)
    header.setdefault("tag_trigrams", {})
    count = len(header["labels"])
    if header.pop("one_root_label", False) and "facts" not in header:
        others = [number for number in range(count) if number != header["root_label"]]
        none: dict[str, Any] = {"tags": [], "usual": [], "dependent": [], "head": [], "side": [[], []], "once": [[]]}
        header["facts"] = {**none, "root": [[], others], "under": [[]] * count}
    if "facts" in header:
        header["facts"].setdefault("beside", [[]] * count)


def _unescaped(label: Any) -> Any:
    for code, character in ESCAPED:
        label = label.replace(code, character) if isinstance(label, str) else label
    return label
