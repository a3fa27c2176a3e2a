"""Tag sequences: a class for each word, which stands for the fields of one or more columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import numpy

from treewright.errors import InputError
from treewright.evaluation.score import Score
from treewright.evaluation.scores import Scores
from treewright.families.confidence_notes import noted, without_notes
from treewright.families.dependency_trees import accuracy, numbers
from treewright.families.family import Alphabets, DevScore, Family
from treewright.families.prediction import Prediction
from treewright.treebank.sentence import Sentence, Shelf
from treewright.treebank.splicer import splice_columns


class Target(Protocol):
    """What is tagged."""

    name: str
    columns: list[int]

    def classes(self, sentence: Sentence) -> Sequence[str | None]:
        """The class of each word, None where it is not known."""

    def values(self, sentences: Sequence[Sentence], classes: Sequence[str]) -> list[list[bytes]]:
        """For each column, the values of all words that have these classes."""

    def check(self, classes: Sequence[str]) -> None:
        """Refuses, with a ValueError, classes that do not stand for fields of these columns."""


class TagSequences(Family):
    """The classes of words one after another; they take the place of labels in the numbers of a search."""

    name = "tags"

    def __init__(self, target: Target) -> None:
        self.target = target
        self.known: Mapping[str, str] = {}  # forms that always have a class, whatever the training data says

    def check(self, sentences: Sequence[Sentence], place: str) -> None:
        """Refuses data in which no word has a class."""
        if sentences and not any(name for sentence in sentences for name in self.target.classes(sentence)):
            raise InputError(f"{place} data: seen no {self.target.name}, expected it on some word")

    def alphabets(self, sentences: Sequence[Sentence]) -> Alphabets:
        """The classes of the training data."""
        labels = sorted({name for sentence in sentences for name in self._learnt(sentence) if name})
        if not labels:
            raise InputError(f"training data: seen no {self.target.name}, expected it on some word")
        return Alphabets(labels, [])

    def checked_labels(self, labels: Any) -> list[str]:
        """Classes of a model file, if they stand for fields; raises ValueError for others."""
        if not isinstance(labels, list) or not all(isinstance(label, str) and label for label in labels):
            raise ValueError(f"labels: seen {str(labels)[:40]!r}, expected a list of strings")
        self.target.check(labels)
        return labels

    def gold(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> Prediction:
        """The classes to learn; the heads are those of a flat tree."""
        labels = numbers([self._learnt(sentence) for sentence in sentences], alphabets.labels)
        return Prediction(numpy.zeros(len(labels), numpy.int32), labels)

    def right(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> Prediction:
        """The classes that the words have, those of frequent forms too; there are no heads to be right or wrong."""
        classes = [self.target.classes(sentence) for sentence in sentences]
        return Prediction(None, numbers(classes, alphabets.labels, unseen=len(alphabets.labels)))

    def _learnt(self, sentence: Sentence) -> Sequence[str | None]:
        """The class that is learnt for each word."""
        classes = self.target.classes(sentence)
        if not self.known:
            return classes
        return [self.known.get(form, name) for form, name in zip(sentence.forms, classes, strict=True)]

    def score(self, sentences: Sequence[Sentence], prediction: Prediction, alphabets: Alphabets) -> DevScore:
        """The share of the words whose class is right."""
        gold = [name for sentence in sentences for name in self.target.classes(sentence)]
        share = accuracy(gold, prediction.labels, alphabets.labels)
        right = round(share * max(1, sum(name is not None for name in gold)) / 100.0)
        return DevScore(self._scores(gold, right, len(sentences)), {f"dev_{self.target.name}": round(share, 2)}, share)

    def scores(self, gold: Sequence[Sentence], parsed: Iterable[Sentence]) -> Scores:  # type: ignore[override]
        """The share of the words whose class is right; nothing else is scored, so there are no settings."""
        names = [name for sentence in gold for name in self.target.classes(sentence)]
        found = [name for sentence in parsed for name in self.target.classes(sentence)]
        right = sum(name is not None and name == other for name, other in zip(names, found, strict=True))
        return self._scores(names, right, len(gold))

    def _scores(self, gold: Sequence[str | None], right: int, sentences: int) -> Scores:
        known = sum(name is not None for name in gold)
        return Scores({self.target.name: Score(right, known, known, known)}, words=len(gold), sentences=sentences)

    def write(self, sentences: list[Sentence], prediction: Prediction, alphabets: Alphabets) -> bytes:
        """The sentences with the fields of the predicted classes, `_` where no class is predicted."""
        names, numbers = alphabets.labels, numpy.asarray(prediction.labels)
        classes = [names[number] for number in numbers.tolist()]  # much faster than one by one
        values: dict[int, Any] = dict(zip(self.target.columns, self.target.values(sentences, classes), strict=True))
        for i in numpy.flatnonzero(numbers < 0).tolist():
            for column in values.values():
                column[i] = b"_"
        block = splice_columns(sentences, sorted(values), [values[column] for column in sorted(values)])
        notes = [f"{part.capitalize()}Conf" for part in self.target.name.split("+")]
        if prediction.label_confidence is None:
            return without_notes(block, notes)
        return noted(block, sentences, dict.fromkeys(notes, prediction.label_confidence))

    def reread(self, block: bytes, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences that were written; those that had constituency trees have them still."""
        found = Shelf().reread(block, sentences)
        if all(sentence.tree is None for sentence in sentences):
            return found
        return [old.with_rows(new) for old, new in zip(sentences, found, strict=True)]
