"""Compares constituency trees by their brackets: labels and sets of tokens."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from treewright.errors import InputError
from treewright.evaluation.bracket_parameters import BracketParameters
from treewright.evaluation.bracket_scores import BracketScores
from treewright.evaluation.parameter_file import bracket_parameters
from treewright.evaluation.score import Score
from treewright.treebank.bracket_escapes import escaped
from treewright.treebank.constituency_tree import ConstituencyTree
from treewright.treebank.expected import shown
from treewright.treebank.sentence import Sentence
from treewright.treebank.tree_sentence import TreeSentence

Spans = list[tuple[str, int]]  # label and tokens of constituents; token i is the bit 1 << i
Cells = Counter[tuple[str, int]]  # how many constituents of a label and a fan-out


def bracket_scores(
    gold: Iterable[ConstituencyTree | TreeSentence],
    predicted: Iterable[ConstituencyTree | TreeSentence],
    parameters: BracketParameters | str | os.PathLike[str] = "proper",
    *,
    functions: bool = False,
) -> BracketScores:
    """Scores of trees over the same tokens, as disco-dop 0.5.2 computes them; `parameters` is a name, a file or an object.

    Without `functions`, labels and tags are cut at the first - or = that is not their first character: so does disco-dop when
    it reads the formats export and bracket, but not for discbracket.

    What may surprise, and is as there: brackets are a multiset, so a constituent right above one of the same label counts
    again.  The root counts unless its label is deleted, and is never the same as another label.  Tags are compared as they
    are, even if such labels count as the same.  A bracket that the file has as -LRB- is not deleted as the word (.  A sentence
    without constituents, or without tokens, is an exact match if it is predicted so.  If only discontinuous constituents
    count, tags of all sentences do.
    What differs: where disco-dop prints nan or 0DIV! there is 0 here.  The numbers of constituents that it prints leave out
    those that repeat another one (`BracketScores.repeated`), except for discontinuous ones; its share of a label is of that.
    Its reader of export makes [ of a ( in tags, so there it needs DELETE_LABEL $[ for the tag $(.
    """
    counting = _Counting(bracket_parameters(parameters), functions)
    ours, theirs = _checked(gold, "gold"), _checked(predicted, "predicted")
    for number, (one, other) in enumerate(zip_longest(ours, theirs), 1):
        if one is None or other is None:
            longer, shorter = ("predicted", "gold") if one is None else ("gold", "predicted")
            where = _place(one or other, longer, number)
            ends = f"the {shorter} ones end after {number - 1}"
            raise InputError(f"{where}: a sentence that only the {longer} trees have; {ends}, expected as many of both")
        right, found = (item if isinstance(item, ConstituencyTree) else item.tree for item in (one, other))
        if problem := different_tokens(right, found, counting.parameters.same_words):
            raise InputError(f"{_place(other, 'predicted', number)}: {problem} ({_place(one, 'gold', number)})")
        counting.add(right, found)
    return counting.scores()


def _checked(given: Iterable[Any], name: str) -> Iterator[ConstituencyTree | TreeSentence]:
    """The trees or sentences given, if they are."""
    if isinstance(given, (str, bytes, os.PathLike, ConstituencyTree, Sentence)) or not isinstance(given, Iterable):
        raise InputError(f"{name}: seen {shown(given)}, expected a list of constituency trees, or of sentences with them")
    for number, item in enumerate(given, 1):
        if not isinstance(item, (ConstituencyTree, TreeSentence)):
            seen = "a sentence without one" if isinstance(item, Sentence) else shown(item)
            raise InputError(f"{_place(item, name, number)}: seen {seen}, expected a constituency tree")
        yield item


def _place(item: Any, name: str, number: int) -> str:
    """Where a sentence is: file and line, if it comes from a file."""
    if isinstance(item, Sentence) and item.path:
        return f"{item.path}:{item.line}, sentence {number}"
    return f"{name} sentence {number}"


class _Counting:
    """Collects the brackets of pairs of trees."""

    def __init__(self, parameters: BracketParameters, functions: bool) -> None:
        self.parameters, self.functions = parameters, functions
        self.parts = (_Part(), _Part())  # of sentences longer than the cutoff, and of the others
        self.names: dict[str, str] = {}  # labels and tags without their functions

    def add(self, gold: ConstituencyTree, predicted: ConstituencyTree) -> None:
        """Adds a pair of trees over the same tokens."""
        parameters = self.parameters
        gold_tags, tags = ([token.tag for token in tree.tokens] for tree in (gold, predicted))
        if not self.functions:
            gold_tags, tags = ([self.name(tag) for tag in row] for row in (gold_tags, tags))
        deleted_labels, deleted_words = parameters.deleted_labels, parameters.deleted_words
        bits = []  # of each token; 0 if it is left out
        bit = 1
        for tag, token in zip(gold_tags, gold.tokens, strict=True):
            form = escaped(token.form) if token.escaped else token.form
            if tag in deleted_labels or form in deleted_words or (parameters.deleted_under_root and token.parent == 0):
                bits.append(0)
            else:
                bits.append(bit)
                bit <<= 1
        length = len(gold_tags)
        if parameters.uncounted_tags:
            length = sum(tag not in parameters.uncounted_tags for tag in gold_tags)
        part = self.parts[length <= parameters.cutoff]
        part.add(self.spans(gold, bits), self.spans(predicted, bits), parameters.discontinuous_only)
        part.longest = max(part.longest, length)
        part.words += bit.bit_length() - 1
        part.right_tags += sum([one == other for one, other, bit in zip(gold_tags, tags, bits, strict=True) if bit])

    def spans(self, tree: ConstituencyTree, bits: list[int]) -> Spans:
        """The constituents that count."""
        constituents = tree.constituents
        parents = [constituent.parent for constituent in constituents]
        own = [0] * len(parents)
        for token, bit in zip(tree.tokens, bits, strict=True):
            own[token.parent] |= bit
        covered = own[:]
        for number, mask in enumerate(own):
            if mask:
                above = parents[number]
                while above >= 0:
                    covered[above] |= mask
                    above = parents[above]
        parameters = self.parameters
        same, deleted = parameters.same_labels, parameters.deleted_labels
        found = []
        for number, (constituent, mask) in enumerate(zip(constituents, covered, strict=True)):
            if not mask:
                continue
            label = constituent.label if self.functions else self.name(constituent.label)
            if number:
                label = same.get(label, label)
            if label not in deleted:
                found.append((label if parameters.labelled else "", mask))
        if parameters.discontinuous_only:
            found = [(label, mask) for label, mask in found if fan_out(mask) > 1]
        return found

    def name(self, label: str) -> str:
        """A label or tag without its function."""
        found = self.names.get(label)
        if found is None:
            found = label
            for mark in "-=":
                at = found.find(mark)
                found = found[:at] if at > 0 else found
            self.names[label] = found
        return found

    def scores(self) -> BracketScores:
        """The scores of all pairs added."""
        short = self.parts[1].scores(self.parameters, self.functions)
        total = short + self.parts[0].scores(self.parameters, self.functions)
        return replace(total, short=short)


class _Part:
    """Counts of some sentences."""

    def __init__(self) -> None:
        self.gold, self.predicted, self.correct = Cells(), Cells(), Cells()
        self.sentences = self.exact = self.with_gaps = self.exact_gaps = 0
        self.words = self.right_tags = self.longest = 0
        self.repeated = [0, 0]

    def add(self, gold: Spans, predicted: Spans, discontinuous_only: bool) -> None:
        """Adds the constituents of a sentence."""
        one, other = set(gold), set(predicted)
        if len(one) == len(gold) and len(other) == len(predicted):
            right: Iterable[tuple[str, int]] = one & other
        else:  # some are there more than once
            self.repeated[0] += len(gold) - len(one)
            self.repeated[1] += len(predicted) - len(other)
            right = (Counter(gold) & Counter(predicted)).elements()
        cells = [[(label, fan_out(mask)) for label, mask in spans] for spans in (gold, predicted, right)]
        for counts, found in zip((self.gold, self.predicted, self.correct), cells, strict=True):
            counts.update(found)
        gaps = [sum([number > 1 for _, number in found]) for found in cells]
        if gaps[0] or gaps[1]:
            self.with_gaps += 1
            self.exact_gaps += gaps[0] == gaps[1] == gaps[2]
        elif discontinuous_only:
            return
        self.sentences += 1
        self.exact += len(cells[0]) == len(cells[1]) == len(cells[2])

    def scores(self, parameters: BracketParameters, functions: bool) -> BracketScores:
        """The scores of all sentences added."""
        cells = sorted({*self.gold, *self.predicted})
        return BracketScores(
            {cell: Score(self.correct[cell], self.gold[cell], self.predicted[cell]) for cell in cells},
            Score(self.right_tags, self.words, self.words),
            Score(self.exact, self.sentences, self.sentences),
            Score(self.exact_gaps, self.with_gaps, self.with_gaps),
            self.longest,
            (self.repeated[0], self.repeated[1]),
            parameters,
            functions,
        )


def fan_out(mask: int) -> int:
    """How many stretches of neighbouring bits there are."""
    return (mask & ~(mask << 1)).bit_count()


def different_tokens(gold: ConstituencyTree, predicted: ConstituencyTree, same: Mapping[str, str]) -> str:
    """In which token two trees differ first; nothing if all forms are the same, or count as the same."""
    if len(gold.tokens) == len(predicted.tokens):
        differ = [n for n, (a, b) in enumerate(zip(gold.tokens, predicted.tokens, strict=True)) if a.form != b.form]
        if not differ:
            return ""
    for number, (one, other) in enumerate(zip_longest(gold.tokens, predicted.tokens), 1):
        if one is None or other is None:
            return f"seen {len(predicted.tokens)} tokens, expected {len(gold.tokens)} as in the gold tree"
        if same.get(one.form, one.form) != same.get(other.form, other.form):
            return f"seen {other.form!r} as token {number}, expected {one.form!r} as in the gold tree"
    return ""
