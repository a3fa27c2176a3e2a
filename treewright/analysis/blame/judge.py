"""Judges what a search did: which transitions were wrong, what they lost, how close the scores were, what would have followed.

An arc is lost by a transition if some continuation could make it before, and none can after.  An oracle that is given this arc
alone tells: its cost is 1 then.  So it is exact if the oracle is.
"""

from __future__ import annotations

from typing import Any

import cython

from treewright.analysis.blame.resumption import Resumption
from treewright.analysis.trace.replay import Move
from treewright.arrays import int_array, ints
from treewright.oracles.item_oracle import ItemOracle
from treewright.oracles.oracle import Oracle
from treewright.search.search import Search
from treewright.transitions.transition_system import TransitionSystem
from treewright.treebank.sentence import Sentence

if not cython.compiled:  # in C these are the enums of the .pxd files
    from math import inf as INFINITY

    from treewright.oracles.oracle import NEVER
    from treewright.transitions.covers import EQUAL, WITHIN
    from treewright.transitions.set_configuration import NODE, OLDER, RIGHT

Wrong = tuple[int, Move, int, bool, list[int], Move, float, float, bool]
"""Step, transition, cost (with 1 for a wrong label), whether the label alone is wrong, what is lost (words, or numbers of
constituents), the best right transition, the scores of both, and whether facts rule the right one out."""


class Judge(Resumption):
    """Compares the derivations that a search finds with gold trees, by an oracle that knows costs."""

    def __init__(self, system: TransitionSystem, oracle: Oracle, search: Search) -> None:
        super().__init__(system, oracle, search)
        self.tree: Any = oracle if isinstance(oracle, ItemOracle) else None
        self.heads, self.labels, self.one = int_array(1), int_array(1), int_array(1)

    def hold(self, heads: Any, labels: Any) -> None:
        """Keep the gold tree of the sentence that the search has."""
        self.heads, self.labels = heads, labels

    def parse(self, sentence: Sentence, heads: Any, labels: Any) -> bool:
        """Parse a sentence; returns whether it gets its gold tree, and keeps that.

        A tree that breaks facts is parsed once more with other heads, which are given: no path of the search's own choice. So
        what is judged later is how it came to the first tree.
        """
        self.hold(heads, labels)
        self.search.encode(sentence)  # type: ignore[union-attr]
        self.search.find_tree()  # type: ignore[union-attr]
        right = self._is_gold()
        if not right and self.search.mended:  # type: ignore[union-attr]
            self.search.decode()  # type: ignore[union-attr]
        return right

    def _is_gold(self) -> bool:
        """Whether the tree that the search has is the gold tree."""
        heads, labels = self.heads, self.labels
        for i in range(len(heads)):
            if self.items is None and heads[i] < 0:
                continue
            if self.search.head[i] != heads[i]:  # type: ignore[union-attr]
                return False
            if labels[i] >= 0 and self.search.label[i] != labels[i]:  # type: ignore[union-attr]
                return False
        return True

    def found(self, sentence: Sentence) -> list[Move]:
        """The path to what was parsed last."""
        return self.path(self.final_state()) if self.persistent else self.find(sentence)

    # Wrong transitions ----------------------------------------------------------------------------------------------

    def wrong(self, path: list[Move], start: int = 0) -> list[Wrong]:
        """The wrong transitions of a path, from a step on; the oracle must have the gold tree."""
        found: list[Wrong] = []
        self.begin(self.search.size)  # type: ignore[union-attr]
        for step in range(len(path)):
            site, kind, label = path[step]
            if step >= start:
                self.weigh(site, kind, label)
                if self.own_cost > self.least or self.counts:
                    found.append(self._told(step, site, kind, label, self.own_cost - self.least, self.counts))
            self.advance(site, kind, label)
        return found

    def cost_of(self, path: list[Move], start: int) -> int:
        """What the mistakes of a path cost from a step on."""
        total = 0
        self.begin(self.search.size)  # type: ignore[union-attr]
        for step in range(len(path)):
            site, kind, label = path[step]
            if step >= start:
                self.weigh(site, kind, label)
                total += self.own_cost - self.least + self.counts
            self.advance(site, kind, label)
        return total

    def weigh(self, site: int, kind: int, label: int) -> int:
        """Find the least cost of all transitions, the cost of one, and whether its label is wrong; leaves its site shown."""
        self.least, self.own_cost, self.right_label, self.counts = NEVER, NEVER, -1, False
        at = self.first_site()
        while at >= 0:
            valid = self.look(at)
            if valid:
                self.cost(valid)
                for k in range(self.system.kind_count):
                    if valid >> k & 1 and self.judging.cost[k] < self.least:
                        self.least = self.judging.cost[k]
                if at == site:
                    self.own_cost, self.right_label = self.judging.cost[kind], self.judging.label[kind]
                    if self.right_label >= 0 and self.right_label != label:
                        self.counts = self.label_counts(kind)
            at = self.site_after(at)
        if self.sites is not None:
            self.sites.show(site)
        return 0

    def _told(self, step: int, site: int, kind: int, label: int, cost: int, of_label: bool) -> Wrong:
        """All that is to be told of a wrong transition."""
        least = self.least
        right, score, other, ruled_out = self._best_right(site, kind, label, least)
        lost: list[int] = []
        if self.tree is not None:
            lost = self._lost_constituents(site, kind, label)
        elif cost > 0:
            lost = self._lost_arcs(site, kind, label)
        if of_label and self.tree is None:
            word = self.arc(kind)[1] if self.labelled >> kind & 1 else 0
            if word > 0 and word not in lost:
                lost = [*lost, word]
        return (step, (site, kind, label), cost + of_label, of_label and cost == 0, lost, right, score, other, ruled_out)

    def _score_of(self, kind: int, label: int, by_label: bool) -> float:
        search = self.search
        if by_label and search.label_first[kind] >= 0:  # type: ignore[union-attr]
            return search.scorer.score[search.label_first[kind] + label]  # type: ignore[union-attr]
        number = search.first[kind] + (label if search.width[kind] > 1 else 0)  # type: ignore[union-attr]
        return search.scorer.score[number]  # type: ignore[union-attr]

    def _best_right(self, site: int, kind: int, label: int, least: int) -> tuple[Move, float, float, bool]:
        """The right transition with the highest score, the score of the one that was made, that of the right one, and
        whether facts rule it out; one that they allow is preferred."""
        search = self.search
        best = (site, kind, label)
        top, made, best_fits = -INFINITY, 0.0, False
        at = self.first_site()
        while at >= 0:
            valid = self.look(at)
            if valid:
                self.cost(valid)
                if search.facts is not None:  # type: ignore[union-attr]
                    search.facts.forget()  # type: ignore[union-attr]
                search.score()  # type: ignore[union-attr]
                if at == site:
                    made = self._score_of(kind, label, False)
                for k in range(self.system.kind_count):
                    if not valid >> k & 1 or self.judging.cost[k] > least or self.judging.avoided >> k & 1:
                        continue
                    wanted = self.judging.label[k]
                    if wanted >= 0 and not self.label_counts(k):
                        wanted = -1
                    if search.label_first[k] >= 0:  # type: ignore[union-attr]
                        first = wanted if wanted >= 0 else search.best_label(k)  # type: ignore[union-attr]
                        stop = first + 1
                    else:
                        first = wanted if wanted >= 0 else 0
                        stop = first + 1 if wanted >= 0 else search.width[k]  # type: ignore[union-attr]
                    for number in range(first, stop):
                        score = self._score_of(k, number, False)
                        if best_fits and score <= top:
                            continue
                        same_class = search.label_first[k] >= 0 or search.width[k] == 1  # type: ignore[union-attr]
                        fits = search.fits(search.first[k] + (0 if same_class else number))  # type: ignore[union-attr]
                        if fits > best_fits or (fits == best_fits and score > top):
                            best, top, best_fits = (at, k, number), score, fits
            at = self.site_after(at)
        if best[1] == kind and best[0] == site and search.label_first[kind] >= 0:  # type: ignore[union-attr]
            self.look(site)
            search.score()  # type: ignore[union-attr]
            made, top = self._score_of(kind, label, True), self._score_of(kind, best[2], True)
        if self.sites is not None:
            self.look(site)
        scale = search.scorer.scale  # type: ignore[union-attr]
        return best, made * scale, top * scale, not best_fits

    def _lost_arcs(self, site: int, kind: int, label: int) -> list[int]:
        """The words whose gold arcs no continuation can make after a transition, and some could before."""
        size = self.search.size  # type: ignore[union-attr]
        if len(self.one) < size:
            self.one = ints([-1] * (2 * size))
        kept = self.judging.ignore_empty
        self.judging.ignore_empty = True
        lost: list[int] = []
        for i in range(size):
            if self.heads[i] < 0:
                continue
            self.one[i] = self.heads[i]
            self.judging.take(self.one, self.labels, size)
            self.one[i] = -1
            self.weigh(site, kind, label)
            if self.own_cost > self.least:
                lost.append(i + 1)
        self.judging.ignore_empty = kept
        self.judging.take(self.heads, self.labels, size)
        return lost

    def _lost_constituents(self, site: int, kind: int, label: int) -> list[int]:
        """The numbers of the gold constituents that no continuation can make after a transition, and some could before."""
        before = self.open_constituents()
        state = self.items.state
        focus = self.items.top_node
        labelling = self.items.labelling
        self.sites.show(site)
        self.sites.advance(kind, label)
        after = set(self.open_constituents())
        self.d.restore(state)
        lost = []
        for number in before:
            if number in after:
                continue
            made = labelling and self.tree.tree.relation(self.items, focus, 0, number) == EQUAL
            if made and self.kinds[kind] == "label" and label == self.tree.tree.name[number]:
                continue
            lost.append(number)
        self.sites.show(site)
        return lost

    def open_constituents(self) -> list[int]:
        """The gold constituents that some continuation can make."""
        c, gold = self.items, self.tree.tree
        last = c.node[c.top_node * NODE + RIGHT] if c.top_node else -1
        found = []
        for number in range(gold.count):
            own = c.labelling and gold.relation(c, c.top_node, 0, number) == EQUAL
            if own or (gold.last[number] >= last and self.tree.reachable(c, number) and self._stays_open(number)):
                found.append(number)
        return found

    def _stays_open(self, number: int) -> bool:
        """Whether the merge that has to come after a gap can leave a constituent within reach."""
        c, gold = self.items, self.tree.tree
        if c.skipped == 0:
            return True
        within = gold.relation(c, c.top_node, 0, number) == WITHIN
        node = c.node_at(c.skipped + 1)
        while node:
            if (gold.relation(c, node, 0, number) == WITHIN) == within:
                return True
            node = c.node[node * NODE + OLDER]
        return False

    def constituent(self, number: int) -> tuple[int, list[int]]:
        """Label number and tokens of a gold constituent."""
        gold = self.tree.tree
        bits = [(gold.cover[number * gold.words + (token >> 6)] >> (token & 63)) & 1 for token in range(gold.tokens)]
        return int(gold.name[number]), [token for token, bit in enumerate(bits) if bit]
