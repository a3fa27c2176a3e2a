"""Which stages of a pipeline run: where it stops, and what of the input is kept instead of being made again."""

from __future__ import annotations

from treewright.errors import SettingsError

UNTIL = ("tokens", "tags", "trees")  # stages after which one may stop
KEEP = ("tags", "heads", "labels", "brackets", "all")


def keep_of_tree(keep: str) -> str:
    """What a parser keeps of a comma list: heads, labels, or both of them; or constituents (brackets)."""
    wanted = _items(keep)
    if wrong := sorted(wanted - set(KEEP)):
        raise SettingsError(f"keep: seen {wrong[0]!r}, expected a comma list of {', '.join(KEEP)}")
    if "brackets" in wanted:
        if other := sorted(wanted & {"heads", "labels"}):
            raise SettingsError(f"keep: seen brackets and {other[0]}, expected one of them: no parser builds both")
        return "brackets"
    if "all" in wanted or {"heads", "labels"} <= wanted:
        return "all"
    return "heads" if "heads" in wanted else "labels" if "labels" in wanted else ""


def keeps_tags(keep: str) -> bool:
    """Whether a comma list has the tags in it."""
    return bool({"tags", "all"} & _items(keep))


def _items(keep: str) -> set[str]:
    if not isinstance(keep, str):
        raise SettingsError(f"keep: seen {keep!r}, expected a comma list of {', '.join(KEEP)}")
    return set(filter(None, keep.split(",")))
