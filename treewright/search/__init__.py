"""Searches: which sequence of transitions is taken."""

from treewright.search.beam import Beam
from treewright.search.greedy import Greedy
from treewright.search.search import Search, TransitionClasses

SEARCHES: dict[str, type[Search]] = {"greedy": Greedy, "beam": Beam}

__all__ = ["SEARCHES", "Beam", "Greedy", "Search", "TransitionClasses"]
