"""Global training, which compares whole paths: each strategy is a setting of the one scheme in strategy.py."""

from treewright.training.strategy import TrainingStrategy


class EarlyUpdate(TrainingStrategy):
    """Update as soon as no correct configuration is left in the beam, then leave the sentence."""  # Collins and Roark 2004

    update = "early"


class MaxViolation(TrainingStrategy):
    """Update where the best configuration is furthest ahead of the best correct one."""  # Huang, Fayong and Guo 2012

    update = "max-violation"


class FullUpdate(TrainingStrategy):
    """Update at the end of the sentence, whatever the scores; Huang et al. (2012) advise against it."""  # Collins 2002

    update = "full"


class LaSO(TrainingStrategy):
    """Update as in early update, then start again from there, often from the predicted configuration."""  # Daume, Marcu 2005

    update = "early"
    restart = "positive"
    exploration = "after-first"
