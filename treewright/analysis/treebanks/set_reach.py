"""How many trees of a treebank systems of constituents reach: all, or fewer if only the latest items are candidates."""

from __future__ import annotations

from collections import Counter
from typing import Any

from treewright.analysis.treebanks.reach import share
from treewright.families.constituent_columns import entries_of
from treewright.settings import SETTINGS
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.treebank.constituency_tree import ConstituencyTree


class SetReach:
    """Counts trees by the candidates that their static derivation asks for; `as_dict` and `lines` give the results."""

    def __init__(self) -> None:
        self.trees = 0
        self.needed: Counter[int] = Counter()  # trees by the number of latest items that must be candidates

    def add(self, tree: ConstituencyTree) -> None:
        """Count one tree."""
        self.trees += 1
        self.needed[candidates_of(entries_of(tree)[0])] += 1

    def reached(self, candidates: int) -> int:
        """How many trees are derived if only so many items, the latest ones, are candidates; 0 is all."""
        return sum(count for needed, count in self.needed.items() if not candidates or needed <= candidates)

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data: of each system with its usual settings, and trees by the candidates they ask for."""
        usual = int(SETTINGS["system.candidates"].default)
        return {
            "systems": {name: self.reached(usual if limited else 0) for name, limited in _systems().items()},
            "candidates": dict(sorted(self.needed.items())),
        }

    def lines(self) -> list[str]:
        """The counts as readable lines."""
        if not self.trees:
            return []
        usual = int(SETTINGS["system.candidates"].default)
        shown = ["at best, these systems reach"]
        for name, limited in _systems().items():
            most = usual if limited else 0
            how = f" (system.candidates = {most}; 0: all)" if most else ""
            shown.append(f"  {name}: {share(self.reached(most), self.trees)} of the trees{how}")
        return shown


def _systems() -> dict[str, bool]:
    """The systems of constituents, which derive any tree, and whether `system.candidates` limits them."""
    found = {name: system for name, system in TRANSITION_SYSTEMS.items() if system.family == "constituents"}
    return {name: "candidates" in system.more_settings for name, system in found.items()}


def candidates_of(parents: list[int]) -> int:
    """How many of the latest items must be candidates in the static derivation of a tree in columns (see `set_sizes`)."""
    size = (len(parents) + 1) // 2
    wanted = [0] * (len(parents) + 1)  # children that are still to come; the last place is that of the root
    used = {*range(size), *(parent for parent in parents if parent >= 0)}
    for entry in used:
        wanted[parents[entry]] += 1
    items: list[int] = []  # the constituents that are begun, the latest last; the focus is not among them
    focus: int | None = None
    most = 0
    for token in range(size):
        if focus is not None:
            items.append(focus)
        focus = token
        while True:  # the focus is combined with its sisters, or is complete and stands for its parent
            parent = parents[focus] if focus >= 0 else -1
            wanted[parent] -= 1
            if parent in items:
                most = max(most, len(items) - items.index(parent))
                items.remove(parent)
            focus = parent
            if wanted[parent] or parent < 0:
                break
    return most
