"""Scores by any criterion: words and constituents as columns, expressions, breakdowns, comparisons."""
