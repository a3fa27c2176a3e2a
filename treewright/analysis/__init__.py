"""What a treebank is like, what parsers can make of it, and where they go wrong."""

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

__all__ = [
    "CRITERIA", "Breakdown", "Comparison", "Confusion", "Expression", "ScoredConstituents", "ScoredWords", "Statistics",
    "Table", "WordTable", "breakdown", "compare", "confusion", "evaluation_page", "expression", "statistics",
]  # fmt: skip
