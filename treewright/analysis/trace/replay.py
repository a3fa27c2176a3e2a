"""Walks along derivations once more, with an oracle and the scorer of a search beside it: what trace and blame see."""

from __future__ import annotations

from typing import Any

import cython

from treewright.oracles.oracle import Oracle
from treewright.search.beam import Beam
from treewright.search.search import Search
from treewright.search.site_search import SiteSearch
from treewright.transitions.configuration import Configuration
from treewright.transitions.set_configuration import SetConfiguration
from treewright.transitions.transition_system import TransitionSystem
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are the enums of the .pxd files
    from treewright.transitions.configuration import ARC_DEPENDENT, ARC_HEAD, ARC_LABEL, KIND, PREVIOUS, RECORD, SITE

Move = tuple[int, int, int]  # site, kind, label
NO_ARC = (-1, 0)
LABELS = 256  # whose transitions are remembered


class Replay:
    """A cursor on one derivation; without a search it knows no scores, without an oracle no costs."""

    def __init__(self, system: TransitionSystem, oracle: Oracle | None = None, search: Search | None = None) -> None:
        self.system, self.oracle, self.search = system, oracle, search
        self.sites: Any = system.sites() if search is None else search.sites
        if search is not None:
            self.d = search.d
        else:
            self.d = system.initial(1) if self.sites is None else self.sites.d
        self.c: Any = self.d if isinstance(self.d, Configuration) else None
        self.items: Any = self.d if isinstance(self.d, SetConfiguration) else None
        self.persistent = self.sites is None or type(self.sites).persistent
        self.kinds: list[str] = list(system.kinds)
        self.moves: list[Move | None] = [None] * (LABELS * len(self.kinds))
        self.labelled = 0
        for kind, name in enumerate(self.kinds):
            if name in system.labelled:
                self.labelled |= 1 << kind

    # What the search finds ------------------------------------------------------------------------------------------

    def find(self, sentence: Sentence) -> list[Move]:
        """The path that the search finds for a sentence."""
        self.search.encode(sentence)  # type: ignore[union-attr]
        if self.persistent:
            self.search.find_tree()  # type: ignore[union-attr]
            return self.path(self.final_state())
        return self.go_on_at_sites(cython.cast(SiteSearch, self.search), [])

    @property
    def mended(self) -> bool:
        """Whether the tree that the search found last was changed after the last transition, by facts."""
        return bool(self.search.mended)  # type: ignore[union-attr]

    def final_state(self) -> int:
        """The last configuration of what the search found."""
        return cython.cast(Beam, self.search).state[0] if isinstance(self.search, Beam) else self.d.state

    def path(self, state: int) -> list[Move]:
        """The transitions that led to a configuration."""
        moves: list[Move] = []
        while state >= 0 and self.d.record[state * self.d.width + KIND] >= 0:
            base = state * self.d.width
            moves.append(self.move(self.d.record[base + SITE], self.d.record[base + KIND], self.d.record[base + ARC_LABEL]))
            state = self.d.record[base + PREVIOUS]
        return moves[::-1]

    def move(self, site: int, kind: int, label: int) -> Move:
        """A transition; the same object each time where that is easy, for there are many."""
        if site != 0 or not 0 <= label < LABELS:
            return site, kind, label
        number = kind * LABELS + label
        if self.moves[number] is None:
            self.moves[number] = (site, kind, label)
        return self.moves[number]  # type: ignore[return-value]

    def go_on_at_sites(self, search: SiteSearch, prefix: list[Move]) -> list[Move]:
        """The same where derivations are not kept, after some transitions: search, and note what is done."""
        moves = list(prefix)
        search.begin()
        for site, kind, label in prefix:
            search.show(site)
            search.sites.advance(kind, label)  # type: ignore[union-attr]
        while not search.sites.is_over():  # type: ignore[union-attr]
            search.refresh()
            site = search.best_site()
            number = search.class_at[site]
            kind = search.kind_of[number]
            label = number - search.first[kind] if search.width[kind] > 1 else 0
            search.show(site)
            if search.label_first[kind] >= 0:
                search.score()
                label = search.best_label(kind)
            search.sites.advance(kind, label)  # type: ignore[union-attr]
            moves.append((site, kind, label))
        return moves

    # Step by step ---------------------------------------------------------------------------------------------------

    def begin(self, size: int) -> None:
        """Become the initial configuration of a sentence of this size, whose tree the oracle has and the search the words."""
        self.size = size
        if self.sites is None:
            self.c.start(size, self.system.root_first)
        else:
            self.sites.start(size)
        if self.oracle is not None:
            self.oracle.start()

    def is_over(self) -> bool:
        """Whether the derivation is complete."""
        return self.system.is_final(self.c) if self.sites is None else self.sites.is_over()

    def first_site(self) -> int:
        """The first site; a configuration without sites has site 0."""
        return 0 if self.sites is None else self.sites.first()

    def site_after(self, site: int) -> int:
        """The site after another one, -1 if there is none."""
        return -1 if self.sites is None else self.sites.after(site)

    def look(self, site: int) -> int:
        """Show a site; returns the kinds that are valid there, as bits."""
        if self.sites is None:
            return self.system.valid_kinds(self.c)
        self.sites.show(site)
        if self.search is not None and self.search.facts is not None:
            self.search.facts.forget()
        return self.sites.valid()

    def cost(self, valid: int) -> int:
        """Let the oracle find the costs at the site shown."""
        if self.sites is None:
            return self.oracle.costs(self.c, valid)  # type: ignore[union-attr]
        return self.oracle.costs_at(self.d, valid)  # type: ignore[union-attr]

    def choices(self) -> list[tuple[int, int, int, int, bool, bool]]:
        """Of each valid transition: site, kind, cost as the oracle gives it (-1: not known), the right label (-1: any),
        whether another label would be an error, and whether training avoids it."""
        found = []
        site = self.first_site()
        while site >= 0:
            valid = self.look(site)
            if self.oracle is not None and valid:
                self.cost(valid)
            for kind in range(self.system.kind_count):
                if valid >> kind & 1 and self.oracle is None:
                    found.append((site, kind, -1, -1, False, False))
                elif valid >> kind & 1:
                    cost, label = int(self.oracle.cost[kind]), int(self.oracle.label[kind])  # type: ignore[union-attr]
                    avoided = bool(self.oracle.avoided >> kind & 1)  # type: ignore[union-attr]
                    found.append((site, kind, cost, label, self.label_counts(kind), avoided))
            site = self.site_after(site)
        return found

    def label_counts(self, kind: int) -> bool:
        """Whether a transition of this kind makes something that is right if its label is: a gold arc, a gold constituent."""
        if self.oracle.label[kind] < 0:  # type: ignore[union-attr]
            return False
        if self.items is not None:
            return True
        if not self.labelled >> kind & 1:  # it chooses a tag
            return True
        head, dependent = self.arc(kind)
        return dependent > 0 and self.oracle.gold[dependent] == head  # type: ignore[union-attr]

    def arc(self, kind: int) -> tuple[int, int]:
        """Head and dependent of the arc that a transition of this kind makes at the site shown, (-1, 0) if it makes none."""
        if self.sites is not None:
            if self.kinds[kind] == "left-arc":
                return self.c.next(), self.c.top()
            if self.kinds[kind] == "right-arc":
                return self.c.top(), self.c.next()
            return NO_ARC
        state = self.c.state
        self.system.apply(self.c, kind, 0)
        head, dependent = self.c.arc_head, self.c.arc_dependent
        self.c.restore(state)
        if dependent > 0:
            return head, dependent
        return NO_ARC

    def pending(self) -> list[int]:
        """The tokens of a list with gaps, from left to right."""
        tokens: list[int] = []
        site = self.sites.first()
        while site >= 0:
            self.sites.show(site)
            tokens.append(site)
            site = self.sites.after(site)
        return [*tokens, self.c.next()] if tokens else [self.c.root]

    def scores(self, site: int) -> list[tuple[int, int, float]]:
        """Kind, label and score of each transition that the search may take at a site."""
        found: list[tuple[int, int, float]] = []
        valid = self.look(site)
        search = self.search
        if not valid or search is None:
            return found
        if search.facts is not None:
            search.facts.forget()
        search.score()
        row = search.mask_for(valid)
        for number in range(search.scorer.width):
            if search.mask[row + number] != 0.0 or not search.fits(number):
                continue
            kind = search.kind_of[number]
            label = number - search.first[kind]
            if search.label_first[kind] >= 0:
                label = search.best_label(kind)
            found.append((kind, label, search.scorer.score[number] * search.scorer.scale))
        return found

    def advance(self, site: int, kind: int, label: int) -> tuple[int, int]:
        """Make a transition; returns head and dependent of the arc it made, (-1, 0) if it made none."""
        if self.sites is None:
            self.system.advance(self.c, kind, label)
            base = self.c.state * RECORD
            dependent = self.c.record[base + ARC_DEPENDENT]
            if dependent > 0:
                return self.c.record[base + ARC_HEAD], dependent
            return NO_ARC
        self.sites.show(site)
        made = self.arc(kind) if self.items is None else NO_ARC
        if self.oracle is not None:
            self.oracle.follow(self.d, kind)
        self.sites.advance(kind, label)
        return made
