"""Writes confidence where CoNLL-U has room for it: `HeadConf=0.973|LabelConf=0.951` in MISC, `# confidence = 0.620` above."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from treewright.arrays import COMPILED
from treewright.errors import SettingsError
from treewright.treebank.notes import with_notes
from treewright.treebank.sentence import Sentence

COMMENT = b"# confidence = "


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


def _thousandths(column: Any) -> Any:
    return numpy.rint(numpy.asarray(column, numpy.float32) * 1000).astype(numpy.int32)
