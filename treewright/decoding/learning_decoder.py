"""Decoders that learn by themselves, without transitions: graph-based ones, for instance.

A decoder of your own is a subclass in plain Python with any model inside: it defines `decode`, `learn`, `arrays` and
`restore`, and `Parser(decoder=YourClass)` trains, parses, evaluates and saves with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy

from treewright.arrays import ints
from treewright.constraints.given import Given
from treewright.decoding.decoder import Decoder, finish
from treewright.errors import TreewrightError
from treewright.families.dependency_trees import DependencyTrees
from treewright.families.family import Alphabets, Family
from treewright.families.prediction import Prediction
from treewright.storage.learning_part import LearningPart, check_defined
from treewright.storage.named_arrays import checked_arrays
from treewright.treebank.sentence import Sentence


class LearningDecoder(Decoder, LearningPart):
    """Base of decoders that learn; what one can do is declared by attributes of its class."""

    seeded = False  # whether the constructor takes training.seed as `seed`
    # whether it takes the settings of [network], pre-trained vectors as `embeddings`, and how many `threads` PyTorch may use
    takes_network = False
    batch = 1  # sentences that `learn` gets at once
    most_words: int | None = None  # of a sentence; longer ones are refused
    single_root = True  # whether every tree has exactly one root
    keeps_heads = False  # whether `decode` keeps the heads that `givens` have
    keeps_constraints = False  # whether it keeps all that is given: arcs that are banned and spans, too
    projective = True  # whether it finds no other trees, so that given heads must not cross
    in_python = True  # whether it needs Python's lock all the time
    views: Sequence[str] = ()  # of the templates that it is given as `features`, if it reads templates
    more_settings: tuple[str, ...] = ()  # (as "search.tree") that the constructor takes under their last names

    def __init__(self, alphabets: Alphabets) -> None:
        """`alphabets` has the labels (and tags) that numbers in a prediction stand for."""
        self.alphabets = alphabets

    # What a decoder of your own defines, besides `decode`, `arrays` and `restore` -----------------------------------

    def learn(self, examples: Sequence[Any]) -> int:
        """Learn from `batch` sentences at the most; returns how often the model was changed.

        An example has `sentence`, `gold` (heads and numbers of labels, -1 where they are not known) and `given`.
        """
        raise TreewrightError(f"{type(self).__name__} must define learn(examples)")

    @classmethod
    def check_defined(cls) -> None:
        """Refuses a class that lacks a method."""
        check_defined(cls, LearningDecoder, ("decode", "learn", "arrays", "restore"))

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """An epoch begins, from 1 to `epochs`."""

    def end_epoch(self) -> None:
        """All sentences have been seen."""

    def figures(self) -> dict[str, Any]:
        """What the row of an epoch says of the model: how many numbers it has."""
        return {"rows": sum(array.size for array in checked_arrays(self).values())}


class CheckedDecoder(Decoder):
    """Asks a decoder, and refuses, with a sentence, predictions that break the contract."""

    def __init__(self, own: LearningDecoder, family: Family | None = None) -> None:
        """`family` is what it predicts, dependency trees if nothing else is said."""
        self.own, self.family = own, family or DependencyTrees()
        self.asked = "decode"  # the method whose answer is checked

    def decode(self, sentences: list[Sentence], givens: Sequence[Given | None] | None = None) -> Prediction:
        """What the decoder predicts, as flat columns of whole numbers."""
        self.asked = "decode"
        return self._checked(self.own.decode(list(sentences), givens), sentences, givens)

    def best(self, sentence: Sentence, count: int, given: Given | None = None) -> list[tuple[float, Prediction]]:
        """The best structures that the decoder knows, each of them checked."""
        givens = None if given is None else [given]
        self.asked = "best"
        found = self.own.best(sentence, count, given)
        try:
            pairs = [(float(score), prediction) for score, prediction in found]
        except (TypeError, ValueError):
            raise self._broken(f"{found!r:.60}", "a list of scores and predictions, in pairs") from None
        if any(math.isnan(score) for score, _ in pairs):
            raise self._broken("a score that is NaN", "numbers")
        return [(score, self._checked(prediction, [sentence], givens)) for score, prediction in pairs[:count]]

    def _checked(
        self, found: Prediction, sentences: list[Sentence], givens: Sequence[Given | None] | None
    ) -> Prediction:
        if not isinstance(found, Prediction):
            raise self._broken(f"{type(found).__name__}", "a Prediction")
        family = self.family
        entries = sum(family.entries(sentence.size) for sentence in sentences)
        labels = max(1, len(self.own.alphabets.labels))
        heads = self._column("heads", found.heads, entries, required=family.has_heads)
        numbers = self._column("labels", found.labels, entries, required=labels > 1)
        tags = None
        if self.own.alphabets.tags:
            tags = self._numbers("tags", found.tags, entries, len(self.own.alphabets.tags))
        self._in_range("labels", numbers, labels, family.least_label)
        self._check_structures(heads, sentences, givens)
        prediction = Prediction(ints(heads)[:entries], ints(numbers)[:entries], tags)
        return finish(prediction, sentences, givens, None, family.entries)

    def _numbers(self, name: str, values: Any, words: int, count: int) -> Any:
        found = self._column(name, values, words, required=True)
        self._in_range(name, found, count)
        return ints(found)[:words]

    def _column(self, name: str, values: Any, entries: int, *, required: bool) -> list[int]:
        """A column as a list of whole numbers; one that is not required may be None."""
        if values is None and not required:
            return [0] * entries
        try:
            column = numpy.asarray(values)
        except ValueError:  # rows of different lengths
            raise self._broken(f"{name} that are no row of numbers", "whole numbers") from None
        if column.shape != (entries,):
            of = f"{entries} {self.family.entry}"
            raise self._broken(f"{name} of shape {column.shape}", f"one number for each of {of}, in one row")
        if column.dtype.kind == "f" and not numpy.isfinite(column).all():
            raise self._broken(f"{name} with NaN or infinity", "whole numbers")
        if entries and (column.dtype.kind not in "iuf" or (column != column.astype(numpy.int64)).any()):
            raise self._broken(f"{name} of type {column.dtype}", "whole numbers")
        return column.astype(numpy.int64).tolist()  # type: ignore[no-any-return]

    def _in_range(self, name: str, column: list[int], count: int, least: int = 0) -> None:
        wrong = [number for number in column if not least <= number < count]
        if wrong:
            raise self._broken(f"{wrong[0]} among the {name}", f"numbers from {least} to {count - 1}")

    def _check_structures(
        self, heads: list[int], sentences: list[Sentence], givens: Sequence[Given | None] | None
    ) -> None:
        start = 0
        for number, sentence in enumerate(sentences):
            stop = start + self.family.entries(sentence.size)
            tree, start = heads[start:stop], stop
            wrong = self.family.problem(tree, several_roots=not self.own.single_root)
            given = None if givens is None else givens[number]
            for word, head in enumerate(() if given is None else given.heads):
                if head >= 0 and tree[word] != head:
                    wrong = f"seen head {tree[word]} of word {word + 1}, expected the given head {head}"
            if wrong:
                name = type(self.own).__name__
                raise TreewrightError(f"{name}.{self.asked}: {wrong}, in sentence {number + 1} of its batch")

    def _broken(self, seen: str, expected: str) -> TreewrightError:
        return TreewrightError(f"{type(self.own).__name__}.{self.asked}: seen {seen}, expected {expected}")
