"""What breakdowns, confusion matrices and comparisons need to know of the things that are scored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy

from treewright.analysis.scores.criteria import Vocabulary
from treewright.analysis.scores.criterion import Criterion, Function
from treewright.analysis.scores.expression import Expression, expression
from treewright.errors import SettingsError
from treewright.evaluation.alignment import Alignment, Judgement


@dataclass(frozen=True)
class Side:
    """One predicted treebank beside the gold one; the tables `gold` and `predicted` are linked to each other."""

    name: str
    gold: Any
    predicted: Any
    alignment: Alignment
    judgements: Mapping[str, Judgement]  # of what counts, by metric
    scores: Any  # the overall ones

    def right(self, metric: str) -> numpy.ndarray:
        """Which gold nodes count and are right."""
        right, gold, _ = self.judgements[metric]
        found = numpy.zeros(self.gold.size, bool)
        found[self.alignment.gold[right]] = True
        return found & gold


class Scored(ABC):
    """Gold and predicted treebanks whose words or constituents have been compared."""

    vocabulary: Vocabulary
    metrics: tuple[str, ...]
    default_metrics: tuple[str, ...]
    counting: str  # the metric that all things count for
    items: str  # what they are called
    sides: list[Side]

    def __init__(
        self, count: int, names: Sequence[str] | None, where: str | None, functions: Mapping[str, Function] | None
    ) -> None:
        if names is not None and len(names) != count:
            raise SettingsError(f"names: seen {len(names)} for {count} predicted treebanks, expected as many")
        self.names = list(names) if names else [f"parser {k}" for k in range(1, count + 1)]
        if len(set(self.names)) < count:
            raise SettingsError(f"names: seen {', '.join(self.names)!r:.200}, expected different ones")
        self.functions = functions or {}
        self.where: Expression | None = None
        if where is not None:
            self.where = expression(where, functions=self.functions, vocabulary=self.vocabulary)
        self.sides = []

    @property
    def gold(self) -> Any:
        """The table of the gold treebank."""
        return self.sides[0].gold

    def side(self, name: str | None = None) -> Side:
        """One of the predicted treebanks by its name, the first if none is named."""
        if name is None:
            return self.sides[0]
        if name not in self.names:
            raise SettingsError(f"parser: seen {name!r:.60}, expected one of {', '.join(self.names)}")
        return self.sides[self.names.index(name)]

    def metric(self, given: str) -> str:
        """The metric that is meant, however it is capitalised."""
        spellings = {name.lower(): name for name in self.metrics}
        found = spellings.get(given.strip().lower()) if isinstance(given, str) else None
        if found is None:
            raise SettingsError(f"metric: seen {given!r:.60}, expected one of {', '.join(self.metrics)}")
        return found

    def judged(
        self, alignment: Alignment, judgements: Mapping[str, Judgement], masks: tuple[numpy.ndarray, numpy.ndarray]
    ) -> dict[str, Judgement]:
        """The judgements of the gold nodes in a mask; predicted ones count as theirs do, unaligned ones by their own mask."""
        gold, predicted = masks[0], alignment.on_system(*masks)
        return {name: Judgement(one.right, one.gold & gold, one.system & predicted) for name, one in judgements.items()}

    @abstractmethod
    def settings(self, criteria: Sequence[Criterion] = ()) -> str:
        """The settings of scores in words, for tables by some criteria."""

    @abstractmethod
    def counting_settings(self) -> str:
        """What counts, in words, for tables without scores."""

    @abstractmethod
    def agreements(self, one: Side, other: Side, metric: str) -> numpy.ndarray:
        """For which gold nodes both parsers agree, right or wrong."""
