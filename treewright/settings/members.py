"""The members of an ensemble: what the setting ensemble.members says, and the settings of each parser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from treewright.errors import SettingsError
from treewright.settings.declared import CLASSIFIERS, CONSTITUENTS, NETWORK_DECODERS, NETWORKS, WITHOUT_TRANSITIONS
from treewright.settings.resolution import Resolved, flatten, full_name, resolve, without_effect
from treewright.settings.table import PARTS, PRESETS, SETTINGS, Table, Value
from treewright.settings.values import from_text, nearest

SETTING = "ensemble.members"
APART = 100  # seeds between one member and the next, so that no two of them share one
KINDS = {  # what the first word of a member may be, and the setting that it gives
    "preset": tuple(name for name, tables in PRESETS.items() if "ensemble" not in tables),
    "classifier.name": tuple(CLASSIFIERS),
    "search.decoder": WITHOUT_TRANSITIONS,
}


class Member(NamedTuple):
    """One parser of an ensemble, as the setting names it."""

    name: str
    settings: Table

    @property
    def is_network(self) -> bool:
        """Whether its training needs PyTorch."""
        decoder = str(self.settings["search"]["decoder"])
        return decoder in NETWORK_DECODERS or (decoder == "transitions" and self.settings["classifier"]["name"] in NETWORKS)


def members_of(table: Mapping[str, Mapping[str, Value]]) -> list[Member]:
    """The members that the settings of an ensemble name; what else is set holds for all that do not set it themselves."""
    given = flatten({part: values for part, values in table.items() if part in PARTS})
    for name in ("classifier.name", "search.decoder"):
        if name in given:
            raise SettingsError(f"{name}: seen {given[name]!r} for a whole ensemble, expected it in {SETTING}, for one member")
    return [_member(name, number, given) for number, name in enumerate(_names(str(table["ensemble"]["members"])))]


def with_changed(members: str, setting: str, change: Callable[[str], str]) -> str:
    """The same members, the value of a setting changed wherever one of them has it."""

    def word(text: str) -> str:
        key, equals, value = text.partition("=")
        return f"{key}={change(value)}" if equals and full_name(key, SETTING) == setting else text

    return "; ".join(" ".join(map(word, name.split(" "))) for name in _names(members))


def idle_in_all(given: Mapping[str, Any], table: Table) -> list[str]:
    """One sentence for each of the given settings that does nothing in any member, nor in other stages of a pipeline."""
    stages = {part: values for part, values in table.items() if part not in (*PARTS, "ensemble")}
    told = [dict.fromkeys(without_effect(given, {**member.settings, **stages})) for member in members_of(table)]
    return [text for text in told[0] if all(text in others for others in told[1:])]


def _names(members: str) -> list[str]:
    return [" ".join(text.split()) for text in members.split(";")]


def _member(text: str, number: int, given: Mapping[str, Value]) -> Member:
    where = f"{SETTING}, member {number + 1}"
    if not text:
        raise SettingsError(f"{where}: seen nothing between two semicolons, expected the name of a member")
    name, *words = text.split(" ")
    kind = next((setting for setting, names in KINDS.items() if name in names), None)
    if kind is None:
        known = [name for names in KINDS.values() for name in names]
        raise SettingsError(f"{where}: seen {name!r}, expected one of {', '.join(known)}{nearest(name, known)}")
    own: dict[str, Any] = {} if kind == "preset" else {kind: name}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise SettingsError(f"{where}: seen {word!r}, expected settings such as seeds=3")
        full = full_name(key, f"{where}")
        if ":" in value and SETTINGS[full].also in ("class", "function"):
            raise SettingsError(f"{where}: seen {word!r}, expected a part of the package: an ensemble has none of your own")
        own[full] = from_text(full, value, f" ({where})")
    seed = {"training.seed": int(given.get("training.seed", SETTINGS["training.seed"].default)) + APART * number}
    try:
        settings = resolve({**given, **seed, **own}, name if kind == "preset" else None)
    except SettingsError as error:
        raise SettingsError(f"{where} ({text}): {error}") from None
    if "ensemble" in settings:
        raise SettingsError(f"{where}: seen {text!r}, expected a parser: an ensemble has no ensembles in it")
    if settings["system"]["name"] in CONSTITUENTS or settings["system"]["tags"] != "none":
        seen = shown_system(settings)
        raise SettingsError(f"{where} ({text}): seen {seen}, expected a parser that finds heads and nothing else")
    return Member(text, Resolved(settings))


def shown_system(settings: Table) -> str:
    """What a parser does that no member of an ensemble does."""
    if settings["system"]["tags"] != "none":
        return f"system.tags = {settings['system']['tags']}"
    return f"system.name = {settings['system']['name']}, which builds constituents"
