"""What ensembles have in common: they parse as a parser does, and are neither trained nor saved themselves."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from treewright.constraints.preparation import Preparation
from treewright.decoding import Decoder
from treewright.decoding.confidence import Confidence
from treewright.errors import ModelError, SettingsError
from treewright.families import ConstituencyTrees, DependencyTrees
from treewright.parser.asked import ConstraintsOf
from treewright.parser.parsing import Parsing
from treewright.storage.pickling import Reduced
from treewright.treebank.report import Report


class Combination(Parsing):
    """Base of all ensembles; a subclass makes decoders that ask its parsers."""

    name = "ensemble"  # for messages
    one = "use one of its parsers"  # for what an ensemble cannot do

    def __init__(self, parsers: Iterable[Parsing]) -> None:
        self.parsers = list(parsers)
        if not self.parsers:
            raise SettingsError(f"{self.name}: seen no parsers, expected at least one")
        for number, parser in enumerate(self.parsers, 1):
            if not isinstance(parser, Parsing):
                raise SettingsError(f"{self.name}: seen {parser!r:.60} as parser {number}, expected a parser or an ensemble")
            if isinstance(getattr(parser, "family", None), ConstituencyTrees):
                seen = f"parser {number}, which finds constituents"
                raise SettingsError(f"{self.name}: seen {seen}, expected parsers that find heads")
            if parser.tags:
                seen = f"parser {number} has a choice of tags (system.tags)"
                raise SettingsError(f"{self.name}: {seen}, expected none: an ensemble gives trees, not tags")
        self.family = DependencyTrees()
        self.tags = []
        self.decoders = SimpleQueue()

    def __reduce__(self) -> Reduced:
        """Pickled as its parsers are."""
        return type(self), (self.parsers,)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.parsers)} parsers>"

    @property
    def in_python(self) -> bool:  # type: ignore[override]
        """Whether one of the parsers has a part in plain Python, so that only processes are faster."""
        return any(parser.in_python for parser in self.parsers)

    @property
    def single_root(self) -> bool:  # type: ignore[override]
        """Whether every tree is to have exactly one root: if each of the parsers gives such trees."""
        return all(parser.single_root for parser in self.parsers)

    def check_nbest(self, count: int) -> None:
        """Refuses: an ensemble gives one tree."""
        raise SettingsError(f"nbest: seen {count}, expected 1: an ensemble gives one tree; {self.one}")

    def calibrated(self) -> Confidence:
        """Refuses: votes do not tell how probable a tree is."""
        raise SettingsError(f"confidence: an ensemble has none; {self.one}")

    def train(self, *arguments: Any, **named: Any) -> None:
        """Refused: its parsers are trained one by one."""
        raise ModelError(f"{self.name}: an ensemble cannot be trained; train its parsers one by one")

    def save(self, path: str | Path, **named: Any) -> None:
        """Refused: its parsers are saved one by one."""
        raise ModelError(f"{path}: {type(self).__name__} is no model; save its parsers one by one")


class TreeCombination(Combination, Decoder):
    """Base of ensembles that give whole batches to their parsers; a subclass says what it decodes of their trees."""

    projective = True  # whether arcs that are given must not cross

    @property
    def labels(self) -> list[str]:  # type: ignore[override]
        """The labels that any of the parsers knows."""
        return labels_of(self.parsers)

    def new_decoder(self) -> Decoder:
        """The ensemble itself: it has no storage of its own, its parsers have."""
        return self

    def preparation(
        self, keep: str, constraints: ConstraintsOf | None, on_conflict: str, report: Report | None
    ) -> Preparation:
        """What finds the heads and labels that are to be kept."""
        if constraints is not None:
            raise SettingsError("constraints: an ensemble keeps heads and labels (keep=...) and knows no other constraints")
        labels = {label: number for number, label in enumerate(self.labels)}
        return Preparation(
            keep=keep, on_conflict=on_conflict, report=report, labels=labels, single_root=self.single_root,
            projective=self.projective,
        )  # fmt: skip


def labels_of(parsers: Iterable[Parsing]) -> list[str]:
    """The labels that any of the parsers knows."""
    return list(dict.fromkeys(label for parser in parsers for label in parser.labels))


def checked_weights(weights: Iterable[float] | None, count: int) -> list[float]:
    """One weight for each of so many parsers, 1 if none are given; refuses what cannot be weights."""
    if weights is None:
        return [1.0] * count
    found = [float(weight) for weight in weights]
    if len(found) != count:
        raise SettingsError(f"weights: seen {len(found)}, expected {count}, one for each parser")
    for weight in found:
        if not (math.isfinite(weight) and weight >= 0):
            raise SettingsError(f"weights: seen {weight:g}, expected numbers of at least 0")
    if not any(found):
        raise SettingsError("weights: seen only 0, expected at least one weight above it")
    return found
