"""Greedy search where a configuration has several sites: of all transitions at all sites, the best.

Easy-first (Goldberg and Elhadad 2010) has a site between any two pending neighbours, set-based parsing one for each item of
its set.  Where a transition changes few sites only these are scored again, and a tournament among the sites finds the best; so
the time per word hardly grows with the sentence.
"""

from __future__ import annotations

import cython

from treewright.arrays import float_array, int_array
from treewright.classifiers.scorer import Scorer
from treewright.errors import SettingsError
from treewright.search.search import Search
from treewright.search.tournament import Tournament
from treewright.search.transition_classes import TransitionClasses
from treewright.transitions.transition_system import TransitionSystem

if not cython.compiled:  # in C this comes from libc
    from math import inf as INFINITY


class SiteSearch(Search):
    """The best transition at any site, then the next best one."""

    keeps_constraints = False

    def __init__(self, system: TransitionSystem, scorer: Scorer, classes: TransitionClasses) -> None:
        super().__init__(system, scorer, classes)
        if self.sites is None:
            raise SettingsError(f"search: this search needs a system with several sites, found {type(system).__name__}")
        self.all_change = type(self.sites).all_change
        self.sites.see(scorer.positions)
        self.ranking = Tournament()
        self.site_room = -1

    def _make_site_room(self, room: int) -> int:
        """Room for the sites of a sentence."""
        with cython.gil:
            self.class_at, self.active_at, self.top = int_array(room), int_array(room), float_array(room)
            self.row = float_array(room * self.scorer.stride)
            self.site_room = room
        return 0

    def decode(self) -> float:
        """Make the best transition of all until the sentence is parsed."""
        total = 0.0
        self.begin()
        while not self.sites.is_over():
            self.refresh()
            site = self.best_site()
            number = self.class_at[site]
            kind = self.kind_of[number]
            label = number - self.first[kind] if self.width[kind] > 1 else 0
            total += self.top[site]
            self.show(site)
            if self.label_first[kind] >= 0:
                self.score()
                label = self.best_label(kind)
            self.sites.advance(kind, label)
        self.sites.read(self.d.state, self.head, self.label)
        return total

    # What training uses, too --------------------------------------------------------------------------------------

    def begin(self) -> int:
        """Take the sentence that is encoded, with all its sites."""
        self.sites.start(self.size)
        if self.sites.room(self.size) > self.site_room:
            self._make_site_room(2 * self.sites.room(self.size))
        if not self.all_change:
            self.ranking.start(self.sites.room(self.size))
        return 0

    def refresh(self) -> int:
        """Score the sites that have changed."""
        site = self.sites.changed()
        while site >= 0:
            self.top[site] = self._scored(site)
            if not self.all_change:
                self.ranking.set(site, self.top[site])
            site = self.sites.changed()
        return 0

    def _scored(self, site: int) -> float:
        """The best score at a site, minus infinity if there is none; keeps what else training needs."""
        self.show(site)
        valid = self.sites.valid()
        if valid == 0:
            return -INFINITY
        self.score()
        self.active_at[site] = self.active
        start = site * self.scorer.stride
        for number in range(self.scorer.stride):
            self.row[start + number] = self.scorer.score[number]
        self.class_at[site] = self.best_class(valid)
        return self.scorer.score[self.class_at[site]]

    def best_site(self) -> int:
        """The first of the sites with the highest score."""
        if not self.all_change:
            return self.ranking.best()
        best = self.sites.first()
        if best < 0:
            self.dead_end()
        site = self.sites.after(best)
        while site >= 0:
            if self.top[site] > self.top[best]:
                best = site
            site = self.sites.after(site)
        if self.top[best] == -INFINITY:
            self.dead_end()
        return best

    def show(self, site: int) -> int:
        """Look at a site."""
        self.sites.show(site)
        if self.facts is not None:
            self.facts.forget()
        return 0
