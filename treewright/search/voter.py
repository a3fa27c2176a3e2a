"""One parser among several that vote in one search; VotingBeam says how the votes are counted.

Voters are a chain (`following`), because a loop over a list of objects needs the GIL.  Each has its own features, weights and
labels, and its own scores of the paths in the beam.  Labels are numbered for all voters together; a voter that numbers them
otherwise follows every path in a configuration of its own, where its features find the labels they were trained with.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import double_array, float_array, int_array, ints
from treewright.classifiers.scorer import Scorer
from treewright.search.candidates import Candidates
from treewright.search.fact_filter import FactFilter
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.configuration import Configuration
from treewright.transitions.transition_system import TransitionSystem
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are functions of its library
    from math import exp, log
    from math import inf as INFINITY


class Ballot:
    """The transitions that got points, in the order in which they were named first."""

    def __init__(self, room: int) -> None:
        self.count = 0
        self.points = double_array(room)
        self.item, self.kind, self.label = int_array(room), int_array(room), int_array(room)

    def add(self, points: float, item: int, kind: int, label: int) -> int:
        """Give points to a transition from an item of the beam."""
        at = 0
        while at < self.count:
            if self.item[at] == item and self.kind[at] == kind and self.label[at] == label:
                self.points[at] += points
                return 0
            at += 1
        self.points[at] = points
        self.item[at] = item
        self.kind[at] = kind
        self.label[at] = label
        self.count = at + 1
        return 0


class Voter:
    """Ranks the transitions from all items of a beam by what one parser thinks of the paths they end."""

    def __init__(
        self,
        scorer: Scorer,
        classes: TransitionClasses,
        weight: float,
        size: int,
        *,
        labelled: list[bool],
        to_all: list[int],
        all_labels: int,
        facts: FactFilter | None = None,
        fold: bool = False,
        apart: bool = False,
        probable: bool = False,
        following: Voter | None = None,
    ) -> None:
        """`labelled` says which kinds have labels, `to_all` what number each own label has among those of all voters.

        `fold` says that sets of labels have bits of their own, `apart` that this is otherwise in the search, `probable` that
        scores are probabilities of single decisions, once they are normalised.
        """
        self.scorer = scorer
        self.weight = weight
        self.probable = probable and size > 1  # of one path the order stays the same
        self.size = size
        self.facts: Any = facts  # of the parser's own training data
        self.following: Any = following
        self.candidates = Candidates(size)
        self.kind_count = len(labelled)
        self.first, self.width = classes.first, classes.width
        self.labelled = ints([int(flag) for flag in labelled])
        self.to_all = ints(to_all)
        self.to_own = int_array(max(1, all_labels), -1)
        for own, number in enumerate(to_all):
            self.to_own[number] = own
        self.apart = apart or any(own != number for own, number in enumerate(to_all)) or len(to_all) < all_labels
        self.stride = self.scorer.width
        self.scores = float_array(size * self.stride)
        self.total, self.next_total = double_array(size), double_array(size)
        self.c = Configuration(1, True)
        if fold and facts is not None:
            self.c.fold(facts.bit)

    def share(self, c: Configuration) -> None:
        """Look at the configurations of the search, unless the labels there have other numbers."""
        if not self.apart:
            self.c = c
        if self.following is not None:
            self.following.share(c)

    # A sentence -----------------------------------------------------------------------------------------------------

    def needs_python(self) -> bool:
        """Whether one of the voters cannot encode a sentence without Python."""
        if self.scorer.needs_python():
            return True
        return self.following is not None and self.following.needs_python()

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """These sentences come next."""
        self.scorer.begin_batch(sentences)
        if self.following is not None:
            self.following.begin_batch(sentences)

    def encode(self, sentence: Sentence) -> None:
        """Take a sentence."""
        self.scorer.begin(sentence)
        if self.facts is not None:
            self.facts.take(sentence.source, sentence.cuts, sentence.size)
        if self.following is not None:
            self.following.encode(sentence)

    def tell(self, heads: Any) -> None:
        """Take the heads that constraints give, for templates that look at them."""
        self.scorer.tell(heads)
        if self.following is not None:
            self.following.tell(heads)

    def encode_text(self, text: Any, length: int, cuts: Any, size: int) -> int:
        """Take a sentence that needs nothing of Python."""
        self.scorer.begin_text(text, length, cuts, size)
        if self.facts is not None:
            self.facts.take(text, cuts, size)
        if self.following is not None:
            self.following.encode_text(text, length, cuts, size)
        return 0

    def start(self, size: int, root_first: bool) -> int:
        """Begin with the initial configuration."""
        self.total[0] = 0.0
        if self.apart:
            self.c.start(size, root_first)
        if self.following is not None:
            self.following.start(size, root_first)
        return 0

    # A step ---------------------------------------------------------------------------------------------------------

    def begin_step(self) -> int:
        """Forget the ranking of the step before."""
        self.candidates.count = 0
        if self.following is not None:
            self.following.begin_step()
        return 0

    def rank_final(self, item: int) -> int:
        """Rank an item that is parsed already."""
        self.candidates.offer(self.total[item], item, -1, -1, 0)
        if self.following is not None:
            self.following.rank_final(item)
        return 0

    def rank(self, item: int, state: int, valid: int) -> int:
        """Rank the transitions of the valid kinds from an item, whose configuration is the search's current one."""
        if self.apart:
            self.c.restore(state)
        self.scorer.scores(self.c)
        row = item * self.stride
        for number in range(self.stride):
            self.scores[row + number] = self.scorer.score[number]
        if self.probable:
            self._normalise(row, valid)
        for kind in range(self.kind_count):
            if not valid >> kind & 1:
                continue
            for number in range(self.width[kind]):
                value = self.total[item] + self.scores[row + self.first[kind] + number]
                if self.candidates.count == self.size and value <= self.candidates.total[self.size - 1]:
                    continue
                if self._fits(kind, number):
                    self.candidates.offer(value, item, kind, self.to_all[number] if self.labelled[kind] else 0, 0)
        if self.following is not None:
            self.following.rank(item, state, valid)
        return 0

    def _normalise(self, row: int, valid: int) -> int:
        """Make logarithms of probabilities of the scores of an item: those of all valid transitions add up to 1."""
        most = -INFINITY
        for kind in range(self.kind_count):
            if valid >> kind & 1:
                for number in range(row + self.first[kind], row + self.first[kind] + self.width[kind]):
                    if self.scores[number] > most:
                        most = self.scores[number]
        whole = 0.0
        for kind in range(self.kind_count):
            if valid >> kind & 1:
                for number in range(row + self.first[kind], row + self.first[kind] + self.width[kind]):
                    whole += exp(self.scores[number] - most)
        change = most + log(whole)
        for number in range(row, row + self.stride):
            self.scores[number] -= change
        return 0

    def _fits(self, kind: int, label: int) -> bool:
        """Whether the facts of the training data allow a transition in the current configuration."""
        if self.facts is None or not self.labelled[kind]:
            return True
        return self.facts.allows(self.c, kind, label)

    def vote(self, ballot: Ballot) -> int:
        """Give points: for the best transition as many as the beam has places, for each one after it one less."""
        if self.weight > 0.0:
            for j in range(self.candidates.count):
                ballot.add(
                    self.weight * (self.size - j), self.candidates.origin[j], self.candidates.kind[j], self.candidates.label[j]
                )
        if self.following is not None:
            self.following.vote(ballot)
        return 0

    def score_of(self, item: int, kind: int, label: int) -> float:
        """The score of the path that a transition ends; a label the parser does not know counts as the best one it knows."""
        if kind < 0:
            return self.total[item]
        at = item * self.stride + self.first[kind]
        own = self.to_own[label] if self.labelled[kind] else 0
        if own < 0:
            own = 0
            for number in range(1, self.width[kind]):
                if self.scores[at + number] > self.scores[at + own]:
                    own = number
        return self.total[item] + self.scores[at + own]

    def follow(self, system: TransitionSystem, kept: Candidates, items: Any) -> int:
        """Go where the vote went."""
        for j in range(kept.count):
            self.next_total[j] = self.score_of(items[j], kept.kind[j], kept.label[j])
        for j in range(kept.count):
            self.total[j] = self.next_total[j]
            if self.apart and kept.kind[j] >= 0:  # the same numbers of states come out, for the same is done
                self.c.restore(kept.origin[j])
                own = self.to_own[kept.label[j]] if self.labelled[kept.kind[j]] else 0
                system.advance(self.c, kept.kind[j], own)
        if self.following is not None:
            self.following.follow(system, kept, items)
        return 0
