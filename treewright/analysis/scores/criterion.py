"""A criterion as it is written: `label`, `head.upos`, `depth:4`, `predicted.label`, `form+upos`, a function of one's own."""

from __future__ import annotations

import numbers
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from treewright.analysis.scores.column import Column, Value
from treewright.analysis.scores.criteria import WORDS, Vocabulary
from treewright.analysis.scores.interval import Interval
from treewright.analysis.scores.node_table import NodeTable
from treewright.analysis.scores.word_table import WordTable
from treewright.errors import SettingsError
from treewright.treebank.sentence import Sentence

Function = Callable[[Sentence, int], Any]
Given = str | Function | Sequence[str | Function]
WRITTEN = re.compile(r"(?P<path>[^/:+,\s]+)(?:/(?P<width>[0-9]{1,9}))?(?::(?P<cap>[0-9]{1,9}))?")
OWN = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")  # module:function
MISNUMBERED = re.compile(r"(?:[^/:+,\s]+\.)?(?P<name>[a-z-]+)(?:/[0-9]+)?(?P<sign>[/:])(?![0-9]{1,9}(?::[0-9]{1,9})?\Z).*")
OF_PAIRS = frozenset({"gold", "predicted"})


@dataclass(frozen=True)
class Criterion:
    """Gives each word of a table a value.

    `steps` lead to another word, whose value it is. Numbers are put together by tens with `width` 10 (0-9, 10-19 ...),
    and from `cap` on (`4+`).
    """

    text: str
    name: str = ""
    steps: tuple[str, ...] = ()
    make: Callable[[Any], Column] | None = None
    function: Function | None = None
    width: int = 0
    cap: int = 0

    @property
    def of_pairs(self) -> bool:
        """Whether it tells of which treebank the value is; if it does not, each word has that of its own."""
        return not OF_PAIRS.isdisjoint(self.steps)

    def column(self, table: NodeTable) -> Column:
        """The values of a table's nodes."""
        here: Any = table
        nodes = None
        for step in self.steps:
            here, there = here.follow(step)
            nodes = there if nodes is None else there[nodes]
        function = self.function
        if function is not None:
            column = here.column(function, lambda table: _computed(table, function, self.text))
        else:
            column = here.column(self.name, self.make)
        if self.width or self.cap:
            column = self._in_intervals(column)
        return column if nodes is None else column.at(nodes)

    def _in_intervals(self, column: Column) -> Column:
        if not column.numeric:
            seen = next(value for value in column.values if isinstance(value, str))
            raise SettingsError(f"{self.text}: seen the value {seen!r:.60}, expected numbers before / and :")
        return column.mapped(self._interval)

    def _interval(self, value: int) -> int:
        if self.cap and value >= self.cap:
            return Interval(self.cap, None)
        if not self.width:
            return value
        first = value // self.width * self.width
        last = first + self.width - 1
        return Interval(first, min(last, self.cap - 1) if self.cap else last)


def shown_value(value: Value) -> str:
    """A value as it is shown: - if there is none."""
    return "-" if value is None else str(value)


def criteria_of(
    given: Given, where: str = "by", functions: Mapping[str, Function] | None = None, vocabulary: Vocabulary = WORDS
) -> tuple[Criterion, ...]:
    """The criteria of one table: names joined by +, a function, or a list of both."""
    if isinstance(given, str):
        parts = given.split("+")
        return tuple(criterion(part, where, functions, vocabulary) for part in parts)
    if callable(given):
        return (Criterion(getattr(given, "__name__", "function"), function=given),)
    if not isinstance(given, Sequence) or not given:
        raise SettingsError(f"{where}: seen {given!r:.60}, expected the name of a criterion, a function, or a list of them")
    return tuple(found for part in given for found in criteria_of(part, where, functions, vocabulary))


def criterion(
    text: str, where: str = "by", functions: Mapping[str, Function] | None = None, vocabulary: Vocabulary = WORDS
) -> Criterion:
    """The criterion that is written so; `functions` are those that "module:function" may name."""
    text = text.strip()
    if functions and text in functions:
        return Criterion(text, function=functions[text])
    if (found := MISNUMBERED.fullmatch(text)) and vocabulary.maker(found["name"]):
        expected = f"a whole number after {found['sign']}, as in {found['name']}{found['sign']}4"
        raise SettingsError(f"{where}: seen {text!r:.60}, expected {expected}")
    if OWN.fullmatch(text):
        raise SettingsError(
            f"{where}: seen {text!r:.60}, expected a function of the current folder, given on the command line"
        )
    found = WRITTEN.fullmatch(text)
    if found is None:
        expected = "a criterion such as upos, head.upos, depth:4, sentence-length/10 or module:function; + joins several"
        raise SettingsError(f"{where}: seen {text!r:.60}, expected {expected}")
    names = found["path"].split(".")
    steps: list[str] = []
    while len(names) > 1 and names[0] in vocabulary.steps:
        steps.append(names.pop(0))
    name = ".".join(names)
    make = vocabulary.maker(name)
    if make is None:
        raise SettingsError(f"{where}: seen the criterion {text!r:.60}, expected {vocabulary.unknown(name)}")
    if found["width"] is not None and not int(found["width"]):
        raise SettingsError(f"{where}: seen {text!r:.60}, expected at least 1 after /")
    return Criterion(text, name, tuple(steps), make, None, int(found["width"] or 0), int(found["cap"] or 0))


def _computed(table: WordTable, function: Function, name: str) -> Column:
    """The column of what a function says of each word."""
    values = [_value(function, sentence, i, name) for sentence in table.sentences for i in range(len(sentence))]
    return Column.of([*values, None, None])


def _value(function: Function, sentence: Sentence, i: int, name: str) -> Value:
    """What a function says of a word; refuses functions of something else, and what is no value."""
    try:
        given = function(sentence, i)
    except TypeError as error:
        if error.__traceback__ is None or error.__traceback__.tb_next is not None:  # raised in the function
            raise
        raise SettingsError(f"{name}: seen {error}, expected a function of a sentence and a word's number") from None
    if isinstance(given, (bool, numpy.bool_)):
        return "yes" if given else "no"
    if given is None or isinstance(given, str):
        return given
    if isinstance(given, numbers.Real):
        return int(given) if isinstance(given, numbers.Integral) else str(given)
    where = f"word {i + 1} of {sentence.path or '(memory)'}:{sentence.line}"
    raise SettingsError(f"{name}: seen {given!r:.60} for {where}, expected a text, a number, true or false, or None")
