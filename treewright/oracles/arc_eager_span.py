"""Costs of short-spanned arc-eager: those of partial arc-eager, after long arcs are removed from the gold tree."""

from __future__ import annotations

from treewright.oracles.arc_eager_partial import ArcEagerPartialOracle
from treewright.transitions.arc_eager_span import ArcEagerSpan


class ArcEagerSpanOracle(ArcEagerPartialOracle):
    """Dynamic oracle of short-spanned arc-eager."""

    def __init__(self, system: ArcEagerSpan) -> None:
        super().__init__(system)
        self.max_length = system.max_length

    def keeps(self, word: int, head: int) -> bool:
        """Whether the arc is short; one from ROOT never is."""
        return head > 0 and abs(head - word) <= self.max_length
