"""Training: from which configurations to learn, and where to go on."""

from treewright.training.easy_first import EasyFirstTraining
from treewright.training.global_strategies import EarlyUpdate, FullUpdate, LaSO, MaxViolation
from treewright.training.local import Local
from treewright.training.strategy import TrainingStrategy

STRATEGIES: dict[str, type[TrainingStrategy]] = {
    "local": Local,
    "early-update": EarlyUpdate,
    "max-violation": MaxViolation,
    "full-update": FullUpdate,
    "laso": LaSO,
}

# searches that have a training of their own in place of the strategies they can be trained with
TRAINED_BY: dict[str, dict[type[TrainingStrategy], type[TrainingStrategy]]] = {"easy-first": {Local: EasyFirstTraining}}

__all__ = ["STRATEGIES", "TRAINED_BY", "TrainingStrategy"]
