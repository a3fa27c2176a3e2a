"""One score: the counts, and precision, recall and F1."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """Counts of one metric; add the scores of two pieces of text to get the score of both."""

    correct: int = 0
    gold_total: int = 0
    system_total: int = 0
    aligned_total: int | None = None

    @property
    def precision(self) -> float:
        """Share of the system's items that are right, 0 if it has none."""
        return self.correct / self.system_total if self.system_total else 0.0

    @property
    def recall(self) -> float:
        """Share of the gold items that the system found, 0 if there are none."""
        return self.correct / self.gold_total if self.gold_total else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; equals accuracy if gold and system have the same number of items."""
        total = self.system_total + self.gold_total
        return 2 * self.correct / total if total else 0.0

    @property
    def aligned_accuracy(self) -> float | None:
        """Share of the aligned gold words that are right, 0 if there are none; None where words are not aligned."""
        return self.correct / self.aligned_total if self.aligned_total else self.aligned_total

    def as_dict(self) -> dict[str, float | int | None]:
        """Counts and shares as plain data."""
        return {
            "correct": self.correct,
            "gold_total": self.gold_total,
            "system_total": self.system_total,
            "aligned_total": self.aligned_total,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "aligned_accuracy": self.aligned_accuracy,
        }

    def __add__(self, other: Score) -> Score:
        if self.aligned_total is None or other.aligned_total is None:
            aligned = None
        else:
            aligned = self.aligned_total + other.aligned_total
        return Score(
            self.correct + other.correct,
            self.gold_total + other.gold_total,
            self.system_total + other.system_total,
            aligned,
        )
