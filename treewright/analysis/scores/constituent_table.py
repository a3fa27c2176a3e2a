"""All constituents of a treebank that count, as nodes with columns, and their criteria."""

from __future__ import annotations

from collections.abc import Sequence

import numpy

from treewright.analysis.scores.column import Column
from treewright.analysis.scores.criteria import Known, Vocabulary
from treewright.analysis.scores.node_table import NodeTable
from treewright.evaluation.counted_brackets import Spans, fan_out


class ConstituentTable(NodeTable):
    """The constituents of sentences, of which `lengths` tokens count."""

    def __init__(self, spans: Sequence[Spans], lengths: Sequence[int]) -> None:
        sizes = numpy.fromiter(map(len, spans), numpy.int64, len(spans))
        super().__init__(int(sizes.sum()), numpy.repeat(numpy.arange(len(sizes)), sizes))
        self.labels = [label for found in spans for label, _ in found]
        self.masks = [mask for found in spans for _, mask in found]
        self.lengths = numpy.array(lengths, numpy.int64)

    def computed(self, values: Sequence[int]) -> Column:
        """A column of numbers."""
        return self.numbers(numpy.array(values, numpy.int64))


def _gaps(table: ConstituentTable) -> Column:
    return table.computed([fan_out(mask) for mask in table.masks])


CRITERIA = {
    "label": Known("its label", lambda table: Column.of([*table.labels, None, None])),
    "fan-out": Known("how many blocks of tokens it consists of: 1 if it has no gap", _gaps),
    "size": Known("how many tokens it has", lambda table: table.computed([mask.bit_count() for mask in table.masks])),
    "span": Known(
        "how many tokens there are from its first to its last one",
        lambda table: table.computed([mask.bit_length() - (mask & -mask).bit_length() + 1 for mask in table.masks]),
    ),
    "position": Known(
        "the place of its first token, from 1 on",
        lambda table: table.computed([(mask & -mask).bit_length() for mask in table.masks]),
    ),
    "discontinuous": Known(
        "whether it has a gap: yes or no",
        lambda table: table.flags(numpy.array([fan_out(mask) > 1 for mask in table.masks], bool)),
    ),
    "sentence": Known("the number of the sentence, from 1 on", lambda table: table.numbers(table.sentence_of + 1)),
    "sentence-length": Known(
        "how many tokens of its sentence count", lambda table: table.numbers(table.lengths[table.sentence_of])
    ),
}
CONSTITUENTS = Vocabulary(
    CRITERIA,
    ("gold", "predicted"),
    ("discontinuous",),
    ("fan-out", "size", "span", "position", "sentence", "sentence-length"),
)
