"""The words of some passages, and their scores."""

from __future__ import annotations

from dataclasses import replace

import numpy

from treewright.evaluation.alignment import Alignment, Judgement
from treewright.evaluation.analyses import PUNCT, UNKNOWN, Analyses, Analysis
from treewright.evaluation.attachment import AlignedArcs, Arcs, Inventory
from treewright.evaluation.columns import Columns
from treewright.evaluation.passages import Passage
from treewright.evaluation.score import Score
from treewright.evaluation.scores import ALL_TAGS, BLEX, LEMMAS, MLAS, SENTENCES, TOKENS, UFEATS, UPOS, WORDS, XPOS, Scores


class Block:
    """Collects the words of passages and scores them together."""

    def __init__(self, *, punctuation: bool, subtypes: bool) -> None:
        self.punctuation, self.subtypes = punctuation, subtypes
        self.gold, self.system = _Rows(), _Rows()
        self.pairs: tuple[list[int], list[int]] = ([], [])
        self.tokens, self.sentences = Score(), Score()

    def __len__(self) -> int:
        return len(self.gold.heads)

    def add(self, passage: Passage) -> None:
        """Adds the words of a passage."""
        for side, rows, sentences in ((0, self.gold, passage.gold), (1, self.system, passage.system)):
            start = len(rows.heads)
            for sentence in sentences:
                rows.add(sentence)
            if passage.pairs is None:
                self.pairs[side].extend(range(start, len(rows.heads)))
            else:
                self.pairs[side].extend([start + i for i in passage.pairs[side]])
        self.tokens += passage.tokens
        self.sentences += passage.sentences

    def alignment(self) -> Alignment:
        """Which of the words added are the same."""
        return Alignment(*(numpy.array(side, numpy.int64) for side in self.pairs))

    def scores(self) -> Scores:
        """All scores of the words added."""
        alignment = self.alignment()
        judgements = self.judgements(alignment)
        scores = {name: alignment.score(judgement) for name, judgement in judgements.items()}
        words = scores[WORDS].gold_total
        scores[WORDS] = replace(scores[WORDS], aligned_total=None)
        metrics = {TOKENS: self.tokens, SENTENCES: self.sentences, **scores}
        return Scores(metrics, words, self.sentences.gold_total, self.punctuation, self.subtypes)

    def judgements(self, alignment: Alignment) -> dict[str, Judgement]:
        """What each metric but those of tokens and sentences says of the words added."""
        inventory, analyses = Inventory(self.subtypes), Analyses()
        gold, system = (Arcs(numpy.array(r.heads, numpy.int64), inventory.ids(r.labels)) for r in (self.gold, self.system))
        system_heads, system = system.heads, replace(system, heads=_as_gold(system.heads, alignment, len(self)))
        ours, theirs = (analyses.of(rows.analyses) for rows in (self.gold, self.system))
        counted, others = (self.punctuation | (side.upos != PUNCT) for side in (ours, theirs))
        arcs = AlignedArcs(gold, system, alignment, inventory, counted, others)

        same = Analysis(*(alignment.same(one, other) for one, other in zip(ours, theirs, strict=True)))
        tags = same.upos & same.feats
        lemma = same.lemma | (ours.lemma[alignment.gold] == UNKNOWN)
        children = _same_children(gold, system_heads, system, arcs.same_both & tags, alignment, inventory.functional())
        every = counted, alignment.on_system(counted, others)
        content = arcs.gold_content, arcs.system_content
        return {
            WORDS: Judgement(numpy.ones(len(lemma), bool), *every),
            UPOS: Judgement(same.upos, *every),
            XPOS: Judgement(same.xpos, *every),
            UFEATS: Judgement(same.feats, *every),
            ALL_TAGS: Judgement(tags & same.xpos, *every),
            LEMMAS: Judgement(lemma, *every),
            **arcs.judgements(),
            MLAS: Judgement(arcs.same_both & tags & children, *content),
            BLEX: Judgement(arcs.same_both & lemma, *content),
        }


class _Rows:
    """The rows of one treebank."""

    def __init__(self) -> None:
        self.heads: list[int] = []  # the number of the head among all these words, from 1 on; 0 is the root, -1 unknown
        self.labels: list[bytes] = []
        self.analyses: list[bytes] = []

    def add(self, sentence: Columns) -> None:
        start = len(self.heads)
        self.heads += [start + head if head > 0 else head for head in sentence.heads()]
        self.labels += sentence.labels
        self.analyses += sentence.analyses


def _as_gold(heads: numpy.ndarray, alignment: Alignment, size: int) -> numpy.ndarray:
    """The heads of system words as numbers of gold words; an unaligned head gets a number beyond the last gold word."""
    numbers = numpy.full(len(heads) + 1, size + 1)
    numbers[0] = 0
    numbers[alignment.system + 1] = alignment.gold + 1
    return numpy.where(heads > 0, numbers[numpy.maximum(heads, 0)], heads)


def _same_children(
    gold: Arcs,
    system_heads: numpy.ndarray,
    system: Arcs,
    right: numpy.ndarray,
    alignment: Alignment,
    functional: numpy.ndarray,
) -> numpy.ndarray:
    """For each aligned word, whether its dependents with functional relations are the same and all right.

    They are if the number of right ones equals the number on each side, because alignment keeps the order of words.
    """
    size = len(gold.heads)
    of_gold = _children(gold.heads[functional[gold.labels]], size)
    of_system = _children(system_heads[functional[system.labels]], len(system_heads))
    right = right & functional[gold.labels[alignment.gold]]
    both = _children(gold.heads[alignment.gold][right], size)
    mine = of_gold[alignment.gold]
    return (mine == of_system[alignment.system]) & (mine == both[alignment.gold])


def _children(heads: numpy.ndarray, size: int) -> numpy.ndarray:
    """How often each of `size` words is named as head."""
    return numpy.bincount(heads[heads > 0] - 1, minlength=size)
