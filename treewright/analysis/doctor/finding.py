"""One thing that the treebank doctor found: where it is, what was seen, and what may be meant."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from treewright.treebank.formats import format_by_name
from treewright.treebank.sentence import Sentence

KINDS = {  # in the order in which they are told
    "validator": "errors by the official validator (udtools, level 3)",
    "leak": "sentences of {least} words and more that an earlier file has, too",
    "duplicate": "sentences of {least} words and more that repeat an earlier one with the same tree",
    "tree": "sentences with the words of another one and a different analysis",
    "nucleus": "the same words in the same context with another arc",
    "inventory": "labels and tags that look like mistakes",
    "arc": "arcs that cross-validated parsers and the rest of the treebank doubt, most doubtful first",
}


@dataclass(frozen=True)
class Finding:
    """`word` is counted from 1; 0 stands for the whole sentence."""

    kind: str
    path: str
    line: int
    sent_id: str | None
    word: int
    form: str
    text: str  # one sentence on it
    share: float | None = None  # of a nucleus: how many of its places have the usual link
    confidence: float | None = None  # of an arc: that the preferred one is right
    head: int | None = None  # the preferred arc
    label: str | None = None
    others: tuple[str, ...] = ()  # places with the same words
    sentence: Sentence | None = field(default=None, repr=False, compare=False)  # None: only the line is known

    @classmethod
    def at(cls, kind: str, sentence: Sentence, word: int, text: str, **more: Any) -> Finding:
        """A finding about a word of a sentence, or about the sentence (0)."""
        form = sentence.column(word - 1, 1) if word else ""
        line = line_of(sentence, word)
        return cls(kind, sentence.path, line, sentence.sent_id, word, form, text, sentence=sentence, **more)

    @property
    def place(self) -> str:
        """Where it is."""
        return f"{self.path or '(memory)'}:{self.line}"

    def __str__(self) -> str:
        word = f"word {self.word} ({self.form}): " if self.word else ""
        return f"{self.place}: {word}{self.text}"

    def as_dict(self) -> dict[str, Any]:
        """The finding as plain data."""
        row = {part.name: getattr(self, part.name) for part in fields(self) if part.name != "sentence"}
        return {**row, "others": list(self.others)}


def line_of(sentence: Sentence, word: int) -> int:
    """The line of a word in its file; of the sentence, its first line, which is the only one in JSON."""
    if not word or format_by_name(sentence.path) == "json":
        return sentence.line
    start = sentence.source.index(b"\n%d\t" % word) + 1 if not sentence.source.startswith(b"%d\t" % word) else 0
    return sentence.line + sentence.source.count(b"\n", 0, start)
