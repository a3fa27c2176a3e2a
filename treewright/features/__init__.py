"""Feature models: how a configuration is shown to the classifier."""

from treewright.features.extraction import Extraction
from treewright.features.feature_model import FEATURES, FeatureModel

__all__ = ["FEATURES", "Extraction", "FeatureModel"]
