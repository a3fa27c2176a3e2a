"""What a family says of its structures: their symbols, what is right, how good a prediction is, how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from treewright.constraints.given import Given
from treewright.constraints.given_brackets import GivenBrackets
from treewright.evaluation import BracketScores, Scores, evaluate
from treewright.families.prediction import Prediction
from treewright.treebank.head_ranks import HeadRanks
from treewright.treebank.sentence import Sentence, Shelf


class Alphabets(NamedTuple):
    """The symbols that columns of numbers stand for."""

    labels: list[str]
    tags: list[str]


class DevScore(NamedTuple):
    """How good a prediction of the dev data is."""

    scores: Scores | BracketScores
    figures: dict[str, Any]  # what a row of the log and a model file say of it
    quality: float  # the figure that picks the best epoch


class Family:
    """Base of all families."""

    name = ""  # as transition systems say what they build
    given: type[Given] | type[GivenBrackets] = Given  # what may be given for a sentence
    entry = "words"  # what the entries of columns are
    has_heads = False  # whether columns have heads or parents
    least_label = 0  # of an entry; -1 where one may have none
    tagged = False  # whether tags are predicted, too
    makes_arcs = False  # whether there are heads, which can be lifted and about which facts can be learnt

    def entries(self, size: int) -> int:
        """How many entries the columns of a structure have for a sentence of this size."""
        return size

    def problem(self, heads: Sequence[int], *, several_roots: bool) -> str | None:
        """What is wrong with the predicted structure of a sentence, in words, None if nothing is."""
        return None

    def check(self, sentences: Sequence[Sentence], place: str) -> None:
        """Refuses data from which nothing can be learnt, or of which nothing can be scored."""

    def alphabets(self, sentences: Sequence[Sentence]) -> Alphabets:
        """The symbols of the training data."""
        raise NotImplementedError

    def checked_labels(self, labels: Any) -> list[str]:
        """Labels of a model file, if they can be labels; raises ValueError for others."""
        raise NotImplementedError

    def gold(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> Prediction:
        """What would be right: flat columns, -1 where it is not known."""
        raise NotImplementedError

    def right(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> Prediction:
        """What a prediction is compared with: as `gold`, but symbols that are not among the alphabets are other ones."""
        return self.gold(sentences, alphabets)

    def head_ranks(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> HeadRanks:
        """What the training data shows of heads, where the structures do not name them."""
        return HeadRanks()

    def score(self, sentences: Sequence[Sentence], prediction: Prediction, alphabets: Alphabets) -> DevScore:
        """Compare a prediction with what would be right."""
        raise NotImplementedError

    def scores(self, gold: Sequence[Sentence], parsed: Iterable[Sentence], **settings: Any) -> Scores | BracketScores:
        """All scores of parsed sentences; `settings` are those of `evaluate`."""
        return evaluate(gold, parsed, **settings)

    def write(self, sentences: list[Sentence], prediction: Prediction, alphabets: Alphabets) -> bytes:
        """The bytes of the sentences with what was predicted, a blank line after each."""
        raise NotImplementedError

    def parsed(self, sentences: list[Sentence], prediction: Prediction, alphabets: Alphabets) -> list[Sentence]:
        """The sentences with what was predicted."""
        return self.reread(self.write(sentences, prediction, alphabets), sentences)

    def reread(self, block: bytes, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences that `write` wrote, from its bytes."""
        return Shelf().reread(block, sentences)

    def bytes_of(self, parsed: Sequence[Sentence]) -> bytes:
        """The bytes of parsed sentences, as `write` writes them."""
        return b"".join(sentence.source + b"\n" for sentence in parsed)

    def text_of(self, sentence: Sentence) -> str:
        """A sentence with its structure as a model file keeps it as an example."""
        return sentence.to_conllu()
