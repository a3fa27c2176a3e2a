"""Views: where the words are that templates name, in configurations that have no stack."""

from __future__ import annotations

from treewright.arrays import hash_array, int_array
from treewright.transitions.derivations import Derivations


class View:
    """Base of views: finds words and values in the configuration and at the site that are shown."""

    def __init__(self, positions: int, values: int) -> None:
        self.word, self.value, self.number = int_array(positions), hash_array(values), int_array(values, -1)

    def forget(self) -> int:
        """The words are others: what is remembered of configurations is not true of them."""
        return 0

    def locate(self, d: Derivations) -> int:
        """Write the words at all positions, and the values of all attributes."""
        return 0
