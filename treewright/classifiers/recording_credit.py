"""Credit for classifiers that are fitted once: every instance is kept, and they are fitted when the epoch is over."""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import float_array, grown, hash_array, int_array
from treewright.classifiers.credit import Credit
from treewright.features.extraction import Extraction
from treewright.transitions.derivations import Derivations


class RecordingCredit(Credit):
    """Keeps what a learner looks at in each configuration, and the class that is right there."""

    def __init__(self, learner: Any, extraction: Extraction) -> None:
        super().__init__()
        self.learner, self.extraction = learner, extraction
        self.by_atoms = learner.looks_at == "atoms"
        self.room, self.key_room, self.count, self.key_count, self.seen = 0, 0, 0, 0, 0
        self.key, self.value = hash_array(1), float_array(1)
        self.length, self.number = int_array(1), int_array(1)

    def look(self, c: Derivations) -> int:
        """Find the atoms or the features of a configuration."""
        self.seen = self.extraction.extract(c)
        if self.by_atoms:
            self.seen = self.extraction.atom_count
        return 0

    def give(self, c: Derivations, number: int, amount: float) -> int:
        """Keep an instance, whatever its amount."""
        if self.count >= self.room or self.key_count + self.seen > self.key_room:
            with cython.gil:
                self._make_room(self.seen)
        for i in range(self.seen):
            key = self.extraction.atom[i] if self.by_atoms else self.extraction.key[i]
            self.key[self.key_count + i] = key
            real = not self.by_atoms and i >= self.extraction.binary
            self.value[self.key_count + i] = self.extraction.real_value[i] if real else 1.0
        self.key_count += self.seen
        self.length[self.count] = self.seen
        self.number[self.count] = number
        self.count += 1
        return 0

    def _make_room(self, count: int) -> int:
        room, keys = 2 * self.room + 64, 2 * self.key_room + count + 1024
        self.key, self.value = grown(self.key, keys), grown(self.value, keys)
        self.length, self.number = grown(self.length, room), grown(self.number, room)
        self.room, self.key_room = room, keys
        return 0

    def finish(self) -> None:
        """Show the instances of a sentence to the learner."""
        keys, values = numpy.array(self.key[: self.key_count], "u8"), numpy.array(self.value[: self.key_count], "f4")
        lengths, numbers = numpy.array(self.length[: self.count], "i8"), numpy.array(self.number[: self.count], "i8")
        self.count, self.key_count = 0, 0
        self.learner.take(keys, values, lengths, numbers)

    def end_epoch(self) -> None:
        """Fit the learner to all that was shown to it."""
        self.learner.fit()
