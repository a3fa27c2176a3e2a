"""Classifiers: how good each transition is.  They know numbers only, nothing of parsing."""

from treewright.classifiers.averaged_perceptron import AveragedPerceptron
from treewright.classifiers.scorer import Scorer
from treewright.classifiers.weight_table import WeightTable

CLASSIFIERS: dict[str, type[AveragedPerceptron]] = {"averaged-perceptron": AveragedPerceptron}

__all__ = ["CLASSIFIERS", "AveragedPerceptron", "Scorer", "WeightTable"]
