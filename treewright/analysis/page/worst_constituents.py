"""The constituency trees with the most errors, gold and predicted, with other lines for what is missed or wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import numpy

from treewright.analysis.page.drawn_sentence import DrawnAnalysis, DrawnSentence, Item
from treewright.analysis.scores.scored import Side
from treewright.analysis.scores.scored_constituents import LABELLED, ScoredConstituents
from treewright.analysis.scores.table import Cell, Table
from treewright.treebank.constituency_svg import constituents_picture
from treewright.treebank.overlay import FILLS, STYLES
from treewright.treebank.picture import Picture
from treewright.treebank.tree_sentence import TreeSentence

NONE = "-"
PART = re.compile(r'<(path|rect|text) data-part="(\d+)"([^>]*)>')
LETTERS = {"missed": 'font-weight="bold"', "wrong": 'font-style="italic"'}
STROKES = re.compile(r' stroke(-width)?="[^"]*"')


def worst_trees(scored: ScoredConstituents, most: int) -> Iterator[DrawnSentence]:
    """The sentences with the most missed and wrong constituents, over all parsers; at most so many, the worst first."""
    views = [_View(scored, side, other) for side, other in zip(scored.sides, scored.predicted, strict=True)]
    wrong = sum(view.errors for view in views)
    assert not isinstance(wrong, int)
    order = numpy.argsort(-wrong, kind="stable")
    for number in order[: min(most, int(numpy.count_nonzero(wrong)))].tolist():
        analyses = [view.analysis(number) for view in views]
        items = [
            Item(
                scored.gold.labels[node],
                "",
                [view.partner(node) for view in views],
                [bool(view.missed[node]) for view in views],
            )
            for node in views[0].gold_nodes(number)
        ]
        for k, view in enumerate(views):
            for node in view.alone(number):
                label = view.side.predicted.labels[node]
                items.append(
                    Item(NONE, "", [label if j == k else NONE for j in range(len(views))], [j == k for j in range(len(views))])
                )
        yield DrawnSentence(number + 1, scored.sentences[number], analyses, items, "recall", scored.items)


class _View:
    """What one parser made of the gold trees."""

    def __init__(self, scored: ScoredConstituents, side: Side, predicted: Sequence[TreeSentence]) -> None:
        self.scored, self.side, self.sentences = scored, side, predicted
        right, gold, system = side.judgements[LABELLED]
        self.counted = gold
        self.missed = gold & ~side.right(LABELLED)
        found = numpy.zeros(side.predicted.size, bool)
        found[side.alignment.system[right]] = True
        self.wrong = system & ~found
        self.there = side.gold.follow("predicted")[1]
        self.back = side.predicted.follow("gold")[1]
        size = len(scored.sentences)
        self.starts = [numpy.searchsorted(table.sentence_of, numpy.arange(size + 1)) for table in (side.gold, side.predicted)]
        self.errors = sum(
            numpy.bincount(table.sentence_of[mask], minlength=size)
            for table, mask in ((side.gold, self.missed), (side.predicted, self.wrong))
        )

    def gold_nodes(self, number: int) -> range:
        """The gold constituents of a sentence that are scored."""
        return range(int(self.starts[0][number]), int(self.starts[0][number + 1]))

    def predicted_nodes(self, number: int) -> range:
        """The predicted ones."""
        return range(int(self.starts[1][number]), int(self.starts[1][number + 1]))

    def alone(self, number: int) -> list[int]:
        """Wrong predicted constituents of words that are no gold constituent."""
        return [node for node in self.predicted_nodes(number) if self.wrong[node] and self.back[node] >= self.side.gold.size]

    def partner(self, node: int) -> str:
        """The predicted label of the same words."""
        other = int(self.there[node])
        return self.side.predicted.labels[other] if other < self.side.predicted.size else NONE

    def analysis(self, number: int) -> DrawnAnalysis:
        """The two trees, and a table of what is wrong."""
        counting = self.scored.counted
        gold, predicted = self.scored.sentences[number], self.sentences[number]
        bits = counting.bits(gold.tree, counting.tags(gold.tree))
        ours, theirs = self.gold_nodes(number), self.predicted_nodes(number)
        pictures = []
        for sentence, nodes, mask, kind in ((gold, ours, self.missed, "missed"), (predicted, theirs, self.wrong, "wrong")):
            numbers = [one[0] for one in counting.numbered(sentence.tree, bits)]
            kinds = {at: kind for at, node in zip(numbers, nodes, strict=True) if mask[node]}
            pictures.append(_with_errors(constituents_picture(sentence.tree, sentence.text, apart=True), kinds))
        forms = [form for form, bit in zip(gold.forms, bits, strict=True) if bit]
        rows: list[list[Cell]] = [
            [_words(self.side.gold.masks[node], forms), self.side.gold.labels[node], self.partner(node)]
            for node in ours
            if self.missed[node]
        ]
        rows += [
            [_words(self.side.predicted.masks[node], forms), NONE, self.side.predicted.labels[node]]
            for node in self.alone(number)
        ]
        missed = sum(bool(self.missed[node]) for node in ours)
        counted = sum(bool(self.counted[node]) for node in ours)
        wrong = sum(bool(self.wrong[node]) for node in theirs)
        note = f"{wrong:,} of the {len(theirs):,} predicted constituents are wrong."
        return DrawnAnalysis(
            self.side.name, pictures, missed, counted, Table("", ["words", "gold label", "predicted label"], rows), note
        )


def _words(mask: int, forms: Sequence[str]) -> str:
    """The words of a constituent, with … for its gaps."""
    parts: list[str] = []
    last = None
    for i, form in enumerate(forms):
        if mask >> i & 1:
            parts += ["…"] if last is not None and i > last + 1 else []
            parts.append(form)
            last = i
    return " ".join(parts)


def _with_errors(picture: Picture, kinds: Mapping[int, str]) -> Picture:
    """The picture with other lines and letters for some constituents."""

    def changed(found: re.Match[str]) -> str:
        tag, part, rest = found.groups()
        kind = kinds.get(int(part))
        if kind is None:
            return found[0]
        start = f'<{tag} class="{kind}" data-part="{part}"'
        if tag == "text":
            rest = re.sub(r' fill="[^"]*"', "", rest)
            return f'{start} fill="{FILLS[kind]}" {LETTERS[kind]}{rest}>'
        if tag == "path" and 'stroke="#fff"' not in rest:
            closed = rest.endswith("/")
            return f"{start} {STYLES[kind]}{STROKES.sub('', rest.removesuffix('/'))}{'/' if closed else ''}>"
        return found[0]

    elements = [PART.sub(changed, element) for element in picture.elements]
    return Picture(picture.width, picture.height, picture.title, picture.description, elements)
