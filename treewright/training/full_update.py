"""Full update: the plain structured perceptron (Collins 2002)."""

from treewright.training.strategy import TrainingStrategy


class FullUpdate(TrainingStrategy):
    """Update at the end of the sentence, whatever the scores; Huang et al. (2012) advise against it."""

    update = "full"
