"""The words of a gold treebank and of predicted ones, and which are right by each metric."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy

from treewright.analysis.scores.agreement import agreements
from treewright.analysis.scores.criteria import WORDS as VOCABULARY
from treewright.analysis.scores.criteria import known_column
from treewright.analysis.scores.criterion import Criterion, Function
from treewright.analysis.scores.node_table import link
from treewright.analysis.scores.scored import Scored, Side
from treewright.analysis.scores.word_table import WordTable, frequencies
from treewright.errors import InputError
from treewright.evaluation.block import Block
from treewright.evaluation.passages import passages
from treewright.evaluation.scores import LAS, ORDER, SENTENCES, TOKENS, UAS, WORDS, Scores
from treewright.treebank.expected import expected_sentences
from treewright.treebank.sentence import Sentence

PUNCTUATION = "PUNCT"
LABEL = "label"  # the criterion that keeps subtypes


class ScoredWords(Scored):
    """Compares the words of predicted treebanks with those of the gold one, by the definitions of the CoNLL 2018 shared task.

    Words whose gold UPOS is among `ignored_tags` do not count, nor do those for which the expression `where` does not hold;
    what it says is of gold, unless it says `predicted.`.
    """

    vocabulary = VOCABULARY
    metrics = tuple(name for name in ORDER if name not in (TOKENS, SENTENCES))
    default_metrics = (UAS, LAS)
    counting = WORDS
    items = "words"

    def __init__(
        self,
        gold: Iterable[Sentence],
        *predicted: Iterable[Sentence],
        names: Sequence[str] | None = None,
        where: str | None = None,
        ignored_tags: Sequence[str] = (),
        subtypes: bool = False,
        training: Iterable[Sentence] | Mapping[str, int] | None = None,
        functions: Mapping[str, Function] | None = None,
    ) -> None:
        """`training` is the treebank that the parsers have seen; `functions` are those that `where` and criteria may name."""
        if not predicted:
            raise InputError("predicted: seen no treebank, expected at least one")
        super().__init__(len(predicted), names, where, functions)
        self.ignored_tags = tuple(ignored_tags.split(",") if isinstance(ignored_tags, str) else ignored_tags)
        self.subtypes = subtypes
        self.training = training if training is None or isinstance(training, Mapping) else frequencies(training)
        gold = list(expected_sentences(gold, place="gold"))
        table: WordTable | None = None
        for name, other in zip(self.names, predicted, strict=True):
            self.sides.append(self._side(name, gold, other, table))
            table = self.sides[0].gold

    def _side(self, name: str, gold: Iterable[Sentence], predicted: Iterable[Sentence], known: WordTable | None) -> Side:
        block = Block(punctuation=True, subtypes=self.subtypes)
        sentences: tuple[list[Sentence], list[Sentence]] = ([], [])
        for passage in passages(gold, expected_sentences(predicted, place="predicted")):
            block.add(passage)
            sentences[0].extend(columns.sentence for columns in passage.gold)
            sentences[1].extend(columns.sentence for columns in passage.system)
        alignment = block.alignment()
        ours = known or WordTable(sentences[0], training=self.training)
        one, other = link(ours, WordTable(sentences[1], training=self.training), (alignment.gold, alignment.system))
        masks = self._counted(one), self._counted(other)
        judgements = self.judged(alignment, block.judgements(alignment), masks)
        metrics = {metric: alignment.score(judgement) for metric, judgement in judgements.items()}
        counted = PUNCTUATION not in self.ignored_tags
        scores = Scores(metrics, metrics[WORDS].gold_total, len(sentences[0]), counted, self.subtypes)
        return Side(name, one, other, alignment, judgements, scores)

    def _counted(self, table: WordTable) -> numpy.ndarray:
        """Which words of a table count."""
        mask = numpy.ones(table.size, bool)
        if self.ignored_tags:
            mask &= ~known_column(table, "upos").mask(self.ignored_tags.__contains__)[: table.size]
        if self.where is not None:
            mask &= self.where.mask(table)
        return mask

    @property
    def label_criterion(self) -> str:
        """The criterion of labels as they are compared."""
        return LABEL if self.subtypes else "universal-label"

    def agreements(self, one: Side, other: Side, metric: str) -> numpy.ndarray:
        """For which gold words both parsers agree, right or wrong."""
        return agreements(one, other, metric, self.subtypes)

    def settings(self, criteria: Sequence[Criterion] = ()) -> str:
        """The settings of scores in words; a criterion may tell labels apart that scores do not."""
        told = any(criterion.name == LABEL for criterion in criteria)
        cut = "cut in the scores, not in the rows" if told else "cut"
        labels = f"label subtypes {'compared' if self.subtypes else cut}"
        return ", ".join(["CoNLL 2018 definitions", self._words(), labels, *self._only()])

    def counting_settings(self) -> str:
        """What counts, in words: labels are as the criterion has them."""
        return ", ".join([self._words(), *self._only()])

    def _words(self) -> str:
        return left_out(self.ignored_tags) or "punctuation counted"

    def _only(self) -> list[str]:
        return [f"only words where {self.where.text}"] if self.where else []


def left_out(tags: Sequence[str]) -> str:
    """Which words do not count, in words; nothing if all do."""
    if list(tags) == [PUNCTUATION]:
        return "punctuation left out (gold UPOS is PUNCT)"
    return f"words whose gold UPOS is {', '.join(tags)} left out" if tags else ""
