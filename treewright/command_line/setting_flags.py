"""One flag for every setting in the table, and the settings that file, preset and flags make together."""

from __future__ import annotations

import argparse
import json
from typing import Any

from treewright import settings
from treewright.command_line import tree_kinds
from treewright.settings import (
    IMPLIED,
    PARTS,
    PRESETS,
    SETTINGS,
    Setting,
    Table,
    Value,
    flatten,
    from_text,
    held_back,
    read_toml,
    resolve,
)


def add_setting_flags(parser: argparse.ArgumentParser) -> None:
    """Add `--preset`, `--settings` and the flags of all settings: `--beam` and `--search.beam` are the same."""
    group = parser.add_argument_group("settings (flags override the settings file, which overrides --preset)")
    presets = ", ".join(settings.PRESETS)
    group.add_argument("--preset", metavar="NAME", help=f"settings that go well together: {presets}")
    group.add_argument("--settings", metavar="FILE.toml", help="settings from a file, one table for each part")
    group.add_argument("--print-settings", action="store_true", help="print the resulting settings as TOML and stop")
    for name, setting in SETTINGS.items():
        if setting.short:
            _add_flag(group, name, setting)
    for part in settings.TABLES:
        rest = [(name, s) for name, s in SETTINGS.items() if name.startswith(part + ".") and not s.short]
        if rest:
            group = parser.add_argument_group(f"more settings: {part}")
            for name, setting in rest:
                _add_flag(group, name, setting)


def resolved(arguments: argparse.Namespace, kind: str | None = None) -> tuple[Table, list[str]]:
    """The settings from file, preset and flags, checked; and a warning for each one given that has no effect.

    `kind` says which trees the first treebank has, if that is known.
    """
    given: dict[str, Any] = {}
    origins: dict[str, str] = {}
    preset = None
    if arguments.settings:
        tables = read_toml(arguments.settings)
        preset = tables.pop("preset", None)
        system = tables.get("system")
        if kind is not None and isinstance(system, dict) and "name" in system:
            tree_kinds.refuse_unknown_system(system["name"], arguments.settings, kind)
        given = dict(flatten(tables, arguments.settings))
        origins = dict.fromkeys(given, arguments.settings)
    file = dict(given)
    for name, setting in SETTINGS.items():
        text = getattr(arguments, name)
        if text is not None:
            flag = "--" + (setting.short.replace("_", "-") or name)
            if name == "system.name" and kind is not None:
                tree_kinds.refuse_unknown_system(text, flag, kind)
            given[name] = from_text(name, text, f" ({flag})")
            origins[name] = flag
    if kind is not None and "system.name" in given:
        origin = f" ({origins['system.name']})"
        tree_kinds.refuse_other_system(str(given["system.name"]), origin, kind, arguments.treebanks[0])
    elif kind == tree_kinds.TREES:
        given["system.name"], origins["system.name"] = tree_kinds.SYSTEM_OF_TREES, "because of the treebank"
    table = resolve(given, arguments.preset or preset, origins=origins, pipeline=getattr(arguments, "pipeline", False))
    flags = {name for name in given if origins[name] != arguments.settings}
    told = _held_back(file, flags, table, arguments.settings, arguments.preset)
    if "ensemble" in table:
        return table, [*told, *settings.idle_in_all(given, table)]
    return table, [*told, *settings.without_effect(given, table)]


def _held_back(file: dict[str, Value], flags: set[str], table: Table, path: str, preset: str | None) -> list[str]:
    """Where a settings file keeps a preset or flags from what they usually do: `--print-settings` writes all settings."""
    told = []
    everything = {name for name in SETTINGS if name.partition(".")[0] in PARTS}
    if preset and file.keys() >= (flatten(PRESETS[preset]).keys() or everything):
        told.append(f"--preset {preset} has no effect: {path} has lines for all that it sets; leave those lines out")
    held = held_back(file, flatten(table)) if file.keys() >= everything else {}
    for name in (name for name in held if name not in flags):
        told.append(f"{path} keeps {settings.shown(name, file[name])}; without that line it would be {json.dumps(held[name])}")
    return told


def _add_flag(group: argparse._ArgumentGroup, name: str, setting: Setting) -> None:
    dotted = [f"--{name}", *([f"--{name.replace('_', '-')}"] if "_" in name else [])]
    default = str(setting.default).lower() if setting.type is bool else setting.default
    text = setting.help + (f": {', '.join(setting.choices)}" if setting.choices else "")
    if default != "":
        causes: dict[tuple[Value, str], list[str]] = {}
        for cause, seen, target, value in IMPLIED:
            if target == name:
                causes.setdefault((value, cause), []).append(str(seen))
        implied = [f"; {value} with {cause} = {' or '.join(seen)}" for (value, cause), seen in causes.items()]
        text += f" (default {default}{''.join(implied).replace('False', 'false')})"
    if setting.type is bool and setting.short:
        flag = setting.short.replace("_", "-")
        group.add_argument(f"--{flag}", action="store_const", const="true", dest=name, help=text)
        group.add_argument(f"--no-{flag}", action="store_const", const="false", dest=name, help=f"not --{flag}")
        group.add_argument(*dotted, dest=name, metavar="BOOL", help=argparse.SUPPRESS)
        return
    metavar = {bool: "BOOL", int: "N", float: "X", str: "NAME"}[setting.type]
    if setting.also == "members":
        metavar = "LIST"
    elif setting.also in ("file", "text"):
        metavar = "FILE" if setting.also == "text" else "NAME,..."
    elif setting.also == "rules":
        metavar = "RULES"
    flags = [f"--{setting.short.replace('_', '-')}", *dotted] if setting.short else dotted[:1]
    group.add_argument(*flags, dest=name, metavar=metavar, help=text)
    if not setting.short and dotted[1:]:
        group.add_argument(*dotted[1:], dest=name, help=argparse.SUPPRESS)
