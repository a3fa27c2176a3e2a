"""The columns of a sentence as evaluation needs them."""

from __future__ import annotations

import re

import numpy

from treewright.errors import InputError
from treewright.treebank.columns import CUTS, DEPREL, DEPS, FORM, HEAD, LEMMA
from treewright.treebank.sentence import Sentence

WANTED = (FORM, LEMMA, HEAD, DEPREL, DEPS)  # where they begin: a column ends before the next
RANGE = re.compile(rb"\n([0-9]+)-([0-9]+)\t([^\t\n]*)")


class Columns:
    """The fields of a sentence's words: forms, labels, and LEMMA to FEATS with the tabs between them, as bytes."""

    __slots__ = ("analyses", "forms", "labels", "sentence")

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.forms: list[bytes] = []
        self.analyses: list[bytes] = []
        self.labels: list[bytes] = []
        source = sentence.source
        cuts = numpy.asarray(sentence.cuts).reshape(-1, CUTS)
        for form, lemma, head, label, deps in cuts[:, WANTED].tolist():
            self.forms.append(source[form : lemma - 1])
            self.analyses.append(source[lemma : head - 1])
            self.labels.append(source[label : deps - 1])

    def __len__(self) -> int:
        return len(self.forms)

    def heads(self) -> list[int]:
        """The heads, -1 for `_`; any other value that is not a head is an error."""
        sentence = self.sentence
        found: list[int] = numpy.asarray(sentence.heads).tolist()
        if -1 in found:
            for i in range(len(found)):
                if found[i] < 0 and (field := sentence.column(i, HEAD)) != "_":
                    raise InputError(f"{self.place(i)}: head {field!r}; expected 0 to {len(found)}, or _")
        return found

    def ranges(self) -> list[tuple[bytes, bytes, bytes]]:
        """First word, last word and form of each multiword token."""
        found: list[tuple[bytes, bytes, bytes]] = RANGE.findall(b"\n" + self.sentence.source)
        return found

    def place(self, i: int | None = None) -> str:
        """File and line of the sentence or of its word i, and the sentence's name if it has one."""
        sentence = self.sentence
        line = sentence.line
        if i is not None:
            line += sentence.source.count(b"\n", 0, sentence.cuts[CUTS * i])
        name = f" (sent_id {sentence.sent_id})" if sentence.sent_id else ""
        return f"{sentence.path or '(memory)'}:{line}{name}"
