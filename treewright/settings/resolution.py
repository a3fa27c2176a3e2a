"""How settings are read and filled in.

Settings may be written nested (``{"search": {"beam": 8}}``, as in a TOML file), dotted (``{"search.beam": 8}``, as on
the command line) or short (``{"beam": 8}``, as in ``Parser(beam=8)``); ``resolve`` takes all and returns them nested.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from treewright.errors import SettingsError, SettingsWarning
from treewright.settings.idle import IDLE
from treewright.settings.implied import IMPLIED, SUITED
from treewright.settings.impossible import IMPOSSIBLE
from treewright.settings.rule import Rule
from treewright.settings.table import LEAVES, PARTS, PRESETS, SETTINGS, SHORT, TABLES, Table, Value
from treewright.settings.values import checked, elsewhere, name_in_registry, nearest


def resolve(
    given: Mapping[str, Any] | None = None,
    preset: str | None = None,
    *,
    origins: Mapping[str, str] | None = None,
    pipeline: bool = False,
) -> Table:
    """All settings of a parser, or of a pipeline, nested and checked; refuses what cannot work.

    What is given goes over the preset, that over the defaults.
    """
    given = dict(mapping(given))
    preset = given.pop("preset", None) or preset
    flat: dict[str, Any] = {}
    source = {}
    if preset is not None:
        if not isinstance(preset, str) or preset not in PRESETS:
            hint = elsewhere("preset", str(preset)) or nearest(preset, PRESETS)
            raise SettingsError(f"preset: seen {preset!r}, expected one of {', '.join(PRESETS)}{hint}")
        flat = flatten(PRESETS[preset])
        source = {name: f"preset {preset}" for name in flat}
    own = flatten(given, origins)
    flat.update(own)
    source.update({name: (origins or {}).get(name, "") for name in own})
    if flat.get("ensemble.members"):
        return _of_ensemble(flat, own, source, pipeline)
    if "ensemble.members" in own:
        where = f"ensemble.members{origin_of('ensemble.members', origins)}"
        raise SettingsError(f"{where}: seen nothing, expected one member at least, such as \"fast; bilstm\"")
    if combine := own.get("ensemble.combine"):
        where = f"ensemble.combine{origin_of('ensemble.combine', origins)}"
        raise SettingsError(f"{where}: seen {combine}, expected ensemble.members beside it: one parser has nothing to combine")
    named = set(flat)
    kinds = {} if (kind := _kind_of_classifier(given)) is None else {"classifier.name": kind}
    for cause, value, name, implied in IMPLIED:
        goes_first = cause in ("system.name", "classifier.name") or cause in own
        seen = {**flat, **kinds}.get(cause, SETTINGS[cause].default)
        if name not in (own if goes_first else named) and seen == value:
            flat[name] = implied
            source[name] = f"because of {cause}"
            named.discard(name)  # a preset's value is gone
    base, system = (flat.get(name, SETTINGS[name].default) for name in ("features.templates", "system.name"))
    if "features.templates" not in own and (base, system) in SUITED:
        more = {"features.templates": SUITED[base, system], "features.options": own.get("features.options", "")}
        flat.update(more)
        source.update(dict.fromkeys(set(more) - set(own), "because of system.name"))
    if "rich" in str(own.get("features.templates", "")) and "features.by_size" not in own:
        flat["features.by_size"] = False
        source["features.by_size"] = "because of features.templates"
    stage = next((name for name in own if name.partition(".")[0] not in (*PARTS, "ensemble")), None)
    if stage is not None and not pipeline:
        raise SettingsError(f"{stage}{origin_of(stage, origins)}: a setting of a pipeline, seen without one (--pipeline)")
    flat = {name: flat.get(name, setting.default) for name, setting in SETTINGS.items()}
    for rule in IMPOSSIBLE:
        if rule.broken({**flat, **kinds}):
            first, second = (shown(name, flat[name], source.get(name, "default")) for name in (rule.first, rule.second))
            raise SettingsError(f"{first} cannot work with {second}: {rule.reason}; use {rule.instead}")
    tables = nest({name: value for name, value in flat.items() if not name.startswith("ensemble.")})
    return Resolved({part: values for part, values in tables.items() if pipeline or part in PARTS})


def _of_ensemble(
    flat: Mapping[str, Value], own: Mapping[str, Value], source: Mapping[str, str], pipeline: bool
) -> Resolved:
    """The settings of an ensemble: its members, what was given for all of them, and all of the other stages of a pipeline."""
    stages = {name: value for name, value in own.items() if name.partition(".")[0] not in (*PARTS, "ensemble")}
    for name in stages if not pipeline else ():
        raise SettingsError(f"{name}{origin_of(name, source)}: a setting of a pipeline, seen without one (--pipeline)")
    others = {part: own for part, own in resolve(stages, pipeline=True).items() if part not in PARTS} if pipeline else {}
    if stages.get("tagger.encoder") == "shared":
        names = ("tagger.encoder", "ensemble.members")
        first, second = (shown(name, flat[name], source.get(name, "")) for name in names)
        reason = "the encoder that taggers share is that of one parser, and these are several"
        raise SettingsError(f"{first} cannot work with {second}: {reason}; use tagger.encoder = own, or one parser")
    of_all = {name: value for name, value in own.items() if name.partition(".")[0] in PARTS}
    return Resolved({**nest({**of_all, **{name: flat[name] for name in flat if name.startswith("ensemble.")}}), **others})


def _kind_of_classifier(given: Mapping[str, Any]) -> str | None:
    """The name of our classifier that a class of the user's own is derived from: what it cannot do, that cannot either."""
    inner = given.get("classifier")
    values = (given.get("classifier.name"), inner.get("name") if isinstance(inner, Mapping) else inner)
    bases = [name_in_registry(base) for value in values if isinstance(value, type) for base in value.__mro__]
    return next((name for name in bases if name in SETTINGS["classifier.name"].choices), None)


class Resolved(dict[str, dict[str, Value]]):
    """Settings that `resolve` filled in, or that a model file has: what does nothing among them has been told already."""


def mapping(given: Any) -> Mapping[str, Any]:
    """The settings that were given, which must be a mapping or nothing."""
    if given is None or isinstance(given, Mapping):
        return given or {}
    hint = f"; preset={given!r} chooses a preset" if isinstance(given, str) and given in PRESETS else ""
    raise SettingsError(f"settings: seen {given!r}, expected a dict such as {{'beam': 8}}{hint}")


def without_effect(given: Iterable[str], table: Table) -> list[str]:
    """One sentence for each of the given settings (dotted names) that does nothing beside the others, or all too much."""
    flat, names = flatten(table), set(given)
    if flat.get("ensemble.members"):  # each of its members has settings of its own
        return []
    told: dict[str, str] = {}  # one reason for each is enough
    for rule in IDLE:
        if rule.first not in names or rule.first not in flat or not is_set(rule, flat) or not rule.broken(flat):
            continue
        what = f"{rule.item!r} in {rule.first}" if rule.item else rule.first
        told.setdefault(what, f"{what} has no effect with {shown(rule.second, flat[rule.second])}: {rule.reason}")
    endless = [unlimited(name) for name in ("search.beam", "tagger.beam") if name in names and flat.get(name) == 0]
    return [*told.values(), *_needless_templates(names, flat), *endless]


def unlimited(name: str) -> str:
    """What is to be said of a beam of 0."""
    return f"{name} = 0 keeps every configuration: their number grows exponentially with the length of a sentence"


def _needless_templates(names: set[str], flat: Mapping[str, Value]) -> list[str]:
    """One sentence for each given set of templates that others have all of."""
    lists = {name: str(flat[name]) for name in ("features.templates", "features.options")}
    given = {item: name for name, value in lists.items() if name in names for item in value.split(",")}
    if not given or "," not in ",".join(filter(None, lists.values())):
        return []
    from treewright.features.feature_model import needless_sets  # not at the start: it brings numpy

    found = [item for item in needless_sets(*lists.values()) if item in given]
    return [f"{item!r} in {given[item]} has no effect: the other templates have all of it" for item in found]


def warn_without_effect(given: Mapping[str, Any], table: Table) -> None:
    """Warn a user of Python of settings that do nothing; a table that was filled in before says nothing new."""
    if not isinstance(given, Resolved):
        for message in without_effect(flatten({name: value for name, value in given.items() if name != "preset"}), table):
            warnings.warn(message, SettingsWarning, stacklevel=3)


def is_set(rule: Rule, flat: Mapping[str, Value]) -> bool:
    """Whether a setting that a rule is about is not as it would be anyway, beside the others."""
    value = flat[rule.first]
    if rule.item:
        return rule.item in str(value).split(",")
    decoder = "search.decoder"  # without transitions, what settings of these imply of one another does not count
    return value != usual(rule.first, {decoder: flat[decoder]} if rule.second == decoder else flat)


def usual(name: str, flat: Mapping[str, Value]) -> Value:
    """The value that a setting has if it is not given, beside the others."""
    value = SETTINGS[name].default
    for cause, seen, target, implied in IMPLIED:
        if target == name and flat.get(cause) == seen:
            value = implied
    return value


def flatten(given: Mapping[str, Any], origins: Mapping[str, str] | str | None = None) -> dict[str, Value]:
    """Nested, dotted or short settings as dotted ones, each name and value checked."""
    flat: dict[str, Value] = {}
    for key, value in given.items():
        if isinstance(value, Mapping):
            if key not in TABLES:
                known = ", ".join(TABLES) + nearest(key, TABLES)
                raise SettingsError(f"[{key}]{origin_of(key, origins)}: no such table, expected one of {known}")
            pairs = [(f"{key}.{name}", inner) for name, inner in value.items()]
        else:
            pairs = [(key, value)]
        for written, inner in pairs:
            name = full_name(written, origins)
            flat[name] = checked(name, inner, origin_of(name, origins))
    return flat


def full_name(key: str, origins: Mapping[str, str] | str | None = None) -> str:
    """The dotted name of a setting that may be written short; refuses an unknown one with the nearest."""
    if key in SETTINGS:
        return key
    if key in SHORT:
        return SHORT[key]
    where = f"{key}{origin_of(key, origins)}"
    leaves = [name for name in SETTINGS if name.partition(".")[2] == key and name.partition(".")[0] in PARTS]
    if len(leaves) == 1:
        return leaves[0]
    if leaves:
        raise SettingsError(f"{where}: several settings have this name, expected one of {', '.join(leaves)}")
    known = [*SETTINGS, *SHORT, *LEAVES]
    if key.partition(".")[0] in TABLES and "." in key:
        known = [name for name in SETTINGS if name.startswith(key.partition(".")[0] + ".")]
    hint = nearest(key, known) or f"; expected one of {', '.join(n for n in known if '.' in n)}"
    raise SettingsError(f"{where}: no such setting{hint}")


def value_of(table: Mapping[str, Mapping[str, Any]], name: str) -> Any:
    """The value of a setting; of an ensemble, the one that holds for all members that do not set it themselves."""
    part, _, key = name.partition(".")
    return table.get(part, {}).get(key, SETTINGS[name].default)


def nest(flat: Mapping[str, Value]) -> Table:
    """Dotted settings as one dict for each part."""
    table: Table = {}
    for name, value in flat.items():
        part, _, key = name.partition(".")
        table.setdefault(part, {})[key] = value
    return table


def shown(name: str, value: Value, origin: str = "") -> str:
    """A setting with its value, as messages show it."""
    text = value if isinstance(value, str) and value else json.dumps(value)
    return f"{name} = {text}" + (f" ({origin})" if origin else "")


def origin_of(name: str, origins: Mapping[str, str] | str | None) -> str:
    """Where a setting was written, in brackets, or nothing."""
    origin = origins if isinstance(origins, str) else (origins or {}).get(name, "")
    return f" ({origin})" if origin else ""
