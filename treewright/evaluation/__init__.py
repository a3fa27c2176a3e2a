"""How good are predicted trees? Scores by the definitions of the CoNLL 2018 shared task."""

from treewright.evaluation.attachment import attachment_counts
from treewright.evaluation.score import Score
from treewright.evaluation.scores import Scores
from treewright.evaluation.treebanks import evaluate

__all__ = ["Score", "Scores", "attachment_counts", "evaluate"]
