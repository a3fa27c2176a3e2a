"""What several parsers make of each sentence, none of which has seen it: different systems, from left and from right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy

from treewright.analysis.doctor.forest import Forest
from treewright.decoding.batching import in_order
from treewright.errors import SettingsError
from treewright.parser.parser import Parser
from treewright.treebank.sentence import Sentence

MEMBERS = (
    ("arc-eager", False),
    ("arc-hybrid", True),
    ("swap", False),
    ("arc-standard", True),
)  # a system, and whether mirrored
MANY = 100_000  # words from which on three folds are enough
LEAST = 20  # sentences


class Job(NamedTuple):
    """One parser to train, and the sentences it is then asked about."""

    member: int
    fold: int
    held_out: list[int]


class Jury:
    """Parsers of the preset `fast`, cross-validated; `heads` and `labels` have a row for each and a column for each node."""

    def __init__(
        self,
        table: Forest,
        *,
        members: Sequence[tuple[str, bool]] = MEMBERS,
        folds: int = 0,
        seed: int = 1,
        threads: int = 1,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        count = len(table.sentences)
        if count < LEAST:
            raise SettingsError(f"cross-validation: seen {count} sentences, expected at least {LEAST}")
        self.table, self.members, self.seed = table, list(members), seed
        self.folds = folds or (3 if len(table) >= MANY else 5)
        self.heads = numpy.zeros((len(members), table.size), numpy.int64)
        self.labels = numpy.zeros((len(members), table.size), numpy.int64)
        self.mirrored = [mirrored(sentence) for sentence in table.sentences] if any(m for _, m in members) else []
        jobs = list(self._jobs())
        for done, (job, trees) in enumerate(in_order(self._trees, iter(jobs), threads, processes=threads > 1), 1):
            self._take(job, trees)
            if progress is not None:
                progress(done, len(jobs))

    def _jobs(self) -> Iterator[Job]:
        for member in range(len(self.members)):
            order = list(range(len(self.table.sentences)))
            random.Random(self.seed + member).shuffle(order)  # other folds for each, so that they differ more
            yield from (Job(member, fold, sorted(order[fold :: self.folds])) for fold in range(self.folds))

    def _trees(self, job: Job) -> list[tuple[list[int], list[str | None]]]:
        """Train a parser on the other folds and parse this one."""
        system, backwards = self.members[job.member]
        sentences = self.mirrored if backwards else self.table.sentences
        away = set(job.held_out)
        parser = Parser(preset="fast", system=system)
        parser.train([s for i, s in enumerate(sentences) if i not in away], seed=self.seed + job.member, progress=False)
        found = []
        for sentence in parser.parsed_batch([sentences[i] for i in job.held_out]):
            heads, labels = list(sentence.heads), sentence.labels
            found.append((turned(heads), labels[::-1]) if backwards else (heads, labels))
        return found

    def _take(self, job: Job, trees: list[tuple[list[int], list[str | None]]]) -> None:
        number = self.table.names["label"]
        for i, (heads, labels) in zip(job.held_out, trees, strict=True):
            start = int(self.table.start[i])
            words = slice(start + 1, start + 1 + len(heads))
            self.heads[job.member, words] = [start + max(0, head) for head in heads]
            self.labels[job.member, words] = [number.setdefault(label or "_", len(number)) for label in labels]

    def agreement(self) -> list[float]:
        """The share of words for which each parser has the annotated arc."""
        words = self.table.words[self.table.known[self.table.words]]
        same = (self.heads == self.table.head) & (self.labels == self.table.label)
        return [float(row[words].mean()) if len(words) else 0.0 for row in same]


def turned(heads: Sequence[int]) -> list[int]:
    """The heads of a sentence that is read from its end."""
    return [len(heads) + 1 - head if head > 0 else head for head in reversed(heads)]


def mirrored(sentence: Sentence) -> Sentence:
    """A sentence with its words in the opposite order; a parser of such sentences works from right to left."""
    rows = []
    heads: list[Any] = [head if head >= 0 else "_" for head in turned(list(sentence.heads))]
    for i, head in enumerate(heads):
        at = len(heads) - 1 - i
        fields = [str(i + 1), *(sentence.column(at, k) for k in range(1, 6)), str(head), sentence.column(at, 7), "_", "_"]
        rows.append("\t".join(fields))
    return Sentence("".join(row + "\n" for row in rows).encode())
