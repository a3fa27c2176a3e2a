"""Treewright: train, run, compare and understand transition-based parsers."""

__version__ = "0.1.0"
