"""Tagging and lemmatizing on the same core as parsing."""

from treewright.tagging.tagger import Tagger
from treewright.tagging.target import Target

__all__ = ["Tagger", "Target"]
