"""Scores and credit where templates look at configurations from several views: a chain, in which each has a view of its own.

All share the words of a sentence, the room for scores and the weights; the same template in two views has other weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.classifiers.scorer import Scorer
from treewright.classifiers.wrapping_credit import WrappingCredit
from treewright.features.extraction import Extraction
from treewright.transitions.derivations import Derivations
from treewright.treebank.sentence import Sentence


class ViewScorer(Scorer):
    """Asks the scorer of the view that a configuration is seen from."""

    def __init__(self, model: Any, extractions: Sequence[Extraction], room: int = 0, number: int = 0) -> None:
        """`extractions` has those of all views; this scorer is for one of them, the rest of the chain for those after it."""
        own: Scorer = model.scorer(extractions[number], room)
        super().__init__(own.extraction, own.classes, room)
        self.own, self.number = own, number
        self.scale = self.own.scale
        self.other: Any = ViewScorer(model, extractions, room, number + 1) if number + 1 < len(extractions) else None
        self.write_to(self.own.score)
        if self.other is not None:
            self.other.follow(self.own)

    def follow(self, first: Scorer) -> None:
        """Take the sentences of the first scorer of the chain."""
        self.own.follow(first)
        if self.other is not None:
            self.other.follow(first)

    @property
    def extractions(self) -> list[Extraction]:
        """The features of this view, and of those after it."""
        return [self.extraction, *(self.other.extractions if self.other is not None else ())]

    def write_to(self, score: Any) -> None:
        """Write scores to this array."""
        self.score, self.own.score = score, score
        if self.other is not None:
            self.other.write_to(score)

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Several sentences come next."""
        self.own.begin_batch(sentences)
        if self.other is not None:
            self.other.begin_batch(sentences)

    def tags(self, sentences: list[Sentence]) -> Any:
        """Those of the first view, which takes the sentences."""
        return self.own.tags(sentences)

    def begin(self, sentence: Sentence) -> None:
        """Take a sentence."""
        self.own.begin(sentence)
        if self.other is not None:
            self.other.make_room()

    def begin_text(self, text: Any, length: int, cuts: Any, size: int) -> int:
        """Take the words of a sentence that needs nothing of Python."""
        self.own.begin_text(text, length, cuts, size)
        return self.other.make_room() if self.other is not None else 0

    def make_room(self) -> int:
        """Take the words that the first of the chain has taken."""
        self.own.make_room()
        return self.other.make_room() if self.other is not None else 0

    def needs_python(self) -> bool:
        """As the scorer of the first view does."""
        return self.own.needs_python()

    def use(self, model: Any) -> None:
        """Score with another model."""
        self.own.use(model)
        self.scale = self.own.scale
        if self.other is not None:
            self.other.use(model)

    def scores(self, c: Derivations) -> int:
        """Score from the view of the configuration."""
        return self.own.scores(c) if c.view == self.number or self.other is None else self.other.scores(c)


class ViewCredit(WrappingCredit):
    """Gives credit to the features of the view that a configuration is seen from."""

    def __init__(self, classifier: Any, extractions: Sequence[Extraction], number: int = 0) -> None:
        super().__init__(classifier.credit(extractions[number]))
        self.number = number
        self.other: Any = ViewCredit(classifier, extractions, number + 1) if number + 1 < len(extractions) else None

    def look(self, c: Derivations) -> int:
        """What is given next is about this configuration."""
        return self.one.look(c) if c.view == self.number or self.other is None else self.other.look(c)

    def give(self, c: Derivations, number: int, amount: float) -> int:
        """Praise a class or blame it."""
        if c.view == self.number or self.other is None:
            return self.one.give(c, number, amount)
        return self.other.give(c, number, amount)

    def finish(self) -> None:
        """Say that the sentence is over."""
        self.one.finish()
        if self.other is not None:
            self.other.finish()

    def end_epoch(self) -> None:
        """Say that all sentences have been seen."""
        self.one.end_epoch()
        if self.other is not None:
            self.other.end_epoch()
