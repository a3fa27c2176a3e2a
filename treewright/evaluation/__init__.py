"""How good are predicted trees? Scores by the definitions of the CoNLL 2018 shared task."""

from treewright.evaluation.attachment import attachment_counts
from treewright.evaluation.evaluate import evaluate
from treewright.evaluation.score import Score
from treewright.evaluation.scores import Scores

__all__ = ["Score", "Scores", "attachment_counts", "evaluate"]
