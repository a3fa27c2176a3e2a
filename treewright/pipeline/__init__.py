"""Pipelines: from raw text to trees by one model file."""

from treewright.pipeline.pipeline import Pipeline

__all__ = ["Pipeline"]
