"""What a model file does not tell everybody: where on its author's disk were the files and folders that its settings name."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

from treewright.settings.members import SETTING, with_changed
from treewright.settings.table import SETTINGS

PATHS = [name for name, setting in SETTINGS.items() if setting.also in ("text", "file", "folder")]  # settings that name them


def without_folders(header: dict[str, Any]) -> dict[str, Any]:
    """A header in whose settings files and folders have their names alone; nothing needs them after training."""
    found = dict(header)
    if isinstance(settings := header.get("settings"), dict):
        parts = settings.items()
        found["settings"] = {part: _settings(part, own) if isinstance(own, dict) else own for part, own in parts}
    for name in ("stages", "members"):
        if name in header:
            found[name] = [without_folders(own) for own in header[name]]
    if "names" in header:
        found["names"] = [_members(name) for name in header["names"]]
    return found


def _settings(part: str, values: dict[str, Any]) -> dict[str, Any]:
    change: dict[str, Callable[[Any], Any]] = {SETTING: _members, **{path: partial(_last, path) for path in PATHS}}
    return {name: change.get(f"{part}.{name}", lambda own: own)(value) for name, value in values.items()}


def _members(text: str) -> str:
    for path in PATHS:
        text = with_changed(text, path, partial(_last, path))
    return text


def _last(setting: str, value: str) -> str:
    """The last part of a path, or of each of several."""
    if SETTINGS[setting].many:
        return ",".join(os.path.basename(path) for path in value.split(","))
    return value and (os.path.basename(os.path.abspath(value)) or value)
