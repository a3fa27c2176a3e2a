"""Ensembles: several parsers that work as one."""

from treewright.ensemble.cascade import Cascade
from treewright.ensemble.combination import Combination
from treewright.ensemble.ensemble import Ensemble
from treewright.ensemble.reparsing import Reparsing, combine
from treewright.ensemble.similarity import klcpos3, weights_for
from treewright.ensemble.voting import Voting

ENSEMBLES = {"reparse": Reparsing, "vote": Voting, "cascade": Cascade}

__all__ = ["ENSEMBLES", "Cascade", "Combination", "Ensemble", "Reparsing", "Voting", "combine", "klcpos3", "weights_for"]
