"""What a model file does not tell everybody: where on its author's disk the folder of a transformer was."""

from __future__ import annotations

import os
from typing import Any

from treewright.settings.members import with_changed

SETTING = "network.transformer"


def without_folders(header: dict[str, Any]) -> dict[str, Any]:
    """A header whose settings have the names of such folders, without what leads there; nothing needs them after training."""
    found = dict(header)
    if isinstance(settings := header.get("settings"), dict):
        found["settings"] = {part: _settings(part, values) for part, values in settings.items()}
    for name in ("stages", "members"):
        if name in header:
            found[name] = [without_folders(own) for own in header[name]]
    if "names" in header:
        found["names"] = [with_changed(name, SETTING, _last) for name in header["names"]]
    return found


def _settings(part: str, values: Any) -> Any:
    if part == "network" and values.get("transformer"):
        return {**values, "transformer": _last(values["transformer"])}
    if part == "ensemble" and "members" in values:
        return {**values, "members": with_changed(values["members"], SETTING, _last)}
    return values


def _last(folder: str) -> str:
    return os.path.basename(os.path.abspath(folder)) or folder
