"""Local training where a configuration has several sites (Goldberg and Elhadad 2010, Goldberg and Nivre 2013).

The candidates are all transitions at all sites, with all labels.  If the best one is not correct, it is punished and the best
of the correct ones rewarded, each with the features of its own site.  All transitions of the least cost are correct, so where
there are several orders, the order is learnt and not given.
"""

from __future__ import annotations

import cython

from treewright.arrays import int_array
from treewright.classifiers.credit import Credit
from treewright.errors import SettingsError
from treewright.oracles.oracle import Oracle
from treewright.search.search import Search
from treewright.search.site_search import SiteSearch
from treewright.training.local import Local

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from math import exp
    from math import inf as INFINITY

    from treewright.oracles.oracle import NEVER, TIE

    ANY, NONE = -1, -2


class LocalAtSites(Local):
    """Local training at sites: update after each wrong transition and go on."""

    def attach(self, search: Search, oracle: Oracle, credit: Credit) -> None:
        """Take the other parts."""
        if not isinstance(search, SiteSearch):
            raise SettingsError("training.strategy: a system with several sites is trained locally with greedy search")
        self.search, self.oracle, self.credit = search, oracle, credit
        self.cost_room = 0

    def learn(self) -> int:
        """Learn from the sentence that search and oracle hold; returns the number of updates."""
        with cython.nogil:
            updates = self.walk_at_sites()
        self.credit.finish()
        return updates

    def walk_at_sites(self) -> int:
        """Parse the sentence, updating after each wrong transition."""
        updates = 0
        if self.by_sentence:
            self.credit.pass_time(1.0)
        self.oracle.start()
        self.search.begin()
        while not self.search.sites.is_over():
            self.search.refresh()
            self.judge()
            self.rank_all()
            if not self.by_sentence:
                self.credit.pass_time(1.0)
            site, kind, label = self.predicted_site, self.predicted_kind, self.predicted_label
            if self.predicted_site != self.gold_site or self.predicted != self.gold:
                self._change_at(self.gold_site, self.gold, 1.0)
                self._change_at(self.predicted_site, self.predicted, -1.0)
                self.credit.close()
                updates += self.tell(1)
                if not (self.chance > 0.0 and self.draw() < self.chance):
                    site, kind, label = self.gold_site, self.gold_kind, self.gold_label
                elif self.samples:
                    self._sample_transition_at_sites()
                    site, kind, label = self.predicted_site, self.predicted_kind, self.predicted_label
            if self.search.label_first[kind] >= 0:
                label = self._learn_label_at(site, kind)
            self.search.show(site)
            self.oracle.follow(self.search.d, kind)
            self.search.sites.advance(kind, label)
        return updates

    def _change_at(self, site: int, number: int, amount: float) -> int:
        """Give credit to one class at a site; all sites have to be scored again."""
        self.search.show(site)
        self.search.sites.forget()
        self.credit.look(self.search.d)
        return self.credit.give(self.search.d, number, amount)

    def judge(self) -> int:
        """Ask the oracle what each transition costs at each site."""
        room = self.search.site_room * self.search.kind_count
        if room > self.cost_room:
            with cython.gil:
                self.cost, self.right_label, self.cost_room = int_array(room), int_array(room), room
                self.valid_at = int_array(room)
        self.least = NEVER
        site = self.search.sites.first()
        while site >= 0:
            self.search.sites.show(site)
            self.valid_at[site] = self.search.sites.valid()
            self.oracle.costs_at(self.search.d, self.valid_at[site])
            for kind in range(self.search.kind_count):
                if self.valid_at[site] >> kind & 1:
                    self.cost[site * self.search.kind_count + kind] = self.oracle.cost[kind]
                    self.right_label[site * self.search.kind_count + kind] = self.oracle.label[kind]
                    self.least = min(self.least, self.oracle.cost[kind])
            site = self.search.sites.after(site)
        return 0

    def rank_all(self) -> int:
        """Find the best transition, and the best correct one; they are the same if the prediction is correct."""
        self.gold, self.predicted = -1, -1
        self.best_gold, self.best = 0.0, 0.0
        site = self.search.sites.first()
        while site >= 0:
            for kind in range(self.search.kind_count):
                if self.valid_at[site] >> kind & 1:
                    self._rank_labels(site, kind)
            site = self.search.sites.after(site)
        return 0

    def _rank_labels(self, site: int, kind: int) -> int:
        """Compare the transitions of one kind at one site with the best so far."""
        wanted = self.wanted(site, kind)
        bonus = self.bonus * self.search.active_at[site] + TIE
        first = self.search.first[kind]
        start = site * self.search.scorer.stride + first
        for label in range(self.search.width[kind]):
            value = self.search.row[start + label]
            right = wanted in (label, ANY)
            if right:
                if self.gold < 0 or value > self.best_gold:
                    self.gold, self.gold_site, self.gold_kind, self.gold_label = first + label, site, kind, label
                    self.best_gold = value
            else:
                value += bonus
            if (self.predicted < 0 or value > self.best) and (right or self._fits(site, first + label)):
                self.predicted, self.predicted_site, self.best = first + label, site, value
                self.predicted_kind, self.predicted_label = kind, label
        return 0

    def wanted(self, site: int, kind: int) -> int:
        """The label of the right transition of a kind at a site; ANY if all are right, NONE if none is."""
        at = site * self.search.kind_count + kind
        if self.cost[at] != self.least:
            return NONE
        return self.right_label[at] if self.search.width[kind] > 1 and self.right_label[at] >= 0 else ANY

    def _fits(self, site: int, number: int) -> bool:
        """Whether the facts of the training data allow a class at a site."""
        if self.search.facts is None:
            return True
        self.search.show(site)
        return self.search.fits(number)

    def _sample_transition_at_sites(self) -> int:
        """Draw the next transition with a probability that grows with its score."""
        return self.draw_with(self.search.active_at[self.predicted_site] + 1.0)

    def draw_with(self, scale: float) -> int:
        """The same: the larger the scale is, the less scores matter."""
        top = self.search.row[self.predicted_site * self.search.scorer.stride + self.predicted]
        left = self.draw() * self._draw_until(INFINITY, scale, top)
        self._draw_until(left, scale, top)
        return 0

    def _draw_until(self, limit: float, scale: float, top: float) -> float:
        """Add up the weights of all transitions, until a limit is reached: that one is the predicted one."""
        total = 0.0
        site = self.search.sites.first()
        while site >= 0:
            for kind in range(self.search.kind_count):
                if not self.valid_at[site] >> kind & 1:
                    continue
                start = site * self.search.scorer.stride + self.search.first[kind]
                for label in range(self.search.width[kind]):
                    total += exp((self.search.row[start + label] - top) / scale)
                    if total >= limit:
                        self.predicted_site, self.predicted_kind, self.predicted_label = site, kind, label
                        return total
            site = self.search.sites.after(site)
        return total

    def _learn_label_at(self, site: int, kind: int) -> int:
        """Train the second classifier on the label of the transition that is made; returns the label it predicted."""
        self.search.show(site)
        self.search.score()
        predicted = self.search.best_label(kind)
        gold = self.right_label[site * self.search.kind_count + kind]
        if gold >= 0 and gold != predicted:
            self._change_at(site, self.search.label_first[kind] + gold, 1.0)
            self._change_at(site, self.search.label_first[kind] + predicted, -1.0)
        return predicted
