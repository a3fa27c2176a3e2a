"""All words of a treebank as columns, made once and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy

from treewright.analysis.scores.column import Column
from treewright.analysis.scores.node_table import NodeTable
from treewright.errors import InputError
from treewright.treebank.columns import CUTS
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

ROOT = "ROOT"  # the texts of the root, which is the head of the topmost words


class WordTable(NodeTable):
    """The words of a treebank as nodes 0 to `size` - 1, then the root and a node that stands for no word at all.

    `column` makes a column by a function when it is first asked for. `follow` tells where a step such as `head` leads.
    """

    def __init__(
        self, sentences: Iterable[Sentence], *, training: Iterable[Sentence] | Mapping[str, int] | None = None
    ) -> None:
        """`training` is the treebank the parser has seen (or how often each form was in it), for frequencies."""
        self.sentences = [sentence for sentence in _with_heads(sentences) if len(sentence)]
        sizes = numpy.fromiter(map(len, self.sentences), numpy.int64, len(self.sentences))
        super().__init__(int(sizes.sum()), numpy.repeat(numpy.arange(len(sizes)), sizes))
        self.sizes, self.starts = sizes, numpy.cumsum(sizes) - sizes
        self.positions = numpy.arange(self.size) - self.starts[self.sentence_of] + 1
        parts = [numpy.asarray(sentence.heads) for sentence in self.sentences]
        self.heads = numpy.concatenate(parts).astype(numpy.int64) if parts else numpy.zeros(0, numpy.int64)
        self.first = 1  # the number of the first sentence
        self.training = training if training is None or isinstance(training, Mapping) else frequencies(training)

    def follow(self, step: str) -> tuple[Any, numpy.ndarray]:
        """Where a step leads: a table, and the node there of each node here."""
        if step == "head":
            return self, self.head_nodes
        if step in ("previous", "next"):
            return self, self._neighbours(1 if step == "next" else -1)
        return super().follow(step)

    @property
    def head_nodes(self) -> numpy.ndarray:
        """The node of each node's head."""
        heads = self.heads
        nodes = numpy.where(heads > 0, self.starts[self.sentence_of] + heads - 1, self.root)
        nodes[heads < 0] = self.none
        return self.nodes(nodes)

    def nodes(self, nodes: numpy.ndarray) -> numpy.ndarray:
        """The nodes that a step leads to from the words, and nowhere from the root."""
        return numpy.concatenate([nodes, [self.none, self.none]])

    def _neighbours(self, distance: int) -> numpy.ndarray:
        places = self.positions + distance
        inside = (places >= 1) & (places <= self.sizes[self.sentence_of])
        return self.nodes(numpy.where(inside, numpy.arange(self.size) + distance, self.none))

    def texts(self, column: int) -> Column:
        """A column of the file by its number; the root has the text ROOT there."""
        found = Column.of(self._fields(column))
        made = found.mapped(bytes.decode)
        codes, values = made.codes, made.values
        if ROOT not in values:
            values = [*values, ROOT]
        return Column(numpy.concatenate([codes, [values.index(ROOT), len(values)]]), [*values, None])

    def _fields(self, column: int) -> Iterator[Any]:
        for sentence in self.sentences:
            source = sentence.source
            cuts = numpy.asarray(sentence.cuts).reshape(-1, CUTS)
            for start, end in cuts[:, column : column + 2].tolist():
                yield source[start : end - 1]

    def place(self, word: int) -> str:
        """File and line of a word's sentence, and its number there."""
        sentence = self.sentences[self.sentence_of[word]]
        return f"{sentence.place}, word {self.positions[word]}"


def frequencies(sentences: Iterable[Sentence]) -> Counter[str]:
    """How often each form is in a treebank."""
    found: Counter[str] = Counter()
    for sentence in expected_sentences(sentences, place="training"):
        found.update(sentence.forms)
    return found


def _with_heads(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    for sentence in expected_sentences(sentences, place="sentences"):
        if sentence.tree is not None:
            where = sentence.place
            raise InputError(f"{where}: seen a constituency tree, expected words with heads")
        yield sentence
