"""Beam search: the k best paths side by side, in parsing and in training.

Training needs to know which items of the beam are still *correct*: reached from the configuration the beam began with by
minimum-cost transitions only (the global dynamic oracle of Aufrant et al. 2017).  `step` keeps track of that, and of the
best correct successors, whether they stayed in the beam or not.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import as_float, double_array, int_array
from treewright.classifiers.scorer import Scorer
from treewright.errors import SettingsError
from treewright.search.candidates import Candidates
from treewright.search.search import Search
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.transition_system import TransitionSystem
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are names of the .pxd files
    from math import inf as INFINITY

    from treewright.oracles.oracle import NEVER, TIE

    find_above: Any = None


class Beam(Search):
    """The k best paths side by side; k = 0 keeps them all."""

    sized = True
    gives_several = True
    votes = True

    def __init__(self, system: TransitionSystem, scorer: Scorer, classes: TransitionClasses, size: int = 8) -> None:
        super().__init__(system, scorer, classes)
        if self.sites is not None and not type(self.sites).persistent:
            name = type(system).__name__
            raise SettingsError(f"search.beam: {name} has no beam, because its steps cannot be undone; set it to 1")
        if self.sites is not None and classes.second:
            raise SettingsError(f"classifier.labels: {type(system).__name__} labels by transitions; set it to joint")
        self.beam = size
        self.by_words = type(system).by_words and (not system.tied or classes.reduce >= 0)  # models of before did not wait
        self.candidates, self.correct_candidates = Candidates(size), Candidates(size)
        self.room = 0
        self.state, self.correct = int_array(1), int_array(1)
        self.total = double_array(1)
        self.above = int_array(self.scorer.width)
        self._make_room(size if size else 64)

    def _make_room(self, room: int) -> int:
        self.state, self.correct, self.total, self.room = int_array(room), int_array(room), double_array(room), room
        return 0

    def begin(self, state: int) -> int:
        """Start from one committed configuration, which counts as correct."""
        self.count = 1
        self.state[0] = state
        self.total[0] = 0.0
        self.correct[0] = 1
        self.any_correct = True
        return 0

    def decode(self) -> float:
        """Parse the encoded sentence."""
        self.begin(self.start())
        while self.step(None, 0.0, False):
            pass
        self.read_tree(self.state[0])
        return self.total[0]

    def look_back(self) -> int:
        """Score the best path once more, and compare it with the others of the last beam."""
        self.margins.walk(self.state[0])  # type: ignore[union-attr]
        for i in range(1, self.count):
            behind = self.total[0] - self.total[i]
            self.margins.compare(self.state[0], self.state[i], behind, self.head, self.label)  # type: ignore[union-attr]
        return self.margins.close(self.total[0] - self.total[self.count - 1])  # type: ignore[union-attr]

    def best(self, sentence: Sentence, count: int) -> list[tuple[float, list[int], list[int]]]:
        """The best different trees of the last beam with their scores, best first."""
        heads, labels, score = self.parse(sentence)
        found: list[tuple[float, list[int], list[int]]] = []
        seen = set()
        if self.mended:  # then the beam has this tree only
            found.append((score, heads, labels))
            seen.add((tuple(heads), tuple(labels)))
            with cython.nogil:
                self.decode()
        for i in range(self.count if self.size else 0):
            self.read_tree(self.state[i])
            free = self.facts is not None and (self.filter is None or not self.filter.active)
            if found and free and self.facts.rules_out(self.head, self.label, self.size):  # type: ignore[union-attr]
                continue
            entries = self.system.entries(self.size)
            heads, labels = [self.head[j] for j in range(entries)], [self.label[j] for j in range(entries)]
            if (tuple(heads), tuple(labels)) not in seen and len(found) < count:  # several paths may build one tree
                seen.add((tuple(heads), tuple(labels)))
                found.append((self.total[i] * self.scorer.scale, heads, labels))
        return found or [(0.0, [], [])]

    # One step -----------------------------------------------------------------------------------------------------

    def step(self, oracle: Any, margin: float, only_correct: bool) -> bool:
        """Extend every item by its transitions and keep the best; returns False if all items were final already.

        Final items stay as they are, and so, if a system wants it (`by_words`), do those that are words ahead of others.
        With an oracle, transitions that are not correct get a bonus of `margin` per active feature, and the correct
        successors are kept in `correct_candidates`; `only_correct` leaves out all others.
        """
        self.candidates.count = 0
        self.correct_candidates.count = 0
        moved = False
        slowest = self.words_of_slowest() if self.by_words else 0
        for i in range(self.count):
            self.d.restore(self.state[i])
            if (self.by_words and self.c.words_in_buffer() < slowest) or self.is_over():
                self.candidates.offer(self.total[i], self.state[i], -1, -1, self.correct[i])
                if self.correct[i]:
                    self.correct_candidates.offer(self.total[i], self.state[i], -1, -1, 1)
                continue
            moved = True
            if self.sites is None:
                self._offer_transitions(i, oracle, margin, only_correct)
            else:
                self._offer_at_sites(i, oracle, margin, only_correct)
        if not moved:
            return False
        if only_correct:
            self.keep(self.correct_candidates)
        else:
            self.keep(self.candidates)
        return True

    def words_of_slowest(self) -> int:
        """How many words are left to the items that have read the fewest; the others wait for them."""
        most = 0
        for i in range(self.count):
            self.c.restore(self.state[i])
            most = max(most, self.c.words_in_buffer())
        return most

    def _offer_transitions(self, i: int, oracle: Any, margin: float, only_correct: bool) -> int:
        valid = self.valid_kinds()
        self.score()
        if oracle is None or not self.correct[i]:
            if not only_correct:
                self._offer_best(i, valid)
        else:
            oracle.costs(self.c, valid)
            self._offer_watched(i, valid, oracle, oracle.least_cost(valid), margin, only_correct)
        if self.classes.second:
            self._give_labels(self.candidates, self.state[i])
            self._give_labels(self.correct_candidates, self.state[i])
        return 0

    def _offer_at_sites(self, i: int, oracle: Any, margin: float, only_correct: bool) -> int:
        """The same where a configuration has several sites: what is least costly is known when all have been seen."""
        watched = oracle is not None and self.correct[i]
        least = NEVER
        site = self.sites.first() if watched else -1
        while site >= 0:
            self.sites.show(site)
            valid = self.sites.valid()
            oracle.costs_at(self.d, valid)
            least = min(least, oracle.least_cost(valid))
            site = self.sites.after(site)
        site = self.sites.first()
        if site < 0:
            self.dead_end()
        while site >= 0:
            self.sites.show(site)
            self.candidates.here, self.correct_candidates.here = site, site
            valid = self.sites.valid()
            if valid and watched:
                self.score()
                oracle.costs_at(self.d, valid)
                self._offer_watched(i, valid, oracle, least, margin, only_correct)
            elif valid and not only_correct:
                self.score()
                self._offer_best(i, valid)
            site = self.sites.after(site)
        return 0

    def _offer_best(self, i: int, valid: int) -> int:
        """Offer the transitions that are good enough for the beam as it is."""
        row = self.mask_for(valid)
        bound = -INFINITY
        if self.beam > 0 and self.candidates.count == self.beam:
            bound = self.candidates.total[self.beam - 1] - self.total[i]
            bound -= 1e-5 * abs(bound)  # what a float loses; `offer` looks exactly
        if not cython.compiled:
            scores = [self.scorer.score[number] + self.mask[row + number] for number in range(self.scorer.width)]
            self.above = [number for number, score in enumerate(scores) if score > bound]
            count = len(self.above)
        else:
            count = find_above(
                cython.address(self.scorer.score[0]), cython.address(self.mask[row]), self.scorer.width, bound,
                cython.address(self.above[0]),
            )  # fmt: skip
        asked = refused = bound_kinds = 0
        for j in range(count):
            number = self.above[j]
            kind = self.kind_of[number]
            if not asked >> kind & 1:
                asked |= 1 << kind
                if not self.confirms(kind):
                    refused |= 1 << kind
                elif self.bound_by_facts(kind):
                    self.facts.see(self.c, kind)  # type: ignore[union-attr]
                    bound_kinds |= 1 << kind
            if refused >> kind & 1:
                continue
            label = number - self.first[kind]
            if bound_kinds >> kind & 1 and (  # FactFilter.fits, without a call into another module
                self.facts.ruled_out[kind * self.facts.words + (label >> 6)] >> (label & 63) & 1  # type: ignore[union-attr]
            ):
                continue
            self.candidates.offer(self.total[i] + self.scorer.score[number], self.state[i], kind, label, 0)
        return 0

    def _offer_watched(self, i: int, valid: int, oracle: Any, least: int, margin: float, only_correct: bool) -> int:
        """Offer transitions from a correct configuration, whose costs are known: those that are not correct have a bonus."""
        total = self.total[i]
        state = self.state[i]
        bonus = margin * self.active + TIE
        if not cython.compiled:  # in C these are floats, whose sums are exact: paths that tie must tie here, too
            bonus = as_float(as_float(as_float(margin) * self.active) + TIE)
        last = self.beam - 1
        full = self.beam > 0 and self.candidates.count == self.beam  # then only what beats the last one is offered
        for kind in range(self.kind_count):
            if not valid >> kind & 1:
                continue
            cheap = oracle.cost[kind] == least and not oracle.avoided >> kind & 1
            first = self.first[kind]
            given = self.given_label(kind) if self.width[kind] > 1 else -1
            wanted = oracle.label[kind] if cheap and self.width[kind] > 1 and given < 0 else -1
            for number in range(self.width[kind]):
                if given >= 0 and given != number:
                    continue
                correct = cheap and (wanted < 0 or wanted == number)
                value = total + self.scorer.score[first + number]
                if correct:
                    self.correct_candidates.offer(value, state, kind, number, 1)
                else:
                    value += bonus
                if only_correct or (full and value <= self.candidates.total[last]):
                    continue
                if correct or self.fits(first + number):
                    self.candidates.offer(value, state, kind, number, correct)
                    full = self.beam > 0 and self.candidates.count == self.beam
        return 0

    def _give_labels(self, candidates: Candidates, state: int) -> int:
        """Let the second classifier label the transitions from this configuration."""
        for j in range(candidates.count):
            kind = candidates.kind[j]
            if candidates.origin[j] == state and kind >= 0 and self.label_first[kind] >= 0:
                candidates.label[j] = self.best_label(kind)
        return 0

    def keep(self, candidates: Candidates) -> int:
        """Apply the transitions that survived."""
        if candidates.count > self.room:
            with cython.gil:
                self._make_room(candidates.count * 2)
        self.count = candidates.count
        self.any_correct = False
        for j in range(self.count):
            self.state[j] = self.make(candidates.origin[j], candidates.site[j], candidates.kind[j], candidates.label[j])
            self.total[j] = candidates.total[j]
            self.correct[j] = candidates.correct[j]
            if self.correct[j]:
                self.any_correct = True
        return 0

    def make(self, state: int, site: int, kind: int, label: int) -> int:
        """The configuration that a transition leads to from a committed one (kind -1: itself)."""
        if kind < 0:
            return state
        self.d.restore(state)
        if self.sites is None:
            return self.system.advance(self.c, kind, label)
        self.sites.show(site)
        return self.sites.advance(kind, label)

    def take_correct(self, other: Beam) -> int:
        """Become the correct successors that another beam found in its last step."""
        return self.keep(other.correct_candidates)

    def twin(self) -> Beam:
        """Another beam over the same configurations and scores."""
        beam = Beam(self.system, self.scorer, self.classes, self.beam)
        beam.share(self)
        return beam
