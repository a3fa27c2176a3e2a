"""Writes confidence where CoNLL-U has room for it: `HeadConf=0.973|LabelConf=0.951` in MISC, `# confidence = 0.62` above."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy

from treewright.errors import SettingsError
from treewright.treebank.sentence import Sentence, Shelf
from treewright.treebank.splicer import splice_columns

MISC, ROW_END, CUTS = 9, 10, 11  # as in treebank/columns.py, whose names only compiled modules have
COMMENT = b"# confidence = "
SHOWN = [f"{number / 1000:.3f}".encode() for number in range(1001)]


def noted(sentences: list[Sentence], columns: Mapping[str, Any], whole: Any = None) -> list[Sentence]:
    """The sentences with entries in MISC (a column of probabilities for each name) and a comment for the whole of each.

    Other entries and comments stay; those of the same name are replaced.
    """
    names = {name: column for name, column in columns.items() if column is not None}
    numbers = [numpy.rint(numpy.asarray(column) * 1000).astype(int).tolist() for column in names.values()]
    starts = [b"%s=" % name.encode() for name in names]
    blocks = []
    at = 0
    for number, sentence in enumerate(sentences):
        if sentence.format == "conllx":
            raise SettingsError("confidence: seen CoNLL-X, which has no MISC, expected CoNLL-U; treewright convert makes it")
        if not sentence.source:
            continue
        stop = at + sentence.size
        rows = zip(*(column[at:stop] for column in numbers), strict=True) if numbers else iter(())
        notes = [b"|".join([start + SHOWN[n] for start, n in zip(starts, row, strict=True)]) for row in rows]
        block = splice_columns([sentence], [MISC], [_with_old(sentence, notes, starts)]) if notes else sentence.source + b"\n"
        blocks.append(block if whole is None else _commented(block, SHOWN[int(round(float(whole[number]) * 1000))]))
        at = stop
    return Shelf().reread(b"".join(blocks), sentences)


def _with_old(sentence: Sentence, notes: list[bytes], starts: Sequence[bytes]) -> list[bytes]:
    """The notes behind what the MISC of each word has."""
    source = sentence.source
    cuts = numpy.asarray(sentence.cuts).reshape(-1, CUTS)[:, (MISC, ROW_END)].tolist()
    found = []
    for note, (begin, end) in zip(notes, cuts, strict=True):
        old = source[begin : end - 1]
        if b"Conf=" in old:
            old = b"|".join(entry for entry in old.split(b"|") if not entry.startswith(tuple(starts))) or b"_"
        found.append(note if old == b"_" else b"%s|%s" % (old, note))
    return found


def _commented(block: bytes, shown: bytes) -> bytes:
    """A sentence with a comment after those it begins with, in the place of an old one."""
    lines = []
    at = 0
    while block.startswith(b"#", at):
        end = block.index(b"\n", at) + 1
        if not block.startswith(COMMENT, at):
            lines.append(block[at:end])
        at = end
    return b"".join([*lines, COMMENT, shown, b"\n", block[at:]])
