"""Checks to run on a part of your own: each returns a report of what it tried, or shows where which rule is broken.

from treewright.conformance import check_transition_system
print(check_transition_system(MySystem))
"""

from treewright.conformance.check_classifier import check_classifier
from treewright.conformance.check_decoder import check_decoder
from treewright.conformance.check_feature_model import check_feature_model
from treewright.conformance.check_oracle import check_oracle
from treewright.conformance.check_search import check_search
from treewright.conformance.check_strategy import check_strategy
from treewright.conformance.check_transition_system import check_transition_system
from treewright.conformance.report import ConformanceError, Report

__all__ = [
    "ConformanceError",
    "Report",
    "check_classifier",
    "check_decoder",
    "check_feature_model",
    "check_oracle",
    "check_search",
    "check_strategy",
    "check_transition_system",
]
