"""Every classifier by its name: those of `classifiers`, and those that are networks."""

from __future__ import annotations

from treewright.classifiers import CLASSIFIERS as OTHERS
from treewright.classifiers import Classifier
from treewright.networks import NETWORKS

CLASSIFIERS: dict[str, type[Classifier]] = {**OTHERS, **NETWORKS}
