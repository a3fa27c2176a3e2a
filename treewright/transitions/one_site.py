"""A configuration with a stack as one site, so that what people call need not ask whether a system has several.

A search does ask, because a call for each step would cost more than a branch.
"""

from __future__ import annotations

import cython

from treewright.transitions.configuration import Configuration
from treewright.transitions.derivations import Derivations
from treewright.transitions.sites import Sites
from treewright.transitions.transition_system import TransitionSystem


class OneSite(Sites):
    """The only site of a configuration; all is as its system says."""

    persistent = True

    def __init__(self, system: TransitionSystem, d: Derivations) -> None:
        super().__init__(d)
        self.system, self.c = system, cython.cast(Configuration, d, typecheck=True)

    def is_over(self) -> bool:
        """Whether the sentence is parsed."""
        return self.system.is_final(self.c)

    def first(self) -> int:
        """The only site."""
        return 0

    def valid(self) -> int:
        """The kinds of transitions that are valid."""
        return self.system.valid_kinds(self.c)

    def advance(self, kind: int, label: int) -> int:
        """Make a transition."""
        return self.system.advance(self.c, kind, label)
