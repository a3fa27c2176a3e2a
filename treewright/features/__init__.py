"""Feature models: how a configuration is shown to the classifier."""

from collections.abc import Sequence
from typing import Any

from treewright.features.extraction import Extraction
from treewright.features.feature_model import FEATURES, FeatureModel
from treewright.features.groups import BEAM
from treewright.features.stack_extraction import StackExtraction
from treewright.features.view_extraction import ViewExtraction

__all__ = ["FEATURES", "Extraction", "FeatureModel", "extraction_of"]

EXTRACTIONS: Sequence[type[Extraction]] = (StackExtraction, ViewExtraction)


def extraction_of(model: FeatureModel, embeddings: Any = None, grouping: Sequence[int] = BEAM) -> Extraction:
    """The extraction for what the templates of a model name; they lie in groups (see groups.py) that suit the search."""
    return next(cls for cls in EXTRACTIONS if cls.names is model.names)(model, embeddings, grouping)
