"""Searches: which sequence of transitions is taken."""

from treewright.search.beam import Beam
from treewright.search.easy_first import EasyFirstSearch
from treewright.search.greedy import Greedy
from treewright.search.search import Search
from treewright.search.transition_classes import TransitionClasses

SEARCHES: dict[str, type[Search]] = {"greedy": Greedy, "beam": Beam, "easy-first": EasyFirstSearch}

__all__ = ["SEARCHES", "Beam", "EasyFirstSearch", "Greedy", "Search", "TransitionClasses"]
