"""All scores of one comparison, with the settings they were computed with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from treewright.evaluation.score import Score

UAS, LAS, CLAS, LABEL_ACCURACY = "UAS", "LAS", "CLAS", "label accuracy"
ATTACHED_UAS, ATTACHED_LAS = "UAS of attached words", "LAS of attached words"


@dataclass(frozen=True)
class Scores:
    """Scores of predicted trees: counts in `metrics`; `uas` and the like are F1 in per cent (0 if nothing counts)."""

    metrics: dict[str, Score] = field(default_factory=dict)
    words: int = 0  # words compared; without punctuation if that is left out
    sentences: int = 0
    punctuation: bool = True  # whether words whose gold UPOS is PUNCT count
    subtypes: bool = False  # whether `nsubj:pass` differs from `nsubj`

    @property
    def uas(self) -> float:
        """Unlabelled attachment: words with the gold head, in per cent."""
        return self.percent(UAS)

    @property
    def las(self) -> float:
        """Labelled attachment: words with the gold head and the gold label, in per cent."""
        return self.percent(LAS)

    @property
    def clas(self) -> float:
        """Labelled attachment of content words: F1 over the words with a content relation, in per cent."""
        return self.percent(CLAS)

    @property
    def label_accuracy(self) -> float:
        """Words with the gold label, whatever their head, in per cent."""
        return self.percent(LABEL_ACCURACY)

    @property
    def coverage(self) -> float:
        """Words that the parser gave a head, of those with a gold head, in per cent; less than 100 for partial trees."""
        total = self.metrics.get(UAS, Score()).gold_total
        return 100 * self.metrics.get(ATTACHED_UAS, Score()).gold_total / total if total else 100.0

    @property
    def attached_uas(self) -> float:
        """Words with the gold head, of those that the parser gave a head, in per cent."""
        return self.percent(ATTACHED_UAS)

    @property
    def attached_las(self) -> float:
        """Words with the gold head and the gold label, of those that the parser gave a head, in per cent."""
        return self.percent(ATTACHED_LAS)

    @property
    def unknown_heads(self) -> int:
        """Words that attachment scores leave out because their gold head is unknown."""
        return self.words - self.metrics[UAS].gold_total if UAS in self.metrics else 0

    def percent(self, metric: str) -> float:
        """F1 of a metric in per cent."""
        return 100 * self.metrics.get(metric, Score()).f1

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return {
            "uas": self.uas,
            "las": self.las,
            "clas": self.clas,
            "label_accuracy": self.label_accuracy,
            "coverage": self.coverage,
            "attached_uas": self.attached_uas,
            "attached_las": self.attached_las,
            "words": self.words,
            "sentences": self.sentences,
            "unknown_heads": self.unknown_heads,
            "settings": {"definitions": "CoNLL 2018", "punctuation": self.punctuation, "subtypes": self.subtypes},
            "metrics": {name: score.as_dict() for name, score in self.metrics.items()},
        }

    def settings(self) -> str:
        """The settings in words, for every place where a score is shown."""
        return ", ".join(
            (
                "CoNLL 2018 definitions",
                f"punctuation {'counted' if self.punctuation else 'left out (gold UPOS is PUNCT)'}",
                f"label subtypes {'compared' if self.subtypes else 'cut'}",
            )
        )

    def __add__(self, other: Scores) -> Scores:
        if (self.punctuation, self.subtypes) != (other.punctuation, other.subtypes):
            raise ValueError(f"scores of different settings cannot be added: {self.settings()}; {other.settings()}")
        names = [*self.metrics, *(name for name in other.metrics if name not in self.metrics)]
        none = Score(aligned_total=0)
        metrics = {name: self.metrics.get(name, none) + other.metrics.get(name, none) for name in names}
        words, sentences = self.words + other.words, self.sentences + other.sentences
        return Scores(metrics, words, sentences, self.punctuation, self.subtypes)

    def __str__(self) -> str:
        whole = self.coverage == 100  # every word has a head: nothing to say of the attached ones
        names = [name for name in self.metrics if not (whole and name in (ATTACHED_UAS, ATTACHED_LAS))]
        shown = [f"{n} {self.percent(n):.2f}" if self.metrics[n].gold_total else f"{n} -" for n in names]
        shown += [] if whole else [f"coverage {self.coverage:.2f}"]
        size = f"{self.words:,} words in {self.sentences:,} sentences"
        unknown = f", {self.unknown_heads:,} words without gold head not counted" if self.unknown_heads else ""
        return f"{'  '.join(shown)}  ({size}{unknown}; {self.settings()})"
