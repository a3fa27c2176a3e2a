"""Constituency trees, with or without gaps: a parent and a label for each token and each constituent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy

from treewright.constraints.given import KEPT
from treewright.constraints.given_brackets import GivenBrackets
from treewright.errors import InputError
from treewright.evaluation import BracketScores, Scores, bracket_scores
from treewright.families.constituent_columns import brackets_of, covered, entries_of, problem_of, productions_of
from treewright.families.family import Alphabets, DevScore, Family
from treewright.families.prediction import Prediction
from treewright.treebank import reader
from treewright.treebank.columns import XPOS
from treewright.treebank.export_writer import ExportWriter
from treewright.treebank.fields import checked_fields
from treewright.treebank.head_ranks import HeadRanks
from treewright.treebank.sentence import Sentence, Shelf
from treewright.treebank.splicer import splice_columns
from treewright.treebank.tree_sentence import TreeSentence
from treewright.treebank.unary_chains import split_names


class ConstituencyTrees(Family):
    """Trees of export and discbracket files; a unary chain counts as one label (see constituent_columns.py)."""

    name = "constituents"
    given = GivenBrackets
    entry = "tokens and constituents"
    has_heads = True
    least_label = -1

    def __init__(self, *, tagged: bool = False) -> None:
        self.tagged = tagged

    def entries(self, size: int) -> int:
        """One for each token, and one for each constituent of several tokens that there may be."""
        return 2 * size - 1 if size > 0 else 0

    def problem(self, heads: Sequence[int], *, several_roots: bool) -> str | None:
        """What makes the parents no tree."""
        return problem_of(heads)

    def check(self, sentences: Sequence[Sentence], place: str) -> None:
        """Refuses sentences without a tree."""
        for sentence in sentences:
            if sentence.tree is None:
                where = f"{sentence.path or place + ' data'}:{sentence.line}"
                expected = "one (export, discbracket); arc-eager learns from heads"
                raise InputError(f"{where}: seen a sentence without a constituency tree, expected {expected}")

    def alphabets(self, sentences: Sequence[Sentence]) -> Alphabets:
        """The labels of the training data; those of unary chains are joined."""
        labels = sorted({name for s in sentences for name in entries_of(_tree(s))[1] if name is not None})
        if not labels:
            raise InputError("training data: seen no constituents, expected some")
        tags = {token.tag for s in sentences for token in _tree(s).tokens if token.tag} if self.tagged else set()
        if self.tagged and not tags:
            raise InputError("training data: seen no tags, expected one on some token; or set network.tagger = false")
        return Alphabets(labels, sorted(tags))

    def checked_labels(self, labels: Any) -> list[str]:
        """Labels of a model file, if they can be labels of unary chains; raises ValueError for others."""
        found = checked_fields(labels, "labels")
        if wrong := next((label for label in found if {"", "--"} & {*split_names(label)}), None):
            raise ValueError(f"labels: seen {wrong!r:.60}, expected names, with @ between those of a unary chain")
        return found

    def gold(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> Prediction:
        """The trees of the sentences; a label that is not among those known is left out."""
        number_of: dict[str | None, int] = {label: number for number, label in enumerate(alphabets.labels)}
        parents: list[int] = []
        labels: list[int] = []
        for sentence in sentences:
            above, names = entries_of(_tree(sentence))
            parents += above
            labels += [number_of.get(name, -1) for name in names]
        return Prediction(numpy.array(parents, numpy.int32), numpy.array(labels, numpy.int32))

    def head_ranks(self, sentences: Sequence[Sentence], alphabets: Alphabets) -> HeadRanks:
        """Which categories are heads, guessed."""
        return HeadRanks.learn((found for s in sentences for found in productions_of(_tree(s))), alphabets.labels)

    def score(self, sentences: Sequence[Sentence], prediction: Prediction, alphabets: Alphabets) -> DevScore:
        """Labelled F1, that of discontinuous constituents, with the usual parameters (proper), and the share of right tags."""
        scores = bracket_scores([_tree(s) for s in sentences], map(_tree, self.parsed(sentences, prediction, alphabets)))
        figures = {"dev_f1": round(scores.f1, 2), "dev_disc_f1": round(scores.discontinuous_f1, 2)}
        if prediction.tags is not None:
            figures["dev_xpos"] = round(scores.tagging, 2)
        return DevScore(scores, figures, scores.f1)

    def scores(self, gold: Sequence[Sentence], parsed: Iterable[Sentence], **settings: Any) -> Scores | BracketScores:
        """Those of constituents, also where there are no sentences to tell."""
        return super().scores(gold, parsed, **settings) if gold else bracket_scores([], [], **settings)

    def parsed(self, sentences: Sequence[Sentence], prediction: Prediction, alphabets: Alphabets) -> list[Sentence]:
        """The sentences with the trees that were predicted."""
        parents, labels = numpy.asarray(prediction.heads).tolist(), numpy.asarray(prediction.labels).tolist()
        found: list[Sentence] = []
        start = 0
        for sentence in sentences:
            stop = start + self.entries(len(sentence))
            names = alphabets.labels
            own = labels[start:stop]
            if KEPT in own:
                own, names = self._kept(sentence, parents[start:stop], own, names)
            brackets = brackets_of(parents[start:stop], own, names)
            found.append(TreeSentence.from_sentence(sentence, brackets))
            start = stop
        return found if prediction.tags is None else _tagged(found, prediction.tags, alphabets.tags)

    def _kept(
        self, sentence: Sentence, parents: list[int], labels: list[int], names: list[str]
    ) -> tuple[list[int], list[str]]:
        """Numbers and names of labels where the sentence has some that the parser does not know."""
        above, own = entries_of(_tree(sentence))
        gold = {tuple(tokens): own[entry] for entry, tokens in covered(above).items() if own[entry] is not None}
        names = list(names)
        for entry, tokens in covered(parents).items():
            if labels[entry] == KEPT:
                names.append(str(gold[tuple(tokens)]))
                labels[entry] = len(names) - 1
        return labels, names

    def write(self, sentences: list[Sentence], prediction: Prediction, alphabets: Alphabets) -> bytes:
        """The sentences with what was predicted, in the format export."""
        return self.bytes_of(self.parsed(sentences, prediction, alphabets))

    def bytes_of(self, parsed: Sequence[Sentence]) -> bytes:
        """The parsed sentences in the format export."""
        writer = ExportWriter()
        return "".join([writer.text(_tree(sentence)) for sentence in parsed]).encode()

    def reread(self, block: bytes, sentences: list[Sentence]) -> list[Sentence]:
        """The sentences with their own rows and the trees that were written."""
        read = reader.read(b"#FORMAT 4\n" + block, format="export")
        return [
            TreeSentence(new.tree, path=old.path, line=old.line, source=old.source)  # type: ignore[arg-type]
            for new, old in zip(read, (s for s in sentences if len(s)), strict=True)
        ]

    def text_of(self, sentence: Sentence) -> str:
        """In the format export, which has all of a tree; one without a tree, as rows."""
        if sentence.tree is None:
            return super().text_of(sentence)
        return "#FORMAT 4\n" + ExportWriter().text(_tree(sentence))


def _tagged(sentences: list[Sentence], tags: Any, names: Sequence[str]) -> list[Sentence]:
    """The sentences with these tags in the place of theirs."""
    values = [name.encode() for name in names]
    block = splice_columns(sentences, [XPOS], [[values[number] for number in numpy.asarray(tags).tolist()]])
    return [old.with_rows(new) for old, new in zip(sentences, Shelf().reread(block, sentences), strict=True)]  # type: ignore[attr-defined]


def _tree(sentence: Sentence) -> Any:
    return sentence.tree
