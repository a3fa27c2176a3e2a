"""Constraints: what is known about a tree before it is parsed."""

from treewright.constraints.constraint import Constraint
from treewright.constraints.constraint_set import Constraints

__all__ = ["Constraint", "Constraints"]
