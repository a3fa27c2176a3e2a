"""Facts that hold in the trees of a treebank with no or few exceptions: which labels go with which words and heads.

Nothing here knows Universal Dependencies.  A combination that never occurs is ruled out if it would have occurred often
enough by chance: a label with the tag of the dependent, a label with the tag of the head, a label with a direction, the
label of a word with that of its dependent, two labels below one head.  If this rules out most labels for a head (for
punctuation all but one), labels too rare to judge are ruled out with them.  A label that no head has more than once is given
at most once per head.  From a UD treebank it learns, for example, that only punctuation depends on punctuation, that conjuncts
follow their heads and that a verb has one subject.  The label of roots is a separate fact, which holds however small the
treebank is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy

MOST_TAGS = 500  # where there are more, they say little of trees
LEAST = 20  # how often two things must be expected together by chance before their absence means anything
CLOSED = 0.8  # the share of what chance would bring that must be missing in a row or column, if all of it is to be ruled out
MANY = 50  # and how often chance must bring it
TABLES = ("root", "dependent", "head", "side", "under", "once", "beside")
WITH_RARE = ("head", "under")  # tables in which what is too rare to tell may be ruled out, too

# Heads, label numbers (-1: unknown) and tags of the words, and the heads of the tree as it is shown: those may be lifted.
AnnotatedTree = tuple[Sequence[int], Sequence[int], Sequence[str | None], Sequence[int]]


class TreeFacts:
    """Tables of ruled-out combinations; the columns are labels.

    `root` has a row for arcs between words and one for those from ROOT, `dependent` and `head` one for each tag, `side` for
    left and right dependents, `under` for the label of the head; `once` has one row, of labels that are given once;
    `beside` has a row for each label, of those that no head has beside it.
    `usual` has the labels of each tag, the most frequent one first.
    """

    def __init__(
        self, labels: int, tags: Sequence[str], tables: Mapping[str, Any] | None = None, usual: Sequence[Sequence[int]] = ()
    ) -> None:
        self.labels, self.tags = labels, list(tags)
        self.usual = [list(row) for row in usual] or [[] for _ in tags]
        rows = {"root": 2, "dependent": len(tags), "head": len(tags), "side": 2, "under": labels, "once": 1, "beside": labels}
        self.tables = {name: numpy.zeros((rows[name], labels), bool) for name in TABLES}
        for name, table in (tables or {}).items():
            self.tables[name] |= table

    @classmethod
    def learnt(cls, trees: Iterable[AnnotatedTree], labels: int, share: float) -> TreeFacts:
        """The facts that hold in at least this share of cases; 0 learns only that of roots."""
        counts = _Counts(trees, labels)
        order = numpy.argsort(-counts.dependent, axis=1, kind="stable")
        usual = [[int(n) for n in row if count[n]] for row, count in zip(order, counts.dependent, strict=True)]
        facts = cls(labels, counts.tags, usual=usual)
        facts._learn_root(counts)
        if share > 0:
            for name, seen, row, column, total in counts.tables():
                chance = numpy.outer(row, column) / max(1, total)
                few = seen <= (1.0 - share) * chance
                facts.tables[name] |= few & (chance >= LEAST)
                for axis in (0, 1) if name in WITH_RARE else ():
                    whole = chance.sum(axis, keepdims=True)
                    rare = seen <= (1.0 - share) * whole  # exceptions, if they are few together
                    rare &= (seen * rare).sum(axis, keepdims=True) <= (1.0 - share) * whole
                    missing = few | rare
                    closed = (chance * missing).sum(axis, keepdims=True) >= numpy.maximum(CLOSED * whole, MANY)
                    facts.tables[name] |= closed & missing
            facts.tables["beside"] |= (counts.both <= (1.0 - share) * counts.by_chance) & (counts.by_chance >= LEAST)
            facts.tables["once"] |= (counts.twice <= (1.0 - share) * counts.having) & (counts.having >= LEAST)
        return facts

    def _learn_root(self, counts: _Counts) -> None:
        """If all roots have one label, no root gets another; if only roots have it, nothing else gets it."""
        of_words, of_root = counts.root > 0
        if of_root.sum() == 1 and not (counts.unknown & ~of_root).any():
            self.tables["root"][1] = ~of_root
            self.tables["root"][0] = of_root & ~of_words

    @classmethod
    def common(cls, several: Sequence[TreeFacts], names: Sequence[Sequence[str]], labels: Sequence[str]) -> TreeFacts:
        """What all of several facts rule out that know a label, by its name; labels are numbered as in another list."""
        tags = [tag for tag in several[0].tags if all(tag in one.tags for one in several)]
        first, place = several[0], {label: number for number, label in enumerate(labels)}
        usual = [[place[names[0][n]] for n in first.usual[first.tags.index(tag)]] for tag in tags]
        facts = cls(len(labels), tags, usual=usual)
        for name, table in facts.tables.items():
            table[:] = True
            for one, own in zip(several, names, strict=True):
                number = [own.index(label) if label in own else -1 for label in labels]  # the last one: no effect
                padded = numpy.pad(one.tables[name], ((0, 1), (0, 1)), constant_values=True)
                rows = {"under": number, "beside": number, "dependent": [one.tags.index(tag) for tag in facts.tags]}
                rows["head"] = rows["dependent"]
                table &= padded[:, number][rows.get(name, range(len(table)))]
        known = numpy.array([[label in own for label in labels] for own in names])
        one_knows_each = (known[:, :, None] & known[:, None]).any(axis=0)
        some: Any = known.any(axis=0)
        for name in ("under", "beside"):
            facts.tables[name] &= one_knows_each | ~(some[:, None] & some)  # no parser knows both labels: nothing is ruled out
        return facts

    def __len__(self) -> int:
        return int(sum(table.sum() for table in self.tables.values()))

    def header(self) -> dict[str, Any]:
        """The tables as stored in a model file: the numbers of the labels ruled out in each row."""
        rows = {name: [numpy.flatnonzero(row).tolist() for row in table] for name, table in self.tables.items()}
        return {"tags": self.tags, "usual": self.usual, **rows}

    @classmethod
    def from_header(cls, header: Mapping[str, Any], labels: int) -> TreeFacts:
        """The facts from a model file; raises ValueError if they are malformed."""
        tags = header["tags"]
        if not isinstance(tags, list) or len(tags) > MOST_TAGS or not all(isinstance(tag, str) for tag in tags):
            raise ValueError(f"facts: seen {str(tags)[:40]!r} as tags, expected at most {MOST_TAGS} strings")
        "".join(tags).encode()  # raises what is a ValueError, too
        facts = cls(labels, tags, usual=header["usual"])
        for name, rows in (*((name, len(table)) for name, table in facts.tables.items()), ("usual", len(tags))):
            if len(header[name]) != rows:
                raise ValueError(f"facts: seen {len(header[name])} rows of {name}, expected {rows}")
            for numbers in header[name]:
                known = type(numbers) is list and len(numbers) <= labels
                if not known or not all(type(number) is int and 0 <= number < labels for number in numbers):
                    raise ValueError(f"facts: seen {numbers!r} in {name}, expected numbers of labels")
        for name, table in facts.tables.items():
            for row, numbers in zip(table, header[name], strict=True):
                row[numbers] = True
        return facts


class _Counts:
    """How often things occur together, and each of them alone."""

    def __init__(self, trees: Iterable[AnnotatedTree], labels: int) -> None:
        all_heads: list[int] = []
        all_shown: list[int] = []
        all_labels: list[int] = []
        all_tags: list[int] = []
        sizes: list[int] = []
        number_of: dict[str | None, int] = {}
        for heads, numbers, tags, shown in trees:
            all_heads += heads
            all_shown += shown
            all_labels += numbers
            all_tags += [number_of.setdefault(tag, len(number_of)) for tag in tags]
            sizes.append(len(heads))
        self.tags = [tag or "_" for tag in number_of]
        columns = (all_heads, all_shown, all_labels, all_tags)
        head, shown_head, label, tag = (numpy.array(column, numpy.int64) for column in columns)
        start = numpy.repeat(numpy.cumsum([0, *sizes])[:-1], sizes)  # of each word's sentence
        self.unknown = numpy.zeros(labels, bool)  # labels of words whose heads are not known
        self.unknown[label[(label >= 0) & (head < 0)]] = True
        known = (label >= 0) & (head >= 0)
        inside = head > 0
        head_at = (start + head - 1) * inside  # its position among all words
        side = (head <= numpy.arange(len(head)) - start).astype(numpy.int64)
        below = known & (shown_head > 0)
        self._count_siblings((start + shown_head - 1)[below], label[below], tag, labels)
        head_tag, above = (numpy.where(inside, column[head_at], -1)[known] for column in (tag, label))
        tag, side, own_label = tag[known], side[known], label[known]
        self.dependent = _together(tag, own_label, len(self.tags), labels)
        inner = head_tag >= 0
        self.root = _together((~inner).astype(numpy.int64), own_label, 2, labels)
        self.head = _together(head_tag[inner], own_label[inner], len(self.tags), labels)
        self.side = _together(side[inner], own_label[inner], 2, labels)
        known = above >= 0
        self.under = _together(above[known], own_label[known], labels, labels)

    def _count_siblings(self, head: Any, label: Any, tag: Any, labels: int) -> None:
        """How many heads have a label, have it twice, have two labels together, and would by chance given their tags."""
        pairs, times = numpy.unique(head * labels + label, return_counts=True)
        head, label = numpy.divmod(pairs, labels)
        self.having, self.twice = (numpy.bincount(label[times > n], minlength=labels) for n in (0, 1))
        heads, number, size = numpy.unique(head, return_inverse=True, return_counts=True)
        partners = size[number]  # of each label of a head: all labels of that head
        one = numpy.repeat(numpy.arange(len(pairs)), partners)
        begin = numpy.repeat(numpy.cumsum(partners) - partners, partners)
        other = (numpy.cumsum(size) - size)[number[one]] + numpy.arange(len(one)) - begin
        self.both = _together(label[one], label[other], labels, labels)
        of_tag = _together(tag[head], label, len(self.tags), labels)
        with_tag = 1 + numpy.bincount(tag[heads], minlength=len(self.tags))
        self.by_chance = of_tag.T @ (of_tag / with_tag[:, None])

    def tables(self) -> list[tuple[str, Any, Any, Any, int]]:
        """For each table: how often a row and a column occur together, each alone, and how many cases there are."""
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
        ]


def _together(rows: Any, columns: Any, row_count: int, column_count: int) -> Any:
    """How often each row occurs with each column."""
    flat = numpy.bincount(rows * column_count + columns, minlength=row_count * column_count)
    return flat.reshape(row_count, column_count)
