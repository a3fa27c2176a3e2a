"""What share of the trees and arcs of a treebank each transition system can reach at best, and which one to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from treewright.oracles.attardi import AttardiOracle
from treewright.settings import SETTINGS
from treewright.transitions import TRANSITION_SYSTEMS
from treewright.transitions.attardi import Attardi
from treewright.treebank.planarity import two_planar_arcs
from treewright.treebank.projectivity import crossed_arcs, nonprojective_arcs
from treewright.treebank.pseudo_projective import ENCODINGS, LIFTED_FROM, MarkedLabel, decode, encode
from treewright.trees.projective_tree import LONGEST, ProjectiveTree

# To be recommended, a way must reach this many per cent more of the arcs: than projective systems alone, as in training,
# and than the encoding head, which parsers learn better than the other two (benchmarks/results/pseudo_projective.md).
WORTH, WORTH_OF_ENCODING = 100 * LIFTED_FROM, 1.0
SHORT_ARCS = "short projective arcs"


class Way(NamedTuple):
    """A group of systems that reach the same, with an encoding or without."""

    systems: tuple[str, ...]
    reaches: str
    encoding: str = "none"

    def __str__(self) -> str:
        shown = ", ".join(self.systems)
        if self.reaches == SHORT_ARCS:
            shown += f" (no root; arcs of up to {SETTINGS['system.max_length'].default} words)"
        if self.reaches == "many":
            shown += " (at least; of a tree without a derivation, the arcs of the best projective tree)"
        return shown if self.encoding == "none" else f"the projective ones with --pseudo-projective {self.encoding}"


class Reach:
    """Counts trees; `rows`, `recommended` and `lines` give the results."""

    def __init__(self) -> None:
        self.trees = self.all_arcs = 0
        self.ways = _ways()
        self.whole = dict.fromkeys(self.ways, 0)
        self.arcs = dict.fromkeys(self.ways, 0)
        self.more_labels: dict[Way, set[MarkedLabel]] = {way: set() for way in self.ways}

    def add(self, heads: Sequence[int], labels: Sequence[str | None]) -> None:
        """Count one tree, which may be partial; every system reaches unknown heads."""
        known = sum(head >= 0 for head in heads)
        self.trees += 1
        self.all_arcs += known
        crossed = bool(crossed_arcs(heads))
        for way in self.ways:
            reached = known
            if way.encoding != "none" and crossed:
                changed, marked = encode(way.encoding, heads, labels)
                found = decode(way.encoding, changed, marked)
                reached = sum(head == own for head, own in zip(heads, found, strict=True) if head >= 0)
                self.more_labels[way].update(label for label in marked if label is not None and not label.plain)
            elif way.encoding == "none" and (crossed or way.reaches == SHORT_ARCS):
                reached = REACHES[way.reaches](list(heads))
            self.arcs[way] += reached
            self.whole[way] += reached == known

    def rows(self) -> list[dict[str, Any]]:
        """A row for each way, as plain data."""
        return [
            {
                "systems": list(way.systems),
                "reaches": way.reaches,
                "pseudo_projective": way.encoding,
                "trees": self.whole[way],
                "trees_percent": _percent(self.whole[way], self.trees),
                "arcs": self.arcs[way],
                "arcs_percent": _percent(self.arcs[way], self.all_arcs),
                "more_labels": len(self.more_labels[way]),
            }
            for way in self.ways
        ]

    def best(self) -> Way:
        """The way to recommend: the first one, unless a later one reaches clearly more."""
        ways = [way for way in self.ways if way.reaches != SHORT_ARCS]
        best = ways[0]
        for way in ways[1:]:
            worth = WORTH if best.encoding == way.encoding or best.encoding == "none" else WORTH_OF_ENCODING
            if 100 * (self.arcs[way] - self.arcs[best]) > worth * self.all_arcs:
                best = way
        return best

    def recommended(self) -> dict[str, Any] | None:
        """The recommended settings, and the sentence that says why; None without any tree."""
        if not self.all_arcs:
            return None
        way = self.best()
        system = way.systems[0]
        plain = next(other for other in self.ways if other.reaches == "projective" and other.encoding == "none")
        shown = f"--system {system}" + (f" --pseudo-projective {way.encoding}" if way.encoding != "none" else "")
        reached = f"reaches {share(self.arcs[way], self.all_arcs)} of the arcs"
        if way != plain:
            why = f"{reached}, projective systems alone {share(self.arcs[plain], self.all_arcs)}"
        elif self.arcs[plain] == self.all_arcs:
            why = "reaches every tree, as all projective systems do"
        else:
            why = f"{reached}, and nothing else reaches {WORTH:g} % more"
        settings = {"system.name": system, "training.pseudo_projective": way.encoding}
        return {"settings": settings, "why": f"{shown} {why}"}

    def lines(self) -> list[str]:
        """The results as readable lines."""
        shown = ["at best, these systems reach"]
        for way in self.ways:
            trees, arcs = share(self.whole[way], self.trees), share(self.arcs[way], self.all_arcs)
            labels = f", {len(self.more_labels[way])} more labels to learn" if way.encoding != "none" else ""
            shown.append(f"  {way}: {trees} of the trees, {arcs} of the arcs{labels}")
        found = self.recommended()
        return [*shown, *([f"recommended: {found['why']}"] if found else [])]


def share(part: int, whole: int) -> str:
    """A count with its percentage."""
    return f"{part:,} ({100 * part / whole:.2f} %)" if whole else f"{part:,}"


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 3) if whole else None


def _ways() -> list[Way]:
    """All systems, grouped by what they reach; projective ones also with each encoding."""
    groups: dict[str, list[str]] = {}
    for name, system in TRANSITION_SYSTEMS.items():
        reaches = SHORT_ARCS if "max_length" in system.more_settings else system.reaches
        if reaches in REACHES:
            groups.setdefault(reaches, []).append(name)
    ways = []
    for reaches, names in groups.items():
        ways.append(Way(tuple(names), reaches))
        if reaches == "projective":
            ways += [Way(tuple(names), reaches, encoding) for encoding in ENCODINGS]
    return ways


def reachable_arcs(heads: list[int]) -> int:
    """How many of the arcs the best projective tree has."""
    known = sum(head >= 0 for head in heads)
    size = len(heads)
    if size > LONGEST:  # the time is cubic; without its non-projective arcs a tree can always be reached
        return known - len(list(nonprojective_arcs(heads)))
    lost = [int(gold >= 0 and gold != head) for head in range(size + 1) for gold in (-1, *heads)]
    return known - int(ProjectiveTree().best(lost, size, [], False)[0])


def _short_arcs(heads: list[int]) -> int:
    most = int(SETTINGS["system.max_length"].default)
    short = [head if head > 0 and abs(head - word) <= most else -1 for word, head in enumerate(heads, 1)]
    return reachable_arcs(short) if crossed_arcs(short) else sum(head >= 0 for head in short)


def _derived(heads: list[int]) -> int:
    """All arcs if DeSR has a derivation of the tree, else those of the best projective tree, a lower bound."""
    oracle = AttardiOracle(Attardi(single_root=heads.count(0) == 1))
    oracle.prepare(heads, [-1] * len(heads))
    return len(heads) if oracle.derivable else reachable_arcs(heads)


# How many arcs of a tree a system reaches, by its attribute `reaches`; a system with another value is left out.
REACHES: dict[str, Callable[[list[int]], int]] = {
    "projective": reachable_arcs,
    SHORT_ARCS: _short_arcs,
    "2-planar": two_planar_arcs,
    "many": _derived,
    "all": lambda heads: sum(head >= 0 for head in heads),
}
