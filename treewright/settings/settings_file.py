"""Settings files: how they are read and written, and what they keep from flags that are given beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from treewright.errors import SettingsError, unreadable
from treewright.settings.implied import SUITED
from treewright.settings.resolution import nest, usual
from treewright.settings.table import SETTINGS, Table, Value


def read_toml(path: str | Path) -> dict[str, Any]:
    """The tables of a settings file, as written; a key `preset` may stand before them."""
    try:
        import tomllib
    except ModuleNotFoundError:  # Python 3.10
        import tomli as tomllib  # type: ignore[no-redef]
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path}: not a TOML file: {error}") from None
    except UnicodeDecodeError as error:
        seen = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
        raise SettingsError(f"{path}: seen {seen}, expected UTF-8 text") from None
    except (OSError, ValueError) as error:  # among them a name with NUL in it, a number of thousands of digits
        raise SettingsError(f"{path}: {unreadable(error)}") from None
    except RecursionError as error:  # lists within lists
        raise SettingsError(f"{path}: cannot be read: {error}") from None


def to_toml(table: Table) -> str:
    """The settings as the text of a TOML file that gives them again, in the order of the table."""
    lines = []
    flat = {f"{part}.{name}": value for part, values in table.items() for name, value in values.items()}
    for part, values in nest({name: flat[name] for name in SETTINGS if name in flat}).items():
        lines.append(f"[{part}]")
        for name, value in values.items():
            lines.append(f"{name} = {json.dumps(value, ensure_ascii=False)}")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def held_back(file: Mapping[str, Value], flat: Mapping[str, Value]) -> dict[str, Value]:
    """What a settings file has as it is usual beside its own settings, with what is usual beside those that flags changed."""
    before = {name: file.get(name, setting.default) for name, setting in SETTINGS.items()}
    found = {name: usual(name, flat) for name in file if file[name] == flat.get(name) == usual(name, before)}
    old, new, templates = before["system.name"], flat["system.name"], file.get("features.templates")
    if old != new and templates is not None and templates == flat["features.templates"]:
        bases = [base for (base, system), suited in SUITED.items() if (system, suited) == (old, templates)]
        wanted = (bases[0] if bases else str(templates), str(new))
        found["features.templates"] = SUITED.get(wanted, wanted[0])
        if wanted in SUITED:
            found.pop("features.options", None)  # which no suited set needs
    return {name: value for name, value in found.items() if value != file[name]}
