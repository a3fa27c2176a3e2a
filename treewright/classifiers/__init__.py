"""Classifiers: how good each transition is.  Each makes its scorer for a search, and takes its credit from a strategy."""

from treewright.classifiers.averaged_perceptron import AveragedPerceptron
from treewright.classifiers.classifier import Classifier
from treewright.classifiers.fitted_classifier import FittedClassifier
from treewright.classifiers.linear_svm import LinearSVM
from treewright.classifiers.logistic_regression import LogisticRegression
from treewright.classifiers.nearest_neighbours import NearestNeighbours
from treewright.classifiers.packed_weights import PackedWeights
from treewright.classifiers.poly2_svm import Poly2SVM
from treewright.classifiers.weight_table import WeightTable
from treewright.classifiers.weights import Weights

CLASSIFIERS: dict[str, type[Classifier]] = {
    "averaged-perceptron": AveragedPerceptron,
    "linear-svm": LinearSVM,
    "logistic-regression": LogisticRegression,
    "poly2-svm": Poly2SVM,
    "nearest-neighbours": NearestNeighbours,
}

__all__ = ["CLASSIFIERS", "AveragedPerceptron", "Classifier", "FittedClassifier", "PackedWeights", "WeightTable", "Weights"]
