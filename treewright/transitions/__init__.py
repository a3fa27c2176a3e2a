"""Transition systems: the transitions, when they are valid, what they do."""

from treewright.transitions.arc_eager import ArcEager
from treewright.transitions.arc_eager_partial import ArcEagerPartial
from treewright.transitions.arc_eager_span import ArcEagerSpan
from treewright.transitions.arc_hybrid import ArcHybrid
from treewright.transitions.arc_hybrid_partial import ArcHybridPartial
from treewright.transitions.arc_hybrid_span import ArcHybridSpan
from treewright.transitions.arc_hybrid_swap import ArcHybridSwap
from treewright.transitions.arc_standard import ArcStandard
from treewright.transitions.arc_swift import ArcSwift
from treewright.transitions.attardi import Attardi
from treewright.transitions.configuration import Configuration
from treewright.transitions.covington import Covington
from treewright.transitions.covington_projective import CovingtonProjective
from treewright.transitions.easy_first import EasyFirst
from treewright.transitions.merge_gap import MergeGap
from treewright.transitions.merge_swap import MergeSwap
from treewright.transitions.non_monotonic_arc_eager import NonMonotonicArcEager
from treewright.transitions.set_based import SetBased
from treewright.transitions.swap import Swap
from treewright.transitions.transition_system import TransitionSystem
from treewright.transitions.two_planar import TwoPlanar

TRANSITION_SYSTEMS: dict[str, type[TransitionSystem]] = {
    "arc-eager": ArcEager,
    "arc-swift": ArcSwift,
    "arc-hybrid": ArcHybrid,
    "arc-standard": ArcStandard,
    "non-monotonic-arc-eager": NonMonotonicArcEager,
    "arc-eager-partial": ArcEagerPartial,
    "arc-hybrid-partial": ArcHybridPartial,
    "arc-eager-span": ArcEagerSpan,
    "arc-hybrid-span": ArcHybridSpan,
    "swap": Swap,
    "arc-hybrid-swap": ArcHybridSwap,
    "easy-first": EasyFirst,
    "two-planar": TwoPlanar,
    "attardi": Attardi,
    "covington": Covington,
    "covington-projective": CovingtonProjective,
    "set-based": SetBased,
    "merge-gap": MergeGap,
    "merge-swap": MergeSwap,
}

__all__ = ["TRANSITION_SYSTEMS", "Configuration", "TransitionSystem"]
