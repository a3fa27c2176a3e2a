"""What the trees of a treebank show without exception, or nearly so: which labels go with which words, heads and siblings.

Nothing here knows Universal Dependencies.  Two things that are never seen together are ruled out if chance alone would have
brought them together some times: a label and the tag of the dependent, a label and the tag of the head, a label and a
direction, the label of a word and that of its dependent, the labels of two dependents of one head.  Where most combinations
are ruled out so (for a head that is punctuation all but one label), those that are too rare to tell are ruled out with them.
A label that heads have once, if they have it at all, is given once at the most.  From a UD treebank one learns so that nothing
but punctuation hangs on punctuation, that conjuncts follow their heads and that a verb has one subject.  The label of roots
is a fact of its own: it holds however small the treebank is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy

LEAST = 20  # how often chance alone must bring two things together, if it is to mean something that they are not seen together
CLOSED = 0.8  # the share of what chance would bring that must be missing in a row or column, if all of it is to be ruled out
MOST_TAGS = 500  # more are no tags that say anything of trees
MANY = 50  # and how often chance must bring it
TABLES = ("root", "dependent", "head", "side", "under", "beside")

Tree = tuple[Sequence[int], Sequence[int], Sequence[str | None]]  # heads, label numbers (-1: unknown) and tags of the words


class TreeFacts:
    """Tables of what is ruled out; the columns are labels.

    `root` has a row for arcs between words and one for those from ROOT, `dependent` and `head` one for each tag, `side` for
    left and right dependents, `under` for the label of the head, `beside` for that of another dependent of the same head.
    """

    def __init__(self, labels: int, tags: Sequence[str], tables: Mapping[str, Any] | None = None) -> None:
        self.labels, self.tags = labels, list(tags)
        rows = {"root": 2, "dependent": len(tags), "head": len(tags), "side": 2, "under": labels, "beside": labels}
        self.tables = {name: numpy.zeros((rows[name], labels), bool) for name in TABLES}
        for name, table in (tables or {}).items():
            self.tables[name] |= table

    @classmethod
    def learnt(cls, trees: Iterable[Tree], labels: int, share: float) -> TreeFacts:
        """The facts of which at least this share of cases is an example; 0 learns that of roots only."""
        counts = _Counts(trees, labels)
        facts = cls(labels, counts.tags)
        facts._learn_root(counts)
        if share > 0:
            for name, seen, row, column, total in counts.tables():
                chance = numpy.outer(row, column) / max(1, total)
                few = seen <= (1.0 - share) * chance
                facts.tables[name] |= few & (chance >= LEAST)
                for axis in (0, 1):
                    whole = chance.sum(axis, keepdims=True)
                    rare = seen <= (1.0 - share) * whole  # exceptions, if they are few together
                    rare &= (seen * rare).sum(axis, keepdims=True) <= (1.0 - share) * whole
                    missing = few | rare
                    closed = (chance * missing).sum(axis, keepdims=True) >= numpy.maximum(CLOSED * whole, MANY)
                    facts.tables[name] |= closed & missing
            facts._learn_once(counts, share)
        return facts

    def _learn_once(self, counts: _Counts, share: float) -> None:
        """A label that heads have once, if they have it at all, is not given twice."""
        twice = numpy.diag(counts.pairs)
        numpy.fill_diagonal(once := numpy.zeros_like(self.tables["beside"]), True)
        self.tables["beside"] |= once & (twice <= (1.0 - share) * counts.having) & (counts.having >= LEAST)

    def _learn_root(self, counts: _Counts) -> None:
        """If all roots have one label, no root has another; if nothing else has it, nothing else gets it."""
        of_words, of_root = counts.root > 0
        if of_root.sum() == 1 and not (counts.unknown & ~of_root).any():
            self.tables["root"][1] = ~of_root
            self.tables["root"][0] = of_root & ~of_words

    def __len__(self) -> int:
        return int(sum(table.sum() for table in self.tables.values()))

    def header(self) -> dict[str, Any]:
        """The tables as a model file keeps them: the numbers of the labels that are ruled out in each row."""
        rows = {name: [numpy.flatnonzero(row).tolist() for row in table] for name, table in self.tables.items()}
        return {"tags": self.tags, **rows}

    @classmethod
    def from_header(cls, header: Mapping[str, Any], labels: int) -> TreeFacts:
        """The facts that a model file has; raises ValueError where they are not as they should be."""
        tags = header["tags"]
        if not isinstance(tags, list) or len(tags) > MOST_TAGS or not all(isinstance(tag, str) for tag in tags):
            raise ValueError(f"facts: seen {str(tags)[:40]!r} as tags, expected at most {MOST_TAGS} strings")
        "".join(tags).encode()  # raises what is a ValueError, too
        facts = cls(labels, tags)
        for name, table in facts.tables.items():
            if len(header[name]) != len(table):
                raise ValueError(f"facts: seen {len(header[name])} rows of {name}, expected {len(table)}")
            for row, numbers in zip(table, header[name], strict=True):
                if not all(isinstance(number, int) and 0 <= number < labels for number in numbers):
                    raise ValueError(f"facts: seen {numbers!r} in {name}, expected numbers of labels")
                row[numbers] = True
        return facts

    @classmethod
    def of_root(cls, labels: int, root_label: int) -> TreeFacts:
        """Only that roots have this label, as models of before know it."""
        facts = cls(labels, [])
        facts.tables["root"][1] = numpy.arange(labels) != root_label
        return facts


class _Counts:
    """How often things are seen together, and each of them alone."""

    def __init__(self, trees: Iterable[Tree], labels: int) -> None:
        columns: list[list[int]] = [[], [], [], [], []]  # of each word: tag, head's tag, side, head's label, label
        number_of: dict[str | None, int] = {}
        pairs = numpy.zeros((labels, labels), numpy.int64)
        having, heads_with_dependents = numpy.zeros(labels, numpy.int64), 0
        self.unknown = numpy.zeros(labels, bool)  # labels of words whose heads are not known
        for heads, numbers, tags in trees:
            own = [number_of.setdefault(tag, len(number_of)) for tag in tags]
            below: dict[int, list[int]] = {}
            for word, (head, label) in enumerate(zip(heads, numbers, strict=True)):
                if label >= 0 and head < 0:
                    self.unknown[label] = True
                if label < 0 or head < 0:
                    continue
                head_label = numbers[head - 1] if head else -1
                row = (own[word], own[head - 1] if head else -1, int(head < word + 1) if head else -1, head_label, label)
                for column, value in zip(columns, row, strict=True):
                    column.append(value)
                if head:
                    below.setdefault(head, []).append(label)
            heads_with_dependents += len(below)
            for siblings in below.values():
                for at, one in enumerate(siblings):
                    if one not in siblings[:at]:
                        having[one] += 1
                        pairs[one, list({other for other in siblings if other != one})] += 1
                        pairs[one, one] += siblings.count(one) > 1
        self.tags = [tag or "_" for tag in number_of]
        tag, head_tag, side, above, own_label = (numpy.array(column, numpy.int64) for column in columns)
        self.dependent = _together(tag, own_label, len(self.tags), labels)
        inner = head_tag >= 0
        self.root = _together((~inner).astype(numpy.int64), own_label, 2, labels)
        self.head = _together(head_tag[inner], own_label[inner], len(self.tags), labels)
        self.side = _together(side[inner], own_label[inner], 2, labels)
        known = above >= 0
        self.under = _together(above[known], own_label[known], labels, labels)
        self.pairs, self.having, self.heads_with_dependents = pairs, having, heads_with_dependents

    def tables(self) -> list[tuple[str, Any, Any, Any, int]]:
        """For each table: how often a row and a column are seen together, each alone, and how many cases there are."""
        words = int(self.dependent.sum())
        of_tag, of_label = self.dependent.sum(axis=1), self.dependent.sum(axis=0)
        arcs = int(self.side.sum())
        half = numpy.array([arcs / 2, arcs / 2])
        return [
            ("root", self.root, self.root.sum(axis=1), of_label, words),
            ("dependent", self.dependent, of_tag, of_label, words),
            ("head", self.head, of_tag, of_label, words),
            ("side", self.side, half, self.side.sum(axis=0), arcs),
            ("under", self.under, of_label, of_label, words),
            ("beside", self.pairs, self.having, self.having, self.heads_with_dependents),
        ]


def _together(rows: Any, columns: Any, row_count: int, column_count: int) -> Any:
    """How often each row comes with each column."""
    flat = numpy.bincount(rows * column_count + columns, minlength=row_count * column_count)
    return flat.reshape(row_count, column_count)
