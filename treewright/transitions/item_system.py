"""What all systems of discontinuous constituents share: items, which are sets of tokens, and the labels of them.

    transition    condition                                           effect
    label X       after a structural transition that makes an item    C -> C + (X, f)
    no-label      the same, if f has not all tokens                   C -> C
    root          the same, if f has all tokens                       C -> C

f is the item that was made last, C the constituents.  The root of the treebank may have several children, and then no other
constituent has all tokens: root is no row of the papers.  Structural transitions are those of each system.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cython

from treewright.arrays import int_array
from treewright.errors import SettingsError
from treewright.transitions.derivations import Derivations
from treewright.transitions.set_configuration import SetConfiguration
from treewright.transitions.sites import Sites
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.set_configuration import NODE, ONE

    SHIFT, COMBINE, NO_LABEL, LABEL, ROOT = range(5)
    SHIFT_VIEW, COMBINE_VIEW, WORD_VIEW, LABEL_VIEW, STRUCTURE_VIEW = range(5)


class ItemSystem(TransitionSystem):
    """Base of systems that make constituents of items, with gaps or without."""

    labelled = ("label",)
    family = "constituents"
    views: Sequence[str] = ("structure", "word", "label")
    reaches = "discontinuous"
    many_sites = True

    def kinds_from(self, view: str) -> Sequence[str]:
        """An item gets its label from two views, all else is done from the others."""
        labels = ("no-label", "label", "root")
        return labels if view in ("word", "label") else [kind for kind in self.kinds if kind not in labels]

    def entries(self, size: int) -> int:
        """One for each token, and one for each constituent of several tokens that there may be."""
        return 2 * size - 1 if size > 0 else 0

    def initial(self, size: int) -> Any:
        """The initial configuration of a sentence of `size` tokens."""
        return SetConfiguration(size)

    def items(self, d: Derivations | None) -> SetConfiguration:
        """The derivations, which must be of items; new ones for None."""
        return SetConfiguration(1) if d is None else cython.cast(SetConfiguration, d, typecheck=True)


class ItemSites(Sites):
    """Base of where transitions of items are made: at one site, unless a system has more."""

    all_change = True
    persistent = True

    def __init__(self, c: SetConfiguration) -> None:
        self.c = c
        super().__init__(self.c)
        self.waiting = 0
        self.nodes = int_array(4 * c.size + 4)

    def start(self, size: int) -> int:
        """Begin a sentence."""
        if 4 * size + 4 > len(self.nodes):
            with cython.gil:
                self.nodes = int_array(8 * size + 8)
        self.waiting = 0
        return self.c.start(size)

    def is_over(self) -> bool:
        """The focus has all tokens, and has been labelled."""
        return self.c.is_whole() and not self.c.labelling

    def first(self) -> int:
        """The only site."""
        return 0

    def show(self, site: int) -> int:
        """Look at the item that merge would take, or at the focus that wants a label."""
        if not self.c.labelling:
            self.c.candidate, self.c.view = self.c.skipped + 1, STRUCTURE_VIEW
        else:
            self.c.candidate, self.c.view = 0, self.label_view()
        return 0

    def label_view(self) -> int:
        """The view of a focus that wants a label."""
        return LABEL_VIEW if self.c.node[self.c.top_node * NODE + ONE] else WORD_VIEW

    def label_kinds(self) -> int:
        """The conditions of the rows about labels."""
        return 1 << LABEL | (1 << ROOT if self.c.is_whole() else 1 << NO_LABEL)

    def take(self, given: Any) -> None:
        """Refuses what is given: only the set-based system keeps it."""
        if given is not None:
            raise SettingsError("constraints: given constituents are kept by system.name = set-based only")

    def commit(self, kind: int, label: int) -> int:
        """Record what a transition has done; returns the number of the configuration."""
        self.waiting = 0
        return self.c.commit(kind, label)

    def changed(self) -> int:
        """Every transition changes what all sites look like."""
        if self.waiting < 0:
            return -1
        site = self.first() if self.waiting == 0 else self.waiting
        self.waiting = self.after(site)
        return site

    def forget(self) -> int:
        """All sites have to be scored again."""
        self.waiting = 0
        return 0

    def read(self, state: int, heads: Any, labels: Any) -> int:
        """The constituents, as SetConfiguration.read writes them."""
        self.c.restore(state)
        return self.c.read(heads, labels, self.nodes)
