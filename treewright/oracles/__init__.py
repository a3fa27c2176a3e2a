"""Oracles: what each transition costs, given the gold tree."""

from treewright.oracles.arc_eager import ArcEagerOracle
from treewright.oracles.arc_eager_partial import ArcEagerPartialOracle
from treewright.oracles.arc_hybrid import ArcHybridOracle
from treewright.oracles.arc_hybrid_partial import ArcHybridPartialOracle
from treewright.oracles.arc_hybrid_swap import ArcHybridSwapOracle
from treewright.oracles.arc_standard import ArcStandardOracle
from treewright.oracles.arc_swift import ArcSwiftOracle
from treewright.oracles.attardi import AttardiOracle
from treewright.oracles.covington import CovingtonOracle
from treewright.oracles.covington_projective import CovingtonProjectiveOracle
from treewright.oracles.easy_first import EasyFirstOracle
from treewright.oracles.merge_gap import GapOracle
from treewright.oracles.merge_swap import MergeSwapOracle
from treewright.oracles.non_monotonic_arc_eager import NonMonotonicArcEagerOracle
from treewright.oracles.oracle import Oracle
from treewright.oracles.set_based import SetOracle
from treewright.oracles.static import StaticOracle
from treewright.oracles.swap import SwapOracle
from treewright.oracles.two_planar import TwoPlanarOracle

ORACLES: dict[str, type[Oracle]] = {
    "arc-eager": ArcEagerOracle,
    "arc-swift": ArcSwiftOracle,
    "arc-hybrid": ArcHybridOracle,
    "arc-standard": ArcStandardOracle,
    "non-monotonic-arc-eager": NonMonotonicArcEagerOracle,
    "arc-eager-partial": ArcEagerPartialOracle,
    "arc-hybrid-partial": ArcHybridPartialOracle,
    "arc-eager-span": ArcEagerPartialOracle,
    "arc-hybrid-span": ArcHybridPartialOracle,
    "swap": SwapOracle,
    "arc-hybrid-swap": ArcHybridSwapOracle,
    "easy-first": EasyFirstOracle,
    "two-planar": TwoPlanarOracle,
    "attardi": AttardiOracle,
    "covington": CovingtonOracle,
    "covington-projective": CovingtonProjectiveOracle,
    "set-based": SetOracle,
    "merge-gap": GapOracle,
    "merge-swap": MergeSwapOracle,
}

__all__ = ["ORACLES", "Oracle", "StaticOracle"]
