"""Credit: a strategy says which transitions were right and wrong, and a classifier decides what to do with that.

A perceptron changes its weights at once; a classifier in plain Python learns when the sentence is over; one that is fitted
once keeps every instance until the epoch is over.
"""

from __future__ import annotations

from treewright.transitions.derivations import Derivations


class Credit:
    """Base of all kinds of credit; a classifier makes the one that fits it (`credit`)."""

    def __init__(self) -> None:
        self.uniform = False  # whether an error is blamed on every class that beat the right one, in equal shares

    def look(self, c: Derivations) -> int:
        """What is given next is about this configuration."""
        return 0

    def give(self, c: Derivations, number: int, amount: float) -> int:
        """Praise a class (a positive amount) or blame it in the configuration that was looked at last."""
        return 0

    def pass_time(self, steps: float) -> int:
        """Say that training is so many steps further, for those that average over time."""
        return 0

    def close(self) -> int:
        """Say that one update is complete."""
        return 0

    def finish(self) -> None:
        """Say that the sentence is over."""

    def end_epoch(self) -> None:
        """Say that all sentences have been seen."""
