"""The formats of constituency trees: their names, how a file in one of them begins, and what reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from treewright.treebank.tree_builder import Found

NAMES = {"export": "NEGRA export", "discbracket": "discbracket", "bracket": "Penn brackets", "tiger": "TIGER-XML"}
ENDINGS = {
    ".export": "export", ".negra": "export", ".discbracket": "discbracket", ".dbr": "discbracket", ".brackets": "bracket",
    ".bracket": "bracket", ".mrg": "bracket", ".ptb": "bracket", ".tigerxml": "tiger", ".xml": "tiger",
}  # fmt: skip
LOOKED_AT = 1 << 16  # bytes at the beginning of a file from which its format is detected
EXPORT = re.compile(rb"%%|#(?:FORMAT[ \t]+[0-9]|BO[ST][ \t])")
ROW = re.compile(rb"#|[0-9]+[-.0-9]*\t")
MAY_BE_EXPORT = re.compile(rb"#[A-Z]*[ \t]*\Z")
INDEX = re.compile(rb"\([^\s()]+\s+[0-9]+=[^\s()]*\Z")
BRACKETS = re.compile(rb"\(\s*[^\s()]*\s*\(\s*[^\s()]+\s+[^\s)]|\([^\s()]+ [0-9]+=[^\s()]+\)")  # not just any text in brackets


class TreeFormat(Protocol):
    """Reads the blocks of one file."""

    @staticmethod
    def cut(chunk: bytes) -> int:
        """Where a chunk can be cut, so that no sentence is cut (or none that `trees` cannot go on with); -1 if nowhere."""

    def trees(self, block: bytes, line: int) -> Iterator[Found]:
        """The sentences of a block that begins at this line."""

    def finish(self) -> Iterator[Found]:
        """What is found at the end of the file."""

    def notes(self) -> list[tuple[str, int]]:
        """What was accepted, though it was odd, and how often."""


def tree_format(name: str) -> TreeFormat:
    """What reads a file in a format; the others are not imported."""
    if name == "export":
        from treewright.treebank.export_reader import ExportReader

        return ExportReader()
    if name == "discbracket":
        from treewright.treebank.discbracket import DiscbracketReader

        return DiscbracketReader()
    if name == "bracket":
        from treewright.treebank.penn_brackets import PennReader

        return PennReader()
    from treewright.treebank.tiger_xml import TigerReader

    return TigerReader()


def ending_of(path: str) -> str | None:
    """The format for the ending of a file name, if any."""
    name = path.removesuffix(".gz")
    return next((format for ending, format in ENDINGS.items() if name.endswith(ending)), None)


def format_of(start: bytes, path: str, whole: bool) -> str | None:
    """The format of a file that begins so: json, rows or one of trees; None if more must be seen, unless this is the whole."""
    more = not whole and len(start) < LOOKED_AT
    start = start.lstrip()
    if not start:
        return None if more else ending_of(path) or "rows"
    if start.startswith(b"{"):
        return "json"
    if start.startswith(b"<"):
        return "tiger"
    if EXPORT.match(start):
        return "export"
    if start.startswith(b"("):
        stop = start.find(b")")
        if stop < 0 and more:
            return None
        named = ending_of(path)
        if named in ("bracket", "discbracket"):
            return named
        return "discbracket" if INDEX.search(start[:stop] if stop >= 0 else start) else "bracket"
    if more and (MAY_BE_EXPORT.match(start) or start == b"%"):
        return None
    return "rows" if ROW.match(start) else ending_of(path) or "rows"


def is_tree(start: bytes) -> bool:
    """Whether a file that begins so has constituency trees, and is no text."""
    start = start.lstrip()
    return bool(EXPORT.match(start) or BRACKETS.match(start) or start.startswith(b"<?xml") or start.startswith(b"<corpus"))
