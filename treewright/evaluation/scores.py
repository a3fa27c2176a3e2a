"""All scores of one comparison, with the settings they were computed with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from treewright.evaluation.score import Score

TOKENS, SENTENCES, WORDS = "Tokens", "Sentences", "Words"
UPOS, XPOS, UFEATS, ALL_TAGS, LEMMAS = "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"
UAS, LAS, CLAS, MLAS, BLEX, LABEL_ACCURACY = "UAS", "LAS", "CLAS", "MLAS", "BLEX", "label accuracy"
ATTACHED_UAS, ATTACHED_LAS = "UAS of attached words", "LAS of attached words"
BEFORE_TREES = (TOKENS, SENTENCES, WORDS, UPOS, XPOS, UFEATS, ALL_TAGS, LEMMAS)
ORDER = (*BEFORE_TREES, UAS, LAS, CLAS, MLAS, BLEX, LABEL_ACCURACY, ATTACHED_UAS, ATTACHED_LAS)
SHORT = (UAS, LAS, CLAS, LABEL_ACCURACY)  # what one line shows


@dataclass(frozen=True, repr=False)
class Scores:
    """Scores of a predicted treebank: counts in `metrics`; `uas` and the like are F1 in per cent (0 if nothing counts)."""

    metrics: dict[str, Score] = field(default_factory=dict)
    words: int = 0  # words compared; without punctuation if that is left out
    sentences: int = 0
    punctuation: bool = True  # whether words whose gold UPOS is PUNCT count
    subtypes: bool = False  # whether `nsubj:pass` differs from `nsubj`

    @property
    def upos(self) -> float:
        """Words with the gold UPOS, in per cent."""
        return self.percent(UPOS)

    @property
    def xpos(self) -> float:
        """Words with the gold XPOS, in per cent."""
        return self.percent(XPOS)

    @property
    def ufeats(self) -> float:
        """Words with the gold universal features, in per cent."""
        return self.percent(UFEATS)

    @property
    def lemmas(self) -> float:
        """Words with the gold lemma, in per cent."""
        return self.percent(LEMMAS)

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
    def mlas(self) -> float:
        """Content words right in label, head, UPOS, universal features and functional dependents: F1 in per cent."""
        return self.percent(MLAS)

    @property
    def blex(self) -> float:
        """Content words right in label, head and lemma: F1 in per cent."""
        return self.percent(BLEX)

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

    @property
    def trees_only(self) -> bool:
        """Whether the treebanks differ only in their trees."""
        return all(score.f1 == 1 for name in BEFORE_TREES if (score := self.metrics.get(name)) and score.gold_total)

    def percent(self, metric: str) -> float:
        """F1 of a metric in per cent."""
        return 100 * self.metrics.get(metric, Score()).f1

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        return {
            "upos": self.upos,
            "xpos": self.xpos,
            "ufeats": self.ufeats,
            "lemmas": self.lemmas,
            "uas": self.uas,
            "las": self.las,
            "clas": self.clas,
            "mlas": self.mlas,
            "blex": self.blex,
            "label_accuracy": self.label_accuracy,
            "coverage": self.coverage,
            "attached_uas": self.attached_uas,
            "attached_las": self.attached_las,
            "words": self.words,
            "sentences": self.sentences,
            "unknown_heads": self.unknown_heads,
            "settings": {"definitions": "CoNLL 2018", "punctuation": self.punctuation, "subtypes": self.subtypes},
            "metrics": {name: self.metrics[name].as_dict() for name in ORDER if name in self.metrics},
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

    def __repr__(self) -> str:
        return f"<Scores: {self}>"

    def __str__(self) -> str:
        names = [*SHORT, *self._attached()]
        shown = [f"{n} {self.percent(n):.2f}" if self.metrics[n].gold_total else f"{n} -" for n in names if n in self.metrics]
        shown += [f"coverage {self.coverage:.2f}"] if self._attached() else []
        return f"{'  '.join(shown)}  ({self._size()}; {self.settings()})"

    def table(self) -> str:
        """All metrics, one per row, in per cent; the last line has the size and the settings."""
        lines = [f"{'':22}{'precision':>10}{'recall':>10}{'F1':>10}{'aligned accuracy':>18}"]
        hidden = () if self._attached() else (ATTACHED_UAS, ATTACHED_LAS)
        for name in (name for name in ORDER if name in self.metrics and name not in hidden):
            score = self.metrics[name]
            shares = [score.precision, score.recall, score.f1]
            texts = [f"{100 * share:10.2f}" if score.gold_total else f"{'-':>10}" for share in shares]
            accuracy = score.aligned_accuracy
            texts += [f"{100 * accuracy:18.2f}"] if accuracy is not None and score.gold_total else []
            lines.append(f"{name:22}{''.join(texts)}")
        lines += [f"{'coverage':32}{self.coverage:10.2f}"] if self._attached() else []
        return "\n".join([*lines, f"({self._size()}; {self.settings()})"])

    def _attached(self) -> tuple[str, ...]:
        """The metrics of attached words; none if every word has a head, because they would add nothing."""
        return () if self.coverage == 100 else (ATTACHED_UAS, ATTACHED_LAS)

    def _size(self) -> str:
        """How much was scored, in words."""
        size = f"{self.words:,} words in {self.sentences:,} sentences"
        words = self.metrics.get(WORDS, Score())
        if not words.correct == words.gold_total == words.system_total:
            size += f", {words.correct:,} of them among the {words.system_total:,} predicted words"
        return size + (f", {self.unknown_heads:,} words without gold head not counted" if self.unknown_heads else "")
