"""Classifiers: how good each transition is.  They know numbers only, nothing of parsing."""

from treewright.classifiers.averaged_perceptron import AveragedPerceptron
from treewright.classifiers.packed_weights import PackedWeights
from treewright.classifiers.weight_table import WeightTable
from treewright.classifiers.weights import Weights

CLASSIFIERS: dict[str, type[AveragedPerceptron]] = {"averaged-perceptron": AveragedPerceptron}

__all__ = ["CLASSIFIERS", "AveragedPerceptron", "PackedWeights", "WeightTable", "Weights"]
