"""What a treebank is like, what parsers can make of it, and where they go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treewright.analysis.page.evaluation_page import evaluation_page
    from treewright.analysis.scores.breakdown import Breakdown, breakdown
    from treewright.analysis.scores.comparison import Comparison, compare
    from treewright.analysis.scores.confusion import Confusion, confusion
    from treewright.analysis.scores.criteria import CRITERIA
    from treewright.analysis.scores.expression import Expression, expression
    from treewright.analysis.scores.scored_constituents import ScoredConstituents
    from treewright.analysis.scores.scored_words import ScoredWords
    from treewright.analysis.scores.statistics import Statistics, statistics
    from treewright.analysis.scores.table import Table
    from treewright.analysis.scores.word_table import WordTable

# names are imported when they are first used, so that a verb loads only what it needs
_HOMES = {
    "CRITERIA": "scores.criteria",
    "Breakdown": "scores.breakdown",
    "Comparison": "scores.comparison",
    "Confusion": "scores.confusion",
    "Expression": "scores.expression",
    "ScoredConstituents": "scores.scored_constituents",
    "ScoredWords": "scores.scored_words",
    "Statistics": "scores.statistics",
    "Table": "scores.table",
    "WordTable": "scores.word_table",
    "breakdown": "scores.breakdown",
    "compare": "scores.comparison",
    "confusion": "scores.confusion",
    "evaluation_page": "page.evaluation_page",
    "expression": "scores.expression",
    "statistics": "scores.statistics",
}
__all__ = [
    "CRITERIA", "Breakdown", "Comparison", "Confusion", "Expression", "ScoredConstituents", "ScoredWords", "Statistics",
    "Table", "WordTable", "breakdown", "compare", "confusion", "evaluation_page", "expression", "statistics",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(f"treewright.analysis.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'treewright.analysis' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
