"""What if an oracle had corrected all wrong decisions of one kind: where would a better classifier pay?

A sentence is parsed again: the parser's own path is followed to its first mistake of that kind, the best right transition is
made instead, and the search goes on from there, with its whole beam; so with the next mistake of that kind, until there is
none.  Mistakes of other kinds stay, and new ones may come.  Trees are taken as transitions leave them: facts of the training
data mend none, neither here nor in the score that is compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from treewright.analysis.blame.blame import Blame
from treewright.analysis.blame.mistake import Case, Mistake
from treewright.evaluation import attachment_counts
from treewright.evaluation.scores import LAS, UAS

MOST = 200  # corrections of one sentence: each goes a step further, so there is an end anyway

ALL, LABEL = "all", "label only"


class Score(NamedTuple):
    """The score of all sentences if mistakes of one kind were corrected, and what that gains."""

    kind: str
    sentences: int  # that have such mistakes
    score: float  # LAS; of constituents the share of gold ones that are found, of tags the accuracy
    gain: float
    uas: float | None = None


class WhatIf:
    """Parses the sentences of a blame again, with corrections."""

    def __init__(self, blame: Blame) -> None:
        self.blame = blame
        self.arcs = blame.judge.items is None and blame.parser.family.makes_arcs
        self.name = "LAS" if self.arcs else "found"
        self._own: dict[int, Any] = {}
        self.base = self._score({})

    def by_transition(self) -> list[Score]:
        """For each kind of transition that is made wrongly, for labels that alone are wrong, and for all mistakes."""
        kinds = [*self.blame.parser.system.kinds, LABEL]
        found = [self._corrected(kind, lambda one, kind=kind: kind_of(one) == kind) for kind in kinds]  # type: ignore[misc]
        return [*sorted((one for one in found if one.sentences), key=lambda one: -one.gain), self._corrected(ALL, _always)]

    def by_label(self) -> list[Score]:
        """For each gold label that is lost."""
        labels = sorted({mistake.gold_label for mistake in self.blame.mistakes})
        found = [self._corrected(label, lambda one, label=label: one.gold_label == label) for label in labels]  # type: ignore[misc]
        return sorted(found, key=lambda one: -one.gain)

    def _corrected(self, kind: str, wanted: Callable[[Mistake], bool]) -> Score:
        changed = {}
        for case in self.blame.cases:
            if any(map(wanted, case.mistakes)):
                changed[case.number] = self._again(case, wanted)
        score = self._score(changed)
        uas = score[1] if self.arcs else None
        return Score(kind, len(changed), score[0], score[0] - self.base[0], uas)

    def _again(self, case: Case, wanted: Callable[[Mistake], bool]) -> Any:
        """What becomes of a sentence; of constituents and tags, how much is lost."""
        blame = self.blame
        search: Any = blame.judge.search
        columns: Any = blame.gold(case.number)
        search.encode(case.sentence)
        blame.judge.hold(columns[0], columns[1])
        blame.prepare(columns)
        path, start = case.path, 0
        for _ in range(MOST):
            wrong = blame.judge.wrong(path, start)
            first = next((one for one in wrong if wanted(blame.mistake(case.sentence, one))), None)
            if first is None:
                break
            path, start = blame.judge.go_on([*path[: first[0]], first[5]]), first[0] + 1
        if self.arcs:
            return self._tree(path)
        return sum(self._loss(blame.mistake(case.sentence, one)) for one in blame.judge.wrong(path))

    def _loss(self, mistake: Mistake) -> int:
        """Gold constituents or tags that a mistake loses; a constituent too many loses none."""
        return len(mistake.lost) if self.blame.judge.items is not None else mistake.cost

    def _tree(self, path: Sequence[Any]) -> tuple[list[int], list[int]]:
        heads, labels = self.blame.judge.structure(list(path))
        lifted = self.blame.parser.lifted
        return (heads, labels) if lifted is None else lifted.undo(heads, labels)

    def _score(self, changed: dict[int, Any]) -> tuple[float, float]:
        """LAS and UAS of all sentences, or what share of gold constituents or tags is found."""
        blame = self.blame
        cases = {case.number: case for case in blame.cases}
        if not self.arcs:
            lost = sum(changed.get(n, sum(map(self._loss, case.mistakes))) for n, case in cases.items())
            return 100.0 * (1 - lost / max(1, blame.gold_count)), 0.0
        heads: list[int] = []
        labels: list[str | None] = []
        names = blame.parser.labels
        for number, sentence in enumerate(blame.sentences, 1):
            if number not in cases:  # it has its gold tree
                heads += sentence.heads
                labels += sentence.labels
                continue
            if number not in changed and number not in self._own:
                search: Any = blame.judge.search
                search.encode(sentence)
                self._own[number] = self._tree(cases[number].path)
            own_heads, own_labels = changed.get(number) or self._own[number]
            heads += own_heads
            labels += [names[label] if label >= 0 else None for label in own_labels] if names else sentence.labels
        gold_heads = [head for sentence in blame.sentences for head in sentence.heads]
        gold_labels = [label for sentence in blame.sentences for label in sentence.labels]
        metrics = attachment_counts(gold_heads, gold_labels, heads, labels).metrics
        return 100.0 * metrics[LAS].f1, 100.0 * metrics[UAS].f1


def kind_of(mistake: Mistake) -> str:
    """The kind of a mistake: the transition that was made, or that only its label is wrong."""
    return LABEL if mistake.only_label else mistake.made.kind


def _always(mistake: Mistake) -> bool:
    return True
