"""What a search would do from other configurations: after corrected transitions, and along gold paths."""

from __future__ import annotations

import cython

from treewright.analysis.trace.replay import Move, Replay
from treewright.arrays import int_array
from treewright.features.extraction import Extraction
from treewright.oracles.oracle import Oracle
from treewright.search.beam import Beam
from treewright.search.greedy import Greedy
from treewright.search.search import Search
from treewright.search.site_search import SiteSearch
from treewright.transitions.transition_system import TransitionSystem

MODEL, SEARCH, FACTS = "model", "search", "facts"  # what a beam lost the gold tree by


class Resumption(Replay):
    """Lets a search go on from where it is put; its oracle has the gold tree."""

    def __init__(self, system: TransitionSystem, oracle: Oracle, search: Search) -> None:
        super().__init__(system, oracle, search)
        self.judging = oracle

    def go_on(self, prefix: list[Move]) -> list[Move]:
        """The path that the search finds if it begins with these transitions."""
        search = self.search
        if isinstance(search, SiteSearch):
            return self.go_on_at_sites(cython.cast(SiteSearch, search), prefix)
        state = search.start()  # type: ignore[union-attr]
        for site, kind, label in prefix:
            if self.sites is not None:
                self.sites.show(site)
                state = self.sites.advance(kind, label)
            else:
                state = self.system.advance(self.c, kind, label)
        if search.facts is not None:  # type: ignore[union-attr]
            search.facts.forget()  # type: ignore[union-attr]
        if isinstance(search, Beam):
            beam = cython.cast(Beam, search)
            beam.begin(state)
            while beam.step(None, 0.0, False):
                pass
            return self.path(beam.state[0])
        greedy = cython.cast(Greedy, search)
        while not self.system.is_final(self.c):
            greedy.choose(greedy.valid_kinds())
            state = self.system.advance(self.c, greedy.kind, greedy.kind_label)
        return self.path(state)

    def structure(self, path: list[Move]) -> tuple[list[int], list[int]]:
        """Heads (or parents) and label numbers of what a path builds."""
        self.begin(self.search.size)  # type: ignore[union-attr]
        for site, kind, label in path:
            self.advance(site, kind, label)
        entries = self.system.entries(self.size)
        heads, labels = int_array(max(1, entries)), int_array(max(1, entries))
        if self.sites is not None:
            self.sites.read(self.d.state, heads, labels)
            return [heads[i] for i in range(entries)], [labels[i] for i in range(entries)]
        return self.system.tree(self.c)

    def lost_by(self, total: float) -> str:
        """Why a beam whose winner has this total does not have the gold tree: see MODEL, SEARCH and FACTS.

        The gold derivation with the highest total is looked for by a beam of the same size that goes along gold paths only.
        """
        beam = cython.cast(Beam, self.search)
        self.judging.start()
        beam.begin(beam.start())
        while beam.step(self.judging, 0.0, True):
            pass
        if beam.total[0] <= total:
            return MODEL
        path = self.path(beam.state[0])
        return SEARCH if self._fits(path) else FACTS

    def left_beam(self) -> int:
        """The step of a beam in which its last gold path falls out, -1 if one stays to the end."""
        beam = cython.cast(Beam, self.search)
        self.judging.start()
        beam.begin(beam.start())
        step = 0
        while beam.step(self.judging, 0.0, False):
            if not beam.any_correct:
                return step
            step += 1
        return -1

    def places(self, extraction: Extraction) -> list[tuple[int, int]]:
        """The word and the label at each position that templates looked at last."""
        return [(extraction.places[i].word, extraction.places[i].label) for i in range(len(extraction.tables.positions))]

    def _fits(self, path: list[Move]) -> bool:
        """Whether facts allow all transitions of a path."""
        if self.search.facts is None:  # type: ignore[union-attr]
            return True
        self.begin(self.search.size)  # type: ignore[union-attr]
        self.search.facts.forget()  # type: ignore[union-attr]
        for site, kind, label in path:
            width = self.search.width[kind]  # type: ignore[union-attr]
            if not self.search.fits(self.search.first[kind] + (label if width > 1 else 0)):  # type: ignore[union-attr]
                return False
            self.advance(site, kind, label)
        return True

    def total(self) -> float:
        """The total of the winner of a beam."""
        return cython.cast(Beam, self.search).total[0]
