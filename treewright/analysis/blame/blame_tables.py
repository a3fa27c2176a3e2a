"""Blame summed up: by transition, by label, by length; and what would have followed from corrections."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from treewright.analysis.blame.blame import Blame
from treewright.analysis.blame.mistake import Mistake
from treewright.analysis.blame.resumption import FACTS, MODEL, SEARCH
from treewright.analysis.blame.what_if import Score, WhatIf
from treewright.analysis.scores.interval import interval_of

Rows = list[dict[str, Any]]
LENGTHS = (1, 2, 3, 6, 11, 21)  # where intervals of lengths begin
BY = ("transition", "label", "length")


class BlameTables:
    """The tables of a blame; a row is a dict, the same keys in each row of a table."""

    def __init__(self, blame: Blame, *, what_if: bool = False) -> None:
        self.blame = blame
        self.what_if = WhatIf(blame) if what_if else None

    def summary(self) -> dict[str, Any]:
        """How much went wrong, and how."""
        blame = self.blame
        firsts = [case.first for case in blame.cases if case.first is not None]
        found: dict[str, Any] = {
            "system": blame.system,
            "sentences": len(blame.sentences),
            "words": blame.words,
            "wrong_sentences": len(blame.cases),
            "without_a_mistake": sum(case.first is None for case in blame.cases),
            "mended": sum(case.mended for case in blame.cases),
            "mistakes": len(blame.mistakes),
            "cost": sum(mistake.cost for mistake in blame.mistakes),
            "cost_of_first_mistakes": sum(mistake.cost for mistake in firsts),
            "cost_of_later_mistakes": sum(case.followed for case in blame.cases),
            "of_it_propagated": sum(case.propagated for case in blame.cases),
            "ruled_out_by_facts": sum(mistake.ruled_out for mistake in blame.mistakes),
            "costs": "exact" if blame.exact else "estimated",
        }
        if blame.beam:
            lost = Counter(case.lost_by for case in blame.cases if case.lost_by)
            found.update(model_errors=lost[MODEL], search_errors=lost[SEARCH], gold_ruled_out_by_facts=lost[FACTS])
        return found

    def by_transition(self) -> Rows:
        """What was done, and what would have been right."""
        return self._table(lambda one: (_kind(one.made.kind, one), one.right.kind), ("made", "right"))

    def by_label(self) -> Rows:
        """The labels of what was lost."""
        return self._table(lambda one: (one.gold_label,), ("label",))

    def by_length(self) -> Rows:
        """How long the arcs are that were lost; of constituents, how many words they have."""
        order = {name: at for at, name in enumerate([*(str(interval_of(first, LENGTHS)) for first in LENGTHS), "root", "_"])}
        rows = self._table(lambda one: (length_of(one),), ("length",))
        return sorted(rows, key=lambda row: order[row["length"]])

    def by(self, what: str) -> Rows:
        """One of the three."""
        return {"transition": self.by_transition, "label": self.by_label, "length": self.by_length}[what]()

    def corrected(self, what: str) -> Rows:
        """The score if all mistakes of one kind had been corrected, by transition or by label."""
        if self.what_if is None:
            return []
        found = self.what_if.by_transition() if what == "transition" else self.what_if.by_label()
        return [self._score(what, one) for one in found]

    def _score(self, what: str, one: Score) -> dict[str, Any]:
        name = self.what_if.name if self.what_if is not None else ""
        figures = {name: round(one.score, 2), "gain": round(one.gain, 2)}
        more = {} if one.uas is None else {"UAS": round(one.uas, 2)}
        return {what: one.kind, "sentences": one.sentences, **figures, **more}

    def _table(self, key: Callable[[Mistake], tuple[str, ...]], names: Sequence[str]) -> Rows:
        groups: defaultdict[tuple[str, ...], list[Mistake]] = defaultdict(list)
        first: Counter[tuple[str, ...]] = Counter()
        for case in self.blame.cases:
            for at, mistake in enumerate(case.mistakes):
                values = key(mistake)
                groups[values].append(mistake)
                if at == 0:
                    first[values] += 1
        rows = [
            {
                **dict(zip(names, values, strict=True)),
                "mistakes": len(own),
                "first": first[values],
                "cost": sum(mistake.cost for mistake in own),
                "margin": round(median(mistake.margin for mistake in own), 2),
            }
            for values, own in groups.items()
        ]
        return sorted(rows, key=lambda row: (-row["cost"], *(str(row[name]) for name in names)))

    def mistakes(self) -> Rows:
        """A row for each mistake."""
        return [
            {
                "sentence": case.number,
                "sent_id": case.sentence.sent_id or "",
                "step": one.step,
                "first": int(at == 0),
                "made": str(one.made),
                "right": str(one.right),
                "cost": one.cost,
                "margin": round(one.margin, 4),
                "label": one.gold_label,
                "length": length_of(one),
            }
            for case in self.blame.cases
            for at, one in enumerate(case.mistakes)
        ]


def _kind(kind: str, mistake: Mistake) -> str:
    return f"{kind} (label)" if mistake.only_label else kind


def length_of(mistake: Mistake) -> str:
    """The length of what was lost first, as an interval; "_" if no single arc was lost."""
    if not mistake.lost:
        return "_"
    one = mistake.lost[0]
    if one.head == 0:
        return "root"
    return str(interval_of(len(one.words) if one.head is None else abs(one.head - one.words[0]), LENGTHS))
