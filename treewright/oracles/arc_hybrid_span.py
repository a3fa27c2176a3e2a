"""Costs of short-spanned arc-hybrid: those of partial arc-hybrid, after long arcs are removed from the gold tree."""

from __future__ import annotations

from treewright.oracles.arc_hybrid_partial import ArcHybridPartialOracle
from treewright.transitions.arc_hybrid_span import ArcHybridSpan


class ArcHybridSpanOracle(ArcHybridPartialOracle):
    """Dynamic oracle of short-spanned arc-hybrid."""

    def __init__(self, system: ArcHybridSpan) -> None:
        super().__init__(system)
        self.max_length = system.max_length

    def keeps(self, word: int, head: int) -> bool:
        """Whether the arc is short; one from ROOT never is."""
        return head > 0 and abs(head - word) <= self.max_length
