"""Training: from which configurations to learn, and where to go on."""

from treewright.training.early_update import EarlyUpdate
from treewright.training.full_update import FullUpdate
from treewright.training.laso import LaSO
from treewright.training.local import Local
from treewright.training.max_violation import MaxViolation
from treewright.training.strategy import TrainingStrategy

STRATEGIES: dict[str, type[TrainingStrategy]] = {
    "local": Local,
    "early-update": EarlyUpdate,
    "max-violation": MaxViolation,
    "full-update": FullUpdate,
    "laso": LaSO,
}

__all__ = ["STRATEGIES", "TrainingStrategy"]
