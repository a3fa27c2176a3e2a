"""How many items a set-based parser has to remember to derive the trees of a treebank (Coavoux and Cohen 2019, Figure 3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from treewright.families.constituent_columns import entries_of
from treewright.treebank.constituency_tree import ConstituencyTree

SHARE = 99.0  # per cent


class SetMemory:
    """Counts the sizes of the set along the derivations of the static oracle; `as_dict` and `lines` give the results.

    There is one size for each structural step, because labelling steps leave the set as it is.  The set-based system derives
    any tree, so it reaches 100 % of a treebank.
    """

    def __init__(self) -> None:
        self.trees = 0
        self.histogram: Counter[int] = Counter()  # how many configurations have a set of each size

    def add(self, tree: ConstituencyTree) -> None:
        """Count the derivation of a tree."""
        self.trees += 1
        self.histogram.update(set_sizes(entries_of(tree)[0]))

    @property
    def configurations(self) -> int:
        """How many were counted."""
        return sum(self.histogram.values())

    @property
    def mean(self) -> float:
        """The mean size of the set, 0 without any tree."""
        return sum(size * count for size, count in self.histogram.items()) / max(1, self.configurations)

    @property
    def most(self) -> int:
        """The size of the largest set."""
        return max(self.histogram, default=0)

    def size_for(self, share: float = SHARE) -> int:
        """The smallest size that is enough for a share of the configurations, in per cent."""
        seen = 0
        for size in sorted(self.histogram):
            seen += self.histogram[size]
            if 100 * seen >= share * self.configurations:
                return size
        return 0

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data."""
        return {
            "trees": self.trees,
            "configurations": self.configurations,
            "mean": round(self.mean, 3),
            "largest": self.most,
            "histogram": dict(sorted(self.histogram.items())),
        }

    def lines(self) -> list[str]:
        """The counts as readable lines."""
        if not self.trees:
            return []
        enough = f"{self.size_for()} or fewer in {SHARE:g} % of the configurations"
        return [f"items in the set of a set-based parser: {self.mean:.2f} in the mean, {enough}, {self.most} at most"]


def memory_of(trees: Iterable[ConstituencyTree]) -> SetMemory:
    """What the derivations of some trees need: `mean`, `most` and `histogram`."""
    memory = SetMemory()
    for tree in trees:
        memory.add(tree)
    return memory


def set_sizes(parents: list[int]) -> Iterator[int]:
    """The size of the set after each structural step of the static oracle, for the parents of a tree in columns.

    Children of one constituent are combined as soon as there are two, so the set has one item at most for each constituent
    that is begun and not complete.
    """
    size = (len(parents) + 1) // 2
    wanted = [0] * (len(parents) + 1)  # children that are still to come; the last place is that of the root
    for entry, parent in enumerate(parents):
        if entry < size or parent >= 0:
            wanted[parent] += 1
    # an entry that is used has children or is a token; what lies below the root directly is counted by its children
    for entry in range(size, len(parents)):
        if parents[entry] < 0 and wanted[entry]:
            wanted[-1] += 1
    begun = [False] * len(wanted)
    items = 0
    focus = False
    for token in range(size):
        items += focus
        focus = True
        yield items
        entry = parents[token]
        wanted[entry] -= 1
        while begun[entry]:
            items -= 1
            yield items
            if wanted[entry]:
                break
            begun[entry] = False
            if entry < 0:
                break
            entry = parents[entry]
            wanted[entry] -= 1
        begun[entry] = True
