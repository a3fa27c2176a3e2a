"""What training data make of a parser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from treewright.constraints.tree_facts import TreeFacts
from treewright.decoding.confidence import Confidence
from treewright.families.lifting import Lifting
from treewright.features import FeatureModel
from treewright.features.embeddings import Embeddings


@dataclass
class Learnt:
    """What a model file keeps of a parser besides its settings, checked; a parser that is loaded is made with it."""

    features: FeatureModel | None  # none of a decoder that learns by itself
    embeddings: Embeddings | None
    arrays: dict[str, Any]  # what the classifier or the decoder learnt
    labels: list[str]
    tags: list[str]
    root_label: int
    kinds: list[str] | None = None  # of transitions, as the system had them
    facts: TreeFacts | None = None
    lifted: Lifting | None = None
    confidence: Confidence | None = None
    known_labels: dict[str, str] = field(default_factory=dict)
    scores: dict[str, Any] = field(default_factory=dict)
    training_data: dict[str, Any] = field(default_factory=dict)
    tag_trigrams: dict[str, int] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
