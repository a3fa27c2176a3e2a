"""Counts of what is in a treebank, and how much of it the projective systems can reach."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treewright.treebank import Sentence


LONG = 400  # words, from where reachable arcs are estimated from below


class TreebankSurvey:
    """Adds up sentences; `as_dict` and `lines` say what was found."""

    def __init__(self) -> None:
        self.sentences = self.words = self.longest = 0
        self.unknown_heads = self.unknown_labels = self.partial_trees = 0
        self.nonprojective_trees = self.nonprojective_arcs = self.unreached_arcs = 0
        self.doubles = 0
        self.labels: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.seen: set[int] = set()

    def add(self, sentence: Sentence) -> None:
        """Count one sentence, whose heads are a tree or partly unknown."""
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
        if crossing:
            self.nonprojective_trees += 1
            self.nonprojective_arcs += crossing
            self.unreached_arcs += sum(head >= 0 for head in heads) - reachable_arcs(heads)

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data."""
        annotated = self.words - self.unknown_heads
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
            "projective_systems_reach_arcs": annotated - self.unreached_arcs,
            "projective_systems_reach_percent": round(100 * (1 - self.unreached_arcs / annotated), 3)
            if annotated
            else None,
        }

    def lines(self, verbose: bool = False) -> list[str]:
        """The counts for people."""
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
            f"projective systems can reach {share(annotated - self.unreached_arcs, annotated)} of the arcs",
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


def share(part: int, whole: int) -> str:
    """A count with its percentage."""
    return f"{part:,} ({100 * part / whole:.2f} %)" if whole else f"{part:,}"


def reachable_arcs(heads: list[int]) -> int:
    """How many of the arcs the best projective tree has: Eisner's algorithm, all spans of one length at a time."""
    import numpy

    from treewright.treebank.projectivity import nonprojective_arcs

    size = len(heads) + 1
    if size > LONG:  # the time is cubic; without its non-projective arcs a tree can always be reached
        return sum(head >= 0 for head in heads) - len(list(nonprojective_arcs(heads)))
    gold = numpy.zeros((size, size), numpy.int16)
    for dependent, head in enumerate(heads, 1):
        if head >= 0:
            gold[head, dependent] = 1
    left, right, open_left, open_right = (numpy.zeros_like(gold) for _ in range(4))  # where the head of a span stands
    for length in range(1, size):
        start = numpy.arange(size - length)
        end = start + length
        first, last = start[:, None], end[:, None]
        middle = first + numpy.arange(length)
        best = (left[first, middle] + right[middle + 1, last]).max(1)
        open_left[start, end] = best + gold[start, end]
        open_right[start, end] = best + gold[end, start]
        right[start, end] = (right[first, middle] + open_right[middle, last]).max(1)
        left[start, end] = (open_left[first, middle + 1] + left[middle + 1, last]).max(1)
    return int(left[0, -1])
