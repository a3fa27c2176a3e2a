"""Counts over a treebank, and how much of it the transition systems can reach."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from treewright.analysis.treebanks.reach import Reach, share

if TYPE_CHECKING:
    from treewright.treebank import Sentence


class TreebankSurvey:
    """Counts sentences; `as_dict` and `lines` give the results."""

    def __init__(self) -> None:
        self.sentences = self.words = self.longest = 0
        self.unknown_heads = self.unknown_labels = self.partial_trees = 0
        self.nonprojective_trees = self.nonprojective_arcs = 0
        self.reach = Reach()
        self.doubles = 0
        self.labels: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.seen: set[int] = set()

    def add(self, sentence: Sentence) -> None:
        """Count one sentence, whose heads are a tree or partially unknown."""
        from treewright.treebank.projectivity import nonprojective_arcs

        if len(sentence) == 0:  # only comments
            return
        heads = list(sentence.heads)
        self.sentences += 1
        self.words += len(heads)
        self.longest = max(self.longest, len(heads))
        labels = sentence.labels
        self.unknown_heads += sum(head < 0 for head in heads)
        self.unknown_labels += labels.count(None)
        self.partial_trees += any(head < 0 for head in heads)
        self.labels.update(label for label in labels if label is not None)
        self.tags.update(sentence.column(i, 3) for i in range(len(heads)))
        key = hash(tuple(sentence.forms))
        self.doubles += key in self.seen
        self.seen.add(key)
        crossing = len(list(nonprojective_arcs(heads)))
        self.nonprojective_trees += crossing > 0
        self.nonprojective_arcs += crossing
        self.reach.add(heads, labels)

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data."""
        return {
            "sentences": self.sentences,
            "words": self.words,
            "longest_sentence": self.longest,
            "repeated_sentences": self.doubles,
            "partial_trees": self.partial_trees,
            "unknown_heads": self.unknown_heads,
            "unknown_labels": self.unknown_labels,
            "labels": dict(self.labels.most_common()),
            "tags": dict(self.tags.most_common()),
            "nonprojective_trees": self.nonprojective_trees,
            "nonprojective_arcs": self.nonprojective_arcs,
            "systems": self.reach.rows(),
            "recommended": self.reach.recommended(),
        }

    def lines(self, verbose: bool = False) -> list[str]:
        """The counts as readable lines."""
        annotated = self.words - self.unknown_heads
        once = sorted(label for label, count in self.labels.items() if count == 1)
        shown = [
            f"sentences: {self.sentences:,} (longest {self.longest:,} words; {self.doubles:,} repeat an earlier one)",
            f"words: {self.words:,}",
            *self._unknown(),
            f"labels: {len(self.labels)}" + (f" ({len(once)} occur once: {', '.join(once[:12])})" if once else ""),
            f"tags: {len(self.tags)}" + (" (no UPOS: parsing will be much worse)" if set(self.tags) == {"_"} else ""),
            f"non-projective: {share(self.nonprojective_trees, self.sentences)} of the trees, "
            f"{share(self.nonprojective_arcs, annotated)} of the arcs",
            *self.reach.lines(),
        ]
        if verbose:
            shown += [f"  {count:>9,}  {label}" for label, count in self.labels.most_common()]
        return shown

    def _unknown(self) -> list[str]:
        """A line on partial trees, if there are any."""
        if not self.unknown_heads and not self.unknown_labels:
            return []
        heads, labels = share(self.unknown_heads, self.words), share(self.unknown_labels, self.words)
        return [
            f"unknown (_): {heads} of the heads, {labels} of the labels; "
            f"{share(self.partial_trees, self.sentences)} of the trees are partial"
        ]
