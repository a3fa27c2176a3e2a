"""Sites: the places of a configuration where a transition may be made, if there are several.

A stack-based system has one, the top of the stack.  A set-based one may combine its focus with each item of the set;
easy-first may make an arc between any two neighbours that are pending.  All sites are scored with the same weights, and the
best one is taken.  A search, the features, the oracle and credit look at the site that is *shown*.
"""

from __future__ import annotations

from typing import Any

from treewright.errors import SettingsError
from treewright.transitions.derivations import Derivations


class Sites:
    """Base of what a search asks a system that has several sites; each search has its own, with its own derivations."""

    all_change = False  # whether every transition changes what all sites look like
    persistent = False  # whether the derivations can be restored, as a beam needs it

    def __init__(self, d: Derivations) -> None:
        self.d = d

    def see(self, positions: Any) -> None:
        """Take the positions that templates look at, if they tell which sites have changed."""

    def start(self, size: int) -> int:
        """Begin a sentence; returns the number of its first configuration."""
        return 0

    def is_over(self) -> bool:
        """Whether the sentence is parsed."""
        return True

    def room(self, size: int) -> int:
        """More than any number of a site in a sentence of this size."""
        return 1

    def first(self) -> int:
        """The first site, -1 if there is none."""
        return -1

    def after(self, site: int) -> int:
        """The site after another one, -1 if that is the last."""
        return -1

    def show(self, site: int) -> int:
        """Make scorers, oracles and `advance` look at this site."""
        return 0

    def valid(self) -> int:
        """The kinds of transitions that are valid at the site shown, as bits."""
        return 0

    def advance(self, kind: int, label: int) -> int:
        """Make a transition at the site shown; returns the number of the configuration it leads to."""
        return 0

    def take(self, given: Any) -> None:
        """Take what is given for the next sentence, None if nothing is; `valid` then leaves out what would lose it."""
        if given is not None:
            raise SettingsError(f"constraints: {type(self).__name__} keeps none")

    def given_label(self) -> int:
        """The label that is given at the site shown, -1 if it is free."""
        return -1

    def changed(self) -> int:
        """A site that has to be scored again, -1 if there is no more: each is named once."""
        return -1

    def forget(self) -> int:
        """All sites have to be scored again."""
        return 0

    def read(self, state: int, heads: Any, labels: Any) -> int:
        """Write the structure that a final configuration has found."""
        return 0
