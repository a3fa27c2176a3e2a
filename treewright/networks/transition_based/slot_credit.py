"""Credit for a network that sees slots."""

from __future__ import annotations

from treewright.networks.transition_based.place_credit import PlaceCredit
from treewright.networks.transition_based.slot_scorer import SlotScorer
from treewright.transitions.derivations import Derivations


class SlotCredit(PlaceCredit):
    """Records the slots of configurations."""

    def __init__(self, scorer: SlotScorer, classes: int) -> None:
        """`classes` is how many of them, the first ones, the view of the scorer sees."""
        super().__init__(scorer.slot_count + scorer.label_count, classes)
        self.scorer = scorer
        self.seen = self.scorer.place

    def look(self, c: Derivations) -> int:
        """What is given next is about this configuration."""
        self.scorer.extraction.look(c)
        self.scorer.find_rows()
        self.fresh = True
        return 0
