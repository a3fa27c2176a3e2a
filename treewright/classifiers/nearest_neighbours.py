"""Memory-based learning as TiMBL does it (Daelemans and van den Bosch 2005): remember all instances, ask the nearest ones.

The distance of two instances is the sum of the weights of the atoms in which they differ (weighted overlap).  An atom's weight
is its information gain, how many bits it tells about the class, or its gain ratio, the same divided by the bits it has.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy

from treewright.classifiers.fitted_classifier import FittedClassifier
from treewright.classifiers.neighbour_arrays import MOST_WEIGHT, VERSION
from treewright.classifiers.neighbour_table import NeighbourScorer, NeighbourTable
from treewright.classifiers.scorer import Scorer
from treewright.features.extraction import Extraction
from treewright.storage.named_arrays import Arrays


@dataclass(frozen=True)
class Examples:
    """All different instances, sorted by their atoms, the most informative one first; with the classes they had."""

    class_count: int
    parameters: Any  # int32: version of these arrays, number of nearest distances
    atoms: Any  # uint16: which atoms are looked at, most informative first
    importance: Any  # int32: the weight of each, as a whole number, so that distances are exact
    values: Any  # uint64: the values of each atom, ascending
    value_starts: Any  # uint32: where those of each atom begin
    rows: Any  # int32: the values of each instance, by their numbers
    shared: Any  # uint8: how many values an instance shares with the one before it, from the first on
    following: Any  # int32: the next instance that shares no more than this one
    starts: Any  # uint32: where the classes of each instance begin
    classes: Any  # uint16
    counts: Any  # uint32: how often an instance had a class

    def arrays(self) -> dict[str, Any]:
        """The arrays, as checkpoints and model files keep them."""
        return {field.name: getattr(self, field.name) for field in fields(self)[1:]}


class NearestNeighbours(FittedClassifier):
    """Memory-based learning as in TiMBL: the majority of the k nearest, by weighted overlap of atoms."""

    more_settings = ("neighbours", "weighting")
    looks_at = "atoms"
    in_python = False
    needs_class = False

    def __init__(
        self, classes: int, *, neighbours: int = 5, weighting: str = "gain-ratio", seed: int = 1
    ) -> None:
        super().__init__(classes, seed=seed)
        self.neighbours, self.weighting = neighbours, weighting

    def scorer(self, extraction: Extraction, room: int = 0) -> Scorer:
        """A scorer that asks the nearest instances."""
        return NeighbourScorer(extraction, self.classes, room)

    @classmethod
    def learnt_from(cls, classes: int, arrays: Arrays) -> Any:
        """All instances, from their arrays in a checkpoint."""
        return Examples(classes, **arrays)

    @classmethod
    def packed(cls, classes: int, learnt: Any) -> Any:
        """Instances that are quickly asked."""
        return NeighbourTable.of(learnt)

    @classmethod
    def model_from(cls, classes: int, arrays: Arrays) -> Any:
        """The same, from the arrays of a model file."""
        return NeighbourTable(classes, arrays)

    def fit_to(self, keys: Any, values: Any, counts: Any, numbers: Any) -> Examples:
        """What these instances teach."""
        atoms = keys.reshape(len(counts), -1)
        width = atoms.shape[1]
        codes = [numpy.unique(atoms[:, at], return_inverse=True) for at in range(width)]
        weights = numpy.array([importance(code, numbers, self.weighting == "gain-ratio") for _, code in codes])
        whole = numpy.rint(weights / max(weights.max(), 1e-12) * MOST_WEIGHT).astype(numpy.int32)
        order = [at for at in numpy.argsort(-whole, kind="stable").tolist() if whole[at]][:255] or [0]
        rows = numpy.stack([codes[at][1] for at in order], axis=1).astype(numpy.int32)
        place = numpy.lexsort((numbers, *rows.T[::-1]))
        rows, numbers = rows[place], numbers[place].astype(numpy.uint16)
        differ = rows[1:] != rows[:-1]
        new = numpy.append(True, differ.any(axis=1))
        shared = numpy.append(0, differ.argmax(axis=1))[new].astype(numpy.uint8)
        entry = numpy.append(True, new[1:] | (numbers[1:] != numbers[:-1]))  # instances of equal atoms lie side by side
        entries = numpy.flatnonzero(entry)
        self.rows = int(new.sum())
        sizes = [len(codes[at][0]) for at in order]
        return Examples(
            self.classes,
            parameters=numpy.array([VERSION, self.neighbours], numpy.int32),
            atoms=numpy.array(order, numpy.uint16),
            importance=whole[order],
            values=numpy.concatenate([codes[at][0] for at in order]),
            value_starts=numpy.append(0, numpy.cumsum(sizes)).astype(numpy.uint32),
            rows=rows[new].reshape(-1),
            shared=shared,
            following=following_of(shared),
            starts=numpy.append(numpy.flatnonzero(new[entries]), len(entries)).astype(numpy.uint32),
            classes=numbers[entries],
            counts=numpy.diff(numpy.append(entries, len(numbers))).astype(numpy.uint32),
        )


def importance(codes: Any, numbers: Any, ratio: bool) -> float:
    """The information gain of an atom about the class, or its gain ratio."""
    joint = numpy.unique(codes.astype(numpy.int64) << 16 | numbers.astype(numpy.int64), return_counts=True)[1]
    values, classes = numpy.bincount(codes), numpy.bincount(numbers)
    gain = entropy(classes) + entropy(values) - entropy(joint)
    if not ratio:
        return max(0.0, gain)
    return max(0.0, gain) / entropy(values) if len(values) > 1 else 0.0


def entropy(counts: Any) -> float:
    """The bits that it takes to say which of so many."""
    share = counts[counts > 0] / counts.sum()
    return float(-(share * numpy.log2(share)).sum())


def following_of(shared: Any) -> Any:
    """For each instance the next one that shares no more values with its predecessor; their number if there is none."""
    found = numpy.full(len(shared), len(shared), numpy.int32)
    waiting: list[int] = []
    for at, count in enumerate(shared.tolist()):
        while waiting and shared[waiting[-1]] >= count:
            found[waiting.pop()] = at
        waiting.append(at)
    return found
