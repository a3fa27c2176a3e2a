"""What a treebank is like, what parsers can make of it, and where they go wrong."""

from treewright.analysis.breakdown import Breakdown, breakdown
from treewright.analysis.comparison import Comparison, compare
from treewright.analysis.confusion import Confusion, confusion
from treewright.analysis.criteria import CRITERIA
from treewright.analysis.expression import Expression, expression
from treewright.analysis.report_page import report_page
from treewright.analysis.scored_constituents import ScoredConstituents
from treewright.analysis.scored_words import ScoredWords
from treewright.analysis.statistics import Statistics, statistics
from treewright.analysis.table import Table
from treewright.analysis.word_table import WordTable

__all__ = [
    "CRITERIA", "Breakdown", "Comparison", "Confusion", "Expression", "ScoredConstituents", "ScoredWords", "Statistics",
    "Table", "WordTable", "breakdown", "compare", "confusion", "expression", "report_page", "statistics",
]  # fmt: skip
