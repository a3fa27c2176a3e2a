"""Which values a setting may have: each is checked, and a wrong one is refused with what was expected."""

from __future__ import annotations

import difflib
import math
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from treewright.errors import SettingsError
from treewright.settings.table import ALIASES, PRESETS, SETTINGS, Setting, Value

KINDS = {  # what the names of parts are names of
    "classifier.name": "a classifier", "search.decoder": "a decoder", "system.name": "a transition system",
    "training.strategy": "a training strategy", "features.templates": "a set of templates",
}  # fmt: skip


def name_in_registry(part: type) -> str:
    """The name of a part of ours in the registry of its folder or of one above, nothing for one of the user's own."""
    package = part.__module__.rpartition(".")[0]
    while package.startswith("treewright."):
        values = vars(sys.modules[package]).values() if package in sys.modules else ()
        registries = (value for value in values if isinstance(value, dict))
        found = next((str(name) for registry in registries for name, cls in registry.items() if cls is part), "")
        if found:
            return found
        package = package.rpartition(".")[0]
    return ""


def checked(name: str, value: Any, origin: str = "") -> Value:
    """The value of a setting in its own type, or an error that says what was seen and expected."""
    setting = SETTINGS[name]
    wrong = SettingsError(f"{name}{origin}: seen {value!r}, expected {setting.expected}")
    if isinstance(value, type) and setting.also == "class":
        ours = name_in_registry(value)
        return ours if ours in setting.choices else f"{value.__module__}:{value.__qualname__}"
    if setting.type is bool:
        if not isinstance(value, bool):
            raise wrong
        return value
    if setting.type is not str:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise wrong
        low, high = (value if limit is None else limit for limit in (setting.least, setting.most))
        if not low <= value <= high or (setting.type is int and value != int(value)):
            raise wrong
        return setting.type(value)
    if (setting.many or setting.also == "members") and isinstance(value, (list, tuple)):
        value = ("," if setting.many else "; ").join(map(str, value))
    if isinstance(value, Path):
        value = str(value)
    if not isinstance(value, str):
        raise wrong
    if setting.also == "rules" and value:
        from treewright.training.drop_arcs import DropArcs  # not at the start: it brings numpy

        DropArcs(value, place=name + origin)
        return value
    items = [item.strip() for item in value.split(",")] if setting.many else [value]
    items = [ALIASES.get(name, {}).get(item, item) for item in items]
    if value == setting.default == "":
        return value
    for item in items:
        if not allowed(setting, item):
            seen = repr(item) if len(items) == 1 else f"{item!r} in {value!r}"
            hint = elsewhere(name, item) or nearest(item, setting.choices)
            raise SettingsError(f"{name}{origin}: seen {seen}, expected {setting.expected}{hint}")
    return ",".join(items)


def allowed(setting: Setting, item: str) -> bool:
    """Whether one item of text may be the value: a choice, or what may stand in place of one."""
    if setting.also in ("class", "function") and re.fullmatch(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.<>]*", item):
        return True
    if setting.also in ("text", "folder", "members"):
        return True
    return item in setting.choices or (setting.also == "file" and item.endswith(".features"))


def from_text(name: str, text: str, origin: str = "") -> Value:
    """The value of a setting written as text, as on the command line."""
    kind = SETTINGS[name].type
    try:
        if kind is bool:
            return {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}[text.lower()]
        return checked(name, kind(text), origin)
    except (ValueError, KeyError, OverflowError):
        raise SettingsError(f"{name}{origin}: seen {text!r}, expected {SETTINGS[name].expected}") from None


def elsewhere(name: str, word: str) -> str:
    """Where a word belongs that is no value of a setting but names a part, or a preset; or nothing."""
    if name in KINDS and word in PRESETS:
        return f"; {word} is a preset: --preset {word}"
    for other, kind in KINDS.items() if name in (*KINDS, "preset") else ():
        if other != name and word in SETTINGS[other].choices:
            return f"; {word} is {kind}: {other} = {word} (--{SETTINGS[other].short or other} {word})"
    return ""


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest known word, or nothing."""
    found = difflib.get_close_matches(str(word), list(known), 1, 0.6)
    return f"; did you mean {found[0]!r}?" if found else ""
