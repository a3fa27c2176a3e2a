"""Likelihood where a configuration has several sites: a softmax over all transitions at all of them.

All transitions of the least cost are right; the loss is -log of the sum of their probabilities, and each class of each site
gets credit, the negative gradient of this loss, to which `normalise` adds as in likelihood.py.  With `exploration` = sampled,
some sentences are parsed by transitions that are drawn with their probabilities (Coavoux and Cohen 2019), and the others along
right ones.
"""

from __future__ import annotations

import cython

from treewright.classifiers.credit import Credit
from treewright.oracles.oracle import Oracle
from treewright.search.search import Search
from treewright.training.likelihood import CERTAIN, NEAR
from treewright.training.local_at_sites import LocalAtSites

if not cython.compiled:  # in C these are the enums and functions of the .pxd files
    from math import exp, fabs, log

    from treewright.training.label_credit import give_label
    from treewright.training.local_at_sites import ANY


class LikelihoodAtSites(LocalAtSites):
    """Follow predictions (with exploration) or right transitions, and give credit for every decision."""

    exploration = "always"
    exploration_rate_after = 0.5

    def attach(self, search: Search, oracle: Oracle, credit: Credit) -> None:
        """Take the other parts."""
        LocalAtSites.attach(self, search, oracle, credit)
        self.certain, self.near = 1.0 - CERTAIN, NEAR

    def walk_at_sites(self) -> int:
        """Walk through the sentence; returns how many decisions had something to teach."""
        updates = 0
        drawn = self.samples and self.chance > 0.0 and self.draw() < self.chance
        self.oracle.start()
        self.search.begin()
        while not self.search.sites.is_over():
            self.search.refresh()
            self.judge()
            self.rank_all()
            updates += self.tell(self._give_all())
            wrong = self.predicted_site != self.gold_site or self.predicted != self.gold
            if drawn:
                self.draw_with(1.0)
            elif wrong and (self.samples or not (self.chance > 0.0 and self.draw() < self.chance)):
                self.predicted_site, self.predicted_kind = self.gold_site, self.gold_kind
                self.predicted_label = self.gold_label
            site, kind, label = self.predicted_site, self.predicted_kind, self.predicted_label
            if self.search.label_first[kind] >= 0:
                label = self._learn_label(site, kind)
            self.search.show(site)
            self.oracle.follow(self.search.d, kind)
            self.search.sites.advance(kind, label)
        return updates

    def _give_all(self) -> int:
        """Give credit to all transitions at all sites; returns whether there was any to give."""
        top = max(self.best, self.best_gold)
        self.total, self.among = 0.0, 0.0
        site = self.search.sites.first()
        while site >= 0:
            self._add_up(site, top)
            site = self.search.sites.after(site)
        self.decisions += 1
        share = self.among / self.total
        self.loss -= log(share if share > 1e-30 else 1e-30)
        log_z = top + log(self.total)
        self.penalties += self.penalty * log_z * log_z
        if share > self.certain and (self.penalty == 0.0 or fabs(log_z) < self.near):
            return 0
        self.weight = 1.0 + 2.0 * self.penalty * log_z
        site = self.search.sites.first()
        while site >= 0:
            if self.valid_at[site]:
                self.search.show(site)
                self.credit.look(self.search.d)
                self._give_at(site, top)
            site = self.search.sites.after(site)
        self.credit.close()
        return 1

    def _add_up(self, site: int, top: float) -> int:
        """Add up the shares of all transitions at a site, and of those that are right."""
        for kind in range(self.search.kind_count):
            if self.valid_at[site] >> kind & 1:
                start, wanted = site * self.search.scorer.stride + self.search.first[kind], self.wanted(site, kind)
                for label in range(self.search.width[kind]):
                    share = exp(self.search.row[start + label] - top)
                    self.total += share
                    if wanted in (label, ANY):
                        self.among += share
        return 0

    def _give_at(self, site: int, top: float) -> int:
        """Give credit to all transitions at the site shown."""
        for kind in range(self.search.kind_count):
            if self.valid_at[site] >> kind & 1:
                first = self.search.first[kind]
                start, wanted = site * self.search.scorer.stride + first, self.wanted(site, kind)
                for label in range(self.search.width[kind]):
                    share = exp(self.search.row[start + label] - top)
                    amount = -share / self.total * self.weight
                    if wanted in (label, ANY) and self.among > 0.0:
                        amount += share / self.among
                    self.credit.give(self.search.d, first + label, amount)
        return 0

    def _learn_label(self, site: int, kind: int) -> int:
        """Teach the label of a transition, where labels have classes of their own; returns the one predicted."""
        self.search.show(site)
        self.search.score()
        predicted = self.search.best_label(kind)
        gold = self.right_label[site * self.search.kind_count + kind]
        if gold < 0:
            return predicted
        self.decisions += 1
        self.loss += give_label(
            self.credit, self.search.scorer, self.search.d, self.search.label_first[kind], self.search.classes.label_count,
            gold, -1.0,
        )  # fmt: skip
        self.credit.close()
        return predicted
