"""Credit for a stack-LSTM."""

from __future__ import annotations

import cython

from treewright.networks.stack_lstm.stack_scorer import StackScorer
from treewright.networks.transition_based.place_credit import PlaceCredit
from treewright.transitions.derivations import Derivations

if not cython.compiled:  # in C this is an enum
    from treewright.networks.stack_lstm.stack_states import TOPS


class StackCredit(PlaceCredit):
    """Records the states that show configurations."""

    def __init__(self, scorer: StackScorer) -> None:
        super().__init__(TOPS, scorer.classes)
        self.scorer = scorer
        self.seen = self.scorer.states.place

    def look(self, c: Derivations) -> int:
        """What is given next is about this configuration."""
        self.scorer.find(c)
        self.fresh = True
        return 0
