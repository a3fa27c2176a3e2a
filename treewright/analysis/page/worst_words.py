"""The sentences with the most wrong words, drawn with their gold and predicted arcs."""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from treewright.analysis.page.drawn_sentence import DrawnAnalysis, DrawnSentence, Item
from treewright.analysis.scores.criteria import known_column
from treewright.analysis.scores.criterion import shown_value
from treewright.analysis.scores.scored import Side
from treewright.analysis.scores.scored_words import ScoredWords
from treewright.analysis.scores.table import Table
from treewright.evaluation.scores import LAS
from treewright.treebank.overlay import ELSEWHERE, Overlay

COLUMNS = ["word", "form", "tag", "gold label", "gold head", "predicted label", "predicted head"]


def worst_sentences(words: ScoredWords, most: int) -> Iterator[DrawnSentence]:
    """The sentences with the most words that are wrong by LAS, over all parsers; at most so many, the worst first."""
    table = words.gold
    views = [_View(words, side) for side in words.sides]
    wrong = sum(numpy.bincount(table.sentence_of[view.wrong], minlength=len(table.sentences)) for view in views)
    order = numpy.argsort(-wrong, kind="stable")
    label = known_column(table, words.label_criterion)
    tag = known_column(table, "upos")
    for number in order[: min(most, int(numpy.count_nonzero(wrong)))].tolist():
        start, size = int(table.starts[number]), int(table.sizes[number])
        items = [
            Item(
                shown_value(label[i]),
                shown_value(tag[i]),
                [shown_value(view.counted_labels[i]) for view in views],
                [bool(view.wrong[i]) for view in views],
            )
            for i in range(start, start + size)
        ]
        analyses = [view.analysis(number, start, size) for view in views]
        yield DrawnSentence(number + 1, table.sentences[number], analyses, items, LAS, words.items)


class _View:
    """What one parser says of the gold words."""

    def __init__(self, words: ScoredWords, side: Side) -> None:
        self.side = side
        gold, predicted = side.gold, side.predicted
        self.there = gold.follow("predicted")[1][: gold.size]
        self.found = self.there < predicted.size
        self.counted, self.right = side.judgements[LAS].gold, side.right(LAS)
        self.wrong = self.counted & ~self.right
        self.labels = known_column(predicted, "label").at(self.there)
        self.counted_labels = known_column(predicted, words.label_criterion).at(self.there)
        self.tags = known_column(predicted, "upos").at(self.there)
        self.heads = self._heads()

    def _heads(self) -> numpy.ndarray:
        """The predicted head of each gold word as a number of its sentence, -1 if there is none."""
        gold, predicted = self.side.gold, self.side.predicted
        nodes = predicted.follow("gold")[1][predicted.head_nodes[self.there]]
        words = numpy.minimum(nodes, gold.size - 1)
        inside = (nodes < gold.size) & (gold.sentence_of[words] == gold.sentence_of)
        heads = numpy.where(inside, words - gold.starts[gold.sentence_of] + 1, ELSEWHERE)
        heads[nodes == gold.root] = 0
        known = numpy.append(predicted.heads, [-1, -1])[self.there] >= 0
        return numpy.where(known, heads, -1)

    def analysis(self, number: int, start: int, size: int) -> DrawnAnalysis:
        """A sentence with this parser's arcs."""
        part = slice(start, start + size)
        sentence = self.side.gold.sentences[number]
        labels, tags = ([shown_value(column[i]) for i in range(start, start + size)] for column in (self.labels, self.tags))
        heads = self.heads[part].tolist()
        masks = [mask[part].tolist() for mask in (self.right, self.counted, self.found)]
        overlay = Overlay(sentence, heads, labels, tags, *masks)
        forms = sentence.forms
        names = ["root", *(f"{i} {form}" for i, form in enumerate(forms, 1))]
        gold_tags, gold_labels = sentence.tags, sentence.labels
        rows = []
        for i in numpy.flatnonzero(self.wrong[part]).tolist():
            head = int(sentence.heads[i])
            gold = names[head] if 0 <= head <= size else "-"
            found = names[heads[i]] if heads[i] >= 0 else "another sentence or word" if heads[i] == ELSEWHERE else "-"
            rows.append([i + 1, forms[i], gold_tags[i] or "_", gold_labels[i] or "_", gold, labels[i], found])
        lost = size - int(numpy.count_nonzero(self.found[part]))
        note = f"{lost:,} of the words are no words of this parser: it split the text differently." if lost else ""
        counted = int(numpy.count_nonzero(self.counted[part]))
        return DrawnAnalysis(self.side.name, [overlay.picture()], len(rows), counted, Table("", COLUMNS, rows), note)
