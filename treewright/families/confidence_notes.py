"""Writes confidence where CoNLL-U has room for it: `HeadConf=0.973|LabelConf=0.951` in MISC, `# confidence = 0.620` above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy

from treewright.arrays import COMPILED
from treewright.errors import SettingsError
from treewright.treebank.notes import with_notes
from treewright.treebank.sentence import Sentence

ENTRY, COMMENT = b"Conf=", b"# confidence = "  # how the entries of MISC end and comments begin


def noted(block: bytes, sentences: list[Sentence], columns: Mapping[str, Any], whole: Any = None) -> bytes:
    """The rows of sentences with entries in MISC (a column of probabilities for each name), and a comment for each sentence.

    Other entries and comments stay; those of the same name are replaced.
    """
    if any(sentence.format == "conllx" for sentence in sentences):
        raise SettingsError("confidence: seen CoNLL-X, which has no MISC, expected CoNLL-U; treewright convert makes it")
    found = {name.encode(): column for name, column in columns.items() if column is not None}
    if whole is not None:
        whole = _thousandths(whole[numpy.array(list(map(len, sentences)), int) > 0])
    numbers = numpy.stack([_thousandths(column) for column in found.values()], axis=1).ravel()
    rows, wholes = (numbers, whole) if COMPILED else (numbers.tolist(), None if whole is None else whole.tolist())
    return with_notes(block, list(found), rows, COMMENT, wholes)


def without_notes(block: bytes, names: Iterable[str], *, whole: bool = False) -> bytes:
    """The rows without entries of these names in MISC, and without the comment if `whole`: they were about other trees."""
    starts = tuple(f"{name}=".encode() for name in names)
    if ENTRY not in block and not (whole and COMMENT in block):
        return block
    lines = (_without(line, starts) for line in block.split(b"\n") if not (whole and line.startswith(COMMENT)))
    return b"\n".join(lines)


def _without(line: bytes, starts: tuple[bytes, ...]) -> bytes:
    """The row of a word without some entries of MISC; other lines stay."""
    number, tab, _ = line.partition(b"\t")
    if not tab or not number.isdigit():
        return line
    rest, _, misc = line.rpartition(b"\t")
    misc, end = (misc[:-1], b"\r") if misc.endswith(b"\r") else (misc, b"")
    entries = [entry for entry in misc.split(b"|") if not entry.startswith(starts)]
    return b"%s\t%s%s" % (rest, b"|".join(entries) or b"_", end)


def _thousandths(column: Any) -> Any:
    return numpy.rint(numpy.asarray(column, numpy.float32) * 1000).astype(numpy.int32)
