"""Max-violation (Huang, Fayong and Guo 2012)."""

from treewright.training.strategy import TrainingStrategy


class MaxViolation(TrainingStrategy):
    """Update where the best configuration is furthest ahead of the best correct one."""

    update = "max-violation"
