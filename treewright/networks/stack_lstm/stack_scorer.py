"""Scores of a stack-LSTM: the states that show a configuration, a hidden layer, and a score for each class."""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import aligned, float_array, int_array
from treewright.classifiers.scorer import Scorer
from treewright.errors import SettingsError
from treewright.features.extraction import Extraction
from treewright.networks.layers.lstm import WIDTHS
from treewright.networks.stack_lstm.stack_states import StackStates
from treewright.networks.transition_based.head import activated
from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are functions, see layers.h
    hidden_layer: Any = None
    output_layer: Any = None


class StackScorer(Scorer):
    """Scores with a stack-LSTM, or with one that is learning: each has `encoded` sentences."""

    def __init__(self, model: Any, extraction: Extraction, room: int = 0) -> None:
        super().__init__(extraction, model.classes, room)
        self.states = StackStates(bool(model.learns))
        self.checked, self.hidden, self.lanes = -1, 0, WIDTHS[0]
        self.use(model)

    def use(self, model: Any) -> None:
        """Score with another network of the same shape."""
        self.model = model
        self.starts: dict[int, int] = {}
        self.sentences: list[Sentence] = []

    def hide_root(self, hidden: bool) -> None:
        """Whether a ROOT behind the last word is to be seen."""
        Scorer.hide_root(self, hidden)
        self.states.root_hidden = hidden

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode several sentences, which come next in any order."""
        self.sentences, self.starts, words = sentences, {}, 0
        for sentence in sentences:
            self.starts[id(sentence)] = words
            words += sentence.size
        batch = self.model.encoded(sentences)
        self.states.take(batch, words)
        head = batch.weights.head
        self.stack, self.buffer, self.aside, self.history = batch.weights.tops
        if head.hidden != self.hidden:
            self.total = aligned(batch.weights.room, numpy.float32)
            self.unit, self.active = float_array(head.hidden), int_array(head.hidden + 1)
        self.row, self.hidden, self.activation = batch.weights.stack.row, head.hidden, head.activation
        self.bias, self.weights, self.output_bias = head.bias, head.weights, head.output_bias
        self.reach = len(head.output_bias)
        self.drops = batch.keep is not None
        self.keep = self.total if batch.keep is None else batch.keep

    def begin(self, sentence: Sentence) -> None:
        """Take a sentence of the batch, or one on its own."""
        Scorer.begin(self, sentence)
        if id(sentence) not in self.starts:
            self.begin_batch([sentence])
        self.states.begin(self.starts[id(sentence)], sentence.size)

    def needs_python(self) -> bool:
        """Whether a sentence cannot be taken without Python: sentences are encoded with numpy."""
        return True

    def find(self, c: Any) -> int:
        """Find the states that show a configuration."""
        if c.starts != self.checked:
            with cython.gil:
                self._check(c)
        return self.states.find(cython.cast(Configuration, c))

    def _check(self, c: Any) -> int:
        if not isinstance(c, Configuration):
            raise SettingsError("classifier.name: seen stack-lstm, expected another one: this system has no stack")
        self.checked = c.starts
        return 0

    def scores(self, c: Derivations) -> int:
        """Write the scores of all classes to `score`."""
        self.find(c)
        for i in range(len(self.total)):
            self.total[i] = 0.0
        self._add(self.stack, 0)
        self._add(self.buffer, 1)
        self._add(self.aside, 2)
        self._add(self.history, 3)
        if cython.compiled:
            row = cython.address(self.total[0])
            hidden_layer(
                cython.address(row), 1, cython.address(self.bias[0]), self.hidden, self.activation,
                cython.address(self.keep[0]) if self.drops else cython.NULL, cython.address(self.unit[0]),
            )  # fmt: skip
            output_layer(
                cython.address(self.unit[0]), self.hidden, cython.address(self.weights[0]),
                cython.address(self.output_bias[0]), self.reach, self.lanes, cython.address(self.active[0]),
                cython.address(self.score[0]),
            )  # fmt: skip
        else:
            unit = activated(self.total[: self.hidden] + self.bias, self.activation) * (self.keep if self.drops else 1.0)
            self.score[: self.reach] = (unit @ self.weights.reshape(self.hidden, -1) + self.output_bias).tolist()
        return 1

    def _add(self, product: Any, place: int) -> int:
        """Add what a state is to the hidden layer; what is empty adds nothing."""
        if self.states.place[place]:
            product.add(self.states.state, self.states.place[place] * self.row, self.total)
        return 0
