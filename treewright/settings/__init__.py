"""Every setting of a parser in one table, what goes with what, and how settings are read, checked and filled in."""

from treewright.settings.declared import STATIC, WHOLE
from treewright.settings.idle import IDLE
from treewright.settings.implied import IMPLIED, SUITED
from treewright.settings.impossible import IMPOSSIBLE
from treewright.settings.members import Member, idle_in_all, members_of
from treewright.settings.resolution import (
    Resolved,
    flatten,
    full_name,
    mapping,
    resolve,
    shown,
    unlimited,
    usual,
    value_of,
    warn_without_effect,
    without_effect,
)
from treewright.settings.settings_file import held_back, read_toml, to_toml
from treewright.settings.table import (
    ALIASES,
    PARTS,
    PRESETS,
    SETTINGS,
    SHORT,
    TABLES,
    Setting,
    Table,
    Value,
)
from treewright.settings.values import checked, from_text

__all__ = [
    "ALIASES", "IDLE", "IMPLIED", "IMPOSSIBLE", "PARTS", "PRESETS", "SETTINGS", "SHORT", "STATIC", "SUITED", "TABLES", "WHOLE",
    "Member", "Resolved", "Setting", "Table", "Value",
    "checked", "flatten", "from_text", "full_name", "held_back", "idle_in_all", "mapping", "members_of", "read_toml",
    "resolve", "shown", "to_toml", "unlimited", "usual", "value_of", "warn_without_effect", "without_effect",
]  # fmt: skip
