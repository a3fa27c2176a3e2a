"""Scores of a transition network: what it sees of a configuration are slots, words (or labels) at positions of it.

The first layer is linear in its slots, so its products with all words are computed once for a sentence, or for many at once
(`projected`). A step adds up one row for each slot, applies the activation, and multiplies with the output layer.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import float_array, hash_array, int_array, ints
from treewright.classifiers.scorer import Scorer
from treewright.features.extraction import Extraction
from treewright.networks.layers.lstm import WIDTHS
from treewright.networks.transition_based.slots import Slots
from treewright.transitions.derivations import Derivations
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are functions, see layers.h and lstm.h
    hidden_layer: Any = None
    output_layer: Any = None


class SlotScorer(Scorer):
    """Scores with a network, or with one that is learning: each has `encoded` sentences and a `head`."""

    def __init__(self, model: Any, extraction: Extraction, room: int = 0) -> None:
        super().__init__(extraction, model.classes, room)
        self.slots = Slots.of(extraction)
        self.slot_count, self.label_count = len(self.slots.words), len(self.slots.labels)
        self.label_slot = ints([*self.slots.labels, 0])
        self.row = hash_array(self.slot_count + self.label_count + 1)
        self.place = int_array(self.slot_count + self.label_count + 1)
        self.unit, self.active = float_array(1), int_array(1)
        self.lanes = WIDTHS[0]  # the widest vectors of this machine
        self.leader: Any = None  # the scorer of the first view, which takes the sentences for all
        self.use(model)

    def use(self, model: Any) -> None:
        """Score with another network of the same shape."""
        self.model = model
        self.starts: dict[int, int] = {}
        self.batch: Any = None
        self.states: Any = None

    def follow(self, first: Scorer) -> None:
        """Look at the words that the scorer of the first view takes: sentences are encoded once for all views."""
        self.leader = first

    def begin_batch(self, sentences: list[Sentence]) -> None:
        """Encode several sentences, which come next in any order."""
        if self.leader is None:
            self.starts, at = {}, 0
            for sentence in sentences:
                self.starts[id(sentence)] = at
                at += sentence.size
            self.states = (self.model.states(sentences), sentences)
            self._take(self.states)

    def tags(self, sentences: list[Sentence]) -> Any:
        """The tags of the words of sentences that are encoded, None if the network does not tag."""
        found = None if self.states is None else self.model.tags(self.states[0])
        if found is None:
            return None
        starts = [self.starts[id(sentence)] for sentence in sentences]
        own = [found[at : at + sentence.size] for at, sentence in zip(starts, sentences, strict=True)]
        return numpy.concatenate(own) if own else found[:0]

    def _take(self, states: Any) -> Any:
        """Take the products of the first layer with the words of encoded sentences."""
        self.states = states
        if not self.slots.words:  # a view of other systems
            return
        batch = self.batch = self.model.encoded(states[0], self.slots)
        head = batch.head
        self.projected, self.more, self.row_of = batch.projected, batch.more, batch.row_of
        self.hidden, self.activation = head.hidden, head.activation
        self.split = len(batch.projected) // (self.slot_count * self.hidden)
        self.by_label, self.bias, self.label_rows = head.by_label, head.bias, head.label_rows
        self.weights, self.output_bias, self.reach = head.weights, head.output_bias, len(head.output_bias)
        self.drops = batch.keep is not None
        self.keep = head.bias if batch.keep is None else batch.keep
        if len(self.unit) != self.hidden:
            self.unit, self.active = float_array(self.hidden), int_array(self.hidden + 1)

    def begin(self, sentence: Sentence) -> None:
        """Take a sentence of the batch, or one on its own."""
        Scorer.begin(self, sentence)
        if id(sentence) not in self.starts:
            self.begin_batch([sentence])
        self.start, self.size = self.starts[id(sentence)], sentence.size

    def make_room(self) -> int:
        """Take the sentence that the scorer of the first view has just taken."""
        Scorer.make_room(self)
        if self.leader is not None:
            self.start, self.size = self.leader.start, self.leader.size
            if self.states is not self.leader.states:
                with cython.gil:
                    self._take(self.leader.states)
        return 0

    def needs_python(self) -> bool:
        """Whether a sentence cannot be taken without Python: sentences are encoded with numpy."""
        return True

    def scores(self, c: Derivations) -> int:
        """Write the scores of all classes to `score`."""
        self.extraction.look(c)
        self.find_rows()
        if cython.compiled:
            hidden_layer(
                cython.cast("const float **", cython.address(self.row[0])), self.slot_count + self.label_count,
                cython.address(self.bias[0]), self.hidden, self.activation,
                cython.address(self.keep[0]) if self.drops else cython.NULL, cython.address(self.unit[0]),
            )  # fmt: skip
            output_layer(
                cython.address(self.unit[0]), self.hidden, cython.address(self.weights[0]),
                cython.address(self.output_bias[0]), self.reach, self.lanes, cython.address(self.active[0]),
                cython.address(self.score[0]),
            )  # fmt: skip
        else:
            self._scores_in_python()
        return 1

    @cython.final
    def find_rows(self) -> int:
        """Find the rows of all slots in the configuration that the extraction looked at last."""
        for i in range(self.slot_count):
            word = self.extraction.places[i].word
            if word < 0:
                word = self.split + 1
            elif word == 0 or word > self.size:
                word = self.split
            else:
                word = self.row_of[self.start + word - 1]
            self.place[i] = word
            if cython.compiled:
                if word < self.split:
                    row = cython.address(self.projected[(word * self.slot_count + i) * self.hidden])
                else:
                    row = cython.address(self.more[((word - self.split) * self.slot_count + i) * self.hidden])
                self.row[i] = cython.cast(cython.ulonglong, row)
        for i in range(self.label_count):
            label = self.extraction.places[self.label_slot[i]].label + 1
            if label < 0:
                label += self.label_rows
            if label < 0 or label >= self.label_rows:
                label = 0
            self.place[self.slot_count + i] = label
            if cython.compiled:
                self.row[self.slot_count + i] = cython.cast(
                    cython.ulonglong, cython.address(self.by_label[(label * self.label_count + i) * self.hidden])
                )
        return 0

    def _scores_in_python(self) -> None:
        """The same with numpy, for code that is not compiled."""
        from treewright.networks.transition_based.head import activated

        width, places = self.hidden, self.place
        rows = numpy.asarray(self.projected).reshape(-1, self.slot_count, width)
        more = numpy.asarray(self.more).reshape(-1, self.slot_count, width)
        total = numpy.array(self.bias)
        for i in range(self.slot_count):
            total += rows[places[i], i] if places[i] < self.split else more[places[i] - self.split, i]
        labels = numpy.asarray(self.by_label).reshape(-1, width if self.label_count else 1)
        for i in range(self.label_count):
            total += labels[places[self.slot_count + i] * self.label_count + i]
        unit = activated(total, self.activation) * (numpy.asarray(self.keep) if self.drops else 1.0)
        found = unit @ numpy.asarray(self.weights).reshape(width, -1) + numpy.asarray(self.output_bias)
        self.score[: self.reach] = found.tolist()
