"""Linear support vector machines, one class against all others, by liblinear (squared hinge loss, dual; scikit-learn)."""

from __future__ import annotations

from typing import Any

from treewright.classifiers.fitted_classifier import required
from treewright.classifiers.linear_learner import LinearLearner


class LinearSVM(LinearLearner):
    """Linear SVM for single decisions, fitted to all gold paths at once (liblinear, one class against all others)."""

    name = "linear-svm"

    def estimator(self) -> Any:
        """What is fitted for each class."""
        svm = required("sklearn.svm", self.name)  # 0.1 is where liblinear itself stops
        return svm.LinearSVC(C=self.cost, fit_intercept=False, dual=True, tol=0.1, random_state=self.seed)
