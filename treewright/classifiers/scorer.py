"""What every scorer has: the features of a sentence, and a score for each class in a configuration of it.

A search is given its scorer, and each thread has its own; what a scorer scores with, a model, is shared by all.
"""

from __future__ import annotations

from typing import Any

from treewright.arrays import float_array
from treewright.features.extraction import Extraction
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.treebank.sentence import Sentence


class Scorer:
    """Base of all scorers; a classifier, or the model that it learnt, makes the one that fits it (`scorer`)."""

    def __init__(self, extraction: Extraction, classes: int, room: int = 0) -> None:
        """`room` is the room for scores, if there are to be more than classes."""
        self.extraction = extraction
        self.chosen: Any = extraction.chosen  # where transitions choose the tags
        self.classes = classes
        self.stride = (classes + 15) // 16 * 16  # how many scores are written: C adds up 16 at a time
        self.width = max(room, self.stride)
        self.scale = 1.0  # scores times this are sums of weights
        self.score = float_array(self.width)

    def follow(self, first: Scorer) -> None:
        """Take the sentences that the scorer of the first view takes, if there are several views."""

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """These sentences come next: what is quicker done for all of them at once may be done now."""

    def tags(self, sentences: list[Sentence]) -> Any:
        """The tags of all words of sentences that have begun, in numbers, if the model tags them; None if it does not."""
        return None

    def begin(self, sentence: Sentence) -> None:
        """Take a sentence; what follows runs without the GIL."""
        self.extraction.encode(sentence)

    def begin_text(self, text: Any, length: int, cuts: Any, size: int) -> int:
        """Take the words of a sentence that needs nothing of Python."""
        return self.extraction.encode_text(text, length, cuts, size)

    def make_room(self) -> int:
        """Take the words that another scorer, which has the same words, has just taken."""
        return self.extraction.make_room()

    def needs_python(self) -> bool:
        """Whether a sentence cannot be taken without Python."""
        return self.extraction.words.in_python  # type: ignore[no-any-return]

    def tell(self, heads: Any) -> None:
        """Take the heads that are given in the sentence, None if there are none."""
        self.extraction.words.tell(heads)

    def hide_root(self, hidden: bool) -> None:
        """Whether a ROOT behind the last word is to be seen."""
        self.extraction.hide_root(hidden)

    @property
    def extractions(self) -> list[Extraction]:
        """The features of each view."""
        return [self.extraction]

    @property
    def positions(self) -> list[tuple[int, int, int]]:
        """The positions that scores depend on, as a feature model numbers them."""
        return list(self.extraction.model.positions)

    def use(self, model: Any) -> None:
        """Score with another model of the same kind and with as many classes."""

    def scores(self, c: Derivations) -> int:
        """Write the scores of all classes to `score`; returns how many features are active: margins grow with it."""
        return 0

    def read_tags(self, c: Configuration, state: int) -> int:
        """Leave the tags that the path to a configuration chose in `chosen`."""
        if self.chosen is not None:
            self.chosen.follow(c, state, self.extraction.words)
        return 0


def scores_of(scorer: Scorer, c: Derivations) -> list[float]:
    """The scores of all classes in a configuration as a list, for people and tests."""
    scorer.extraction.check(c)
    scorer.scores(c)
    return [float(scorer.score[i]) for i in range(scorer.stride)]
