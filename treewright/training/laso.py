"""LaSO, learning as search optimisation (Daume and Marcu 2005), with exploration."""

from treewright.training.strategy import TrainingStrategy


class LaSO(TrainingStrategy):
    """Update as in early update, then start again from there, often from the predicted configuration."""

    update = "early"
    restart = "positive"
    exploration = "after-first"
