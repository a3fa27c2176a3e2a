"""The constituents of a gold treebank and of predicted ones, and which are right."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy

from treewright.analysis.scores.constituent_table import CONSTITUENTS, ConstituentTable
from treewright.analysis.scores.criterion import Criterion
from treewright.analysis.scores.node_table import link
from treewright.analysis.scores.scored import Scored, Side
from treewright.errors import InputError
from treewright.evaluation.alignment import Alignment, Judgement
from treewright.evaluation.bracket_parameters import BracketParameters
from treewright.evaluation.brackets import bracket_scores, tree_pairs
from treewright.evaluation.counted_brackets import CountedBrackets, Spans
from treewright.evaluation.parameter_file import bracket_parameters
from treewright.treebank.tree_sentence import TreeSentence

LABELLED, UNLABELLED = "labelled", "unlabelled"


class ScoredConstituents(Scored):
    """Compares constituents of predicted trees with those of gold ones, as `bracket_scores` does.

    Gold and predicted constituents of the same tokens are pairs, so that labels can be confused. The expression `where` says
    which count, by what they are in gold; predicted ones without a pair by what they are themselves.
    """

    vocabulary = CONSTITUENTS
    metrics = (LABELLED, UNLABELLED)
    default_metrics = (LABELLED,)
    counting = LABELLED
    items = "constituents"

    def __init__(
        self,
        gold: Iterable[TreeSentence],
        *predicted: Iterable[TreeSentence],
        names: Sequence[str] | None = None,
        where: str | None = None,
        parameters: BracketParameters | str | os.PathLike[str] = "proper",
        functions: bool = False,
    ) -> None:
        """`parameters` and `functions` are those of `bracket_scores`."""
        if not predicted:
            raise InputError("predicted: seen no treebank, expected at least one")
        super().__init__(len(predicted), names, where, None)
        self.counted = CountedBrackets(bracket_parameters(parameters), functions)
        self.sentences = list(gold)
        self.predicted = [list(other) for other in predicted]
        for name, other in zip(self.names, self.predicted, strict=True):
            self.sides.append(self._side(name, self.sentences, other))

    def _side(self, name: str, gold: list[TreeSentence], predicted: list[TreeSentence]) -> Side:
        ours: list[Spans] = []
        theirs: list[Spans] = []
        lengths = []
        pairs: tuple[list[int], list[int]] = ([], [])
        starts = [0, 0]
        for one, other in tree_pairs(gold, predicted, self.counted.parameters):
            bits = self.counted.bits(one, self.counted.tags(one))
            spans = self.counted.spans(one, bits), self.counted.spans(other, bits)
            lengths.append(len(bits) - bits.count(0))
            for first, second in paired(*spans):
                pairs[0].append(starts[0] + first)
                pairs[1].append(starts[1] + second)
            ours.append(spans[0])
            theirs.append(spans[1])
            starts = [starts[0] + len(spans[0]), starts[1] + len(spans[1])]
        alignment = Alignment(numpy.array(pairs[0], numpy.int64), numpy.array(pairs[1], numpy.int64))
        tables = link(ConstituentTable(ours, lengths), ConstituentTable(theirs, lengths), (alignment.gold, alignment.system))
        labels = [[table.labels[i] for i in side] for table, side in zip(tables, pairs, strict=True)]
        right = numpy.array([one == other for one, other in zip(*labels, strict=True)], bool)
        every = tuple(numpy.ones(table.size, bool) for table in tables)
        masks = tuple(self.where.mask(table) if self.where else every[k] for k, table in enumerate(tables))
        judgements: Mapping[str, Judgement] = {
            LABELLED: Judgement(right, *every),
            UNLABELLED: Judgement(numpy.ones(len(right), bool), *every),
        }
        scores = bracket_scores(gold, predicted, self.counted.parameters, functions=self.counted.functions)
        return Side(name, *tables, alignment, self.judged(alignment, judgements, (masks[0], masks[1])), scores)

    def agreements(self, one: Side, other: Side, metric: str) -> numpy.ndarray:
        """For which gold constituents both parsers are right, or both wrong."""
        same: numpy.ndarray = one.right(metric) == other.right(metric)
        return same

    def settings(self, criteria: Sequence[Criterion] = ()) -> str:
        """The settings in words."""
        where = f", only constituents where {self.where.text}" if self.where else ""
        return f"{self.sides[0].scores.settings()}{where}"

    def counting_settings(self) -> str:
        """The settings in words: all of them are about what counts."""
        return self.settings()


def paired(gold: Spans, predicted: Spans) -> list[tuple[int, int]]:
    """Constituents of the same tokens: those of the same label first, then what is left, in order."""
    found = []
    taken: tuple[set[int], set[int]] = (set(), set())
    for labelled in (True, False):
        waiting: dict[object, list[int]] = defaultdict(list)
        for number, (label, mask) in enumerate(predicted):
            if number not in taken[1]:
                waiting[(label, mask) if labelled else mask].append(number)
        for number, (label, mask) in enumerate(gold):
            numbers = waiting.get((label, mask) if labelled else mask)
            if numbers and number not in taken[0]:
                other = numbers.pop(0)
                taken[0].add(number)
                taken[1].add(other)
                found.append((number, other))
    return sorted(found)
