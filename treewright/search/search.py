"""What every search needs: scores of a configuration's transitions, and the tree of the path it found."""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, int_array
from treewright.classifiers.scorer import Scorer
from treewright.constraints.given import Given
from treewright.errors import SettingsError, TreewrightError
from treewright.search.constraint_filter import ConstraintFilter
from treewright.search.fact_filter import FactFilter
from treewright.search.known_labels import KnownLabels
from treewright.search.margins import Margins
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are names of the .pxd files
    from math import inf as INFINITY

    from treewright.search.fact_filter import first_bit
    from treewright.transitions.configuration import ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, PREVIOUS, RECORD

    highest: Any = None  # a C function, see lookup.h
    memmove: Any = None
    MASKS = 16


class Search:
    """Base of all searches: one per thread, with storage and a scorer of its own; what scorers score with is shared."""

    sized = False  # whether the constructor takes search.beam as `size`
    keeps_constraints = True  # whether it can be given a filter for constraints
    gives_several = False  # whether it finds more than one tree of a sentence
    votes = False  # whether parsers that search so can vote on each transition

    def __init__(self, system: TransitionSystem, scorer: Scorer, classes: TransitionClasses) -> None:
        if not scorer.extraction.model.fits(system.views):
            raise SettingsError(f"search: seen templates that do not look at configurations of {type(system).__name__}")
        self.system = system
        self.scorer = scorer
        self.classes = classes
        self.kind_count = len(system.kinds)
        scorer.hide_root(system.rootless)
        self.first, self.width, self.label_first = classes.first, classes.width, classes.label_first
        self.kind_of, self.tag_kind = classes.kind_of, classes.tag_kind
        self.wants_score = False  # whether the score of the tree is asked for too
        self.filter: ConstraintFilter | None = None  # not needed as long as there are no constraints
        self.facts: FactFilter | None = None  # of the training data, which no tree is to break
        self.mended = False  # whether the last tree was
        self.mending: ConstraintFilter | None = None  # what keeps the heads of a tree that is mended
        self.mending_filter_maker: Any = None  # makes that when it is needed, None if it cannot
        self.known: KnownLabels | None = None  # of the next word, if a system has one kind of transition
        self.chosen: Any = scorer.chosen  # where transitions choose the tags
        self.margins: Margins | None = None  # how narrowly it decided, if that is asked for
        self.idle_margins: Margins | None = None  # kept for the next time
        self.mask = float_array((MASKS + 1) * self.scorer.width)
        self.mask_of = int_array(MASKS)  # the valid kinds that each row is for
        self.sites: Any = system.sites()
        self.d = system.initial(1) if self.sites is None else self.sites.d
        self.c: Any = self.d if isinstance(self.d, Configuration) else None
        self.tree_room = 1
        self.head, self.label = int_array(2), int_array(2)

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """These sentences come next."""
        self.scorer.begin_batch(sentences)

    def encode(self, sentence: Sentence) -> None:
        """Take a sentence; what follows runs without the GIL."""
        self.scorer.begin(sentence)
        self.look_up(sentence.source, sentence.cuts, sentence.size)
        self.take_size(sentence.size)

    def take(self, sentence: Sentence) -> None:
        """Take a sentence that another search with the same scorer has encoded."""
        self.take_size(sentence.size)

    def encode_text(self, text: Any, length: int, cuts: Any, size: int) -> int:
        """Take the words of a sentence that needs nothing of Python."""
        self.look_up(text, cuts, size)
        return self.scorer.begin_text(text, length, cuts, size)

    def look_up(self, text: Any, cuts: Any, size: int) -> int:
        """What tables of words and tags say of a sentence."""
        if self.known is not None:
            self.known.take(text, cuts, size)
        if self.facts is not None:
            self.facts.take(text, cuts, size)
        return 0

    def needs_python(self) -> bool:
        """Whether a sentence cannot be encoded without Python."""
        return self.scorer.needs_python()

    def take_size(self, size: int) -> int:
        """Take a sentence's size, and room for its tree."""
        self.size = size
        if size > self.tree_room:
            self.head, self.label = int_array(4 * size), int_array(4 * size)
            self.tree_room = 2 * size
        return 0

    def share(self, other: Search) -> None:
        """Take the configurations of another search with the same scorer, and what it keeps."""
        self.d, self.c, self.sites = other.d, other.c, other.sites
        self.filter, self.known, self.facts = other.filter, other.known, other.facts

    @cython.final
    def start(self) -> int:
        """Begin the sentence; returns the number of its first configuration."""
        return self.c.start(self.size, self.system.root_first) if self.sites is None else self.sites.start(self.size)

    @cython.final
    def is_over(self) -> bool:
        """Whether the sentence is parsed in the current configuration."""
        return self.system.is_final(self.c) if self.sites is None else self.sites.is_over()

    def score(self) -> int:
        """Score all classes in the current configuration; returns how many features are active."""
        self.active = self.scorer.scores(self.d)
        return self.active

    def constrain(self, given: Given | None) -> None:
        """Take the constraints of the next sentence; a search without a filter knows none."""
        if given is not None and given.empty:
            given = None
        if self.sites is not None:
            self.sites.take(given)
            return
        if self.filter is not None:
            self.filter.take(given)
            self.scorer.tell(None if given is None else given.heads)
        elif given is not None:
            raise TreewrightError("this search has no filter for constraints")

    def valid_kinds(self) -> int:
        """The kinds that are valid in the current configuration and lose no given head; `confirms` tells the rest."""
        valid = self.system.valid_kinds(self.c)
        if self.filter is not None and self.filter.active:
            valid = self.filter.promising(self.c, valid)
        if valid == 0:
            self.dead_end()
        return valid

    def confirms(self, kind: int) -> bool:
        """Whether a kind among those loses no constraint: asked only of those that would be taken, for it may take time."""
        return self.filter is None or not self.filter.active or self.filter.confirms(self.c, kind)

    def confirmed_kinds(self) -> int:
        """The kinds that are valid in the current configuration and lose no constraint."""
        valid = self.valid_kinds()
        if self.filter is not None and self.filter.active:
            valid = self.filter.allowed(self.c, valid)
        return valid

    @cython.final
    def given_label(self, kind: int) -> int:
        """The label that constraints give to a transition of this kind, or that is known; -1 if it is free."""
        if self.sites is not None:
            return max(-1, self.sites.given_label())  # a label that the parser does not know leaves it free
        if self.known is not None:
            return self.known.of(self.c.next())
        if self.chosen is not None and kind == self.tag_kind:  # what was put back has its tag, and ROOT needs none
            return self.chosen.of(self.c.next())
        if self.filter is None or not self.filter.has_labels:
            return -1
        return self.filter.label_of(kind)

    @cython.final
    def has_given_labels(self) -> bool:
        """Whether labels may be given in the current configuration."""
        if self.sites is not None:
            return self.sites.given_label() >= 0
        if self.known is not None:
            return self.known.of(self.c.next()) >= 0
        if self.chosen is not None and self.chosen.of(self.c.next()) >= 0:
            return True
        return self.filter is not None and self.filter.has_labels

    @cython.final
    def mask_for(self, valid: int) -> int:
        """Where in `mask` a row begins that has 0 for the classes of valid kinds, minus infinity for all others."""
        if self.has_given_labels():
            return self._mask_with_labels(valid)
        row = valid % MASKS
        at = row * self.scorer.width
        if self.mask_of[row] != valid:
            self.mask_of[row] = valid
            for number in range(self.scorer.width):
                self.mask[at + number] = -INFINITY
            for kind in range(self.kind_count):
                if valid >> kind & 1:
                    for number in range(self.first[kind], self.first[kind] + self.width[kind]):
                        self.mask[at + number] = 0.0
        return at

    def _mask_with_labels(self, valid: int) -> int:
        """The same where labels are given: the last row is made anew each time."""
        at = MASKS * self.scorer.width
        for number in range(self.scorer.width):
            self.mask[at + number] = -INFINITY
        for kind in range(self.kind_count):
            if valid >> kind & 1:
                label = self.given_label(kind)
                for number in range(self.width[kind]):
                    if label < 0 or label == number or self.width[kind] == 1:
                        self.mask[at + self.first[kind] + number] = 0.0
        return at

    @cython.final
    def fits(self, number: int) -> bool:
        """Whether the facts of the training data allow a class here; what is given overrides them."""
        kind = self.kind_of[number]
        return not self.bound_by_facts(kind) or self.facts.allows(self.c, kind, number - self.first[kind])  # type: ignore[union-attr]

    @cython.final
    def bound_by_facts(self, kind: int) -> bool:
        """Whether the classes of a kind are labels of an arc that are not given; the second classifier finds its own."""
        if self.facts is None or self.width[kind] == 1 or kind == self.tag_kind:
            return False
        return self.filter is None or not self.filter.has_labels or self.given_label(kind) < 0

    def best_class(self, valid: int) -> int:
        """The first of the classes of valid kinds that fit with the highest score: each kind has some."""
        row = self.mask_for(valid)
        best = self._highest(row)
        while self.facts is not None and not self.fits(best):
            row = self._row_without(row, self.kind_of[best])
            best = self._highest(row)
        return best

    @cython.final
    def _highest(self, row: int) -> int:
        """The first of the classes with the highest score beside this mask."""
        if not cython.compiled:
            return max(range(self.scorer.width), key=lambda number: self.scorer.score[number] + self.mask[row + number])
        return highest(
            cython.address(self.scorer.score[0]), cython.address(self.mask[row]), self.scorer.width
        )

    @cython.final
    def _row_without(self, row: int, kind: int) -> int:
        """The same masks, with those of the labels that do not fit this kind: in the last row, as what is given."""
        at = MASKS * self.scorer.width
        if not cython.compiled:
            self.mask[at:] = self.mask[row : row + self.scorer.width]
        else:
            memmove(cython.address(self.mask[at]), cython.address(self.mask[row]), 4 * self.scorer.width)
        first = at + self.first[kind]
        for w in range(self.facts.words):  # type: ignore[union-attr]
            ruled_out = self.facts.ruled_out[kind * self.facts.words + w]  # type: ignore[union-attr]
            while ruled_out:
                self.mask[first + 64 * w + first_bit(ruled_out)] = -INFINITY
                ruled_out &= ruled_out - 1
        return at

    def best_fitting(self, kind: int, first: int, but: int) -> int:
        """The first of the labels with the highest score that fit the arc of this kind, but for one; -1 if there is none.

        The scores of the labels begin with the class `first`.
        """
        best = -1
        top = 0.0
        self.facts.see(self.c, kind)  # type: ignore[union-attr]
        for w in range(self.facts.words):  # type: ignore[union-attr]
            left = self.facts.left_over(kind, w, but)  # type: ignore[union-attr]
            if best < 0 and left:
                best = 64 * w + first_bit(left)
                top = self.scorer.score[first + best]
            while left:
                label = 64 * w + first_bit(left)
                left &= left - 1
                if self.scorer.score[first + label] > top:
                    best, top = label, self.scorer.score[first + label]
        return best

    def best_label(self, kind: int) -> int:
        """The label the second classifier gives to a transition of this kind (-1: the kind has no label)."""
        first = self.label_first[kind]
        if first < 0:
            return -1
        best = self.given_label(kind)
        if best >= 0:
            return best
        if self.facts is not None:
            return self.best_fitting(kind, first, -1)
        for label in range(self.classes.label_count):
            if best < 0 or self.scorer.score[first + label] > self.scorer.score[first + best]:
                best = label
        return best

    def dead_end(self) -> int:
        """Raise the error that no transition is valid."""
        with cython.gil:
            raise TreewrightError(f"{type(self.system).__name__}: no transition is valid in {self.d!r}, which is not final")

    def find_tree(self) -> float:
        """Parse the encoded sentence; a tree that breaks facts is mended, where that is possible."""
        self.mended = False
        score = self.decode()
        may_mend = self.filter is None or not self.filter.active
        if self.facts is not None and may_mend and self.facts.rules_out(self.head, self.label, self.size):
            self.mended = True
            if not self.facts.reattach(self.head, self.label, self.size):
                with cython.gil:
                    score = self._mend(score)
            self.facts.relabel(self.head, self.label, self.size)
        return score

    def _mend(self, score: float) -> float:
        """Change as few heads as possible, and parse once more with all heads given, which finds the labels."""
        if self.mending is None and self.mending_filter_maker is not None:
            self.mending = self.mending_filter_maker()
        if self.mending is None or self.facts is None:
            return score
        if not self.facts.mend(self.head, self.size, self.system.single_root):
            return score
        self.mending.take_heads(self.facts.mended, self.size)
        filter, self.filter = self.filter, self.mending
        try:
            score = self.decode()
        finally:
            self.filter = filter
        return score

    def watch(self, wanted: bool) -> None:
        """Fill in margins from now on, or no more."""
        if wanted and self.idle_margins is None:
            self.idle_margins = Margins(self.system, self.scorer, self.classes, self.c)
        self.margins = self.idle_margins if wanted else None

    def find_watched_tree(self) -> int:
        """The same as `find_tree`; then `margins` have how narrowly each word was decided."""
        self.margins.clear(self.size)  # type: ignore[union-attr]
        self.find_tree()
        return self.look_back()

    def look_back(self) -> int:
        """Fill in the margins of the path that was found, as far as that was not done on the way."""
        return 0

    def decode(self) -> float:
        """Parse the encoded sentence and leave the tree in `head` and `label`; returns the score of the path."""
        return 0.0

    def read_tree(self, state: int) -> int:
        """Copy heads and labels of a final configuration to `head` and `label`; the tags are then in `chosen`."""
        if self.sites is not None:
            return self.sites.read(state, self.head, self.label)
        self.scorer.read_tags(self.c, state)
        for i in range(self.size):
            self.head[i] = -1
            self.label[i] = -1
        while state >= 0:
            base = state * RECORD
            dependent = self.c.record[base + ARC_DEPENDENT]
            if dependent > 0 and self.head[dependent - 1] < 0:
                head = self.c.record[base + ARC_HEAD]
                self.head[dependent - 1] = 0 if head == self.c.root else head
                self.label[dependent - 1] = self.c.record[base + ARC_LABEL]
            state = self.c.record[base + PREVIOUS]
        if self.system.rootless:
            for i in range(self.size):
                if self.head[i] < 0:
                    self.head[i], self.label[i] = 0, self.system.root_label
        return 0

    def parse(self, sentence: Sentence) -> tuple[list[int], list[int], float]:
        """Heads, label numbers and score of the best tree of a sentence."""
        self.encode(sentence)
        if self.size == 0:
            return [], [], 0.0
        self.wants_score = True
        try:
            with cython.nogil:
                score = self.find_tree()
        finally:
            self.wants_score = False
        entries = self.system.entries(self.size)
        return [self.head[i] for i in range(entries)], [self.label[i] for i in range(entries)], score * self.scorer.scale

    def best(self, sentence: Sentence, count: int) -> list[tuple[float, list[int], list[int]]]:
        """The best trees with their scores, best first."""
        heads, labels, score = self.parse(sentence)
        return [(score, heads, labels)]

