"""One column of a table of words: a number for each word, and what the numbers stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

Value = str | int | None  # None: there is nothing, such as the length of the arc of a word without a head


@dataclass(frozen=True)
class Column:
    """`values[codes[i]]` is the value of node i; no value is there twice. Tests and counts look at each value once."""

    codes: numpy.ndarray
    values: list[Value]

    @classmethod
    def of(cls, given: Iterable[Value]) -> Column:
        """The column with these values."""
        coder = _Coder()
        codes = numpy.fromiter(map(coder.__getitem__, given), numpy.int64)
        return cls(codes, list(coder))

    @classmethod
    def numbers(cls, given: numpy.ndarray, known: numpy.ndarray | None = None) -> Column:
        """The column with these numbers, and None where they are not known."""
        found, codes = numpy.unique(given, return_inverse=True)
        values: list[Value] = found.tolist()
        codes = codes.reshape(-1).astype(numpy.int64)
        if known is None:
            return cls(codes, values)
        return cls(numpy.where(known, codes, len(values)), [*values, None])

    @classmethod
    def flags(cls, mask: numpy.ndarray) -> Column:
        """The column with `yes` where the mask is true and `no` elsewhere."""
        return cls(mask.astype(numpy.int64), ["no", "yes"])

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, i: int) -> Value:
        return self.values[self.codes[i]]

    def to_list(self) -> list[Value]:
        """The value of each node."""
        return [self.values[code] for code in self.codes.tolist()]

    @property
    def numeric(self) -> bool:
        """Whether all values that there are are numbers."""
        return all(isinstance(value, int) for value in self.values if value is not None)

    def at(self, nodes: numpy.ndarray) -> Column:
        """The column of the values at these nodes."""
        return Column(self.codes[nodes], self.values)

    def mask(self, test: Callable[[Any], bool]) -> numpy.ndarray:
        """Where the test of the value holds; what is not there fails every test."""
        return self.each(lambda value: value is not None and test(value))

    def each(self, test: Callable[[Any], bool]) -> numpy.ndarray:
        """The same, but the test also sees None."""
        return numpy.fromiter(map(test, self.values), bool, len(self.values))[self.codes]

    def mapped(self, change: Callable[[Any], Value]) -> Column:
        """The column of what a function makes of each value; None stays."""
        made = Column.of(None if value is None else change(value) for value in self.values)
        return Column(made.codes[self.codes], made.values)

    def sorted(self) -> Column:
        """The same column with its values in order: numbers, then texts, then what is not there."""
        order = sorted(range(len(self.values)), key=lambda code: rank(self.values[code]))
        places = numpy.empty(len(order), numpy.int64)
        places[order] = numpy.arange(len(order))
        return Column(places[self.codes], [self.values[code] for code in order])


class _Coder(dict[Any, int]):
    """Numbers values in order of occurrence."""

    def __missing__(self, value: Any) -> int:
        self[value] = number = len(self)
        return number


def rank(value: Value) -> tuple[int, int, str]:
    """The place of a value among others: numbers first, what is not there last."""
    if value is None:
        return 2, 0, ""
    return (0, value, "") if isinstance(value, int) else (1, 0, value)


def shared(columns: Sequence[Column]) -> tuple[list[numpy.ndarray], list[Value]]:
    """The codes of several columns over the same values."""
    coder = _Coder()
    tables = [numpy.fromiter(map(coder.__getitem__, column.values), numpy.int64, len(column.values)) for column in columns]
    return [table[column.codes] for table, column in zip(tables, columns, strict=True)], list(coder)
