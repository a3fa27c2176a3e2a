"""Families: what kind of structure is predicted for a sentence, and how it is read, scored and written."""

from treewright.families.constituency_trees import ConstituencyTrees
from treewright.families.dependency_trees import DependencyTrees
from treewright.families.family import Family
from treewright.families.prediction import Prediction
from treewright.families.tag_sequences import TagSequences

__all__ = ["ConstituencyTrees", "DependencyTrees", "Family", "Prediction", "TagSequences"]
