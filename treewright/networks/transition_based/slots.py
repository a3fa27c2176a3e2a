"""Slots: what a transition network sees of a configuration, named by the positions of its templates."""

from __future__ import annotations

from typing import NamedTuple

from treewright.features.extraction import Extraction


class Slots(NamedTuple):
    """The slots of one view: words at positions, and labels of the arcs to some of them."""

    view: int
    name: str  # of the view
    words: tuple[str, ...]  # a name for each position, in the order of the templates' tables
    labels: tuple[int, ...]  # the places whose labels are seen: positions, then values that items have

    @classmethod
    def of(cls, extraction: Extraction) -> Slots:
        """Every position that a template names is a slot, and so is every label, and what a view has numbers for."""
        tables = extraction.tables
        names = ["" for _ in tables.positions]
        labels, values = [], []
        for (position, attribute), name in zip(tables.atoms, tables.atom_names, strict=True):
            if position >= 0:
                names[position] = name.split(".")[0]
                if name.endswith(".l"):
                    labels.append(position)
            elif extraction.model.names.is_numbered(name):
                values.append(-1 - attribute)
        view = extraction.model.tables.index(tables)
        if values:
            extraction.number_values(values)
            labels += range(len(names), len(names) + len(values))
        return cls(view, extraction.model.names.views[view], tuple(names), tuple(sorted(set(labels))))
