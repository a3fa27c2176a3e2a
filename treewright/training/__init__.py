"""Training: from which configurations to learn, and where to go on."""

from treewright.training.global_strategies import EarlyUpdate, FullUpdate, LaSO, MaxViolation
from treewright.training.likelihood import Likelihood
from treewright.training.likelihood_at_sites import LikelihoodAtSites
from treewright.training.local import Local
from treewright.training.local_at_sites import LocalAtSites
from treewright.training.strategy import TrainingStrategy

STRATEGIES: dict[str, type[TrainingStrategy]] = {
    "local": Local,
    "early-update": EarlyUpdate,
    "max-violation": MaxViolation,
    "full-update": FullUpdate,
    "laso": LaSO,
}

# what a strategy is where a configuration has several sites
AT_SITES: dict[type[TrainingStrategy], type[TrainingStrategy]] = {Local: LocalAtSites}

# and where the loss is -log of a probability; what compares paths has that loss itself
OF_PROBABILITIES: dict[type[TrainingStrategy], type[TrainingStrategy]] = {
    Local: Likelihood,
    LocalAtSites: LikelihoodAtSites,
}

__all__ = ["AT_SITES", "OF_PROBABILITIES", "STRATEGIES", "TrainingStrategy"]
