"""Leaving gold arcs out while training, others in each epoch (fine-grained subsampling).

Rules are text, separated by semicolons: a share from 0 to 1 of the arcs that meet all conditions after it.

    0.5                       half of all arcs
    0.9 label=punct,fixed     nine of ten with one of these labels; nsubj:* means all subtypes of nsubj, and not nsubj itself
    1 upos=X,SYM              all arcs to words of these parts of speech
    0.5 length>7              half of the arcs to a head more than 7 words away; arcs from the root have no length
    0.3; 0.9 label=punct      an arc is left out if any rule leaves it out; each rule draws once
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy

from treewright.errors import SettingsError
from treewright.features.hash_functions import hash_text, mix
from treewright.treebank.columns import DEPREL, UPOS
from treewright.treebank.sentence import Sentence

COMPARE: dict[str, Callable[[Any, int], Any]] = {
    ">": operator.gt, "<": operator.lt, "=": operator.eq, ">=": operator.ge, "<=": operator.le,
}  # fmt: skip
CONDITION = re.compile(r"(?:(label|upos)=|(length)(>=|<=|>|<|=))(.+)")
EXPECTED = "label=NAME,... or upos=TAG,... or length followed by > < = >= <= and a whole number"
Numbers = numpy.ndarray[Any, Any]


class Condition(NamedTuple):
    """What a rule asks of an arc."""

    what: str  # label, upos or length
    names: tuple[str, ...] = ()
    compare: str = ""
    length: int = 0


class Rule(NamedTuple):
    """One rule: the share of the arcs that meet the conditions which is left out."""

    text: str
    share: float
    conditions: tuple[Condition, ...]


class DropArcs:
    """Draws the gold arcs that are left out, by the rules of the setting `training.drop_arcs`.

    Head and label of the word are unknown then.  What is left out depends on the seed, the epoch, the place of the sentence
    in the training data, the word and the rule; not on threads, and not on what was drawn before.
    """

    def __init__(self, rules: str, *, place: str = "training.drop_arcs") -> None:
        self.rules = [_rule(text.strip(), place) for text in rules.split(";")]
        self.starts: Numbers = numpy.zeros(1, numpy.int64)
        self.matching: list[Numbers] = []  # for each rule the numbers of the words it asks for
        self.dropped = 0  # arcs left out in this epoch

    def prepare(self, sentences: Sequence[Sentence]) -> None:
        """Find the arcs that each rule is about; words are numbered through all sentences."""
        sizes = [sentence.size for sentence in sentences]
        self.starts = numpy.concatenate([[0], numpy.cumsum(sizes, dtype=numpy.int64)])
        self.sentence = numpy.repeat(numpy.arange(len(sizes)), sizes)
        self.word = numpy.arange(self.starts[-1]) - self.starts[self.sentence] + 1
        heads = numpy.fromiter((head for s in sentences for head in s.heads), numpy.int64, self.starts[-1])
        columns = {"length": numpy.where(heads > 0, abs(heads - self.word), -1)}
        self.matching = []
        for rule in self.rules:
            found = heads >= 0
            for condition in rule.conditions:
                if condition.what not in columns:
                    columns[condition.what] = _column(sentences, DEPREL if condition.what == "label" else UPOS)
                found = found & _meets(columns[condition.what], condition)
            self.matching.append(numpy.flatnonzero(found))
        self.dropped = 0

    def idle_rules(self) -> list[str]:
        """The rules that no arc of the sentences meets, as they were written."""
        return [rule.text for rule, found in zip(self.rules, self.matching, strict=True) if not len(found)]

    def draw(self, seed: int, epoch: int) -> Numbers:
        """Which words lose their arc in this epoch."""
        drawn: Numbers = numpy.zeros(self.starts[-1], bool)
        for number, (rule, words) in enumerate(zip(self.rules, self.matching, strict=True)):
            start = hash_text("drop arcs")
            for part in (seed, epoch, number):
                start = mix(start ^ part)
            # mix changes arrays in place, and these are new ones
            chance: Any = mix(numpy.uint64(start) ^ self.sentence[words].astype(numpy.uint64))  # type: ignore[arg-type]
            chance = mix(chance ^ self.word[words].astype(numpy.uint64))
            drawn[words] |= (chance >> numpy.uint64(11)) / 2.0**53 < rule.share
        self.dropped = int(numpy.count_nonzero(drawn))
        return drawn


def _rule(text: str, place: str) -> Rule:
    """A rule from its text; refuses what it does not understand."""
    share, *conditions = text.split() or [""]
    try:
        number = float(share)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        seen = repr(share) if share else "an empty rule"
        example = '"0.5" or "0.9 label=punct; 0.5 length>7"'
        raise SettingsError(f"{place}: seen {seen}, expected a share from 0 to 1, as in {example}")
    return Rule(text, number, tuple(_condition(condition, place) for condition in conditions))


def _condition(text: str, place: str) -> Condition:
    found = CONDITION.fullmatch(text)
    if found:
        named, length, compare, value = found.groups()
        if length and value.isascii() and value.isdigit():
            return Condition(length, (), compare, int(value))
        if named and all(names := value.split(",")):
            return Condition(named, tuple(names))
    raise SettingsError(f"{place}: seen {text!r}, expected {EXPECTED}")


def _column(sentences: Iterable[Sentence], column: int) -> Numbers:
    return numpy.array([s.column(i, column) for s in sentences for i in range(s.size)], object)


def _meets(column: Numbers, condition: Condition) -> Numbers:
    """Which words of a column meet a condition."""
    if condition.what == "length":
        return (column > 0) & COMPARE[condition.compare](column, condition.length)  # type: ignore[no-any-return]
    names = {name for name in condition.names if not name.endswith(":*")}
    beginnings = tuple(name[:-1] for name in condition.names if name.endswith(":*"))
    return numpy.fromiter((n in names or n.startswith(beginnings) for n in column), bool, len(column))
