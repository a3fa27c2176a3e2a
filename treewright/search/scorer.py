"""Scores of all classes in a configuration; each thread has its own scorer, all share one table of weights.

What a group of templates amounts to is remembered under the signature of its atoms: the items of a beam, and the steps of
a greedy parser, share most of what they look at.  Sums of weights are exact (whole numbers), so remembering changes nothing.
Remembered instances are asked by a search of their own.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, hash_array, int_array
from treewright.classifiers.neighbour_table import NeighbourSearch, NeighbourTable
from treewright.classifiers.packed_weights import PackedWeights
from treewright.classifiers.weight_table import WeightTable
from treewright.features.extraction import Extraction
from treewright.transitions.configuration import Configuration

if not cython.compiled:  # C functions, see lookup.h
    from treewright.features.groups import GROUPS, REST

    fetch_scores: Any = None
    fetch_tags: Any = None
    score_lists: Any = None
    score_real: Any = None
    total_of: Any = None

PLACES, WIDE, FEW_PLACES = 1024, 256, 128  # sums that are remembered of each group; of more classes than WIDE, few


class Scorer:
    """Adds up the weights of a configuration's features."""

    vectors: Any  # in C, pointers to the sums of each group
    missing: Any  # and to those that have to be computed

    def __init__(self, table: WeightTable | PackedWeights | NeighbourTable, width: int = 0) -> None:
        """`width` is the room for scores, if there are to be more than the table has classes."""
        self.salt, self.odd = 0, 0x9E3779B97F4A7C15
        self.use(table)
        self.width = max(width, self.stride)
        self.score = float_array(self.width)
        places = PLACES if self.stride <= WIDE else FEW_PLACES
        self.shift = 65 - places.bit_length()  # the highest bits of a signature are its place
        self.memory = float_array((REST * places + 1) * self.stride)
        self.signature = hash_array(REST * places)
        self.active_in = int_array(REST * places)
        self.end = int_array(GROUPS)
        self.room = 0

    def use(self, table: WeightTable | PackedWeights | NeighbourTable) -> None:
        """Score with another table of the same shape."""
        self.learning: Any = table if isinstance(table, WeightTable) else None
        self.packed: Any = table if isinstance(table, PackedWeights) else None
        self.neighbours: Any = NeighbourSearch(table) if isinstance(table, NeighbourTable) else None
        self.stride = table.stride
        self.scale = 1.0 if self.packed is None else self.packed.scale  # scores times this are sums of weights
        self.salt += 1  # forget everything

    def _make_room(self, room: int) -> int:
        self.found_key, self.found, self.row, self.room = hash_array(room), int_array(room), hash_array(room), room
        return 0

    def scores(self, features: Extraction) -> int:
        """Write the scores of all classes to `score`; returns how many features are active."""
        if self.neighbours is not None:
            return self.neighbours.scores(features.atom, self.score)
        if not cython.compiled:
            return self._scores_in_python(features)
        if features.key_room > self.room:
            with cython.gil:
                self._make_room(features.key_room)
        view = self._view()
        salt = self.salt if self.learning is None else self.salt + self.learning.version * self.odd
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

    def _view(self) -> Any:
        """The table as C sees it."""
        if self.learning is None:
            return cython.address(self.packed.view)
        return cython.address(self.learning.view)

    def _scores_in_python(self, features: Extraction) -> int:
        count = 0
        for group in range(GROUPS):
            count = features.keys_of_group(group, count)
        binary = count
        count = features.real_keys(count)
        for number in range(self.stride):
            self.score[number] = 0.0
        for i in range(count):
            for number, weight in self._row(features.key[i]):
                self.score[number] += weight * (1.0 if i < binary else features.real_value[i])
        return count

    def _row(self, key: int) -> list[tuple[int, float]]:
        if self.packed is not None:
            return self.packed.rounded_row(key)  # type: ignore[no-any-return]
        return [(number, pair[0]) for number, pair in self.learning.pairs.get(key, {}).items()]


def scores_of(scorer: Scorer, extraction: Extraction, c: Configuration) -> list[float]:
    """The scores of all classes in a configuration as a list, for people and tests."""
    extraction.look(c)
    scorer.scores(extraction)
    return [float(scorer.score[i]) for i in range(scorer.stride)]
