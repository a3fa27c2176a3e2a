"""Credit for a transition network: what each configuration is shown by, as numbers of places, and the credit of its classes.

What a strategy gives to a class is how much its score should rise, the negative gradient of a loss: so a network learns by
any strategy, from as many sentences at once as it likes.
"""

from __future__ import annotations

from typing import Any

import cython
import numpy

from treewright.arrays import float_array, grown, int_array
from treewright.classifiers.credit import Credit
from treewright.transitions.derivations import Derivations


class PlaceCredit(Credit):
    """Records until the network takes what was recorded (`taken`); a subclass looks, and leaves the places in `seen`."""

    def __init__(self, width: int, classes: int) -> None:
        """`width` is how many places there are."""
        super().__init__()
        self.width, self.classes = width, classes
        self.count, self.room, self.updates, self.fresh = 0, 0, 0, False
        self.seen, self.place, self.amount = int_array(width + 1), int_array(1), float_array(1)

    def give(self, c: Derivations, number: int, amount: float) -> int:
        """Record the configuration that was looked at, once, and add to the credit of a class."""
        if self.fresh:
            if self.count == self.room:
                with cython.gil:
                    self._make_room()
            for i in range(self.width):
                self.place[self.count * self.width + i] = self.seen[i]
            for i in range(self.classes):
                self.amount[self.count * self.classes + i] = 0.0
            self.count += 1
            self.fresh = False
        self.amount[(self.count - 1) * self.classes + number] += amount
        return 0

    def _make_room(self) -> int:
        room = 2 * self.room + 256
        self.place, self.amount = grown(self.place, room * self.width), grown(self.amount, room * self.classes)
        self.room = room
        return 0

    def close(self) -> int:
        """Count an update."""
        self.updates += 1
        return 0

    def taken(self) -> tuple[Any, Any]:
        """What has been recorded, a row of places and a row of credit for each configuration; it is forgotten here."""
        count, self.count, self.fresh = self.count, 0, False
        places = numpy.array(self.place[: count * self.width], numpy.int64).reshape(count, self.width)
        return places, numpy.array(self.amount[: count * self.classes], numpy.float32).reshape(count, self.classes)
