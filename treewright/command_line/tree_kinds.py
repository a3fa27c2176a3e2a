"""Which kind of trees a treebank has, heads or constituents: the system that learns from them follows from it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from treewright.command_line.input_files import LOOK_AHEAD, start_of, unpacked
from treewright.errors import SettingsError
from treewright.settings import SETTINGS
from treewright.settings.declared import SYSTEMS
from treewright.settings.table import ALIASES, OTHER
from treewright.settings.values import allowed, nearest

if TYPE_CHECKING:
    from treewright.treebank import Sentence

HEADS, TREES = "dependencies", "constituents"
SYSTEM_OF_TREES = "set-based"  # if none is given
NOUNS = {HEADS: "heads", TREES: "constituency trees"}


def kind_of_files(paths: Sequence[str], format: str) -> str | None:
    """The kind of trees that the first treebank has, as far as its beginning tells; None if that must be read first."""
    from treewright.treebank import tree_formats

    if format != "auto":
        return TREES if format in tree_formats.NAMES else HEADS if format in ("conllu", "conllx") else None
    start = _start(paths[0]) if paths else b""
    if not start:
        return None
    found = tree_formats.format_of(unpacked(start), paths[0], True)
    return TREES if found in tree_formats.NAMES else HEADS if found == "rows" else None


def _start(path: str) -> bytes:
    """How a file begins; nothing of a pipe other than stdin, which nobody could read again."""
    if path == "-":
        return start_of(sys.stdin.buffer) if not sys.stdin.isatty() else b""
    if not os.path.isfile(path):
        return b""
    with open(path, "rb") as file:
        return file.read(LOOK_AHEAD)


def kind_of(sentences: Iterable[Sentence]) -> str:
    """The kind of trees that sentences have; if they differ, training says where."""
    first = next(iter(sentences), None)
    return TREES if first is not None and first.tree is not None else HEADS


def refuse_other_system(name: str, origin: str, kind: str, path: str) -> None:
    """Refuses a system that builds the other kind of trees; what one of the user's own builds is seen when it trains."""
    if name in SYSTEMS and SYSTEMS[name].family != kind:
        others = [HEADS, TREES][kind == HEADS]
        use = SYSTEM_OF_TREES if kind == TREES else "arc-eager"
        raise SettingsError(
            f"system.name = {name}{origin}: seen {NOUNS[kind]} in {path}, expected {NOUNS[others]}, which it builds; use {use}"
        )


def refuse_unknown_system(name: object, origin: str, kind: str) -> None:
    """Refuses a system that there is not, naming those for this kind of trees."""
    known = [own for own, system in SYSTEMS.items() if system.family == kind]
    if not isinstance(name, str) or not allowed(SETTINGS["system.name"], ALIASES.get("system.name", {}).get(name, name)):
        expected = f"one of {', '.join(known)} for {NOUNS[kind]}, or {OTHER['class']}"
        raise SettingsError(f"system.name ({origin}): seen {name!r:.60}, expected {expected}{nearest(str(name), known)}")


def kind_of_system(name: str) -> str:
    """What a system builds; one of the user's own, heads."""
    return SYSTEMS[name].family if name in SYSTEMS else HEADS
