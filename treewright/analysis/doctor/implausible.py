"""The annotated arcs that cross-validated parsers and the rest of the treebank find least plausible, most doubtful first."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

import numpy

from treewright.analysis.doctor.arc_candidates import ArcCandidates
from treewright.analysis.doctor.arc_features import CUES, ArcFeatures
from treewright.analysis.doctor.arc_model import cross_fitted
from treewright.analysis.doctor.forest import Forest
from treewright.analysis.doctor.jury import Jury
from treewright.treebank.sentence import Sentence

BONUSES = {"punctuation": 2.0}  # what a cue that is no feature adds to the log odds
LEAST = 1e-6


class Doubt(NamedTuple):
    """An arc that is doubted, and the one that is preferred; words are counted from 1, 0 is the root."""

    sentence: int
    word: int
    head: int
    label: str
    better_head: int
    better_label: str
    confidence: float  # that the preferred arc is right, among the arcs that come into question
    votes: int  # of the parsers, for the preferred arc
    odds: float  # log odds of the preferred arc against the annotated one; the ranking


class Implausible:
    """Ranks the arcs of a treebank; `doubts` are those that another arc is preferred to, most doubtful first."""

    def __init__(
        self,
        sentences: Sequence[Sentence],
        *,
        cues: Collection[str] = (*CUES, *BONUSES),
        threads: int = 0,
        seed: int = 1,
        progress: Callable[[int, int], None] | None = None,
        jury: Jury | None = None,
    ) -> None:
        self.table = Forest(sentences) if jury is None else jury.table
        threads = threads or min(4, os.cpu_count() or 1)
        self.jury = jury or Jury(self.table, threads=threads, seed=seed, progress=progress)
        self.candidates = ArcCandidates(self.table, self.jury)
        features = ArcFeatures(self.candidates, self.jury, cues)
        self.shares = cross_fitted(self.candidates, features.numbers, seed=seed)
        self.odds, self.better = self._odds(cues)

    def _odds(self, cues: Collection[str]) -> tuple[Any, Any]:
        """Of each node: the log odds of the best other arc, and the row of that arc (-1: there is none).

        A label that differs in its subtype only is no other arc: such doubts would come before graver ones.
        """
        table, rows = self.table, self.candidates
        plain = _main_labels(table.names["label"])
        same = (rows.head == table.head[rows.word]) & (plain[rows.label] == plain[table.label[rows.word]])
        annotated = numpy.zeros(table.size)
        numpy.add.at(annotated, rows.word[same], self.shares[same])
        others = numpy.flatnonzero(~same)
        others = others[numpy.argsort(self.shares[others], kind="stable")]
        better = numpy.full(table.size, -1)
        better[rows.word[others]] = others
        odds = numpy.full(table.size, -numpy.inf)
        words = numpy.flatnonzero(better >= 0)
        odds[words] = numpy.log(self.shares[better[words]] + LEAST) - numpy.log(annotated[words] + LEAST)
        if "punctuation" in cues:
            marks = words[self._is_punctuation(words)]
            mended = table.on_neither_side(marks, table.head[marks]) & ~table.on_neither_side(marks, rows.head[better[marks]])
            odds[marks[mended]] += BONUSES["punctuation"]
        return odds, better

    def _is_punctuation(self, words: Any) -> Any:
        """Whether words have the label punct, as in Universal Dependencies."""
        return self.table.label[words] == self.table.names["label"].get("punct", -1)

    def doubts(self, most: int | None = None, least: float = 0.0) -> list[Doubt]:
        """Arcs to which another one is preferred with at least such log odds, most doubtful first."""
        order = numpy.flatnonzero(self.odds > least)
        order = order[numpy.argsort(-self.odds[order], kind="stable")][:most]
        names = list(self.table.names["label"])
        found = []
        for node in order.tolist():
            row = int(self.better[node])
            sentence, word = self.table.place(node)
            head, other = (self.table.place(int(at))[1] for at in (self.table.head[node], self.candidates.head[row]))
            label, preferred = names[self.table.label[node]], names[self.candidates.label[row]]
            share, votes = float(self.shares[row]), int(self.candidates.votes[row])
            found.append(Doubt(sentence, word, head, label, other, preferred, share, votes, float(self.odds[node])))
        return found


def _main_labels(names: dict[str, int]) -> Any:
    """The number of each label without its subtype."""
    plain: dict[str, int] = {}
    return numpy.array([plain.setdefault(name.partition(":")[0], len(plain)) for name in names], numpy.int64)
