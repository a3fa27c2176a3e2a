"""Counts of the trigrams of coarse tags (UPOS), which characterise a treebank without its words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from treewright.treebank.sentence import Sentence

BOUNDARY = "|"  # stands before the first and after the last word; never a tag


def tag_trigrams(sentences: Iterable[Sentence]) -> dict[str, int]:
    """One trigram for each word, its tag between those of its neighbours, as in "DET NOUN |"."""
    counts: Counter[str] = Counter()
    for sentence in sentences:
        tags = [BOUNDARY, *(sentence.column(i, 3) for i in range(sentence.size)), BOUNDARY]
        counts.update(f"{a} {b} {c}" for a, b, c in zip(tags, tags[1:], tags[2:], strict=False))
    return dict(counts)
