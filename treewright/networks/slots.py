"""Slots: what a transition network sees of a configuration, named by the positions of its templates."""

from __future__ import annotations

from typing import NamedTuple

from treewright.features.extraction import Extraction


class Slots(NamedTuple):
    """The slots of one view: words at positions, and labels of the arcs to some of them."""

    view: int
    words: tuple[str, ...]  # a name for each position, in the order of the templates' tables
    labels: tuple[int, ...]  # the positions whose labels are seen

    @classmethod
    def of(cls, extraction: Extraction) -> Slots:
        """Every position that a template names is a slot, and so is every label of one."""
        tables = extraction.tables
        names = ["" for _ in tables.positions]
        labels = []
        for (position, _), name in zip(tables.atoms, tables.atom_names, strict=True):
            if position >= 0:
                names[position] = name.split(".")[0]
                if name.endswith(".l"):
                    labels.append(position)
        return cls(extraction.model.tables.index(tables), tuple(names), tuple(sorted(set(labels))))
