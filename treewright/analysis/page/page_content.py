"""What the page has for words with heads, and what for constituents."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, NamedTuple

from treewright.analysis.page.drawn_sentence import DrawnSentence
from treewright.analysis.page.worst_constituents import worst_trees
from treewright.analysis.page.worst_words import worst_sentences
from treewright.analysis.scores.criterion import Given
from treewright.analysis.scores.interval import interval_of
from treewright.analysis.scores.scored import Scored
from treewright.analysis.scores.scored_constituents import ScoredConstituents
from treewright.analysis.scores.scored_words import ScoredWords
from treewright.analysis.scores.table import Cell, Table
from treewright.evaluation.scores import ATTACHED_LAS, ATTACHED_UAS, ORDER, SENTENCES, TOKENS, WORDS
from treewright.treebank.sentence import Sentence

FREQUENCIES = (0, 1, 2, 5, 10, 100, 1000)  # where the intervals of word frequencies begin


class PlotCriterion(NamedTuple):
    """What a plot is by: the criterion, its name, whether its values have an order, and the name of having no value."""

    by: Given
    title: str
    ordered: bool = True
    none: str = "-"


class PageContent(ABC):
    """The parts of the page that depend on what is scored."""

    has_tags: bool  # whether sentences can be filtered by part of speech
    legend: str  # of the drawings, as HTML

    @abstractmethod
    def overall(self, scored: Any) -> Table:
        """The scores of each parser."""

    @abstractmethod
    def criteria(self, scored: Any) -> list[PlotCriterion]:
        """What the plots are by."""

    @abstractmethod
    def confused(self, scored: Any) -> list[tuple[str, str, bool]]:
        """What there are confusion matrices of, with their titles, and whether the sentences can be filtered by it."""

    @abstractmethod
    def compared(self, scored: Any) -> list[str]:
        """What several parsers are compared by."""

    @abstractmethod
    def worst(self, scored: Any, most: int) -> Iterator[DrawnSentence]:
        """The worst sentences, at most so many."""

    def notes(self, scored: Any) -> list[str]:
        """What the plots leave out, and why."""
        return []


class WordContent(PageContent):
    """For trees of words and heads."""

    has_tags = True
    legend = (
        'Above the words is the gold tree: <span class="key right">found</span> arcs are thin lines, '
        '<span class="key missed">missed</span> ones broken lines. Under the words are <span class="key wrong">× wrong</span> '
        "arcs, as dotted lines; <b>×</b> is before every wrong label and tag. An arc with two labels has the right head and a "
        "wrong label. <kbd>←</kbd> and <kbd>→</kbd> go to other sentences, <kbd>e</kbd> to the next error."
    )

    def overall(self, scored: ScoredWords) -> Table:
        """The scores of each parser by all metrics that count something."""
        sides = scored.sides
        shown = [name for name in ORDER if name not in (TOKENS, SENTENCES, ATTACHED_UAS, ATTACHED_LAS)]
        metrics = [name for name in shown if any(side.scores.metrics[name].gold_total for side in sides)]
        if all(side.scores.percent(WORDS) == 100 for side in sides):
            metrics.remove(WORDS)
        partial = any(side.scores.coverage < 100 for side in sides)
        rows: list[list[Cell]] = [
            [
                side.name,
                side.scores.words,
                *(side.scores.percent(metric) for metric in metrics),
                *([side.scores.coverage] if partial else []),
            ]
            for side in sides
        ]
        columns = ["parser", scored.items, *metrics, *(["coverage"] if partial else [])]
        told = f"F1 in per cent; {scored.gold.size:,} words in {len(scored.gold.sentences):,} sentences; {scored.settings()}"
        return Table("", columns, rows, told)

    def criteria(self, scored: ScoredWords) -> list[PlotCriterion]:
        """Lengths, depth, frequency, and the names of labels and tags."""
        found = [
            PlotCriterion("sentence-length/10:70", "sentence length"),
            PlotCriterion("length:12", "dependency length", none="root"),
            PlotCriterion("depth:10", "depth in the tree"),
        ]
        training = scored.training
        if training is not None:

            def frequency(sentence: Sentence, word: int) -> int:
                return interval_of(training.get(sentence.column(word, 1), 0), FREQUENCIES)

            found.append(PlotCriterion(frequency, "word frequency in training"))
        found.append(PlotCriterion(scored.label_criterion, "label", ordered=False))
        found.append(PlotCriterion("upos", "part of speech", ordered=False))
        return found

    def notes(self, scored: ScoredWords) -> list[str]:
        """How to have a plot by frequency."""
        if scored.training is not None:
            return []
        return [
            "There is no plot by word frequency: name the training treebank (--training FILE; training= in Python) for it."
        ]

    def confused(self, scored: ScoredWords) -> list[tuple[str, str, bool]]:
        """Labels, tags and the tags of heads."""
        return [
            (scored.label_criterion, "Labels", True),
            ("upos", "Parts of speech", False),
            ("head.upos", "Parts of speech of heads", False),
        ]

    def compared(self, scored: ScoredWords) -> list[str]:
        """Labels, tags and lengths."""
        return [scored.label_criterion, "upos", "length:10", "sentence-length/10:70"]

    def worst(self, scored: ScoredWords, most: int) -> Iterator[DrawnSentence]:
        """The sentences with the most wrong words."""
        return worst_sentences(scored, most)


class ConstituentContent(PageContent):
    """For constituency trees."""

    has_tags = False
    legend = (
        'The first tree is gold; constituents that were <span class="key missed">missed</span> have broken lines. The second '
        'one is predicted; those that are <span class="key wrong">wrong</span> have dotted lines. '
        "<kbd>←</kbd> and <kbd>→</kbd> go to other sentences, <kbd>e</kbd> to the next error."
    )

    def overall(self, scored: ScoredConstituents) -> Table:
        """The scores of each parser."""
        rows: list[list[Cell]] = []
        for side in scored.sides:
            found = side.scores
            figures = (found.f1, found.precision, found.recall, found.discontinuous_f1, found.exact_match, found.tagging)
            rows.append([side.name, found.words, *figures])
        columns = ["parser", "words", "F1", "P", "R", "disc. F1", "exact match", "tags"]
        told = f"in per cent; {scored.sides[0].scores.sentences:,} sentences; {scored.sides[0].scores.settings()}"
        return Table("", columns, rows, told)

    def criteria(self, scored: ScoredConstituents) -> list[PlotCriterion]:
        """Sizes, gaps and labels."""
        return [
            PlotCriterion("sentence-length/10:70", "sentence length"),
            PlotCriterion("size:15", "words of a constituent"),
            PlotCriterion("fan-out", "fan-out"),
            PlotCriterion("label", "label", ordered=False),
        ]

    def confused(self, scored: ScoredConstituents) -> list[tuple[str, str, bool]]:
        """Labels of the same words."""
        return [("label", "Labels of constituents of the same words", True)]

    def compared(self, scored: ScoredConstituents) -> list[str]:
        """Labels, gaps and sizes."""
        return ["label", "fan-out", "size:15"]

    def worst(self, scored: ScoredConstituents, most: int) -> Iterator[DrawnSentence]:
        """The sentences with the most missed and wrong constituents."""
        return worst_trees(scored, most)


def content_of(scored: Scored) -> PageContent:
    """What the page of this has."""
    return ConstituentContent() if isinstance(scored, ScoredConstituents) else WordContent()
