"""Which stages of a pipeline run: where it stops, and what of the input is kept instead of being made again."""

from __future__ import annotations

UNTIL = ("tokens", "tags", "trees")  # stages after which one may stop
KEEP = ("tags", "heads", "labels", "all")


def keep_of_tree(keep: str) -> str:
    """What a parser keeps of a comma list: heads, labels, or both of them."""
    wanted = set(filter(None, keep.split(",")))
    if "all" in wanted or {"heads", "labels"} <= wanted:
        return "all"
    return "heads" if "heads" in wanted else "labels" if "labels" in wanted else ""


def keeps_tags(keep: str) -> bool:
    """Whether a comma list has the tags in it."""
    return bool({"tags", "all"} & set(keep.split(",")))
