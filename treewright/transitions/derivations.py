"""Derivations: which transitions led where, for every family of structures.

Each configuration that was reached is a *record*: the record before it, the transition that led from there, and what a kind of
configuration needs to restore its content.  So the items of a beam share their past, and going back costs nothing.
"""

from __future__ import annotations

import itertools
from typing import Any

import cython

from treewright.errors import SettingsError

if not cython.compiled:  # in C this is the enum of the .pxd
    PREVIOUS, KIND, ARC_LABEL, STEP, SITE, TOP = range(6)


OBJECTS = itertools.count()


def first_start() -> int:
    """The number before that of the first sentence of a new object: none has it that another object counts."""
    return next(OBJECTS) << 32


class Derivations:
    """Base of configurations: a cursor over records of one sentence."""

    record: Any
    width: int
    record_count: int
    state: int
    size: int
    site: int
    view: int

    def restore(self, state: int) -> int:
        """Go back to a committed configuration of the same sentence."""
        return state

    def no_record(self, state: int) -> int:
        """Refuse the number of a configuration that was never committed."""
        with cython.gil:
            last = self.record_count - 1
            raise SettingsError(f"c.restore: seen {state}, expected what c.snapshot() gave in this sentence, 0 to {last}")

    def snapshot(self) -> int:
        """The number to give to `restore` later."""
        return self.state

    def path(self) -> list[tuple[int, int]]:
        """The transitions (kind, label) that led here from the initial configuration."""
        steps: list[tuple[int, int]] = []
        state = self.state
        while state >= 0 and self.record[state * self.width + KIND] >= 0:
            steps.append((self.record[state * self.width + KIND], self.record[state * self.width + ARC_LABEL]))
            state = self.record[state * self.width + PREVIOUS]
        return steps[::-1]
