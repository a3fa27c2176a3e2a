"""Which child of a constituent is its head: treebanks of constituents seldom say, so it is guessed from the training data.

A category, the label of a constituent or the tag of a token, is likely that of a head if it is found in most constituents of
some label, and in few of other labels: its rank is by the sum of P(X | c) P(c | X) over all labels X.  As it is the same in
every constituent, an item has a head before it has a label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

Category = tuple[str, str]  # "label" or "tag", and its name
MOST_RANK = 1_000_000  # in a model file


class HeadRanks:
    """The rank of each category: the head of an item is the child of the highest rank."""

    def __init__(self, labels: Sequence[int] = (), tags: dict[str, int] | None = None) -> None:
        """`labels` are the ranks of labels by number, `tags` those of tags by name; what is not there has rank 0."""
        self.labels, self.tags = list(labels), dict(tags or {})

    def __bool__(self) -> bool:
        return bool(self.tags) or any(self.labels)

    @classmethod
    def learn(cls, found: Iterable[tuple[str | None, Iterable[Category]]], labels: Sequence[str]) -> HeadRanks:
        """Learn from constituents, each with the categories of its children; the root of the treebank has no label."""
        parents: Counter[str | None] = Counter()
        pairs: Counter[tuple[str | None, Category]] = Counter()
        seen: Counter[Category] = Counter()
        for parent, children in found:
            parents[parent] += 1
            seen.update(children := list(children))
            pairs.update((parent, child) for child in set(children))
        score: Counter[Category] = Counter()
        for (parent, child), count in pairs.items():
            if parent is not None:
                score[child] += count * count / (parents[parent] * seen[child])  # type: ignore[assignment]
        rank = {child: number for number, child in enumerate(sorted(score, key=lambda c: (score[c], c)), 1)}
        tags = {name: number for (kind, name), number in sorted(rank.items()) if kind == "tag"}
        return cls([rank.get(("label", label), 0) for label in labels], tags)

    def header(self) -> dict[str, Any]:
        """What a model file keeps."""
        return {"labels": self.labels, "tags": self.tags}

    @classmethod
    def from_header(cls, header: Any, labels: int) -> HeadRanks:
        """The ranks of a model file; raises ValueError if they are none."""
        ranks, tags = header["labels"], header["tags"]
        if not isinstance(ranks, list) or not isinstance(tags, dict) or len(ranks) not in (0, labels):
            raise ValueError(f"heads: seen {str(header)[:40]!r}, expected ranks of {labels} labels, and of tags")
        for rank in (*ranks, *tags.values()):
            if type(rank) is not int or not 0 <= rank <= MOST_RANK:
                raise ValueError(f"heads: seen {rank!r:.40}, expected a rank from 0 to {MOST_RANK:,}")
        return cls(ranks, tags)
