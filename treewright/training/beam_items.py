"""The items of a beam as they were at an update: the beam may have gone on when they are asked for."""

from __future__ import annotations

import cython

from treewright.arrays import double_array, grown, int_array
from treewright.search.beam import Beam

if not cython.compiled:  # in C this comes from libc
    from math import exp


class BeamItems:
    """Configurations with their scores, best first, and whether they are correct."""

    def __init__(self) -> None:
        self.count, self.room, self.scale = 0, 1, 1.0
        self.state, self.correct, self.total = int_array(1), int_array(1), double_array(1)

    def note(self, beam: Beam) -> int:
        """Remember a beam as it is."""
        self.count, self.scale = 0, beam.active + 1.0
        return self.add(beam)

    def add(self, beam: Beam) -> int:
        """Remember the items of another beam, too."""
        if self.count + beam.count > self.room:
            with cython.gil:
                self._make_room(2 * (self.count + beam.count))
        for i in range(beam.count):
            self.state[self.count + i] = beam.state[i]
            self.total[self.count + i] = beam.total[i]
            self.correct[self.count + i] = beam.correct[i]
        self.count += beam.count
        return 0

    def _make_room(self, room: int) -> int:
        self.state, self.correct, self.total = grown(self.state, room), grown(self.correct, room), grown(self.total, room)
        self.room = room
        return 0

    def sample(self, drawn: float) -> int:
        """A configuration, with a probability that falls with its distance from the best score; `drawn` is from 0 to 1."""
        total = 0.0
        for i in range(self.count):
            total += exp((self.total[i] - self.total[0]) / self.scale)
        left = drawn * total
        for i in range(self.count):
            left -= exp((self.total[i] - self.total[0]) / self.scale)
            if left <= 0.0:
                return self.state[i]
        return self.state[0]
