"""Understanding parsers: trees to look at."""

from treewright.error_analysis.tree_drawing import draw, to_svg

__all__ = ["draw", "to_svg"]
