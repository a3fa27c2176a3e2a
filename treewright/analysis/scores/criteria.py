"""What words can be told apart by: the criteria that breakdowns, statistics and expressions know."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy

from treewright.analysis.scores.column import Column
from treewright.analysis.scores.tree_measures import depths, nonprojective
from treewright.analysis.scores.word_table import ROOT, WordTable
from treewright.errors import SettingsError
from treewright.treebank.columns import DEPREL, FEATS, FORM, LEMMA, MISC, UPOS, XPOS


class Known(NamedTuple):
    """A criterion: what it is, and how its column is made."""

    meaning: str
    make: Callable[[Any], Column]


class Vocabulary(NamedTuple):
    """The criteria of one kind of thing, and the steps that lead to other ones."""

    known: Mapping[str, Known]
    steps: tuple[str, ...]
    flags: tuple[str, ...]  # what an expression may name without `=yes`
    numbers: tuple[str, ...]
    families: tuple[str, ...] = ()  # columns with items, each of which is a criterion: feats.Case
    child: tuple[str, ...] = ()

    @property
    def all_steps(self) -> tuple[str, ...]:
        """The steps of expressions, which may also ask whether there is a dependent."""
        return (*self.steps, *self.child)

    def maker(self, name: str) -> Callable[[Any], Column] | None:
        """How the column of a criterion is made, None if there is none of this name."""
        if name in self.known:
            return self.known[name].make
        family, _, key = name.partition(".")
        if family not in self.families or not key:
            return None
        make = self.known[family].make
        return lambda table: _item(table.column(family, make), key)

    def names(self) -> str:
        """All criteria, for messages."""
        return ", ".join([*self.known, *(f"{family}.NAME" for family in self.families)])

    def unknown(self, name: str) -> str:
        """What to say of a criterion that there is not."""
        last = name.split(".")[-1]
        after = f"alone or after {', '.join(f'{step}.' for step in self.steps)}"
        if last in self.known:
            return f"{last} {after}"
        if near := difflib.get_close_matches(last, self.known, 1, 0.6):
            return f"another one; did you mean {near[0]}? (the criterion ? lists all)"
        return f"one of {self.names()}, {after}"


def known_column(table: WordTable, name: str) -> Column:
    """The column of a criterion of words by its name."""
    return table.column(name, CRITERIA[name].make)


def _lower(table: WordTable) -> Column:
    return known_column(table, "form").mapped(lambda form: form if form == ROOT else form.lower())


def _head(table: WordTable) -> Column:
    return table.numbers(table.heads, table.heads >= 0)


def _length(table: WordTable) -> Column:
    return table.numbers(numpy.abs(table.heads - table.positions), table.heads > 0)


def _direction(table: WordTable) -> Column:
    codes = numpy.where(table.heads < table.positions, 0, 1)
    codes[table.heads == 0] = 2
    codes[table.heads < 0] = 3
    return Column(numpy.concatenate([codes, [3, 3]]), ["left", "right", "root", None])


def _depth(table: WordTable) -> Column:
    return table.numbers(*depths(table))


def _universal_label(table: WordTable) -> Column:
    return known_column(table, "label").mapped(lambda label: label.split(":")[0])


def _children(table: WordTable) -> Column:
    heads = table.head_nodes[: table.size]
    return table.numbers(numpy.bincount(heads, minlength=table.size)[: table.size])


def _siblings(table: WordTable) -> Column:
    heads = table.head_nodes[: table.size]
    inside = heads < table.size
    return table.numbers(numpy.bincount(heads, minlength=table.size + 2)[heads] - 1, inside)


def _frequency(table: WordTable) -> Column:
    if (training := table.training) is None:
        raise SettingsError(
            "frequency, unknown: seen without a training treebank, expected one (--training FILE; training= in Python)"
        )
    column = known_column(table, "form")
    counts = numpy.fromiter((training.get(str(form), 0) for form in column.values), numpy.int64, len(column.values))
    return table.numbers(counts[column.codes[: table.size]])


def _item(column: Column, name: str) -> Column:
    """The value of one feature: `Nom` of `Case=Nom|Number=Sing`."""

    def value(field: str) -> str | None:
        items = (item.partition("=") for item in field.split("|"))
        return next((given or None for key, _, given in items if key == name), None)

    return column.mapped(value)


CRITERIA = {
    "form": Known("the word as it is written", lambda table: table.texts(FORM)),
    "lower": Known("the word in lower case", _lower),
    "lemma": Known("its lemma", lambda table: table.texts(LEMMA)),
    "upos": Known("its universal part of speech", lambda table: table.texts(UPOS)),
    "xpos": Known("its part of speech in the treebank's own tagset", lambda table: table.texts(XPOS)),
    "feats": Known("its features; feats.Case is one of them", lambda table: table.texts(FEATS)),
    "misc": Known("the column MISC; misc.SpaceAfter is one item of it", lambda table: table.texts(MISC)),
    "label": Known("the label of its arc, with the subtype", lambda table: table.texts(DEPREL)),
    "universal-label": Known("the label without the subtype: nsubj of nsubj:pass", _universal_label),
    "head": Known("the position of its head, 0 for the root", _head),
    "length": Known("the distance to its head in words; none for a word below the root", _length),
    "direction": Known("the side its head is on: left, right or root", _direction),
    "depth": Known("how many arcs lead to it from the root: 1 for a word below the root", _depth),
    "children": Known("how many dependents it has", _children),
    "siblings": Known("how many other dependents its head has", _siblings),
    "position": Known("its place in the sentence, from 1 on", lambda table: table.numbers(table.positions)),
    "sentence": Known("the number of the sentence, from 1 on", lambda table: table.numbers(table.sentence_of + table.first)),
    "sentence-length": Known("how many words its sentence has", lambda table: table.numbers(table.sizes[table.sentence_of])),
    "frequency": Known("how often the form is in the training treebank", _frequency),
    "unknown": Known(
        "whether the form is not in the training treebank: yes or no",
        lambda table: known_column(table, "frequency").mapped(lambda count: "no" if count else "yes"),
    ),
    "projective": Known(
        "whether all words between it and its head descend from the head: yes or no",
        lambda table: table.flags(~nonprojective(table), table.heads >= 0),
    ),
    "root": Known("whether it is below the root: yes or no", lambda table: table.flags(table.heads == 0, table.heads >= 0)),
    "punctuation": Known(
        "whether its UPOS is PUNCT: yes or no",
        lambda table: table.flags(known_column(table, "upos").mask("PUNCT".__eq__)[: table.size]),
    ),
}  # fmt: skip
WORDS = Vocabulary(
    CRITERIA,
    ("head", "previous", "next", "gold", "predicted"),
    ("unknown", "projective", "root", "punctuation"),
    ("head", "length", "depth", "children", "siblings", "position", "sentence", "sentence-length", "frequency"),
    ("feats", "misc"),
    ("child",),
)
