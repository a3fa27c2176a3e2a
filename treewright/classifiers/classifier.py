"""What a classifier is: scores for classes, credit for what was right and wrong, and arrays to be saved.

A classifier of your own is a subclass in plain Python with any model inside: it defines `scores`, `learn`, `arrays` and
`restore`.  All other methods are what the package asks; the classifiers of this folder answer them in C.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from treewright.classifiers.credit import Credit
from treewright.classifiers.plain_scorer import PlainCredit, PlainScorer
from treewright.classifiers.scorer import Scorer
from treewright.errors import TreewrightError
from treewright.features.extraction import Extraction
from treewright.storage.learning_part import LearningPart, check_defined
from treewright.storage.named_arrays import Arrays, LearntArrays, checked_arrays

OWN = ("scores", "learn", "arrays", "restore")  # what a classifier in plain Python defines


class Classifier(LearningPart):
    """Base of all classifiers; what it can do is declared by attributes of its class."""

    looks_at = "atoms"  # what `features` are: "atoms", as many for each configuration, or "keys" of those that are active
    shares_blame = False  # whether an error is blamed on every class that beat the right one, or on the one that won
    seeded = False  # whether the constructor takes training.seed as `seed`
    more_settings: Any = ()  # names of those of [classifier] that the constructor takes
    has_weights = False  # whether scores are sums of weights, which can be averaged over seeds, and pruned
    exchanges = False  # whether several can learn side by side and exchange updates, as perceptrons do
    reads_vectors = False  # whether it sees real-valued features
    probabilistic = False  # whether scores are logarithms of probabilities, which every decision teaches, not errors only
    batched = False  # whether it learns from several sentences at once (`batches`), each of which it encodes first
    # whether its constructor takes the settings of [network], how many `labels` there are, with other values that views have
    # numbers for, how many classes, the first ones, are `seen` from each view, and how many `threads` PyTorch may use
    takes_network = False
    fitted = False  # whether it learns once, from all gold paths
    wants_constant = False  # whether it needs a feature that is always there
    in_python = True  # whether scoring needs the GIL
    needs_class = True  # whether a model file is loaded with this class; one with weights needs none
    # of one that `exchanges`:
    whole = True  # whether no order of changes matters, so that all have the same weights in the end
    recording = False  # whether changes are to be recorded for others
    steps = 0.0  # the time that has passed, by which averages are taken

    def __init__(self, classes: int) -> None:
        self.classes = classes
        self.updates = 0

    # What a classifier of your own defines, besides `arrays` and `restore` ------------------------------------------

    def scores(self, features: Any) -> Any:
        """One float for each class as a numpy array, given a configuration's features as an array of 64-bit hashes."""
        raise TreewrightError(f"{type(self).__name__} must define scores(features)")

    def learn(self, credits: list[tuple[Any, int, float]]) -> None:
        """Learn from the errors of a sentence: features, the number of a class, and an amount.

        A positive amount says that the class should have had a higher score there, a negative one that it should have had a
        lower one.  All credit for one configuration comes with equal features.  Where templates look from several views, each
        view of a sentence is a call of its own.
        """
        raise TreewrightError(f"{type(self).__name__} must define learn(credits)")

    @classmethod
    def check_defined(cls) -> None:
        """Refuses a class in plain Python that lacks a method, or one that its attributes promise."""
        check_defined(cls, Classifier, OWN if cls.in_python else ())
        check_defined(cls, Classifier, ("follow", "forget") if cls.exchanges else ())
        check_defined(cls, Classifier, ("joined",) if cls.has_weights else ())

    # What one that `exchanges` defines, too -------------------------------------------------------------------------

    def follow(self, other: Any) -> None:
        """Make the changes that another one has recorded."""
        raise TreewrightError(f"{type(self).__name__} must define follow(other)")

    def forget(self) -> None:
        """Begin a new record of changes."""
        raise TreewrightError(f"{type(self).__name__} must define forget()")

    # What one that is `batched` defines, too ------------------------------------------------------------------------

    def batches(self, sizes: Sequence[int]) -> list[list[int]]:
        """Which sentences are learnt from at once, by their numbers, given how many words each has."""
        return [[number] for number in range(len(sizes))]

    def begin_epoch(self, epoch: int, epochs: int) -> None:
        """An epoch begins (from 1)."""

    def begin_batch(self, sentences: list[Any]) -> None:
        """These sentences are searched and credit is given for them, one after another."""

    def end_batch(self) -> None:
        """Learn from the credit that was given."""

    # What the package asks ------------------------------------------------------------------------------------------

    @property
    def learning(self) -> Any:
        """What a scorer scores with while it learns."""
        return self

    @property
    def row_count(self) -> int:
        """How much was learnt, for the log: features with weights, or numbers in arrays."""
        return sum(array.size for array in checked_arrays(self).values())

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer for one search."""
        return PlainScorer(self, extraction, room)

    def credit(self, extraction: Extraction) -> Credit:
        """What takes credit from a strategy to this classifier."""
        return PlainCredit(self, extraction)

    def learnt(self) -> Any:
        """What has been learnt so far, averaged if it is averaged at all; learning may go on afterwards."""
        return LearntArrays.of(self)

    @classmethod
    def learnt_from(cls, classes: int, arrays: Arrays) -> Any:
        """What `learnt` gave, from its arrays in a checkpoint."""
        return LearntArrays(arrays)

    @classmethod
    def joined(cls, several: Sequence[Any], prune: float) -> Any:
        """What several seeds learnt as one, without what is smaller than `prune`; without weights there is one seed.

        One that has weights defines it.
        """
        return several[0]

    @classmethod
    def packed(cls, classes: int, learnt: Any) -> Any:
        """The model that a parser parses with: it has `arrays` and a `scorer`."""
        return cls.model_from(classes, learnt.arrays())

    @classmethod
    def model_from(cls, classes: int, arrays: Arrays) -> Any:
        """The same from its arrays; where `needs_class` is set, a parser makes the classifier itself and restores them."""
        raise TreewrightError(f"{cls.__name__} must define model_from(classes, arrays), or set needs_class")

    @classmethod
    def check_model(cls, model: Any, settings: Any) -> None:
        """Refuse a model that is not what the settings of [network] say; only one that `takes_network` is asked."""
