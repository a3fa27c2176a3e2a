"""Early update (Collins and Roark 2004)."""

from treewright.training.strategy import TrainingStrategy


class EarlyUpdate(TrainingStrategy):
    """Update as soon as no correct configuration is left in the beam, then leave the sentence."""

    update = "early"
