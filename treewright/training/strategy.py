"""Training strategies: from which configurations to learn, and where to go on.

All are one scheme (Aufrant and Wisniewski 2018, algorithms 2 and 3): start a beam in a configuration, extend it until an
error is seen, choose a positive and a negative configuration, update, choose where to start again.  What a strategy
chooses is told by its settings, so a strategy of your own is a subclass with other defaults, or with other answers from
`exploration_rate` and `choose_start`.
"""

from __future__ import annotations

from numbers import Real
from typing import Any

import cython

from treewright.classifiers.credit import Credit
from treewright.errors import SettingsError
from treewright.features.hash_functions import mix
from treewright.oracles.oracle import Oracle
from treewright.search.beam import Beam
from treewright.search.search import Search
from treewright.training.beam_items import BeamItems
from treewright.training.path_credit import PathCredit
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from treewright.transitions.configuration import ARC_DEPENDENT
    from treewright.transitions.derivations import KIND, PREVIOUS

UPDATES = ("early", "max-violation", "full")
RESTARTS = ("none", "positive", "negative")
POSITIVES = ("score", "prefix", "all")
EXPLORATIONS = ("never", "always", "after-first", "sampled")
AVERAGINGS = ("sentence", "transition")
LOSSES = ("perceptron", "likelihood")


class TrainingStrategy:
    """Base of all training strategies."""

    by_decision = False  # whether it corrects single decisions of greedy search, or compares the paths of a beam
    update = "early"  # when to update: at the first error, at the largest violation, or at the end
    restart = "none"  # after an update: leave the sentence, or start again from the positive or negative configuration
    positive = "score"  # of the correct configurations: the best, the one closest to the negative, the best of all references
    exploration = "never"
    exploration_rate_after = 0.9
    exploration_start = 1
    margin = 0.0
    reinitialise = 0
    averaging = "sentence"  # what the average is over: sentences, or transitions of the path that training follows

    def __init__(
        self,
        *,
        restart: str | None = None,
        positive: str | None = None,
        exploration: str | None = None,
        exploration_rate: float | None = None,
        exploration_start: int | None = None,
        margin: float | None = None,
        reinitialise: int | None = None,
        loss: str | None = None,
        averaging: str | None = None,
    ) -> None:
        cls = type(self)
        self.update_name = _one_of("update", cls.update, UPDATES)
        self.restart_name = _one_of("restart", cls.restart if restart is None else restart, RESTARTS)
        self.positive_name = _one_of("positive", cls.positive if positive is None else positive, POSITIVES)
        self.exploration_name = _one_of("exploration", cls.exploration if exploration is None else exploration, EXPLORATIONS)
        self.rate = cls.exploration_rate_after if exploration_rate is None else exploration_rate
        self.start_epoch = cls.exploration_start if exploration_start is None else exploration_start
        self.bonus = cls.margin if margin is None else margin
        self.limit = cls.reinitialise if reinitialise is None else reinitialise
        self.loss_name = _one_of("loss", "perceptron" if loss is None else loss, LOSSES)
        self.averaging_name = _one_of("averaging", cls.averaging if averaging is None else averaging, AVERAGINGS)
        self.by_sentence = self.averaging_name == "sentence"
        self.early, self.full = self.update_name == "early", self.update_name == "full"
        self.asks_python = cls.choose_start is not TrainingStrategy.choose_start
        self.restarts = self.restart_name != "none" or self.asks_python
        self.to_negative = self.restart_name == "negative"
        self.by_prefix, self.among_all = self.positive_name == "prefix", self.positive_name == "all"
        self.samples = self.exploration_name == "sampled" and not self.to_negative
        self.shares = self.loss_name == "likelihood"  # then all paths of a beam are compared with each other
        self.items = BeamItems()
        self.loss, self.penalties, self.decisions = 0.0, 0.0, 0
        self.callback: Any = None
        self.random = 1
        self.chance = 0.0

    # What a strategy of your own may answer -------------------------------------------------------------------------

    def exploration_rate(self, epoch: int, epochs: int) -> float:
        """The probability, in this epoch (from 1), of going on from the predicted configuration after an error."""
        if self.to_negative or self.exploration_name == "always":
            return 1.0
        if self.exploration_name == "never":
            return 0.0
        return self.rate if epoch > self.start_epoch else 0.0

    # The scheme -----------------------------------------------------------------------------------------------------

    def begin_epoch(self, epoch: int, epochs: int, seed: int) -> None:
        """Set the exploration rate and the source of chance of an epoch."""
        self.chance = checked_rate(self, self.exploration_rate(epoch, epochs))
        self.random = mix(seed * 1_000_003 + epoch) | 1  # the source of chance must not be zero
        self.loss, self.penalties, self.decisions = 0.0, 0.0, 0

    def end_epoch(self) -> None:
        """All sentences have been seen; a classifier that learns from all at once does it now."""
        self.credit.end_epoch()

    def attach(self, search: Search, oracle: Oracle, credit: Credit) -> None:
        """Take the other parts."""
        if not isinstance(search, Beam):
            raise SettingsError("training.strategy: this strategy needs a beam; use strategy local with a beam of 1")
        self.beam = search
        self.correct_beam = search.twin()
        self.oracle = oracle
        self.credit = credit
        self.paths = PathCredit(search, credit)

    def learn(self) -> int:
        """Learn from the sentence that search and oracle hold; returns the number of updates."""
        with cython.nogil:
            updates = self._learn()
        self.credit.finish()
        return updates

    def _learn(self) -> int:
        self.oracle.start()
        if self.by_sentence:
            self.credit.pass_time(1.0)
        updates = 0
        state = self.beam.start()
        while state >= 0:
            updates += self._unit(state)
            state = self._next_start()
        return updates

    def _unit(self, state: int) -> int:
        """Decode from one configuration, update at most once, and set `better`, `worse` and `finished`."""
        self.better = -1
        self.worse = -1
        self.finished = False
        self.violated = False
        self.beam.begin(state)
        self.correct_beam.begin(state)
        largest = 0.0
        steps = 0
        while True:
            if not self.beam.step(self.oracle, self.bonus, False):
                self.finished = not self.violated  # else the positive configuration may be far from its end
                if self.violated and self.full:
                    self._finish_positive()
                break
            steps += 1
            if not self.violated:
                if self.among_all:
                    self.correct_beam.step(self.oracle, 0.0, True)
                if not self.beam.any_correct:
                    self.violated = True
                    if not self.among_all:
                        self.correct_beam.take_correct(self.beam)
                    largest = self.beam.total[0] - self.correct_beam.total[0]
                    self._take_pair()
                    if self.early:
                        break
            else:
                self.correct_beam.step(self.oracle, 0.0, True)
                violation = self.beam.total[0] - self.correct_beam.total[0]
                if self.full or violation > largest:
                    largest = violation
                    self._take_pair()
            if self.limit and steps >= self.limit:
                break
        if not self.violated:
            self._settle()
        if not self.by_sentence and self.better >= 0:
            self.credit.pass_time(self.paths.step_of(self.better) - self.paths.step_of(state))
        changed = 0
        if self.shares:
            changed = self._learn_shares(state)
        elif self.worse >= 0 and self.better != self.worse:
            self.paths.give_pair(self.better, self.worse)
            changed = 1
        if self.beam.classes.second:
            changed |= self._learn_labels(state, self.better, self.beam.c)
        if changed:
            self.credit.close()
        if changed and self.callback is not None:
            with cython.gil:
                self.callback(self)
        return changed

    def _take_pair(self) -> int:
        """Take what is on top of both beams, or what is closest to it, as the negative and the positive configuration."""
        self.worse = self.beam.state[0]
        self.better = self._closest() if self.by_prefix else self.correct_beam.state[0]
        return self._note_items()

    def _note_items(self) -> int:
        """Remember what is in the beam at an update, and if paths share the credit, the correct ones beside it."""
        if self.samples or self.shares:
            self.items.note(self.beam)
        if self.shares and self.violated:
            self.items.add(self.correct_beam)
        return 0

    def _finish_positive(self) -> int:
        """Bring correct configurations to their ends: in some systems their paths are longer than wrong ones."""
        while self.correct_beam.step(self.oracle, 0.0, True):
            pass
        self.better = self._closest() if self.by_prefix else self.correct_beam.state[0]
        return self._note_items()

    def _settle(self) -> int:
        """No error was seen: the best correct item is the positive one, the top the negative one if it is another."""
        self._note_items()
        for i in range(self.beam.count):
            if self.beam.correct[i]:
                self.better = self.beam.state[i]
                if i > 0:
                    self.worse = self.beam.state[0]
                return 0
        return 0

    def _closest(self) -> int:
        """The correct configuration that shares the longest path with the negative one (the best of those)."""
        best = self.correct_beam.state[0]
        longest = -1
        for i in range(self.correct_beam.count):
            step = self.paths.step_of(self.paths.fork(self.correct_beam.state[i], self.worse))
            if step > longest:
                longest = step
                best = self.correct_beam.state[i]
        return best

    def _learn_shares(self, start: int) -> int:
        """Make the correct paths of the beam more probable; returns whether there was anything to learn."""
        loss = self.paths.give_shares(self.items, start)
        self.loss += loss
        self.decisions += 1
        return loss >= self.paths.certain

    def _learn_labels(self, start: int, state: int, c: Configuration) -> int:
        """Train the second classifier on the labels of the better path."""
        changed = 0
        while state >= 0 and state != start:
            kind = c.record[state * c.width + KIND]
            dependent = c.record[state * c.width + ARC_DEPENDENT]
            state = c.record[state * c.width + PREVIOUS]
            first = self.beam.label_first[kind]
            if first < 0 or dependent <= 0 or self.oracle.gold_label[dependent] < 0:
                continue
            gold = self.oracle.gold_label[dependent]
            c.restore(state)
            self.beam.score()
            if self.shares:
                changed |= self.paths.give_label_shares(first, self.beam.classes.label_count, gold) >= self.paths.certain
                continue
            predicted = self.beam.best_label(kind)
            if predicted != gold:
                changed = 1
                self.credit.look(c)
                self.credit.give(c, first + gold, 1.0)
                self.credit.give(c, first + predicted, -1.0)
        return changed

    def _next_start(self) -> int:
        """Where to start again, -1 to leave the sentence."""
        if self.finished or (self.violated and not self.restarts):
            return -1
        state = self.better
        if self.asks_python:
            with cython.gil:
                chosen = checked_start(self, self.choose_start("positive" if self.violated else "forced"))
                if chosen is None:
                    return -1
                state = self.worse if chosen == "negative" and self.worse >= 0 else self.better
        elif self.violated and self.chance > 0.0 and self.draw() < self.chance:
            state = self.items.sample(self.draw()) if self.samples else self.worse
        if state < 0:
            return -1
        self.beam.d.restore(state)
        return -1 if self.beam.is_over() else state

    def choose_start(self, reason: str) -> str | None:
        """Where to go on after an error: "positive", "negative", or None to leave the sentence (override to decide)."""
        return "positive"

    def draw(self) -> float:
        """A random number from 0 to 1 (xorshift: the same on every machine)."""
        self.random ^= self.random << 13
        if not cython.compiled:
            self.random &= 0xFFFFFFFFFFFFFFFF
        self.random ^= self.random >> 7
        self.random ^= self.random << 17
        if not cython.compiled:
            self.random &= 0xFFFFFFFFFFFFFFFF
        return (self.random >> 11) / 9007199254740992.0


def checked_start(strategy: TrainingStrategy, chosen: Any) -> Any:
    """What `choose_start` of a strategy of the user's own answered."""
    if chosen is not None and chosen not in ("positive", "negative"):
        name = f"{type(strategy).__name__}.choose_start"
        raise SettingsError(f"{name}: seen {chosen!r:.40}, expected 'positive', 'negative' or None")
    return chosen


def checked_rate(strategy: TrainingStrategy, rate: Any) -> float:
    """What its `exploration_rate` answered."""
    if not isinstance(rate, Real) or not 0 <= float(rate) <= 1:
        name = f"{type(strategy).__name__}.exploration_rate"
        raise SettingsError(f"{name}: seen {rate!r:.40}, expected a probability from 0 to 1")
    return float(rate)


def _one_of(name: str, value: str, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise SettingsError(f"training.{name}: {value!r} is not known; choose one of {', '.join(choices)}")
    return value
