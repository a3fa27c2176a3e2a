"""Scores that are sums of weights; each thread has its own scorer, all share one table of weights.

What a group of templates amounts to is remembered under the signature of its atoms: the items of a beam, and the steps of
a greedy parser, share most of what they look at.  Sums of weights are exact (whole numbers), so remembering changes nothing.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, hash_array, int_array
from treewright.classifiers.scorer import Scorer
from treewright.features.extraction import Extraction
from treewright.transitions.derivations import Derivations

if not cython.compiled:  # C functions, see lookup.h
    from treewright.features.groups import GROUPS, REST

    fetch_scores: Any = None
    fetch_tags: Any = None
    score_lists: Any = None
    score_real: Any = None
    total_of: Any = None

PLACES, WIDE, FEW_PLACES = 1024, 256, 128  # sums that are remembered of each group; of more classes than WIDE, few


class LinearModel:
    """Base of tables of weights, whether they are still learnt or only read: what a linear scorer knows of them."""

    view: Any  # the table as C sees it

    def __init__(self, classes: int) -> None:
        self.classes = classes
        self.stride = (classes + 15) // 16 * 16
        self.scale = 1.0  # scores times this are sums of weights
        self.version = 0

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer that adds up these weights."""
        return LinearScorer(self, extraction, room)

    def stored_row(self, key: int) -> list[tuple[int, float]]:
        """Classes of one feature with their weights as they are stored, for uncompiled code."""
        return []


class LinearScorer(Scorer):
    """Adds up the weights of a configuration's features."""

    vectors: Any  # in C, pointers to the sums of each group
    missing: Any  # and to those that have to be computed

    def __init__(self, model: LinearModel, extraction: Extraction, room: int = 0) -> None:
        super().__init__(extraction, model.classes, room)
        self.salt, self.odd = 0, 0x9E3779B97F4A7C15
        self.use(model)
        places = PLACES if self.stride <= WIDE else FEW_PLACES
        self.shift = 65 - places.bit_length()  # the highest bits of a signature are its place
        self.memory = float_array((REST * places + 1) * self.stride)
        self.signature = hash_array(REST * places)
        self.active_in = int_array(REST * places)
        self.end = int_array(GROUPS)
        self.room = 0

    def use(self, model: LinearModel) -> None:
        """Score with another table of the same shape."""
        self.model = model
        self.scale = model.scale
        self.salt += 1  # forget everything

    def _make_room(self, room: int) -> int:
        self.found_key, self.found, self.row, self.room = hash_array(room), int_array(room), hash_array(room), room
        return 0

    def scores(self, c: Derivations) -> int:
        """Write the scores of all classes to `score`; returns how many features are active."""
        self.extraction.look(c)
        return self._add_up(self.extraction)

    @cython.final
    def _add_up(self, features: Extraction) -> int:
        """Add up the weights of the configuration that the features look at."""
        if not cython.compiled:
            return self._add_up_in_python(features)
        if features.key_room > self.room:
            with cython.gil:
                self._make_room(features.key_room)
        view = cython.address(self.model.view)
        salt = self.salt + self.model.version * self.odd
        memory = cython.address(self.memory[0])
        keys = cython.address(features.key[0])
        found = cython.cast("unsigned int *", cython.address(self.found[0]))
        count = features.keys_of_group(REST, 0)  # first, for what they look up comes from far away
        fetch_tags(view, keys, 0, count, found)
        active = count
        self.end[0] = count
        self.vectors[REST] = memory + (REST << (64 - self.shift)) * self.stride
        self.missing[0] = self.vectors[REST]
        lists = 1
        features.sign()
        for group in range(REST):
            signature = features.signature[group] + salt
            place = (group << (64 - self.shift)) + (signature >> self.shift)
            self.vectors[group] = memory + place * self.stride
            if self.signature[place] != signature:
                self.signature[place] = signature
                start = count
                count = features.keys_of_group(group, count)
                fetch_tags(view, keys, start, count, found)
                self.active_in[place] = count - start
                self.end[lists] = count
                self.missing[lists] = self.vectors[group]
                lists += 1
            else:
                fetch_scores(self.vectors[group], self.stride)
            active += self.active_in[place]
        score_lists(
            view, keys, cython.address(self.end[0]), lists, self.missing, cython.address(self.found_key[0]), found,
            cython.cast("void **", cython.address(self.row[0])),
        )  # fmt: skip
        total_of(view, self.vectors, cython.address(self.score[0]))
        if features.real_count:
            start = count
            count = features.real_keys(count)
            for i in range(start, count):
                score_real(view, features.key[i], features.real_value[i], cython.address(self.score[0]))
            active += count - start
        return active

    def _add_up_in_python(self, features: Extraction) -> int:
        count = 0
        for group in range(GROUPS):
            count = features.keys_of_group(group, count)
        binary = count
        count = features.real_keys(count)
        for number in range(self.stride):
            self.score[number] = 0.0
        for i in range(count):
            for number, weight in self.model.stored_row(features.key[i]):
                self.score[number] += weight * (1.0 if i < binary else features.real_value[i])
        return count
