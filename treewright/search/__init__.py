"""Searches: which sequence of transitions is taken."""

from treewright.search.beam import Beam
from treewright.search.greedy import Greedy
from treewright.search.search import Search
from treewright.search.site_search import SiteSearch
from treewright.search.transition_classes import TransitionClasses

SEARCHES: dict[str, type[Search]] = {"greedy": Greedy, "beam": Beam, "sites": SiteSearch}

__all__ = ["SEARCHES", "Beam", "Greedy", "Search", "SiteSearch", "TransitionClasses"]
