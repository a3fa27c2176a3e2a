"""Scores of constituency trees, with the parameters they were computed with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from treewright.evaluation.bracket_parameters import ALL, BracketParameters
from treewright.evaluation.score import Score

BRACKETS, DISCONTINUOUS, EXACT, EXACT_DISCONTINUOUS, TAGS = (
    "constituents", "discontinuous", "exact match", "exact match of discontinuous", "tags"
)  # fmt: skip
Key = TypeVar("Key", str, int)
HEADER = f"{'precision':>10}{'recall':>10}{'F1':>10}{'gold':>9}{'predicted':>11}{'correct':>9}"


@dataclass(frozen=True, repr=False)
class BracketScores:
    """Counts by label and fan-out, from which the scores follow; `f1` and the like are in per cent (0 if nothing counts)."""

    cells: Mapping[tuple[str, int], Score] = field(default_factory=dict)  # by label and fan-out (1: without a gap)
    tags: Score = field(default_factory=Score)  # tokens that are not left out
    exact: Score = field(default_factory=Score)  # sentences with the right constituents, whatever the tags
    exact_discontinuous: Score = field(default_factory=Score)  # of those with a discontinuous one, gold or predicted
    longest: int = 0  # tokens of the longest gold sentence
    repeated: tuple[int, int] = (0, 0)  # gold and predicted constituents that have label and tokens of one below them
    parameters: BracketParameters = ALL
    functions: bool = False  # whether what follows - or = in labels and tags counts
    short: BracketScores | None = None  # the same for sentences up to the length `parameters.cutoff`

    @property
    def metrics(self) -> dict[str, Score]:
        """All scores by their names."""
        return {
            BRACKETS: _sum(self.cells.values()),
            DISCONTINUOUS: _sum(score for (_, fan_out), score in self.cells.items() if fan_out > 1),
            EXACT: self.exact,
            EXACT_DISCONTINUOUS: self.exact_discontinuous,
            TAGS: self.tags,
        }

    @property
    def words(self) -> int:
        """Tokens that are not left out."""
        return self.tags.gold_total

    @property
    def sentences(self) -> int:
        """How many sentences; those with a discontinuous constituent, if only these count."""
        return self.exact.gold_total

    @property
    def f1(self) -> float:
        """F1 of constituents, in per cent."""
        return self.percent(BRACKETS)

    @property
    def precision(self) -> float:
        """Predicted constituents that are right, in per cent."""
        return _precision(self.metrics[BRACKETS])

    @property
    def recall(self) -> float:
        """Gold constituents that were found, in per cent."""
        return _recall(self.metrics[BRACKETS])

    @property
    def discontinuous_f1(self) -> float:
        """F1 of constituents with gaps, in per cent."""
        return self.percent(DISCONTINUOUS)

    @property
    def exact_match(self) -> float:
        """Sentences whose constituents are all right, in per cent."""
        return self.percent(EXACT)

    @property
    def tagging(self) -> float:
        """Tokens with the gold tag, in per cent."""
        return self.percent(TAGS)

    @property
    def by_label(self) -> dict[str, Score]:
        """The score of each label, the most frequent gold label first."""
        scores = _grouped(self.cells, lambda cell: cell[0])
        return dict(sorted(scores.items(), key=lambda item: (-item[1].gold_total, -item[1].system_total, item[0])))

    @property
    def by_fan_out(self) -> dict[int, Score]:
        """The score of each fan-out: how many blocks of neighbouring tokens a constituent has."""
        return dict(sorted(_grouped(self.cells, lambda cell: cell[1]).items()))

    def percent(self, metric: str) -> float:
        """F1 of a metric in per cent."""
        return _f1(self.metrics[metric])

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        metrics = self.metrics
        return {
            "f1": self.f1,
            "precision": self.precision,
            "recall": self.recall,
            "discontinuous_f1": self.discontinuous_f1,
            "discontinuous_precision": _precision(metrics[DISCONTINUOUS]),
            "discontinuous_recall": _recall(metrics[DISCONTINUOUS]),
            "exact_match": self.exact_match,
            "tagging": self.tagging,
            "words": self.words,
            "sentences": self.sentences,
            "longest": self.longest,
            "settings": {"parameters": self.parameters.name, "functions": self.functions, "cutoff": self.parameters.cutoff},
            "metrics": {name: score.as_dict() for name, score in metrics.items()},
            "by_label": {label: score.as_dict() for label, score in self.by_label.items()},
            "by_fan_out": {str(number): score.as_dict() for number, score in self.by_fan_out.items()},
            "up_to_cutoff": self.short.as_dict() if self.short else None,
        }

    def settings(self) -> str:
        """The settings in words, for every place where a score is shown."""
        return f"{self.parameters.settings()}, functions {'compared' if self.functions else 'cut'}"

    def __add__(self, other: BracketScores) -> BracketScores:
        if (self.parameters, self.functions) != (other.parameters, other.functions):
            raise ValueError(f"scores of different settings cannot be added: {self.settings()}; {other.settings()}")
        cells = dict(self.cells)
        for cell, score in other.cells.items():
            cells[cell] = cells.get(cell, Score()) + score
        return BracketScores(
            cells,
            self.tags + other.tags,
            self.exact + other.exact,
            self.exact_discontinuous + other.exact_discontinuous,
            max(self.longest, other.longest),
            (self.repeated[0] + other.repeated[0], self.repeated[1] + other.repeated[1]),
            self.parameters,
            self.functions,
            self.short + other.short if self.short and other.short else self.short or other.short,
        )

    def __repr__(self) -> str:
        return f"<BracketScores: {self}>"

    def __str__(self) -> str:
        metrics = self.metrics
        shown = [("F1", BRACKETS), ("disc. F1", DISCONTINUOUS), ("exact match", EXACT), ("tags", TAGS)]
        texts = [f"{name} {_text(metrics[metric], _f1)}" for name, metric in shown]
        texts[:1] += [f"P {_text(metrics[BRACKETS], _precision)}", f"R {_text(metrics[BRACKETS], _recall)}"]
        return f"{'  '.join(texts)}  ({self.size()}; {self.settings()})"

    def table(self) -> str:
        """All metrics, one per row, in per cent; if some sentences are longer than the cutoff, also without these."""
        lines = rows(self.metrics)
        if self.short and self.longest > self.parameters.cutoff:
            lines += ["", *rows(self.short.metrics, f"up to {self.parameters.cutoff} tokens"), f"({self.short.size()})", ""]
        return "\n".join([*lines, f"({self.size()}; {self.settings()})"])

    def size(self) -> str:
        """How much was scored, in words."""
        return f"{self.words:,} words in {self.sentences:,} sentences"


def rows(scores: Mapping[Any, Score], title: str = "") -> list[str]:
    """A table of scores, one per row, in per cent, with their counts."""
    width = max(len(str(name)) for name in [title, *scores]) + 1
    lines = [f"{title:{width}}{HEADER}"]
    for name, score in scores.items():
        shares = "".join(f"{_text(score, share):>10}" for share in (_precision, _recall, _f1))
        lines.append(f"{name!s:{width}}{shares}{score.gold_total:>9,}{score.system_total:>11,}{score.correct:>9,}")
    return lines


def _grouped(cells: Mapping[tuple[str, int], Score], key: Callable[[tuple[str, int]], Key]) -> dict[Key, Score]:
    found: dict[Key, Score] = {}
    for cell, score in cells.items():
        found[key(cell)] = found.get(key(cell), Score()) + score
    return found


def _sum(scores: Iterable[Score]) -> Score:
    return sum(scores, Score())


# one division each, rounded once: the digits shown are those of disco-dop, which computes with decimal fractions


def _precision(score: Score) -> float:
    return 100 * score.correct / score.system_total if score.system_total else 0.0


def _recall(score: Score) -> float:
    return 100 * score.correct / score.gold_total if score.gold_total else 0.0


def _f1(score: Score) -> float:
    total = score.gold_total + score.system_total
    return 200 * score.correct / total if total else 0.0


def _text(score: Score, share: Callable[[Score], float]) -> str:
    """A share of a score with two decimals, - if there is nothing to score."""
    return f"{share(score):.2f}" if score.gold_total or score.system_total else "-"
