"""What a model file does not tell everybody: where on its author's disk the folder of a transformer was."""

from __future__ import annotations

import os
import re
from typing import Any

NAMED = re.compile(r"((?:network\.)?transformer=)([^\s;]+)")  # in what the setting ensemble.members says


def without_folders(header: dict[str, Any]) -> dict[str, Any]:
    """A header whose settings have the names of such folders, without what leads there; nothing needs them after training."""
    found = dict(header)
    if isinstance(settings := header.get("settings"), dict):
        found["settings"] = {part: _settings(part, values) for part, values in settings.items()}
    for name in ("stages", "members"):
        if name in header:
            found[name] = [without_folders(own) for own in header[name]]
    if "names" in header:
        found["names"] = [_members(name) for name in header["names"]]
    return found


def _settings(part: str, values: Any) -> Any:
    if part == "network" and values.get("transformer"):
        return {**values, "transformer": _last(values["transformer"])}
    if part == "ensemble" and "members" in values:
        return {**values, "members": _members(values["members"])}
    return values


def _members(text: str) -> str:
    return NAMED.sub(lambda found: found[1] + _last(found[2]), text)


def _last(folder: str) -> str:
    return os.path.basename(os.path.abspath(folder)) or folder
