"""Logistic regression (maximum entropy), one class against all others, by liblinear (scikit-learn).

A multinomial model would need all weights of all classes at once, and a solver some twenty copies of them; one class after
another takes the memory of one.
"""

from __future__ import annotations

from typing import Any

from treewright.classifiers.fitted_classifier import required
from treewright.classifiers.linear_learner import LinearLearner


class LogisticRegression(LinearLearner):
    """Logistic regression (maximum entropy), fitted to all gold paths at once (liblinear, one class against all others)."""

    name = "logistic-regression"

    def estimator(self) -> Any:
        """What is fitted for each class."""
        models = required("sklearn.linear_model", self.name)
        return models.LogisticRegression(
            C=self.cost, fit_intercept=False, solver="liblinear", dual=True, tol=0.1, random_state=self.seed
        )
