"""The small language that says which words are meant: `upos=VERB and child(label=iobj and not form~*ing)`.

    expression = part { "or" part }
    part       = item { "and" item }
    item       = "not" item | "(" expression ")" | step "(" expression ")" | comparison
    comparison = path sign value | path ["not"] "in" value { "," value } | flag
    sign       = "=" | "!=" | "<" | "<=" | ">" | ">=" | "~" | "!~"
    step       = "head" | "child" | "previous" | "next" | "gold" | "predicted"
    path       = { step "." } criterion

`child.label=iobj` is short for `child(label=iobj)`: there is a dependent with this label. `~` compares with a pattern, in
which * stands for any characters, ? for one and [ab] for a or b. A value is a bare word, a text in quotes, or a path that
begins with a step, such as predicted.label. Nothing is run as code.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy

from treewright.analysis.scores.column import shared
from treewright.analysis.scores.criteria import WORDS, Vocabulary
from treewright.analysis.scores.criterion import Criterion, Function
from treewright.analysis.scores.expression_tests import CHILD, ORDERED, Test, along, as_numbers, number_of
from treewright.analysis.scores.expression_tokens import Token, refuse, tokens_of, unclosed
from treewright.analysis.scores.node_table import NodeTable
from treewright.errors import SettingsError

DEEPEST = 50  # brackets in brackets, so that no expression exhausts the stack


@dataclass(frozen=True)
class Expression:
    """Tells of each word whether it is meant."""

    text: str
    test: Test
    compared: tuple[tuple[Criterion, str], ...] = ()  # criteria, and the values that = and in compare them with

    def mask(self, table: NodeTable) -> numpy.ndarray:
        """Which words of a table are meant."""
        return self.test(table)[: table.size]


def expression(
    text: str, where: str = "where", functions: Mapping[str, Function] | None = None, vocabulary: Vocabulary = WORDS
) -> Expression:
    """The expression that is written so; `functions` are those of one's own that it may name."""
    if not isinstance(text, str):
        raise SettingsError(f"{where}: seen {text!r:.60}, expected an expression such as 'upos=VERB and length>5'")
    reader = _Reader(text, where, functions or {}, vocabulary)
    test = reader.whole()
    return Expression(text, test, tuple(reader.compared))


class _Reader:
    """Reads an expression from left to right."""

    def __init__(self, text: str, where: str, functions: Mapping[str, Function], vocabulary: Vocabulary) -> None:
        self.text, self.where, self.functions, self.vocabulary = text, where, functions, vocabulary
        self.tokens = tokens_of(text, where)
        self.at = self.depth = 0
        self.compared: list[tuple[Criterion, str]] = []

    def whole(self) -> Test:
        test = self._either()
        if self.tokens[self.at].kind != "end":
            self._refuse_next("and, or, or the end")
        return test

    def _either(self) -> Test:
        tests = [self._both()]
        while self._taken("or"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda table: numpy.logical_or.reduce([test(table) for test in tests])

    def _both(self) -> Test:
        tests = [self._item()]
        while self._taken("and"):
            tests.append(self._item())
        return tests[0] if len(tests) == 1 else lambda table: numpy.logical_and.reduce([test(table) for test in tests])

    def _item(self) -> Test:
        self.depth += 1
        if self.depth > DEEPEST:
            self._refuse(f"more than {DEEPEST} brackets or nots within each other", "fewer", self.tokens[self.at].place)
        test = self._one()
        self.depth -= 1
        return test

    def _one(self) -> Test:
        if self._taken("not"):
            inner = self._item()
            return lambda table: ~inner(table)
        if self._taken("("):
            return self._closed()
        token = self.tokens[self.at]
        if token.kind != "word":
            self._refuse_next("a criterion such as upos or head.upos, not, or (")
        self.at += 1
        if self.tokens[self.at].text == "(" and self.tokens[self.at].kind == "bracket":
            steps = token.text.split(".")
            for step in steps:
                if step not in self.vocabulary.all_steps:
                    self._refuse(f"{token.text!r} before (", f"one of {', '.join(self.vocabulary.all_steps)}", token.place)
            self.at += 1
            return along(steps, self._closed())
        return self._comparison(token)

    def _closed(self) -> Test:
        test = self._either()
        if not self._taken(")"):
            self._refuse_next("and, or, or )")
        return test

    def _comparison(self, token: Token) -> Test:
        steps, criterion = self._path(token)
        sign = self.tokens[self.at]
        negated = sign.kind == "word" and sign.text == "not"
        if sign.kind == "sign":
            self.at += 1
            return along(steps, self._compared(criterion, sign.text))
        if negated or (sign.kind == "word" and sign.text == "in"):
            self.at += 1
            if negated and not self._taken("in"):
                self._refuse_next("in after not")
            values = [self._value().text]
            while self._taken(","):
                values.append(self._value().text)
            found = frozenset(values)
            self.compared += [(criterion, value) for value in values if not negated]
            return along(steps, lambda table: criterion.column(table).mask(lambda value: (str(value) in found) != negated))
        if criterion.name not in self.vocabulary.flags and criterion.function is None:
            self._refuse_next(f"a sign (=, !=, <, <=, >, >=, ~, !~), in or not in after {token.text}")
        return along(steps, lambda table: criterion.column(table).mask("yes".__eq__))

    def _path(self, token: Token) -> tuple[list[str], Criterion]:
        names = token.text.split(".")
        steps = []
        while len(names) > 1 and names[0] in self.vocabulary.all_steps:
            steps.append(names.pop(0))
        name = ".".join(names)
        if (function := self.functions.get(name)) is not None:
            return steps, Criterion(name, function=function)
        make = self.vocabulary.maker(name)
        if make is None:
            self._refuse(f"the criterion {token.text!r:.60}", self.vocabulary.unknown(name), token.place)
        return steps, Criterion(name, name, make=make)

    def _value(self) -> Token:
        token = self.tokens[self.at]
        if token.kind not in ("word", "text"):
            self._refuse_next("a value")
        self.at += 1
        return token

    def _compared(self, criterion: Criterion, sign: str) -> Test:
        token = self._value()
        if token.kind == "word" and "." in token.text and token.text.split(".")[0] in self.vocabulary.all_steps:
            return self._compared_words(criterion, sign, token)
        if sign in ("~", "!~"):
            if unclosed(token.text):
                self._refuse(f"{token.text!r:.60}, in which [ is never closed", "] after it, or [[] for the sign", token.place)
            pattern = re.compile(fnmatch.translate(token.text))
            return lambda table: criterion.column(table).mask(
                lambda value: (pattern.match(str(value)) is not None) == (sign == "~")
            )
        if sign in ORDERED:
            if (number := number_of(token.text)) is None:
                self._refuse(f"{token.text!r:.60} after {sign}", "a number", token.place)
            numbers = self.vocabulary.numbers
            if criterion.name in self.vocabulary.known and criterion.name not in numbers:
                self._refuse(f"{criterion.name} {sign}", f"a criterion that is a number: {', '.join(numbers)}", token.place)
            holds = ORDERED[sign]
            return lambda table: as_numbers(criterion.column(table)).mask(lambda value: holds(value, number))
        wanted = sign == "="
        self.compared += [(criterion, token.text)] if wanted and token.text != "_" else []
        if token.text == "_":  # what CoNLL-U writes where there is nothing
            return lambda table: criterion.column(table).each(lambda value: (value in ("_", None)) == wanted)
        return lambda table: criterion.column(table).mask(lambda value: (str(value) == token.text) == wanted)

    def _compared_words(self, criterion: Criterion, sign: str, token: Token) -> Test:
        steps, other = self._path(token)
        if CHILD in steps:
            self._refuse(f"{token.text!r} after {sign}", "a value, or a path without child.", token.place)
        if sign not in ("=", "!="):
            self._refuse(f"{sign} before {token.text!r}", "= or !=", token.place)

        def test(table: Any) -> numpy.ndarray:
            there, nodes = table, numpy.arange(table.size + 2)
            for step in steps:
                there, onward = there.follow(step)
                nodes = onward[nodes]
            (one, two), values = shared([criterion.column(table), other.column(there).at(nodes)])
            known = numpy.array([value is not None for value in values])
            return known[one] & known[two] & ((one == two) == (sign == "="))

        return test

    def _taken(self, text: str) -> bool:
        token = self.tokens[self.at]
        if token.text == text and token.kind in ("word", "bracket"):
            self.at += 1
            return True
        return False

    def _refuse_next(self, expected: str) -> NoReturn:
        token = self.tokens[self.at]
        self._refuse("the end" if token.kind == "end" else repr(token.text)[:60], expected, token.place)

    def _refuse(self, seen: str, expected: str, place: int) -> NoReturn:
        refuse(self.where, self.text, seen, expected, place)
