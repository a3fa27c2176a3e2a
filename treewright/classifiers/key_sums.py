"""Sums of weights of features that are given as lists of keys, for what is no configuration: arcs, for instance."""

from __future__ import annotations

from typing import Any

import cython

from treewright.arrays import float_array, hash_array, int_array
from treewright.classifiers.linear_scorer import LinearModel

if not cython.compiled:  # C functions, see lookup.h
    fetch_tags: Any = None
    score_lists: Any = None
    LISTS = 16


class KeySums:
    """Adds up the weights of a few lists of keys at once; each thread has its own, all share one table of weights."""

    out: Any  # in C, pointers to the sums of each list

    def __init__(self, model: LinearModel) -> None:
        self.room = 0
        self.stride = model.stride
        self.ends, self.sums = int_array(LISTS), float_array(LISTS * model.stride)
        self.found_key, self.found, self.row = hash_array(1), int_array(1), hash_array(1)
        self.use(model)

    def use(self, model: LinearModel) -> None:
        """Add up the weights of another table of the same shape."""
        self.model, self.scale = model, model.scale
        self.whole = bool(cython.compiled) and hasattr(model, "arrays")  # packed weights, which are only read

    def make_room(self, keys: int) -> int:
        """Room for so many keys."""
        if keys > self.room:
            with cython.gil:
                self.found_key, self.found, self.row = hash_array(2 * keys), int_array(2 * keys), hash_array(2 * keys)
                self.room = 2 * keys
        return 0

    def add_up(self, keys: Any, lists: int) -> int:
        """Add up the weights of some lists of keys, each of which ends at ends[list]."""
        if not cython.compiled:
            return self._add_up_in_python(keys, lists)
        count = self.ends[lists - 1]
        self.make_room(count + 1)
        view = cython.address(self.model.view)
        found = cython.cast("unsigned int *", cython.address(self.found[0]))
        for i in range(lists):
            self.out[i] = cython.address(self.sums[i * self.stride])
        fetch_tags(view, cython.address(keys[0]), 0, count, found)
        score_lists(
            view, cython.address(keys[0]), cython.address(self.ends[0]), lists, self.out, cython.address(self.found_key[0]),
            found, cython.cast("void **", cython.address(self.row[0])),
        )  # fmt: skip
        return 0

    def _add_up_in_python(self, keys: Any, lists: int) -> int:
        first = 0
        for i in range(lists):
            for number in range(self.stride):
                self.sums[i * self.stride + number] = 0.0
            for key in keys[first : self.ends[i]]:
                for number, weight in self.model.stored_row(key):
                    self.sums[i * self.stride + number] += weight
            first = self.ends[i]
        return 0

    def sum_of(self, place: int, number: int) -> float:
        """The sum of a list for one class."""
        at = place * self.stride + number
        if self.whole:
            return cython.cast("int *", cython.address(self.sums[0]))[at] * self.scale
        return self.sums[at] * self.scale
