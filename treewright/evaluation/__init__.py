"""How good are predicted trees? Scores by the definitions of the CoNLL 2018 shared task, and of constituents as in EVALB."""

from treewright.evaluation.attachment import attachment_counts
from treewright.evaluation.bracket_parameters import BracketParameters
from treewright.evaluation.bracket_scores import BracketScores
from treewright.evaluation.brackets import bracket_scores
from treewright.evaluation.evaluate import evaluate
from treewright.evaluation.parameter_file import bracket_parameters
from treewright.evaluation.score import Score
from treewright.evaluation.scores import Scores

__all__ = [
    "BracketParameters",
    "BracketScores",
    "Score",
    "Scores",
    "attachment_counts",
    "bracket_parameters",
    "bracket_scores",
    "evaluate",
]
